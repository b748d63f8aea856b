"""`mailroom catalog`: ask, describe, export and look after the Parquet catalog."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from mailroom_dagster.catalog.exporting import FORMATS, export
from mailroom_dagster.catalog.refreshing import rebuild, refresh
from mailroom_dagster.catalog.schemas import MATTERS_ABOUT, TABLES
from mailroom_dagster.cli.output import (
    DEFAULT_HOME,
    EXIT_FOUND,
    HomeOption,
    JsonOption,
    console,
    counted,
    emit,
    fits,
    records,
    standing_home,
    table,
)
from mailroom_dagster.pipeline.mailroom import open_mailroom

app = typer.Typer(no_args_is_help=True)


@app.command()
def query(
    sql: Annotated[str, typer.Argument(help="One SELECT over documents, fields, evidence, decisions, calls, …")],
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Run one reading SQL statement; with --json a list of objects."""
    found = open_mailroom(standing_home(home)).catalog.query(sql)
    rows = found.to_pylist()
    cells = [list(row.values()) for row in rows]
    show = partial(table, "", none="no rows") if fits(found.column_names, cells) or not cells else records
    emit(rows, as_json, lambda: show(found.column_names, cells))


@app.command()
def schema(as_json: JsonOption = False) -> None:
    """Every table and column with its type and meaning."""
    value: dict[str, dict[str, Any]] = {
        name: {
            "about": item.about,
            "key": list(item.key),
            "columns": {column: {"type": str(kind), "about": about} for column, (kind, about) in item.columns.items()},
        }
        for name, item in TABLES.items()
    }
    matters = {column: {"type": "", "about": about} for column, about in MATTERS_ABOUT.items()}
    value["matters"] = {"about": "One row a matter, counted from documents.", "key": ["matter_id"], "columns": matters}
    emit(value, as_json, lambda: _show_schema(value))


def _show_schema(value: dict[str, dict[str, Any]]) -> None:
    for name, item in value.items():
        rows = ([column, about["type"], about["about"]] for column, about in item["columns"].items())
        table(f"{name}: {item['about']}", ("column", "type", "meaning"), rows)


@app.command(name="export")
def export_command(
    target: Annotated[Path, typer.Argument(help="The folder to write to.")],
    form: Annotated[str, typer.Option("--format", help=" or ".join(FORMATS))] = "parquet",
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Write every table as a file of its own, or all of them as one DuckDB database."""
    files = [str(path) for path in export(open_mailroom(standing_home(home)).catalog, target, form)]
    emit({"files": files}, as_json, lambda: console.print("\n".join(files), markup=False))


@app.command()
def compact(home: HomeOption = DEFAULT_HOME, as_json: JsonOption = False) -> None:
    """Catch up with what was missed and merge small segments."""
    mailroom = open_mailroom(standing_home(home))
    late = refresh(mailroom.catalog, mailroom.store, mailroom.ledger, mailroom.taxonomy)
    segments = mailroom.catalog.compact()
    value = {"documents_added": late, "segments": segments}
    said = f"{counted(late, 'document')} added; {counted(sum(segments.values()), 'segment')} left"
    emit(value, as_json, lambda: console.print(said))


@app.command(name="rebuild")
def rebuild_command(home: HomeOption = DEFAULT_HOME, as_json: JsonOption = False) -> None:
    """Make the whole catalog again from the records, the call log and the ledger."""
    mailroom = open_mailroom(standing_home(home))
    count = rebuild(mailroom.catalog, mailroom.store, mailroom.ledger, mailroom.taxonomy)
    emit({"documents": count}, as_json, lambda: console.print(f"{counted(count, 'document')} in the new catalog"))


@app.command()
def check(home: HomeOption = DEFAULT_HOME, as_json: JsonOption = False) -> None:
    """Read every byte of every segment; exit code 1 when one is not what its name says."""
    problems = open_mailroom(standing_home(home)).catalog.problems()
    emit({"problems": problems}, as_json, lambda: console.print("\n".join(problems) or "whole", markup=False))
    if problems:
        raise typer.Exit(EXIT_FOUND)
