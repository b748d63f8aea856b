"""One page of a PDF: its text layer when that can be trusted, else what OCR reads, else marked unread.

Belongs here: the choice, page by page. Does not belong here: the document as a whole (`readers.pdf`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import pymupdf

from mailroom_dagster.errors import MailroomError
from mailroom_dagster.policy import ReadingPolicy
from mailroom_dagster.reading.desk import OcrDesk
from mailroom_dagster.reading.draft import PageDraft
from mailroom_dagster.reading.layout import PageWords, lay_out
from mailroom_dagster.reading.model import PageSource
from mailroom_dagster.reading.pdf.hidden import HiddenWords, has_page_image
from mailroom_dagster.reading.pdf.picture import page_picture
from mailroom_dagster.reading.quality import GARBLED_BELOW, judge

TEXT_FLAGS = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_USE_CID_FOR_UNKNOWN_UNICODE | pymupdf.TEXT_COLLECT_VECTORS
SPARSE_CHARACTERS = 400  # a page with an image over half of it and less text is a scan with a stamp

DAMAGE = (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase)  # what PyMuPDF raises on broken parts


@dataclass
class PdfPages:
    """Reads the pages of one document; `removed` and `hidden` collect what was left out of their text."""

    policy: ReadingPolicy
    desk: OcrDesk
    removed: Counter[str] = field(default_factory=Counter)
    hidden: list[tuple[int, str, str]] = field(default_factory=list)  # page, reason, text

    def __post_init__(self) -> None:
        self._hidden_words = HiddenWords(self.policy.max_pixels)

    def read(self, document: pymupdf.Document, number: int) -> PageDraft:
        """Page `number` (from 0). A damaged page is unread; the others are none the worse."""
        try:
            page = document[number]
            area = page.rect
            seen, hidden = self._words(page, area)
        except DAMAGE as error:
            if "malloc" in str(error):  # MuPDF's word for the memory limit
                raise MemoryError from error
            return PageDraft("", PageSource.UNREAD, reasons=["page_damaged"])
        self.hidden += [(number + 1, reason, text) for reason, text in hidden.items()]
        draft = lay_out(seen, area.width, self.removed)
        draft.quality = judge(draft.text)
        draft.width, draft.height = area.width, area.height
        why = _why_ocr(page, draft)
        return self._by_ocr(page, draft, why) if why else draft

    def _words(self, page: pymupdf.Page, area: pymupdf.Rect) -> tuple[PageWords, dict[str, str]]:
        textpage = page.get_textpage(clip=pymupdf.INFINITE_RECT(), flags=TEXT_FLAGS)
        words = textpage.extractWORDS()
        if page.rotation:  # boxes as the page is shown
            matrix = page.rotation_matrix
            words = [(*(pymupdf.Rect(word[:4]) * matrix), *word[4:]) for word in words]
        return self._hidden_words.split(page, area, textpage, PageWords.of(words))

    def _by_ocr(self, page: pymupdf.Page, draft: PageDraft, why: str) -> PageDraft:
        try:
            read = self.desk.better(draft, lambda: page_picture(page, self.policy.ocr_dpi, self.policy.max_pixels), why)
        except MailroomError as error:
            read = PageDraft("", PageSource.UNREAD, reasons=[why, error.code.value])
        read.width, read.height = draft.width, draft.height
        return read


def _why_ocr(page: pymupdf.Page, draft: PageDraft) -> str | None:
    """Why the text layer is not enough; None when it is."""
    if not draft.text:
        return "no_text_layer"
    if draft.quality and draft.quality.score < GARBLED_BELOW:
        return "garbled_text_layer"
    if len(draft.text) < SPARSE_CHARACTERS and has_page_image(page):
        return "partial_text_layer"
    return None
