"""One reader a type of file, and the table that picks it by content.

Belongs here: `read_file`. Does not belong here: isolation in processes (`pool`).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.policy import ReadingPolicy
from mailroom_dagster.reading.assemble import assemble
from mailroom_dagster.reading.draft import Draft
from mailroom_dagster.reading.model import Reading
from mailroom_dagster.reading.readers.docx import read_docx
from mailroom_dagster.reading.readers.html import read_html
from mailroom_dagster.reading.readers.mail import read_mail
from mailroom_dagster.reading.readers.pdf import read_pdf
from mailroom_dagster.reading.readers.rtf import read_rtf
from mailroom_dagster.reading.readers.text import read_text
from mailroom_dagster.reading.sniff import DOCX, fits_name, sniff

Reader = Callable[[Path, str, ReadingPolicy], Draft]

READERS: dict[str, Reader] = {
    "text/plain": read_text,
    "text/markdown": read_text,
    "text/html": read_html,
    "text/rtf": read_rtf,
    "message/rfc822": read_mail,
    "application/pdf": read_pdf,
    DOCX: read_docx,
}


def read_file(path: Path, name: str, policy: ReadingPolicy) -> Reading:
    """Read one file in this process. `name` is the name it came under. Raises MailroomError."""
    size = path.stat().st_size
    if size == 0:
        raise MailroomError(ErrorCode.EMPTY, "the file has no bytes")
    if size > policy.max_bytes:
        raise MailroomError(ErrorCode.TOO_LARGE, f"the file has {size} bytes, more than max_bytes")
    media_type = sniff(path, name)
    reader = READERS.get(media_type)
    if reader is None:
        raise MailroomError(ErrorCode.UNSUPPORTED_TYPE, f"no reader for {media_type}")
    draft = reader(path, media_type, policy)
    if not fits_name(media_type, name):
        draft.note("type_mismatch", f"the content is {media_type}, the name says otherwise")
    return assemble(draft, policy)
