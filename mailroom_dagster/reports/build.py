"""From the records of one document to its report. Deterministic: no clock, nothing that is not in the records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mailroom_dagster.records.model import (
    ClassificationRecord,
    ExtractedField,
    ExtractionRecord,
    FieldValue,
    Manifest,
    TextRecord,
    VerdictRecord,
)
from mailroom_dagster.reports.caveats import caveats_of
from mailroom_dagster.reports.markdown import markdown_of
from mailroom_dagster.taxonomy.model import DocumentClass, Taxonomy

SCHEMA = "mailroom-report/1"


@dataclass(frozen=True)
class Report:
    """The same report twice: `content` is plain JSON, `markdown` is for people."""

    content: dict[str, Any]
    markdown: str


def build_report(
    taxonomy: Taxonomy,
    manifest: Manifest,
    text: TextRecord,
    classification: ClassificationRecord,
    extraction: ExtractionRecord,
    verdict: VerdictRecord,
) -> Report:
    """The report of an accepted document. The class must be one of the taxonomy's."""
    spec = taxonomy.classes[extraction.doc_class]
    records = (classification, extraction, verdict)
    content = {
        "schema": SCHEMA,
        "doc_id": manifest.doc_id,
        "file_name": manifest.original_name,
        "sha256": manifest.sha256,
        "bytes": manifest.bytes,
        "matter_id": manifest.matter_id,
        "linked_matters": list(manifest.linked_matters),
        "parent": manifest.parent,
        "text": _text(text),
        "classification": _classification(spec, classification, extraction),
        "fields": {name: _field(spec, name, extraction.fields.get(name)) for name in spec.fields},
        "extraction": extraction.model_dump(
            mode="json", include={"confidence", "signals", "attempts", "errors", "cleared", "conflicts", "trace"}
        ),
        "verdict": verdict.model_dump(
            mode="json", include={"accepted", "decided_by", "judgement", "arbitration", "adjudication"}
        ),
        "caveats": caveats_of(spec, text.document, extraction, verdict),
        "decisions": [item.model_dump(mode="json") for record in records for item in record.decisions],
        "calls": [call.model_dump(mode="json") for record in records for call in record.calls],
        "made_with": [_maker(record) for record in records],
    }
    return Report(content=content, markdown=markdown_of(content))


def _text(record: TextRecord) -> dict[str, Any]:
    document = record.document
    return {
        "media_type": document.media_type,
        "title": document.title,
        "language": document.language,
        "pages": len(document.pages),
        "quality": document.quality,
        "notes": [note.model_dump(mode="json") for note in document.notes],
        "attachments": [item.model_dump(mode="json") for item in document.attachments],
    }


def _classification(
    spec: DocumentClass, classification: ClassificationRecord, extraction: ExtractionRecord
) -> dict[str, Any]:
    return {
        "doc_class": extraction.doc_class,
        "label": spec.label,
        "subtype": extraction.subtype,
        "confidence": classification.confidence,
        "decided_by": classification.decided_by,
        "because": list(classification.because),
    }


def _field(spec: DocumentClass, name: str, field: ExtractedField | None) -> dict[str, Any]:
    """One field as machines read it: `value` is null when the document does not state it."""
    return {
        "type": spec.fields[name].type.value,
        "many": spec.fields[name].many,
        "value": field.json_value if field else None,
        "values": [_value(item) for item in field.values] if field else [],
    }


def _value(value: FieldValue) -> dict[str, Any]:
    return value.model_dump(mode="json")


def _maker(record: ClassificationRecord | ExtractionRecord | VerdictRecord) -> dict[str, Any]:
    return {
        "stage": record.stage.value,
        "provider": record.provider,
        "model": record.model,
        "code_version": record.code_version,
    }
