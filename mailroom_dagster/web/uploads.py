"""A file from the API on its way into the inbox: its size, its type and its names are checked before it lies there.

The inbox's own claiming does the rest. Nothing half written is ever visible there under a name that is claimed.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import doc_id_of, sha256_file
from mailroom_dagster.intake.arrivals import DEFAULT_MATTER, IGNORED, SIDECAR_SUFFIX
from mailroom_dagster.intake.claim_folder import ClaimFolder
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.reading.sniff import EXTENSIONS, sniff
from mailroom_dagster.records.home import safe_name


@dataclass(frozen=True)
class Uploaded:
    """A file that lies in the inbox. `known`: its bytes were here before."""

    doc_id: str
    file_name: str
    matter: str
    known: bool


def take_upload(mailroom: Mailroom, source: BinaryIO, name: str, matter: str) -> Uploaded:
    """Put an uploaded file into its matter's inbox folder.

    Raises review_invalid for a matter that is no plain name, empty, unsupported_type, too_large.
    """
    matter = matter or DEFAULT_MATTER
    if safe_name(matter, "") != matter:
        raise MailroomError(
            ErrorCode.REVIEW_INVALID,
            "the matter is not a plain name",
            next_step="use letters, digits, dashes and blanks",
        )
    folder = mailroom.home.inside(mailroom.home.inbox / matter)
    with ClaimFolder(mailroom.home) as claim:  # what a server that dies leaves there, the next claimer throws away
        file = claim.place() / _name(name)
        with file.open("xb") as target:
            shutil.copyfileobj(source, target, 1 << 20)
        _refuse(mailroom, file)
        doc_id = doc_id_of(sha256_file(file))
        mailroom.disk.make_dir(folder)
        return Uploaded(doc_id, _lay(mailroom, file, folder, doc_id), matter, _known(mailroom, doc_id))


def _name(name: str) -> str:
    """A name that the inbox does not take for something else."""
    plain = safe_name(name, "upload")
    ignored = plain.lower() in IGNORED or plain.lower().endswith(SIDECAR_SUFFIX)
    return f"{plain}.txt" if ignored else plain


def _refuse(mailroom: Mailroom, file: Path) -> None:
    size, most = file.stat().st_size, mailroom.policy.review.upload_max_bytes
    if not size:
        raise MailroomError(ErrorCode.EMPTY, "the file is empty", where=file.name)
    if size > most:
        raise MailroomError(ErrorCode.TOO_LARGE, f"the file is larger than {most} bytes", where=file.name)
    if (kind := sniff(file, file.name)) not in EXTENSIONS:
        raise MailroomError(ErrorCode.UNSUPPORTED_TYPE, f"a file of type {kind} is not taken", where=file.name)


def _lay(mailroom: Mailroom, file: Path, folder: Path, doc_id: str) -> str:
    """Link the file into the folder; another file's name is never taken."""
    mailroom.disk.sync_file(file)
    for name in (file.name, f"{file.stem}--{doc_id}{file.suffix}"):
        try:
            mailroom.disk.link(file, folder / name)
        except FileExistsError:
            continue
        return name
    return name  # the same bytes wait there already


def _known(mailroom: Mailroom, doc_id: str) -> bool:
    return mailroom.disk.exists(mailroom.home.document(doc_id) / "manifest.json")
