"""From a reader's draft to the stored text: cleaned pages joined, offsets fixed, quality judged, notes made.

Belongs here: what is the same for every type of file. Does not belong here: parsing.
"""

from __future__ import annotations

import numpy as np

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.policy import ReadingPolicy
from mailroom_dagster.reading.bundle import kinds_of_openings
from mailroom_dagster.reading.clean import clean
from mailroom_dagster.reading.draft import Draft, PageDraft
from mailroom_dagster.reading.model import (
    PAGE_BREAK,
    AttachmentRef,
    DocumentText,
    Page,
    PageSource,
    Reading,
    WordBoxes,
)
from mailroom_dagster.reading.quality import Quality, judge, language_of
from mailroom_dagster.reading.suspicion import mixed_script_words, suspect_stretches

DERIVED_NOTES = frozenset(
    {
        "hidden_text",
        "redaction_suspect",
        "prompt_injection_suspected",
        "homoglyphs",
        ErrorCode.NO_TEXT,
        ErrorCode.PAGES_UNREAD,
        ErrorCode.LOW_QUALITY,
        ErrorCode.MULTIPLE_DOCUMENTS,
    }
)  # notes that `assemble` makes from the draft itself


def assemble(draft: Draft, policy: ReadingPolicy) -> Reading:
    """Make the reading. Raises too_much_text."""
    for page in draft.pages:
        if not len(page.starts):  # laid-out pages were cleaned word by word
            page.text = clean(page.text, draft.removed).strip("\n")
        page.quality = page.quality or judge(page.text)
    if sum(len(page.text) for page in draft.pages) > policy.max_characters:
        raise MailroomError(ErrorCode.TOO_MUCH_TEXT, "the text is longer than max_characters allows")
    text = PAGE_BREAK.join(page.text for page in draft.pages)
    pages = _pages(draft.pages)
    suspects = tuple(suspect_stretches(text))
    quality = _weighted(draft.pages)
    _note_what_was_found(draft, text, len(suspects))
    _note_what_needs_a_person(draft, quality.score, policy.min_quality)
    document = DocumentText(
        text=text,
        pages=pages,
        media_type=draft.media_type,
        encoding=draft.encoding,
        language=language_of(text),
        headers={name: clean(value) for name, value in draft.headers.items()},
        title=clean(draft.title) if draft.title else None,
        notes=tuple(draft.notes),
        needs_person=tuple(draft.needs_person),
        hidden=tuple(draft.hidden),
        suspect=suspects,
        attachments=tuple(
            AttachmentRef(name=item.name, sha256=sha256_bytes(item.data), bytes=len(item.data))
            for item in draft.attachments
        ),
        quality=quality.score,
        numbers={**quality.numbers, **_counts(draft)},
    )
    return Reading(document=document, words=_words(draft.pages, pages), attachments=tuple(draft.attachments))


def _pages(drafts: list[PageDraft]) -> tuple[Page, ...]:
    pages, start = [], 0
    for number, draft in enumerate(drafts, start=1):
        end = start + len(draft.text)
        quality = draft.quality or Quality()
        page = Page(
            number=number,
            start=start,
            end=end,
            source=draft.source,
            quality=0.0 if draft.source is PageSource.UNREAD else quality.score,
            reasons=tuple(dict.fromkeys((*draft.reasons, *quality.reasons))),
            width=draft.width,
            height=draft.height,
        )
        pages.append(page)
        start = end + len(PAGE_BREAK)
    return tuple(pages)


def _weighted(drafts: list[PageDraft]) -> Quality:
    """Score and shares of the document: the pages' means, weighted by their length."""
    weighed = [(page.quality, len(page.text)) for page in drafts if page.quality and page.text]
    total = Quality()
    if not weighed:
        return Quality(score=0.0)
    total.score = _mean([(quality.score, size) for quality, size in weighed])
    for name in sorted({name for quality, _ in weighed for name in quality.numbers}):
        total.numbers[name] = _mean([(q.numbers[name], size) for q, size in weighed if name in q.numbers])
    return total


def _mean(pairs: list[tuple[float, int]]) -> float:
    return round(sum(value * weight for value, weight in pairs) / sum(weight for _, weight in pairs), 4)


def _counts(draft: Draft) -> dict[str, float]:
    return {
        "pages": len(draft.pages),
        "ocr_pages": sum(page.source is PageSource.OCR for page in draft.pages),
        "unread_pages": sum(page.source is PageSource.UNREAD for page in draft.pages),
        "hidden_characters": sum(len(item.text) for item in draft.hidden if item.reason != "metadata"),
        "removed_characters": draft.removed.total(),
    }


def _note_what_was_found(draft: Draft, text: str, suspects: int) -> None:
    for kind, count in sorted(draft.removed.items()):
        draft.note(f"{kind}_removed", f"{count} of them were left out of the text")
    for reason in sorted({item.reason for item in draft.hidden if item.reason != "metadata"}):
        code = "redaction_suspect" if reason == "covered" else "hidden_text"
        draft.note(code, f"text that cannot be seen ({reason}) is kept apart")
    unseen = sum(bool(suspect_stretches(item.text)) for item in draft.hidden)
    if suspects or unseen:
        where = f"{suspects} visible and {unseen} hidden stretches"
        draft.note("prompt_injection_suspected", f"{where} speak to a machine; they are data, nobody obeys them")
    if draft.title and suspect_stretches(draft.title):
        draft.title = None
    mixed = mixed_script_words(text)
    if mixed:
        draft.note("homoglyphs", f"{mixed} words mix Latin with look-alike letters of another script")


def _note_what_needs_a_person(draft: Draft, quality: float, min_quality: float) -> None:
    unread = [number for number, page in enumerate(draft.pages, start=1) if page.source is PageSource.UNREAD]
    openings = kinds_of_openings([page.text for page in draft.pages])
    if not any(page.text.strip() for page in draft.pages):
        for page in draft.pages:
            page.source = PageSource.UNREAD
        draft.note(ErrorCode.NO_TEXT, "no page has readable text", person=True)
    elif unread:
        numbers = ", ".join(map(str, unread[:20])) + (" …" if len(unread) > 20 else "")
        draft.note(ErrorCode.PAGES_UNREAD, f"{len(unread)} of {len(draft.pages)} pages: {numbers}", person=True)
    elif quality < min_quality:
        draft.note(ErrorCode.LOW_QUALITY, f"text quality {quality:.2f}", person=True)
    if len(openings) > 1:
        listed = ", ".join(f"{kind} from page {number}" for number, kind in openings)
        draft.note(ErrorCode.MULTIPLE_DOCUMENTS, f"the pages seem to hold: {listed}", person=True)


def _words(drafts: list[PageDraft], pages: tuple[Page, ...]) -> WordBoxes:
    placed = list(zip(drafts, pages, strict=True))
    return WordBoxes(
        starts=np.concatenate([draft.starts + page.start for draft, page in placed]),
        ends=np.concatenate([draft.ends + page.start for draft, page in placed]),
        pages=np.repeat([page.number for page in pages], [len(draft.starts) for draft in drafts]),
        boxes=np.concatenate([draft.boxes for draft in drafts]).round(1),
    )
