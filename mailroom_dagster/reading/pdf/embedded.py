"""Files inside a PDF, and the PDFs that are only a wrapper around them: portfolios and rights-managed documents.

Belongs here: taking them out within the archive ratio, naming the wrapper. What becomes of them is `intake`'s matter.
"""

from __future__ import annotations

import re

import pymupdf

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.policy import MIB, ReadingPolicy
from mailroom_dagster.reading.draft import Draft
from mailroom_dagster.reading.model import Attachment

_FREE_BYTES = 10 * MIB  # below this much unpacked, the ratio says nothing
_COVER = re.compile(
    r"(?i)pdf (?:package|portfolio)|multiple files are bound together|open this (?:pdf )?(?:portfolio|package)"
)
_PROTECTED = re.compile(
    r"(?i)(?:document|file|message|content) (?:is|has been) (?:\w+ )?(?:protected|encrypted)|rights management"
)
_WRAPPER_CHARACTERS = 1500  # a cover page has no more text


def take_embedded(document: pymupdf.Document, draft: Draft, packed: int, policy: ReadingPolicy) -> None:
    """Add embedded files as attachments; send wrappers to a person. `packed` is the PDF's own size in bytes."""
    count = document.embfile_count()
    if not count:
        return
    collection = document.xref_get_key(document.pdf_catalog(), "Collection")[0] != "null"
    described = " ".join(str(document.embfile_info(index).get("description", "")) for index in range(count))
    cover = "\n".join(page.text for page in draft.pages[:2])
    short = len(cover) < _WRAPPER_CHARACTERS and len(draft.pages) <= 2
    if short and (_PROTECTED.search(cover) or "encrypted" in described.lower()):
        draft.note(
            ErrorCode.ENCRYPTED, "only a placeholder page can be read; the document in it is protected", person=True
        )
        return
    draft.attachments += _files(document, count, packed, policy)
    if collection or (short and _COVER.search(cover)):
        draft.note(ErrorCode.EMBEDDED_FILES, f"a portfolio: the documents are its {count} embedded files", person=True)


def _files(document: pymupdf.Document, count: int, packed: int, policy: ReadingPolicy) -> list[Attachment]:
    budget = max(_FREE_BYTES, packed * policy.max_archive_ratio)
    found = []
    for index in range(count):
        info = document.embfile_info(index)
        budget -= max(int(info.get("size") or 0), int(info.get("length") or 0))
        if budget >= 0:
            data = document.embfile_get(index)
            budget -= max(0, len(data) - int(info.get("size") or 0))
            found.append(Attachment(name=info.get("ufilename") or info.get("filename") or info["name"], data=data))
        if budget < 0:
            raise MailroomError(ErrorCode.TOO_COMPRESSED, "the embedded files unpack to more than is allowed")
    return found
