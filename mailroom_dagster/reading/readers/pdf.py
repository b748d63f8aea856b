"""PDF: page by page, with metadata, form fields, comments and the files inside.

Belongs here: the document as a whole. Does not belong here: one page (`pdf.page`).
"""

from __future__ import annotations

import re

import pymupdf

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.reading.clean import clean
from mailroom_dagster.reading.desk import OcrDesk
from mailroom_dagster.reading.draft import Draft, PageDraft, Source
from mailroom_dagster.reading.model import HiddenText, PageSource
from mailroom_dagster.reading.pdf.embedded import take_embedded
from mailroom_dagster.reading.pdf.fields import fields_and_comments
from mailroom_dagster.reading.pdf.page import DAMAGE, PdfPages

_XFA_PLACEHOLDER = re.compile(r"(?i)please wait.{0,80}(?:not eventually replaced|document is loading)")
_TAIL = 2048  # bytes at the end in which a whole PDF says %%EOF
_METADATA = ("title", "subject", "keywords", "author")

pymupdf.TOOLS.mupdf_display_errors(False)
pymupdf.TOOLS.mupdf_display_warnings(False)


def read_pdf(source: Source) -> Draft:
    """Read a PDF. Raises encrypted, corrupt, too_many_pages, too_many_pixels, too_compressed, unsupported_type."""
    document = _opened(source)
    with document:
        draft = Draft(source.media_type)
        pages = PdfPages(source.policy, OcrDesk(source.policy, source.cache_dir), draft.removed)
        draft.pages = [pages.read(document, number) for number in range(document.page_count)]
        draft.hidden = [HiddenText(page=page, reason=why, text=text) for page, why, text in pages.hidden]
        _refuse_placeholders(document, draft)
        _add_fields(document, draft)
        _add_metadata(document, draft)
        if document.is_repaired and not _has_end(source) and not all(page.text for page in draft.pages):
            draft.note(ErrorCode.CORRUPT, "the file ends early: pages may be missing", person=True)
        take_embedded(document, draft, source.path.stat().st_size, source.policy)
    return draft


def _opened(source: Source) -> pymupdf.Document:
    try:
        document = pymupdf.open(source.path, filetype="pdf")
        if document.needs_pass and not document.authenticate(""):
            raise MailroomError(ErrorCode.ENCRYPTED, "the PDF asks for a password")
        count = document.page_count
    except DAMAGE as error:
        raise MailroomError(ErrorCode.CORRUPT, "the PDF cannot be opened") from error
    if not count:
        raise MailroomError(ErrorCode.CORRUPT, "the PDF has no pages")
    if count > source.policy.max_pages:
        raise MailroomError(ErrorCode.TOO_MANY_PAGES, f"the PDF has {count} pages")
    return document


def _refuse_placeholders(document: pymupdf.Document, draft: Draft) -> None:
    """A document that is nothing but an oversized image or an XFA form's waiting page is no text."""
    text = "".join(page.text for page in draft.pages)
    if _XFA_PLACEHOLDER.search(text) or (not text and _has_xfa(document)):
        raise MailroomError(ErrorCode.UNSUPPORTED_TYPE, "the PDF is a dynamic XFA form", next_step="print it to PDF")
    if not text and any(ErrorCode.TOO_MANY_PIXELS in page.reasons for page in draft.pages):
        raise MailroomError(ErrorCode.TOO_MANY_PIXELS, "the pages are images too large to look at")


def _has_xfa(document: pymupdf.Document) -> bool:
    return any(
        document.xref_get_key(document.pdf_catalog(), key)[0] != "null" for key in ("AcroForm/XFA", "NeedsRendering")
    )


def _has_end(source: Source) -> bool:
    with source.path.open("rb") as file:
        file.seek(max(0, source.path.stat().st_size - _TAIL))
        return b"%%EOF" in file.read()


def _add_fields(document: pymupdf.Document, draft: Draft) -> None:
    """Append form values and comments that the page's text lacks."""
    for number in range(document.page_count):
        if {kind for _, kind, _ in document.page_annot_xrefs(number)} <= {pymupdf.mupdf.PDF_ANNOT_LINK}:
            continue
        try:
            lines = fields_and_comments(document[number], draft.pages[number].text)
        except DAMAGE:
            continue
        if lines:
            _append(draft.pages[number], clean("\n".join(lines), draft.removed))
            draft.note("fields_and_comments", f"{len(lines)} form values or comments added below the text", number + 1)


def _append(page: PageDraft, text: str) -> None:
    page.text = f"{page.text}\n\n{text}" if page.text else text
    if page.source is PageSource.UNREAD:
        page.source = PageSource.TEXT_LAYER


def _add_metadata(document: pymupdf.Document, draft: Draft) -> None:
    metadata = document.metadata or {}
    draft.title = metadata.get("title") or None
    words = "\n".join(value for key in _METADATA if (value := metadata.get(key)))
    if words:
        draft.hidden.append(HiddenText(page=1, reason="metadata", text=words))
