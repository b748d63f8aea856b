"""One reader a type of file, and the table that picks it by content.

Belongs here: `read_file`. Does not belong here: isolation in processes (`pool`).
"""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.policy import ReadingPolicy
from mailroom_dagster.reading.assemble import assemble
from mailroom_dagster.reading.draft import Draft, Source
from mailroom_dagster.reading.model import Reading
from mailroom_dagster.reading.readers.docx import read_docx
from mailroom_dagster.reading.readers.html import read_html
from mailroom_dagster.reading.readers.image import read_image
from mailroom_dagster.reading.readers.mail import read_mail
from mailroom_dagster.reading.readers.msg import read_msg
from mailroom_dagster.reading.readers.pdf import read_pdf
from mailroom_dagster.reading.readers.rtf import read_rtf
from mailroom_dagster.reading.readers.text import read_text
from mailroom_dagster.reading.sniff import DOCX, MSG, fits_name, sniff

READERS: dict[str, Callable[[Source], Draft]] = {
    "text/plain": read_text,
    "text/markdown": read_text,
    "text/html": read_html,
    "text/rtf": read_rtf,
    "message/rfc822": read_mail,
    "application/pdf": read_pdf,
    DOCX: read_docx,
    MSG: read_msg,
    "image/png": read_image,
    "image/jpeg": read_image,
    "image/tiff": read_image,
    "image/bmp": read_image,
    "image/webp": read_image,
    "image/gif": read_image,
}
_SMALL = 4096  # bytes: a file of so few is looked at whole for whether it says anything


def read_file(path: Path, name: str, policy: ReadingPolicy, cache_dir: Path | None = None) -> Reading:
    """Read one file in this process; `name` is the name it came under. Raises MailroomError, nothing else.

    `cache_dir` keeps what OCR read, by the hash of the page image, so that a second try is quick.
    """
    check_file(path, policy)
    media_type = sniff(path, name)
    reader = READERS.get(media_type)
    if reader is None:
        raise MailroomError(ErrorCode.UNSUPPORTED_TYPE, f"no reader for {media_type}")
    try:
        draft = reader(Source(path, media_type, policy, cache_dir))
        if not fits_name(media_type, name):
            draft.note("type_mismatch", f"the content is {media_type}, the name says otherwise")
        return assemble(draft, policy)
    except (MailroomError, MemoryError):
        raise
    except Exception as error:  # parsers fail in more ways than can be listed; the file is what is wrong
        raise MailroomError(
            ErrorCode.CORRUPT, f"{media_type} that cannot be parsed ({type(error).__name__})"
        ) from error


def check_file(path: Path, policy: ReadingPolicy) -> None:
    """Raises not_a_file, too_large, file_vanished, unreadable_file or empty when there is nothing to read."""
    try:
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode):
            raise MailroomError(ErrorCode.NOT_A_FILE, "only regular files are read")
        if status.st_size > policy.max_bytes:
            raise MailroomError(ErrorCode.TOO_LARGE, f"the file has {status.st_size} bytes, more than max_bytes")
        with path.open("rb") as file:
            head = file.read(_SMALL)
    except FileNotFoundError as error:
        raise MailroomError(ErrorCode.FILE_VANISHED, "the file is not there") from error
    except OSError as error:
        raise MailroomError(ErrorCode.UNREADABLE_FILE, "the file cannot be opened") from error
    if status.st_size <= len(head) and not head.strip(b" \t\r\n\f\x00"):
        raise MailroomError(ErrorCode.EMPTY, "the file has no bytes, or only white space")
