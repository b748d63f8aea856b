"""What the pages are made of: records, queue and ledger put together as values for the templates. Nothing changes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from mailroom_dagster.errors import MailroomError
from mailroom_dagster.grounding.evidence import evidence_of
from mailroom_dagster.grounding.locate import Span
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.views import attached_to, attachments_of, opinions_of
from mailroom_dagster.reading.model import DocumentText
from mailroom_dagster.records.model import (
    ClassificationRecord,
    Evidence,
    ExtractionRecord,
    Manifest,
    Stage,
    State,
    TextRecord,
)
from mailroom_dagster.review.queue import ReviewItem, waiting
from mailroom_dagster.taxonomy.model import UNKNOWN, Taxonomy
from mailroom_dagster.web.forms import CLASS_PROBLEM, Shown, form_fields
from mailroom_dagster.web.sheets import SHEETS_AT_ONCE, marks_of, sheets_from

FILTERS = ("doc_class", "matter", "gate")
LINES_AT_ONCE = 100  # of the queue
CITED = "cited"  # the mark of what an answer rests on; no field has this name
_SPAN = re.compile(r"([0-9]{1,9})-([0-9]{1,9})", re.ASCII)


def queue_page(mailroom: Mailroom, asked: Mapping[str, str]) -> dict[str, Any]:
    """A stretch of the queue, what it can be filtered by, and what the last decision led to."""
    items = waiting(mailroom)
    chosen = {name: asked.get(name, "") for name in FILTERS}
    matching = [item for item in items if _matches(item, chosen)]
    first = (min(_number(asked.get("from", "1")), max(len(matching), 1)) - 1) // LINES_AT_ONCE * LINES_AT_ONCE
    following = first + LINES_AT_ONCE
    return {
        "items": matching[first:following],
        "matching": len(matching),
        "first": first + 1,
        "before": first + 1 - LINES_AT_ONCE if first else 0,
        "after": following + 1 if following < len(matching) else 0,
        "total": len(items),
        "chosen": chosen,
        "choices": {name: sorted({str(getattr(item, name) or "") for item in items} - {""}) for name in FILTERS},
        "labels": class_labels(mailroom.taxonomy) | {UNKNOWN: "Not known"},
        "done": done(mailroom, asked.get("done", "")),
    }


def document_page(
    mailroom: Mailroom, doc_id: str, asked: Mapping[str, str], given: Mapping[str, str], problems: Mapping[str, str]
) -> dict[str, Any]:
    """One document with everything a reviewer needs to decide it. Raises unknown_document."""
    manifest = mailroom.store.manifest(doc_id)
    shown = shown_form(mailroom, doc_id, given.get("doc_class") or asked.get("class", ""))
    text = mailroom.store.read(doc_id, Stage.TEXT, TextRecord)
    return {
        "manifest": manifest,
        "parked": manifest.state is State.PARKED,
        "attached_to": attached_to(mailroom, manifest),
        "attachments": attachments_of(mailroom, manifest),
        "shown": shown,
        "classes": class_labels(mailroom.taxonomy),
        "subtypes": _subtypes(shown),
        "subtype": given.get("subtype", _subtype(shown)),
        "fields": form_fields(shown, given, problems),
        "class_problem": problems.get(CLASS_PROBLEM, ""),
        "reason": given.get("reason", ""),
        "why": _why(mailroom, manifest, shown),
        "history": list(mailroom.ledger.entries(doc_id)),
        "done": done(mailroom, asked.get("done", "")),
        **neighbours(mailroom, doc_id),
        **_sheets(mailroom, doc_id, text.document if text else None, shown.extraction if shown.own else None, asked),
    }


def shown_form(mailroom: Mailroom, doc_id: str, doc_class: str) -> Shown:
    """What the form of a document is made of, under its own class or under one that the reviewer chose."""
    manifest = mailroom.store.manifest(doc_id)
    classification = mailroom.store.current(manifest, Stage.CLASSIFICATION, ClassificationRecord)
    extraction = mailroom.store.current(manifest, Stage.EXTRACTION, ExtractionRecord)
    own = classification.doc_class if classification else UNKNOWN
    return Shown(mailroom.taxonomy, doc_class or own, classification, extraction)


def class_labels(taxonomy: Taxonomy) -> dict[str, str]:
    """Class name -> what people call it."""
    return {name: known.label for name, known in taxonomy.classes.items()}


def done(mailroom: Mailroom, doc_id: str) -> Manifest | None:
    """The document that was decided just now, to say what became of it."""
    try:
        return mailroom.store.manifest(doc_id) if doc_id else None
    except MailroomError:
        return None


def _matches(item: ReviewItem, chosen: Mapping[str, str]) -> bool:
    return all(not wanted or str(getattr(item, name) or "") == wanted for name, wanted in chosen.items())


def _subtypes(shown: Shown) -> list[str]:
    known = shown.taxonomy.classes.get(shown.doc_class)
    return list(known.subtypes) if known else []


def _subtype(shown: Shown) -> str:
    before = shown.classification
    return (before.subtype or "") if before and before.doc_class == shown.doc_class else ""


def _why(mailroom: Mailroom, manifest: Manifest, shown: Shown) -> dict[str, Any]:
    """Why the document is here: the gate, every opinion and finding, and what the machine could not settle."""
    extraction = shown.extraction
    return {
        "gate": manifest.gate or "",
        "reason": manifest.error.message if manifest.error else manifest.reason,
        "opinions": opinions_of(mailroom, manifest),
        "problems": [*extraction.errors, *extraction.conflicts] if extraction else [],
        "notes": list(manifest.notes),
    }


def neighbours(mailroom: Mailroom, doc_id: str) -> dict[str, Any]:
    """Where the document stands in the queue, and which one comes next."""
    order = [item.doc_id for item in waiting(mailroom)]
    place = order.index(doc_id) + 1 if doc_id in order else 0
    others = [*order[place:], *order[: max(place - 1, 0)]]
    return {"place": place, "waiting": len(order), "next_id": others[0] if others else ""}


def _sheets(
    mailroom: Mailroom,
    doc_id: str,
    document: DocumentText | None,
    extraction: ExtractionRecord | None,
    asked: Mapping[str, str],
) -> dict[str, Any]:
    if document is None:
        return {"sheets": [], "pages": 0, "first": 1, "before": 0, "after": 0}
    first = (min(_number(asked.get("page", "1")), len(document.pages)) - 1) // SHEETS_AT_ONCE * SHEETS_AT_ONCE + 1
    return {
        "sheets": sheets_from(document, [*marks_of(extraction), *_cited(mailroom, doc_id, document, asked)], first),
        "pages": len(document.pages),
        "first": first,
        "before": first - SHEETS_AT_ONCE if first > 1 else 0,
        "after": first + SHEETS_AT_ONCE if first + SHEETS_AT_ONCE <= len(document.pages) else 0,
    }


def _cited(
    mailroom: Mailroom, doc_id: str, document: DocumentText, asked: Mapping[str, str]
) -> list[tuple[str, Evidence]]:
    """The place that an answer cites: `cite=<start>-<end>` in the address."""
    found = _SPAN.fullmatch(asked.get("cite", ""))
    if not found:
        return []
    start, end = (min(int(place), len(document.text)) for place in found.groups())
    return [(CITED, place) for place in evidence_of(document, mailroom.store.words(doc_id), Span(start, end))]


def _number(words: str) -> int:
    """A place as an address states it, from 1; anything else is the first."""
    return max(int(words), 1) if words.isascii() and words.isdigit() and len(words) < 7 else 1
