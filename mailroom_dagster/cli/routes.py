"""`mailroom routes`: the routing tables, as they decide; `--markdown` is what docs/routing.md is made of."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from mailroom_dagster.cli.output import JsonOption, console, emit, table
from mailroom_dagster.routing.tables import TABLES, Row, Table


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(routes)


def routes(
    markdown: Annotated[bool, typer.Option("--markdown", help="Print docs/routing.md.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Print the routing tables: for each gate the first row that matches decides."""
    if markdown:
        sys.stdout.write(routing_page())
        return
    emit([_table_json(item) for item in TABLES], as_json, _show)


def routing_page() -> str:
    """docs/routing.md."""
    parts = [
        "# Routing\n",
        "One table a gate; the first row that matches decides, rows that lead to `go_on` are only noted. `medium` rows",
        "may be decided by a learned or a decision-model gate instead, no others. Generated from",
        "`mailroom_dagster/routing/tables.py` by `mailroom routes --markdown`.\n",
    ]
    for item in TABLES:
        parts += [f"## {item.gate}\n", "| row | when | to | why |", "|---|---|---|---|"]
        parts += [
            f"| {row.name}{' (medium)' if row.medium else ''} | {_when(row)} | {row.to} | {row.reason} |"
            for row in item.rows
        ]
        parts.append("")
    return "\n".join(parts)


def _when(row: Row) -> str:
    return ", ".join(f"{fact} = {str(value).lower()}" for fact, value in row.when.items()) or "always"


def _table_json(item: Table) -> dict[str, Any]:
    rows = [
        {
            "row": row.name,
            "when": {fact: str(value) for fact, value in row.when.items()},
            "to": row.to,
            "why": row.reason,
        }
        for row in item.rows
    ]
    return {"gate": item.gate, "rows": rows}


def _show() -> None:
    for item in TABLES:
        table(
            item.gate, ["row", "when", "to", "why"], [(row.name, _when(row), row.to, row.reason) for row in item.rows]
        )
        console.print()
