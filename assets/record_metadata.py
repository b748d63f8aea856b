"""What the Dagster UI shows of one record: a few figures a stage, no document text beyond the report's preview."""

from __future__ import annotations

import dagster as dg

from mailroom_dagster.records.model import (
    AnyRecord,
    ArchiveRecord,
    ClassificationRecord,
    ExtractionRecord,
    ReportRecord,
    TextRecord,
    VerdictRecord,
)

PREVIEW_CHARACTERS = 4000
Metadata = dict[str, dg.MetadataValue]


def record_metadata(record: AnyRecord | None) -> Metadata:
    """The figures of one record, by its stage; nothing for no record."""
    match record:
        case TextRecord(document=text):
            return {
                "pages": dg.MetadataValue.int(len(text.pages)),
                "characters": dg.MetadataValue.int(len(text.text)),
                "quality": dg.MetadataValue.float(text.quality),
                "media_type": dg.MetadataValue.text(text.media_type),
            }
        case ClassificationRecord() as record:
            return {
                "class": dg.MetadataValue.text(record.doc_class),
                "subtype": dg.MetadataValue.text(record.subtype or "none"),
                "confidence": dg.MetadataValue.float(record.confidence),
                "decided_by": dg.MetadataValue.text(record.decided_by),
                "route": dg.MetadataValue.text(_route(record)),
            }
        case ExtractionRecord() as record:
            return {
                "fields": dg.MetadataValue.int(sum(bool(item.values) for item in record.fields.values())),
                "confidence": dg.MetadataValue.float(record.confidence),
                "attempts": dg.MetadataValue.int(record.attempts),
                "route": dg.MetadataValue.text(_route(record)),
            }
        case VerdictRecord() as record:
            return {
                "accepted": dg.MetadataValue.bool(record.accepted),
                "decided_by": dg.MetadataValue.text(record.decided_by),
                "route": dg.MetadataValue.text(_route(record)),
            }
        case ReportRecord() as record:
            return {"preview": dg.MetadataValue.md(record.markdown[:PREVIEW_CHARACTERS])}
        case ArchiveRecord() as record:
            return {"archived_at": dg.MetadataValue.text(record.path)}
        case _:
            return {}


def _route(record: ClassificationRecord | ExtractionRecord | VerdictRecord) -> str:
    """Every gate that was asked and the row that answered, `none` where none was asked."""
    return " > ".join(f"{item.gate}:{item.rule}" for item in record.decisions) or "none"
