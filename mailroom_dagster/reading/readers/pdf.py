"""PDF: the text layer page by page with a box for every word.

Belongs here: opening, page text. Does not belong here: OCR (`ocr`), order of words (`layout`).
"""

from __future__ import annotations

from pathlib import Path

import pymupdf

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.policy import ReadingPolicy
from mailroom_dagster.reading.draft import Draft, PageDraft
from mailroom_dagster.reading.layout import lay_out
from mailroom_dagster.reading.model import PageSource

TEXT_FLAGS = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP | pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE

pymupdf.TOOLS.mupdf_display_errors(False)
pymupdf.TOOLS.mupdf_display_warnings(False)


def read_pdf(path: Path, media_type: str, policy: ReadingPolicy) -> Draft:
    """Read a PDF. Raises encrypted, corrupt, too_many_pages."""
    try:
        document = pymupdf.open(path, filetype="pdf")
    except (pymupdf.FileDataError, pymupdf.EmptyFileError, RuntimeError) as error:
        raise MailroomError(ErrorCode.CORRUPT, "the PDF cannot be opened") from error
    with document:
        if document.needs_pass:
            raise MailroomError(ErrorCode.ENCRYPTED, "the PDF asks for a password")
        if document.page_count > policy.max_pages:
            raise MailroomError(ErrorCode.TOO_MANY_PAGES, f"the PDF has {document.page_count} pages")
        draft = Draft(media_type, title=(document.metadata or {}).get("title") or None)
        draft.pages = [_page(document, number) for number in range(document.page_count)]
    return draft


def _page(document: pymupdf.Document, number: int) -> PageDraft:
    try:
        page = document[number]
        words = page.get_textpage(flags=TEXT_FLAGS).extractWORDS()
    except Exception:
        return PageDraft("", PageSource.UNREAD, reasons=["page_damaged"])
    draft = lay_out(words)
    draft.width, draft.height = page.rect.width, page.rect.height
    if not draft.text.strip():
        draft.source = PageSource.UNREAD
    return draft
