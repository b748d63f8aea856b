"""From a document's manifest and records to its catalog rows.

Belongs here: which column comes from where. Pure: no files, no clock.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from decimal import Decimal, InvalidOperation
from typing import Any

from mailroom_dagster.catalog.schemas import Row
from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.ledger.model import LedgerEntry
from mailroom_dagster.providers.rows import CallRow
from mailroom_dagster.reading.model import PageSource
from mailroom_dagster.records.model import (
    AnyRecord,
    ArchiveRecord,
    ClassificationRecord,
    ExtractedField,
    ExtractionRecord,
    FieldValue,
    Manifest,
    TextRecord,
    VerdictRecord,
)
from mailroom_dagster.taxonomy.model import FieldType, Taxonomy

Rows = dict[str, list[Row]]


def rows_of(manifest: Manifest, records: Iterable[AnyRecord], taxonomy: Taxonomy) -> Rows:
    """All rows of one document: documents, fields, evidence, decisions and its first arrival."""
    held = list(records)
    extraction = next((record for record in held if isinstance(record, ExtractionRecord)), None)
    return {
        "documents": [_document(manifest, held)],
        "fields": list(_fields(manifest, extraction, taxonomy)) if extraction else [],
        "evidence": list(_evidence(extraction)) if extraction else [],
        "decisions": list(_decisions(manifest.doc_id, held)),
        "arrivals": [_first_arrival(manifest)],
    }


def call_row(row: CallRow) -> Row:
    """The row of one attempt at a model; one that has not ended has the outcome `started`."""
    return {
        "call_id": row.call_id,
        "doc_id": row.doc_id,
        "role": row.role.value if row.role else None,
        "provider": row.provider,
        "model": row.model,
        "outcome": row.outcome or "started",
        "prompt_hash": row.prompt_hash,
        "input_tokens": row.input_tokens,
        "output_tokens": row.output_tokens,
        "cost_usd": row.cost_usd,
        "latency_seconds": row.latency_seconds,
        "attempt": row.attempt,
        "started_at": utc_time(row.at),
    }


def duplicate_row(entry: LedgerEntry) -> Row:
    """The arrival that a `duplicate` entry of the ledger tells of."""
    return {
        "arrival_id": f"{entry.doc_id}:{entry.event_id}",
        "doc_id": entry.doc_id,
        "file_name": entry.detail.get("file_name"),
        "matter_id": entry.detail.get("matter"),
        "kind": "duplicate",
        "arrived_at": utc_time(entry.ts),
    }


def utc_time(text: str) -> datetime | None:
    """An ISO 8601 time as the catalog stores it: UTC without a zone; None for an empty text."""
    return datetime.fromisoformat(text).astimezone(UTC).replace(tzinfo=None) if text else None


def manifest_hash(manifest: Manifest) -> str:
    """What tells whether a documents row is up to date."""
    return sha256_bytes(manifest.model_dump_json().encode())


def merge_rows(parts: Iterable[Rows]) -> Rows:
    """The rows of many documents as one batch."""
    batch: Rows = {}
    for part in parts:
        for table, rows in part.items():
            batch.setdefault(table, []).extend(rows)
    return batch


def _document(manifest: Manifest, records: list[AnyRecord]) -> Row:
    row: dict[str, Any] = {
        "doc_id": manifest.doc_id,
        "partition_key": manifest.partition_key,
        "file_name": manifest.file_name,
        "matter_id": manifest.matter_id,
        "linked_matters": list(manifest.linked_matters),
        "parent_doc_id": manifest.parent,
        "sha256": manifest.sha256,
        "bytes": manifest.bytes,
        "state": manifest.state.value,
        "reason": manifest.reason or None,
        "gate": manifest.gate,
        "error_code": manifest.error.code if manifest.error else None,
        "attempts": manifest.attempts,
        "generation": manifest.generation,
        "reviewer": manifest.person.reviewer if manifest.person else None,
        "review_action": manifest.person.action if manifest.person else None,
        "received_at": utc_time(manifest.received_at),
        "updated_at": utc_time(manifest.updated_at),
        "manifest_sha256": manifest_hash(manifest),
    }
    notes = list(manifest.notes)
    for record in records:
        row |= _columns_of(record)
        if isinstance(record, TextRecord):
            notes += [note.code for note in record.document.notes]
    return row | {"notes": notes}


def _columns_of(record: AnyRecord) -> Row:
    match record:
        case TextRecord():
            return _text_columns(record)
        case ClassificationRecord():
            return {
                "doc_class": record.doc_class,
                "subtype": record.subtype,
                "class_confidence": record.confidence,
                "class_decided_by": record.decided_by,
            }
        case ExtractionRecord():
            return _extraction_columns(record)
        case VerdictRecord():
            return {"accepted": record.accepted, "verdict_by": record.decided_by, "caveats": list(record.caveats)}
        case ArchiveRecord():
            return {"archive_path": record.path}
        case _:
            return {}


def _text_columns(record: TextRecord) -> Row:
    document = record.document
    return {
        "media_type": document.media_type,
        "language": document.language,
        "pages": len(document.pages),
        "ocr_pages": sum(page.source in (PageSource.OCR, PageSource.VISION) for page in document.pages),
        "characters": len(document.text),
        "text_quality": document.quality,
    }


def _extraction_columns(record: ExtractionRecord) -> Row:
    values = [value for field in record.fields.values() for value in field.values]
    return {
        "extraction_confidence": record.confidence,
        "extraction_attempts": record.attempts,
        "fields_found": sum(bool(field.values) for field in record.fields.values()),
        "values_found": len(values),
        "values_grounded": sum(bool(value.evidence) for value in values),
        "conflicts": list(record.conflicts),
        "provider": record.provider,
        "model": record.model,
    }


def _fields(manifest: Manifest, record: ExtractionRecord, taxonomy: Taxonomy) -> Iterator[Row]:
    known = taxonomy.classes.get(record.doc_class)
    for name, field in record.fields.items():
        spec = known.fields.get(name) if known else None
        for position, value in enumerate(field.values):
            yield {
                "doc_id": record.doc_id,
                "matter_id": manifest.matter_id,
                "doc_class": record.doc_class,
                "field": name,
                "field_type": spec.type.value if spec else None,
                "position": position,
                "value": value.value,
                "words": value.words,
                "grounded": bool(value.evidence),
                "page": value.evidence[0].page if value.evidence else None,
                "stated_by": value.stated_by,
                **_typed(spec.type if spec else None, value),
            }


def _typed(kind: FieldType | None, value: FieldValue) -> Row:
    if kind is FieldType.DATE:
        return {"value_date": _date(value.value)}
    if kind is FieldType.MONEY:
        currency, _, number = value.value.rpartition(" ")
        return {"amount": _amount(number), "currency": currency or None}
    return {}


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _amount(text: str) -> Decimal | None:
    try:
        return Decimal(text).quantize(Decimal("0.0001"))
    except InvalidOperation:
        return None


def _evidence(record: ExtractionRecord) -> Iterator[Row]:
    for field, position, value in _positions(record.fields):
        for ordinal, evidence in enumerate(value.evidence):
            yield {
                "doc_id": record.doc_id,
                "field": field,
                "position": position,
                "ordinal": ordinal,
                "page": evidence.page,
                "start_offset": evidence.start,
                "end_offset": evidence.end,
                "quote": evidence.quote,
                "boxes": [dict(zip(("x0", "y0", "x1", "y1"), box, strict=True)) for box in evidence.boxes],
            }


def _positions(fields: dict[str, ExtractedField]) -> Iterator[tuple[str, int, FieldValue]]:
    return ((name, position, value) for name, field in fields.items() for position, value in enumerate(field.values))


def _decisions(doc_id: str, records: list[AnyRecord]) -> Iterator[Row]:
    steps = [(record.stage.value, decision) for record in records for decision in record.decisions]
    for ordinal, (stage, decision) in enumerate(steps):
        yield {
            "doc_id": doc_id,
            "ordinal": ordinal,
            "stage": stage,
            "gate": decision.gate,
            "rule": decision.rule,
            "destination": decision.to,
            "actor": decision.actor,
            "reason": decision.reason or None,
            "numbers": json.dumps(decision.numbers, sort_keys=True),
        }


def _first_arrival(manifest: Manifest) -> Row:
    return {
        "arrival_id": f"{manifest.doc_id}:first",
        "doc_id": manifest.doc_id,
        "file_name": manifest.file_name,
        "matter_id": manifest.matter_id,
        "kind": "attachment" if manifest.parent else "first",
        "arrived_at": utc_time(manifest.received_at),
    }
