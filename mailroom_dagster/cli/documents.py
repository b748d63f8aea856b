"""`mailroom status` and `mailroom show`: what is here, and all that is known of one document."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from mailroom_dagster.cli.output import DEFAULT_HOME, HomeOption, JsonOption, console, emit, home_at, table
from mailroom_dagster.pipeline.mailroom import Mailroom, open_mailroom
from mailroom_dagster.records.model import (
    ClassificationRecord,
    Decision,
    ExtractedField,
    ExtractionRecord,
    Manifest,
    Stage,
    VerdictRecord,
)

DocArgument = Annotated[str, typer.Argument(help="A doc_id, the beginning of one, or part of the file name.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(status)
    app.command()(show)


def status(home: HomeOption = DEFAULT_HOME, as_json: JsonOption = False) -> None:
    """How many documents stand where, and what waits for a person or has failed."""
    mailroom = open_mailroom(home_at(home))
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
    mailroom = open_mailroom(home_at(home))
    manifest = mailroom.store.find(doc)
    value = full_view(mailroom, manifest)
    emit(value, as_json, lambda: show_document(value))


def document_view(mailroom: Mailroom, doc_id: str, file: str | None = None, duplicate: bool = False) -> dict[str, Any]:
    """One document as `run` and `status` list it."""
    manifest = mailroom.store.manifest(doc_id)
    classification = mailroom.store.read(doc_id, Stage.CLASSIFICATION, ClassificationRecord)
    return {
        "file": file or manifest.file_name,
        "doc_id": doc_id,
        "partition_key": manifest.partition_key,
        "matter": manifest.matter_id,
        "parent": manifest.parent,
        "doc_class": classification.doc_class if classification else None,
        "subtype": classification.subtype if classification else None,
        "confidence": round(classification.confidence, 4) if classification else None,
        "route": " > ".join(f"{item.gate}:{item.rule}" for item in _decisions(mailroom, doc_id)) or None,
        "state": "duplicate" if duplicate else manifest.state.value,
        "reason": manifest.reason or None,
        "error": manifest.error.model_dump() if manifest.error else None,
        "record_dir": str(mailroom.home.document(doc_id)),
    }


def full_view(mailroom: Mailroom, manifest: Manifest) -> dict[str, Any]:
    """One document as `show` tells it."""
    doc_id = manifest.doc_id
    classification = mailroom.store.read(doc_id, Stage.CLASSIFICATION, ClassificationRecord)
    extraction = mailroom.store.read(doc_id, Stage.EXTRACTION, ExtractionRecord)
    kept = ("file_name", "partition_key", "matter_id", "parent", "reason", "gate", "received_at", "updated_at", "notes")
    return {
        "doc_id": doc_id,
        "state": manifest.state.value,
        **{name: getattr(manifest, name) for name in kept},
        "error": manifest.error.model_dump() if manifest.error else None,
        "classification": classification and _classification_view(classification),
        "fields": {name: field_view(item) for name, item in extraction.fields.items()} if extraction else {},
        "cleared": extraction.cleared if extraction else {},
        "decisions": [item.model_dump(mode="json") for item in _decisions(mailroom, doc_id)],
        "record_dir": str(mailroom.home.document(doc_id)),
    }


def field_view(item: ExtractedField) -> dict[str, Any]:
    """A field's plain value and the places it stands at; `item` numbers the values of a list."""
    evidence = [
        {"item": number, **place.model_dump(mode="json", include={"page", "start", "end", "quote", "boxes"})}
        for number, value in enumerate(item.values)
        for place in value.evidence
    ]
    return {"value": item.json_value, "evidence": evidence}


def _classification_view(record: ClassificationRecord) -> dict[str, Any]:
    kept = {"doc_class", "subtype", "confidence", "decided_by", "signals", "opinions", "because"}
    return record.model_dump(mode="json", include=kept)


def _decisions(mailroom: Mailroom, doc_id: str) -> list[Decision]:
    stages = (Stage.CLASSIFICATION, Stage.EXTRACTION, Stage.VERDICT)
    records = [mailroom.store.read(doc_id, stage) for stage in stages]
    kinds = (ClassificationRecord, ExtractionRecord, VerdictRecord)
    return [item for record in records if isinstance(record, kinds) for item in record.decisions]


def _show_status(mailroom: Mailroom, counts: dict[str, int], waiting: list[Manifest]) -> None:
    table(f"Documents in {mailroom.home.root}", ["state", "documents"], sorted(counts.items()))
    if waiting:
        console.print()
        table(
            "Waiting for a person",
            ["document", "file", "matter", "state", "why"],
            [(item.doc_id, item.file_name, item.matter_id, item.state.value, item.reason) for item in waiting],
        )


def show_document(value: dict[str, Any]) -> None:
    """One document for people: what it is, its fields with their words, and how it was decided."""
    console.print(f"{value['file_name']}  ({value['doc_id']})", style="bold", markup=False)
    console.print(f"state {value['state']}   matter {value['matter_id']}   {value['reason']}", markup=False)
    if found := value["classification"]:
        kind = f"{found['doc_class']}/{found['subtype']}" if found["subtype"] else found["doc_class"]
        console.print(f"class {kind}, {found['confidence']:.2f}, by {found['decided_by']}", markup=False)
    console.print()
    table("Fields", ["field", "value", "page", "as the document says it"], list(_field_lines(value["fields"])))
    console.print()
    table(
        "Decisions",
        ["gate", "rule", "to", "actor", "why"],
        [(item["gate"], item["rule"], item["to"], item["actor"], item["reason"]) for item in value["decisions"]],
    )
    console.print(f"\nrecords: {Path(value['record_dir'])}", markup=False)


def _field_lines(fields: dict[str, Any]) -> list[tuple[str, object, object, str]]:
    lines: list[tuple[str, object, object, str]] = []
    for name, item in fields.items():
        values = item["value"] if isinstance(item["value"], list) else [item["value"]]
        places = {place["item"]: place for place in reversed(item["evidence"])}
        for number, value in enumerate(values):
            place = places.get(number, {})
            quote = " ".join(str(place.get("quote", "")).split())
            lines.append((name if not number else "", value, place.get("page"), quote[:120]))
    return lines
