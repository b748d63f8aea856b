"""The quality gates that people see: what each one reads off a record. They report; routing decides."""

from __future__ import annotations

from mailroom_dagster.pipeline.outcome import Check
from mailroom_dagster.reading.model import PageSource
from mailroom_dagster.records.model import ClassificationRecord, ExtractionRecord, TextRecord, VerdictRecord

CHECKS: dict[str, tuple[str, str]] = {
    "text_readable": ("text", "Every page has text of sufficient quality."),
    "classification_confident": ("classification", "The class was settled without a person."),
    "extraction_valid": ("extraction", "The fields satisfy the class's schema."),
    "extraction_grounded": ("extraction", "Every value stands in the text; nothing had to be cleared."),
    "verdict_accepts": ("verdict", "The extraction was accepted."),
    "archive_intact": ("archive_entry", "The archived bytes are the bytes received."),
}


def text_readable(record: TextRecord) -> Check:
    """Pages read, quality and what needs a person."""
    document = record.document
    unread = sum(page.source is PageSource.UNREAD for page in document.pages)
    needs = ", ".join(document.needs_person)
    numbers = {"pages": float(len(document.pages)), "unread_pages": float(unread), "quality": document.quality}
    passed = document.readable and not unread and not needs
    return Check("text_readable", passed, needs or "readable", numbers | document.numbers)


def classification_confident(record: ClassificationRecord, goes_on: bool) -> Check:
    """Whether the class went on, and how sure it is."""
    why = record.decisions[-1].reason if record.decisions else record.decided_by
    return Check("classification_confident", goes_on, why, {"confidence": record.confidence})


def extraction_checks(record: ExtractionRecord) -> tuple[Check, Check]:
    """Validity and grounding."""
    valid = Check(
        "extraction_valid",
        not record.errors,
        "; ".join(record.errors) or "valid",
        {"errors": float(len(record.errors)), "attempts": float(record.attempts)},
    )
    cleared = sum(len(reasons) for reasons in record.cleared.values())
    values = sum(len(item.values) for item in record.fields.values())
    grounded = Check(
        "extraction_grounded",
        not cleared,
        f"cleared: {', '.join(sorted(record.cleared))}" if cleared else "every value has its place",
        {"cleared": float(cleared), "values": float(values)},
    )
    return valid, grounded


def verdict_accepts(record: VerdictRecord) -> Check:
    """Whether the extraction was accepted, by whom."""
    why = record.decisions[-1].reason if record.decisions else record.decided_by
    return Check("verdict_accepts", record.accepted, why, {"caveats": float(len(record.caveats))})


def archive_intact(intact: bool) -> Check:
    """Whether the archived copy has the hash of the original."""
    return Check("archive_intact", intact, "bytes as received" if intact else "bytes differ", {}, integrity=True)
