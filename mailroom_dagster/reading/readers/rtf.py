"""RTF: the document's text by striprtf, with header, footer and hidden groups told apart beforehand."""

from __future__ import annotations

import re

from striprtf.striprtf import rtf_to_text

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.reading.draft import Draft, PageDraft, Source

_ANSI_CODE_PAGE = re.compile(r"\\ansicpg(\d{3,5})")


def read_rtf(source: Source) -> Draft:
    """Read an RTF file. Raises corrupt."""
    markup = source.path.read_bytes().decode("latin-1")
    page = _ANSI_CODE_PAGE.search(markup[:2000])
    try:
        text = rtf_to_text(markup, encoding=f"cp{page.group(1)}" if page else "cp1252", errors="replace")
    except (LookupError, ValueError, IndexError) as error:
        raise MailroomError(ErrorCode.CORRUPT, "the RTF file cannot be read") from error
    return Draft(source.media_type, pages=[PageDraft(text)], encoding=f"cp{page.group(1)}" if page else None)
