"""`mailroom status` and `mailroom show`: what is here, and all that is known of one document."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from textwrap import shorten
from typing import Annotated, Any

import typer
from rich.padding import Padding
from rich.text import Text

from mailroom_dagster.cli.output import DEFAULT_HOME, HomeOption, JsonOption, console, emit, short, standing_home, table
from mailroom_dagster.pipeline.mailroom import Mailroom, open_mailroom
from mailroom_dagster.pipeline.views import document_view, full_view
from mailroom_dagster.records.model import Manifest
from mailroom_dagster.wording import sure

QUOTE_CHARACTERS = 120

DocArgument = Annotated[str, typer.Argument(help="A doc_id, the beginning of one, or part of the file name.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(status)
    app.command()(show)


def status(home: HomeOption = DEFAULT_HOME, as_json: JsonOption = False) -> None:
    """How many documents stand where, and what waits for a person or has failed."""
    mailroom = open_mailroom(standing_home(home))
    manifests = list(mailroom.store.manifests())
    counts = dict(Counter(item.state.value for item in manifests))
    waiting = [item for item in manifests if item.state.value in ("parked", "failed", "quarantined", "paused_budget")]
    value = {
        "home": str(mailroom.home.root),
        "counts": counts,
        "documents": [document_view(mailroom, item.doc_id) for item in manifests],
    }
    emit(value, as_json, lambda: _show_status(mailroom, counts, waiting))


def show(doc: DocArgument, home: HomeOption = DEFAULT_HOME, as_json: JsonOption = False) -> None:
    """Everything known of one document: class, fields with their evidence, and every decision."""
    mailroom = open_mailroom(standing_home(home))
    manifest = mailroom.store.find(doc)
    value = full_view(mailroom, manifest)
    emit(value, as_json, lambda: show_document(value))


def _show_status(mailroom: Mailroom, counts: dict[str, int], waiting: list[Manifest]) -> None:
    table(
        f"Documents in {mailroom.home.root}",
        ["state", "documents"],
        sorted(counts.items()),
        none="none yet; `mailroom run FILE` takes one in",
    )
    if waiting:
        console.print()
        table(
            "Waiting or failed",
            ["document", "file", "state", "why"],
            [(short(item.doc_id), item.file_name, item.state.value, item.reason) for item in waiting],
        )


def show_document(value: dict[str, Any]) -> None:
    """One document for people: what it is, its fields with their words, and how it was decided."""
    console.print(f"{value['file_name']}  ({value['doc_id']})", style="bold", markup=False)
    console.print(f"state {value['state']}   matter {value['matter_id']}   {value['reason']}", markup=False)
    if value["state"] == "parked":
        console.print("to decide: `mailroom review serve`, or `mailroom review --help`", markup=False)
    for message in value["attached_to"]:
        console.print(f"came with {_linked(message)}", markup=False)
    for attachment in value["attachments"]:
        console.print(f"with it came {_linked(attachment)}", markup=False)
    if found := value["classification"]:
        kind = f"{found['doc_class']}/{found['subtype']}" if found["subtype"] else found["doc_class"]
        by = (
            "not settled"
            if value["state"] == "parked" and value["gate"] == "classification"
            else f"by {found['decided_by']}"
        )
        console.print(f"class {kind}, {sure(found['confidence'])} sure of it, {by}", markup=False)
    for opinion in value["opinions"]:
        console.print(Padding(Text(f"{opinion['who']}: {opinion['says']}"), (0, 0, 0, 2)))
    if person := value["person"]:
        why = f": {person['reason']}" if person["reason"] else ""
        console.print(f"{person['action']} by {person['reviewer']}{why}", markup=False)
    console.print()
    table(
        "Fields",
        ["field", "value", "page", "the document's words"],
        list(_field_lines(value["fields"])),
        none="none; it came to rest before they were extracted",
    )
    for problem in _problems(value):
        console.print(f"! {problem}", markup=False)
    console.print()
    table(
        "Decisions",
        ["gate", "rule", "to", "actor", "why"],
        [(item["gate"], item["rule"], item["to"], item["actor"], item["reason"]) for item in value["decisions"]],
        none="none; no gate was asked",
    )
    console.print(f"\nrecords: {Path(value['record_dir'])}", markup=False)


def _linked(item: dict[str, Any]) -> str:
    return f"{item['name']}  ({item['doc_id']}, {item['state'] or 'never became a document'})"


def _problems(value: dict[str, Any]) -> list[str]:
    """What is wrong with the values: errors and conflicts, and why values were cleared."""
    cleared = (f"field {name!r}: {reason}" for name, reasons in value["cleared"].items() for reason in reasons)
    return list(dict.fromkeys([*value["problems"], *cleared]))


def _field_lines(fields: dict[str, Any]) -> list[tuple[str, object, object, str]]:
    lines: list[tuple[str, object, object, str]] = []
    for name, item in fields.items():
        values = item["value"] if isinstance(item["value"], list) else [item["value"]]
        places = {place["item"]: place for place in reversed(item["evidence"])}
        for number, value in enumerate(values):
            place = places.get(number, {})
            quote = shorten(str(place.get("quote", "")), QUOTE_CHARACTERS, placeholder=" …")
            lines.append((name if not number else "", value, place.get("page"), quote))
    return lines
