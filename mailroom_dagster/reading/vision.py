"""Pages that neither text layer nor OCR could give, read by a model that can see.

Belongs here: which pages are shown, and their place in the stored text. Does not belong here: the call (`providers`).
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pymupdf
from PIL import Image

from mailroom_dagster.policy import ReadingPolicy
from mailroom_dagster.reading.assemble import DERIVED_NOTES, assemble
from mailroom_dagster.reading.draft import Draft, PageDraft
from mailroom_dagster.reading.model import Page, PageSource, Reading
from mailroom_dagster.reading.pdf.picture import page_picture
from mailroom_dagster.reading.readers import check_file
from mailroom_dagster.reading.readers.image import grey_pages
from mailroom_dagster.reading.sniff import sniff

PageImages = Callable[[Path, Sequence[int]], dict[int, bytes]]


def fill_unread(
    path: Path,
    reading: Reading,
    transcribe: Callable[[int, bytes], str],
    policy: ReadingPolicy,
    images: PageImages | None = None,
) -> Reading:
    """The reading with unread pages transcribed, at most `vision_max_pages` of them.

    `transcribe` gets a page number and a PNG. `images` draws the pages: `ReaderPool.page_images` does it in a worker.
    """
    unread = [page.number for page in reading.document.pages if page.source is PageSource.UNREAD]
    wanted = unread[: policy.vision_max_pages]
    if not wanted:
        return reading
    pictures = images(path, wanted) if images else page_images(path, wanted, policy)
    texts = {number: transcribe(number, picture) for number, picture in pictures.items()}
    draft = _redrafted(reading)
    for number, text in texts.items():
        if text.strip():
            old = draft.pages[number - 1]
            draft.pages[number - 1] = PageDraft(text, PageSource.VISION, width=old.width, height=old.height)
    return assemble(draft, policy)


def page_images(path: Path, numbers: Sequence[int], policy: ReadingPolicy) -> dict[int, bytes]:
    """PNG pictures of pages (from 1) at `vision_dpi`, drawn in this process. Raises too_many_pixels, file_vanished."""
    check_file(path, policy)
    return {number: _png(picture) for number, picture in _pictures(path, numbers, policy)}


def _pictures(path: Path, numbers: Sequence[int], policy: ReadingPolicy) -> Iterator[tuple[int, Image.Image]]:
    if sniff(path, path.name).startswith("image/"):
        for number, (picture, _) in enumerate(grey_pages(path, policy), start=1):
            if number in numbers:
                yield number, picture
        return
    with pymupdf.open(path, filetype="pdf") as document:
        for number in numbers:
            yield number, page_picture(document[number - 1], policy.vision_dpi, policy.max_pixels)


def _png(picture: Image.Image) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    return buffer.getvalue()


def _redrafted(reading: Reading) -> Draft:
    """The draft that a reading could have come from; notes that `assemble` makes are left to it."""
    document = reading.document
    return Draft(
        document.media_type,
        pages=[_page_draft(reading, page) for page in document.pages],
        encoding=document.encoding,
        headers=dict(document.headers),
        title=document.title,
        notes=[note for note in document.notes if note.code not in DERIVED_NOTES],
        hidden=list(document.hidden),
        attachments=list(reading.attachments),
        needs_person=[code for code in document.needs_person if code not in DERIVED_NOTES],
    )


def _page_draft(reading: Reading, page: Page) -> PageDraft:
    words = reading.words
    mine = words.pages == page.number
    return PageDraft(
        reading.document.page_text(page),
        page.source,
        starts=words.starts[mine] - page.start,
        ends=words.ends[mine] - page.start,
        boxes=words.boxes[mine],
        width=page.width,
        height=page.height,
        reasons=list(page.reasons),
    )
