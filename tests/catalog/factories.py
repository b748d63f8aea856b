"""Documents with records, made up, for the catalog's tests."""

from __future__ import annotations

from mailroom_dagster.hashing import doc_id_of, sha256_bytes
from mailroom_dagster.reading.model import DocumentText, Page, PageSource
from mailroom_dagster.records.home import partition_key
from mailroom_dagster.records.model import (
    AnyRecord,
    ClassificationRecord,
    Decision,
    Evidence,
    ExtractedField,
    ExtractionRecord,
    FieldValue,
    Manifest,
    State,
    TextRecord,
)

TEXT = "Claim C-1 of 2026-01-02 for USD 1250.00"


def manifest(number: int, **changes: object) -> Manifest:
    sha256 = sha256_bytes(str(number).encode())
    doc_id = doc_id_of(sha256)
    name = f"claim {number}.txt"
    plain = Manifest(
        doc_id=doc_id,
        partition_key=partition_key(name, doc_id),
        file_name=name,
        original_name=name,
        sha256=sha256,
        bytes=len(TEXT),
        matter_id="M-1",
        state=State.ARCHIVED,
        received_at="2026-01-05T10:00:00+00:00",
        updated_at="2026-01-05T12:00:00+02:00",
    )
    return plain.model_copy(update=changes)


def _field(name: str, words: str, value: str | None = None, *, grounded: bool = True) -> ExtractedField:
    start = TEXT.index(words)
    evidence = Evidence(page=1, start=start, end=start + len(words), quote=words, boxes=((1.0, 2.0, 3.0, 4.0),))
    return ExtractedField(
        name=name, values=(FieldValue(value=value or words, words=words, evidence=(evidence,) if grounded else ()),)
    )


def records(doc_id: str, *, fields: bool = True) -> list[AnyRecord]:
    page = Page(number=1, start=0, end=len(TEXT), source=PageSource.OCR, quality=0.9)
    values = (
        _field("claim_number", "C-1"),
        _field("date_of_loss", "2026-01-02"),
        _field("claimed_amount", "USD 1250.00", grounded=False),
    )
    common = {"doc_id": doc_id, "fingerprint": "f", "code_version": "1"}
    gate = Decision(gate="classify", rule="high", to="extract", numbers={"confidence": 0.99})
    return [
        TextRecord(**common, document=DocumentText(text=TEXT, pages=(page,), media_type="text/plain")),
        ClassificationRecord(
            **common, doc_class="insurance_claim", confidence=0.99, decided_by="fast_path", decisions=(gate,)
        ),
        ExtractionRecord(
            **common,
            doc_class="insurance_claim",
            fields={field.name: field for field in values} if fields else {},
            confidence=0.9,
            decisions=(Decision(gate="extract", rule="high", to="report"),),
        ),
    ]
