"""From a reader's draft to the stored text: cleaned pages joined, offsets fixed, quality judged, notes made.

Belongs here: what is the same for every type of file. Does not belong here: parsing.
"""

from __future__ import annotations

import hashlib

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.policy import ReadingPolicy
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


def assemble(draft: Draft, policy: ReadingPolicy) -> Reading:
    """Make the reading. Raises too_large when the text is longer than max_characters."""
    for page in draft.pages:
        if not page.starts:  # laid-out pages were cleaned word by word
            page.text = clean(page.text, draft.removed)
        if not page.text.strip():
            page.source = PageSource.UNREAD
    if sum(len(page.text) for page in draft.pages) > policy.max_characters:
        raise MailroomError(ErrorCode.TOO_LARGE, "the text is longer than max_characters allows")
    for kind, count in draft.removed.items():
        draft.note(f"{kind}_removed", f"{count} characters of this kind were left out")
    pages = _pages(draft.pages)
    if all(page.source is PageSource.UNREAD for page in pages):
        draft.note("no_text", "no page has readable text", needs_person=True)
    document = DocumentText(
        text=PAGE_BREAK.join(page.text for page in draft.pages),
        pages=pages,
        media_type=draft.media_type,
        encoding=draft.encoding,
        headers=draft.headers,
        title=draft.title,
        notes=tuple(draft.notes),
        needs_person=tuple(draft.needs_person),
        hidden=tuple(draft.hidden),
        attachments=tuple(
            AttachmentRef(name=item.name, sha256=hashlib.sha256(item.data).hexdigest(), bytes=len(item.data))
            for item in draft.attachments
        ),
        numbers=draft.numbers,
    )
    return Reading(document=document, words=_words(draft.pages, pages), attachments=tuple(draft.attachments))


def _pages(drafts: list[PageDraft]) -> tuple[Page, ...]:
    pages, start = [], 0
    for number, draft in enumerate(drafts, start=1):
        end = start + len(draft.text)
        pages.append(
            Page(
                number=number,
                start=start,
                end=end,
                source=draft.source,
                reasons=tuple(draft.reasons),
                width=draft.width,
                height=draft.height,
            )
        )
        start = end + len(PAGE_BREAK)
    return tuple(pages)


def _words(drafts: list[PageDraft], pages: tuple[Page, ...]) -> WordBoxes:
    starts: list[int] = []
    ends: list[int] = []
    numbers: list[int] = []
    boxes: list[tuple[float, float, float, float]] = []
    for draft, page in zip(drafts, pages, strict=True):
        starts += [start + page.start for start in draft.starts]
        ends += [end + page.start for end in draft.ends]
        numbers += [page.number] * len(draft.starts)
        boxes += [(round(a, 1), round(b, 1), round(c, 1), round(d, 1)) for a, b, c, d in draft.boxes]
    return WordBoxes.model_construct(starts=tuple(starts), ends=tuple(ends), pages=tuple(numbers), boxes=tuple(boxes))
