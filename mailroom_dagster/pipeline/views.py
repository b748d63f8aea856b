"""What is known of one document, as plain values: the command line prints them, the API sends them.

Belongs here: putting records together. Does not belong here: tables, pages and other ways to show them.
"""

from __future__ import annotations

from typing import Any

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import doc_id_of
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.records.model import (
    ClassificationRecord,
    Decision,
    ExtractedField,
    ExtractionRecord,
    Manifest,
    Stage,
    TextRecord,
    VerdictRecord,
)
from mailroom_dagster.wording import sure


def document_view(mailroom: Mailroom, doc_id: str, file: str | None = None, duplicate: bool = False) -> dict[str, Any]:
    """One document as `run` and `status` list it."""
    manifest = mailroom.store.manifest(doc_id)
    classification = mailroom.store.current(manifest, Stage.CLASSIFICATION, ClassificationRecord)
    return {
        "file": file or manifest.file_name,
        "doc_id": doc_id,
        "partition_key": manifest.partition_key,
        "matter": manifest.matter_id,
        "parent": manifest.parent,
        "doc_class": classification.doc_class if classification else None,
        "subtype": classification.subtype if classification else None,
        "confidence": round(classification.confidence, 4) if classification else None,
        "route": " > ".join(f"{item.gate}:{item.rule}" for item in decisions_of(mailroom, manifest)) or None,
        "state": "duplicate" if duplicate else manifest.state.value,
        "reason": manifest.reason or None,
        "error": manifest.error.model_dump() if manifest.error else None,
        "record_dir": mailroom.disk.where(mailroom.home.document(doc_id)),
    }


def full_view(mailroom: Mailroom, manifest: Manifest) -> dict[str, Any]:
    """One document as `show` tells it."""
    doc_id = manifest.doc_id
    classification = mailroom.store.current(manifest, Stage.CLASSIFICATION, ClassificationRecord)
    extraction = mailroom.store.current(manifest, Stage.EXTRACTION, ExtractionRecord)
    kept = ("file_name", "partition_key", "matter_id", "parent", "reason", "gate", "received_at", "updated_at", "notes")
    return {
        "doc_id": doc_id,
        "state": manifest.state.value,
        **{name: getattr(manifest, name) for name in kept},
        "attached_to": attached_to(mailroom, manifest),
        "attachments": attachments_of(mailroom, manifest),
        "error": manifest.error.model_dump() if manifest.error else None,
        "person": manifest.person and manifest.person.model_dump(mode="json"),
        "classification": classification and _classification_view(classification),
        "opinions": opinions_of(mailroom, manifest),
        "fields": {name: field_view(item) for name, item in extraction.fields.items()} if extraction else {},
        "cleared": extraction.cleared if extraction else {},
        "problems": [*extraction.errors, *extraction.conflicts] if extraction else [],
        "decisions": [item.model_dump(mode="json") for item in decisions_of(mailroom, manifest)],
        "record_dir": mailroom.disk.where(mailroom.home.document(doc_id)),
    }


def opinions_of(mailroom: Mailroom, manifest: Manifest) -> list[dict[str, str]]:
    """What each part of the machine thought of a document, in the order it was asked: `who` and what it `says`."""
    classification = mailroom.store.current(manifest, Stage.CLASSIFICATION, ClassificationRecord)
    verdict = mailroom.store.current(manifest, Stage.VERDICT, VerdictRecord)
    said = [
        (who, f"{_label(mailroom, item.doc_class)}, {sure(item.confidence)} sure. {item.reasoning}")
        for who, item in (classification.opinions if classification else {}).items()
    ]
    if verdict and (judged := verdict.judgement):
        said.append(("judge", f"{judged.label}. {judged.reasoning}"))
        said += [("judge", f"{_plain(item.field)}: {item.verdict}. {item.note}") for item in judged.findings]
    if verdict and (settled := verdict.arbitration):
        said.append(("arbiter", f"{_plain(settled.action)}. {settled.reasoning}"))
    if verdict and (final := verdict.adjudication):
        said.append(("boss", f"{_plain(final.action)}. {final.reasoning}"))
    return [{"who": _plain(who), "says": says.strip()} for who, says in said]


def _plain(name: str) -> str:
    return name.replace("_", " ")


def _label(mailroom: Mailroom, doc_class: str) -> str:
    known = mailroom.taxonomy.classes.get(doc_class)
    return known.label if known else doc_class


def attached_to(mailroom: Mailroom, manifest: Manifest) -> list[dict[str, Any]]:
    """The messages that a document came with: `name`, `doc_id` and `state` of each; also when it was here already."""
    arrivals = (entry for entry in mailroom.ledger.entries(manifest.doc_id) if entry.event == "duplicate")
    parents = (manifest.parent, *(entry.detail.get("parent") for entry in arrivals))
    return [_linked(mailroom, parent) for parent in dict.fromkeys(parents) if parent]


def attachments_of(mailroom: Mailroom, manifest: Manifest) -> list[dict[str, Any]]:
    """The documents that came with this one, under the names they had there: `name`, `doc_id` and `state`.

    `state` is None where an attachment never became a document.
    """
    record = mailroom.store.current(manifest, Stage.TEXT, TextRecord)
    found = record.document.attachments if record else ()
    return [_linked(mailroom, doc_id_of(item.sha256)) | {"name": item.name} for item in found]


def _linked(mailroom: Mailroom, doc_id: str) -> dict[str, Any]:
    try:
        manifest = mailroom.store.manifest(doc_id)
    except MailroomError as error:
        if error.code is not ErrorCode.UNKNOWN_DOCUMENT:
            raise
        return {"name": doc_id, "doc_id": doc_id, "state": None}
    return {"name": manifest.file_name, "doc_id": doc_id, "state": manifest.state.value}


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


def decisions_of(mailroom: Mailroom, manifest: Manifest) -> list[Decision]:
    """Every routing step in the records, in the order of the stages."""
    return [item for record in mailroom.store.held(manifest) for item in record.decisions]
