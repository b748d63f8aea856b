"""What `ls` shows people: links to originals in review/ and failed/, each with a JSON file that says why.

The bins only mirror the manifests: they can be made again from them at any time. Names carry the doc_id, so that two
documents never share one. What rests elsewhere is not in the archive either.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.records.model import ArchiveRecord, Manifest, Stage, State

REPORT_SUFFIXES = (".report.json", ".report.md")  # what lies beside an archived original; no original is called so
_FAILED = (State.FAILED, State.QUARANTINED)
_NOT_ARCHIVED = (State.PARKED, State.REJECTED, *_FAILED)


def place(mailroom: Mailroom, manifest: Manifest) -> None:
    """Put a document into the bin of its state and take it out of any other."""
    home = mailroom.home
    bins = {
        home.review: manifest.state is State.PARKED,
        home.failed: manifest.state in _FAILED,
    }
    for folder, belongs in bins.items():
        link = folder / bin_name(manifest)
        if belongs:
            _show(mailroom, manifest, link)
        else:
            mailroom.disk.remove(link)
            mailroom.disk.remove(_note(link))
    if manifest.state in _NOT_ARCHIVED:
        leave_archive(mailroom, manifest.doc_id)


def leave_archive(mailroom: Mailroom, doc_id: str, *, stays: Path | None = None) -> None:
    """Clear the place that a document had in the archive, unless it `stays` there; it is never in two places."""
    former = mailroom.store.read(doc_id, Stage.ARCHIVE_ENTRY, ArchiveRecord)
    if former is None or (taken := mailroom.home.inside(mailroom.home.root / former.path)) == stays:
        return
    if mailroom.disk.holds(taken, former.sha256):  # else it was cleared before, and may be another's now
        for suffix in (*REPORT_SUFFIXES, ""):
            mailroom.disk.remove(taken.with_name(f"{taken.name}{suffix}"))


def bin_name(manifest: Manifest) -> str:
    """`<stem>--<doc_id><suffix>`."""
    name = Path(manifest.file_name)
    return f"{name.stem[:120]}--{manifest.doc_id}{name.suffix}"


def source_path(mailroom: Mailroom, manifest: Manifest) -> Path:
    """Where a document's original lies."""
    return mailroom.home.document(manifest.doc_id) / "source" / manifest.file_name


def note_of(manifest: Manifest) -> bytes:
    """What the note beside a link says."""
    fields = {"doc_id", "file_name", "matter_id", "state", "gate", "reason", "error"}
    return json.dumps(manifest.model_dump(mode="json", include=fields), indent=2, ensure_ascii=False).encode()


def _note(link: Path) -> Path:
    return link.with_name(link.name + ".json")


def _show(mailroom: Mailroom, manifest: Manifest, link: Path) -> None:
    source = source_path(mailroom, manifest)
    if not link.exists() and mailroom.disk.exists(source):  # a document whose original is gone has its note alone
        with suppress(FileExistsError):  # another process showed it first
            mailroom.disk.link(source, link)
    mailroom.disk.write_file(_note(link), note_of(manifest), durable=False)
