"""Claiming: from a file somebody dropped to a document with an identity, durably and exactly once.

A claim is one atomic rename out of the inbox into this claimer's own folder; the loser of a race finds the file gone.
Order of effects: manifest, original safe on disk, ledger entry, queue marker. What a kill interrupts is finished by the
next claimer.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from mailroom_dagster import crashpoints
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import doc_id_of, sha256_bytes, sha256_file
from mailroom_dagster.intake.arrivals import DEFAULT_MATTER, Arrival, being_written, read_sidecar, scan, sidecar_of
from mailroom_dagster.intake.claim_folder import ClaimFolder, ClaimNote
from mailroom_dagster.ledger import Ledger
from mailroom_dagster.ledger.model import LedgerEvent
from mailroom_dagster.policy import IntakePolicy
from mailroom_dagster.records.home import Home, partition_key, safe_name
from mailroom_dagster.records.model import Manifest
from mailroom_dagster.records.pending import Pending
from mailroom_dagster.records.store import RecordStore, utc_now
from mailroom_dagster.storage import Disk

ACTOR = "intake"
LOCK_SECONDS = 60  # for what lasts as long as putting one file in its place
_GONE = (ErrorCode.RECORD_CORRUPT, ErrorCode.UNKNOWN_DOCUMENT)  # what a manifest that a power cut took gives


@dataclass(frozen=True)
class Claimed:
    """One arrival's outcome: a new document, or a duplicate of one that is here."""

    doc_id: str
    partition_key: str
    file_name: str
    matter: str
    duplicate: bool


@dataclass(frozen=True)
class Refused:
    """One arrival that was not claimed; its bytes are where they were."""

    path: Path
    error: MailroomError


@dataclass(frozen=True)
class _Held:
    """A file in this claimer's folder, hashed and ready to become a document."""

    file: Path
    original_name: str
    matter: str
    sha256: str
    arrival: str  # unique name of this arrival
    problem: str = ""
    parent: str | None = None
    keep_duplicate: bool = False  # it came through the inbox: its bytes are moved, not dropped


class Intake:
    """Claims files for one home. Safe to run in several processes at once."""

    def __init__(self, home: Home, disk: Disk, policy: IntakePolicy, store: RecordStore, ledger: Ledger) -> None:
        self._home = home
        self._disk = disk
        self._policy = policy
        self._store = store
        self._ledger = ledger
        self._pending = Pending(home, disk)

    def claim_inbox(self, limit: int | None = None) -> tuple[list[Claimed], list[Refused]]:
        """Claim what is stable in the inbox (at most `limit` files) and finish what dead claimers left."""
        refused: list[Refused] = []
        with ClaimFolder(self._home) as folder:
            held = self._adopt(folder)
            for arrival in scan(self._home.inbox, self._policy.stable_seconds):
                if limit is not None and len(held) >= limit:
                    break
                try:
                    held.append(self._take(folder, arrival))
                except FileNotFoundError:
                    continue  # another claimer was first
                except MailroomError as error:
                    refused.append(Refused(arrival.path, error))
            return self._register(held, batch=None), refused

    def accept_files(
        self, files: Sequence[Path], matter: str | None, batch: str | None
    ) -> tuple[list[tuple[Path, Claimed]], list[Refused]]:
        """Copy files from anywhere into the home; they stay where they are. Each gives one Claimed or Refused."""
        refused: list[Refused] = []
        paths: list[Path] = []
        held: list[_Held] = []
        with ClaimFolder(self._home) as folder:
            for path in files:
                try:
                    held.append(self._copy(folder, path, matter))
                    paths.append(path)
                except MailroomError as error:
                    refused.append(Refused(path, error))
            return list(zip(paths, self._register(held, batch), strict=True)), refused

    def accept_bytes(self, items: Iterable[tuple[str, bytes, Manifest]], batch: str | None) -> list[Claimed]:
        """Make documents of attachments: (name, bytes, parent manifest); they share the parent's matter."""
        with ClaimFolder(self._home) as folder:
            return self._register([self._hold_bytes(folder, *item) for item in items], batch)

    def recover_if_needed(self) -> None:
        """Finish what dead claimers left, if there are any."""
        with ClaimFolder(self._home) as folder:
            self._register(self._adopt(folder), batch=None)

    def recover(self) -> list[str]:
        """Queue and enter in the ledger whatever a kill left half claimed; returns the documents found."""
        lost = self._pending.restore(self._store)
        self._ledger.append([_claim_event(self._store.manifest(doc_id)) for doc_id in lost])
        return lost

    def reclaim(self) -> None:
        """Take in anew, from their originals, documents whose manifest is gone and that the ledger does not know."""
        with ClaimFolder(self._home) as folder:
            originals = [path for doc_id in self._store.with_original() for path in self._unknown_originals(doc_id)]
            self._register([self._hold_again(folder, path) for path in originals], batch=None)

    def _unknown_originals(self, doc_id: str) -> list[Path]:
        source = self._home.document(doc_id) / "source"
        found = [path for path in self._disk.glob(source, "*") if self._disk.exists(path)]
        known = not found or self._known(doc_id) is not None
        return [] if known else [path for path in found if doc_id_of(self._disk.sha256(path)) == doc_id][:1]

    def _hold_again(self, folder: ClaimFolder, path: Path) -> _Held:
        place = folder.place()
        file = place / path.name
        file.write_bytes(self._disk.read(path))
        return _Held(file, path.name, DEFAULT_MATTER, sha256_file(file), place.name)

    def _adopt(self, folder: ClaimFolder) -> list[_Held]:
        orphans = list(folder.orphans())
        held = [self._hold(item.file, item.note, item.place.name) for item in orphans]
        if folder.found_dead:
            self.recover()
        return held

    def _take(self, folder: ClaimFolder, arrival: Arrival) -> _Held:
        if arrival.problem:
            raise arrival.problem
        self._refuse_large(arrival.path.lstat().st_size, arrival.path.name)
        crashpoints.reach("intake.before_move")
        place = folder.place()
        note = ClaimNote(arrival.path.name, arrival.matter, arrival.note)
        note.write(place)
        target = place / safe_name(arrival.path.name)
        self._disk.rename(arrival.path, target)
        crashpoints.reach("intake.after_move")
        if being_written(target):
            self._put_back(target, arrival.path)
            raise MailroomError(ErrorCode.FILE_CHANGING, "a file in the inbox is still open for writing")
        if arrival.sidecar:
            arrival.sidecar.unlink(missing_ok=True)
        return self._hold(target, note, place.name)

    def _put_back(self, file: Path, path: Path) -> None:
        """Where it was; beside it when another file of that name came meanwhile."""
        try:
            self._disk.move(file, path)
        except FileExistsError:
            self._disk.move(file, path.with_name(f"{file.parent.name[:8]}--{path.name}"))

    def _hold(self, file: Path, note: ClaimNote, arrival: str) -> _Held:
        digest = sha256_file(file)
        return _Held(file, note.original_name, note.matter, digest, arrival, note.problem, keep_duplicate=True)

    def _copy(self, folder: ClaimFolder, path: Path, matter: str | None) -> _Held:
        """Copy one regular file; a link is not followed and a pipe is not waited for."""
        with os.fdopen(_open_regular(path), "rb") as source:
            self._refuse_large(os.fstat(source.fileno()).st_size, path.name)
            place = folder.place()
            target = place / safe_name(path.name)
            with target.open("xb") as copy:
                shutil.copyfileobj(source, copy, 1 << 20)
        problem, chosen = "", matter
        try:
            chosen = matter or read_sidecar(sidecar_of(path))
        except MailroomError as error:
            problem = error.code.value
        chosen = safe_name(chosen or DEFAULT_MATTER, DEFAULT_MATTER)
        return _Held(target, path.name, chosen, sha256_file(target), place.name, problem)

    def _refuse_large(self, size: int, name: str) -> None:
        if size > self._policy.max_bytes:
            raise MailroomError(ErrorCode.TOO_LARGE, "the file is larger than intake.max_bytes allows", where=name)

    def _hold_bytes(self, folder: ClaimFolder, name: str, data: bytes, parent: Manifest) -> _Held:
        target = folder.place() / safe_name(name, "attachment")
        target.write_bytes(data)
        digest = sha256_bytes(data)
        arrival = f"attachment:{parent.doc_id}:{digest[:16]}"
        return _Held(target, name, parent.matter_id, digest, arrival, parent=parent.doc_id)

    def _register(self, held: Sequence[_Held], batch: str | None) -> list[Claimed]:
        """Turn held files into documents or duplicates; one ledger commit for all of them."""
        events: list[LedgerEvent] = []
        claimed: list[Claimed] = []
        for item in held:
            with self._settling():
                known = self._known(doc_id_of(item.sha256))
                manifest = self._store.link_matter(known.doc_id, item.matter) if known else self._settle(item)
            events.append(_duplicate_event(manifest, item) if known else _claim_event(manifest))
            name = safe_name(item.original_name)
            claimed.append(Claimed(manifest.doc_id, manifest.partition_key, name, item.matter, known is not None))
        if held:
            self._disk.sync_dir(self._home.documents)
        crashpoints.reach("intake.after_manifest")
        self._ledger.append(events)
        crashpoints.reach("intake.after_ledger")
        self._pending.add([item.doc_id for item in claimed if not item.duplicate], batch)
        for item, outcome in zip(held, claimed, strict=True):
            if outcome.duplicate and item.keep_duplicate:
                self._keep(item)
        return claimed

    def _settling(self) -> AbstractContextManager[None]:
        """Between looking for a document and making it nobody else makes it: the same bytes may come twice at once."""
        self._disk.make_dir(self._home.control)
        return self._disk.lock(self._home.control / "intake.lock", wait_seconds=LOCK_SECONDS)

    def _known(self, doc_id: str) -> Manifest | None:
        """The manifest of a document whose original is in place.

        None also when a power cut took the manifest and the ledger has nothing to make it again from: the document was
        not acknowledged, and comes in anew.
        """
        if not self._store.has_original(doc_id):
            return None
        try:
            return self._store.manifest(doc_id)
        except MailroomError as error:
            if error.code not in _GONE or any(item.event == "claimed" for item in self._ledger.entries(doc_id)):
                raise
            return None

    def _settle(self, item: _Held) -> Manifest:
        """Give a new document its folder: manifest first, then the original, synced."""
        doc_id = doc_id_of(item.sha256)
        name = safe_name(item.original_name)
        source = self._home.document(doc_id) / "source"
        self._disk.make_dir(source)
        manifest = self._store.save(
            Manifest(
                doc_id=doc_id,
                partition_key=partition_key(name, doc_id),
                file_name=name,
                original_name=item.original_name.encode("utf-8", "backslashreplace").decode(),
                sha256=item.sha256,
                bytes=item.file.stat().st_size,
                matter_id=item.matter,
                parent=item.parent,
                received_at=utc_now(),
                notes=tuple(filter(None, (item.problem, "name_sanitized" if name != item.original_name else ""))),
            )
        )
        self._disk.rename(item.file, source / name)
        self._disk.sync_file(source / name)
        self._disk.sync_dir(source)
        self._disk.sync_dir(source.parent)
        return manifest

    def _keep(self, item: _Held) -> None:
        """The bytes of a duplicate that came through the inbox go to duplicates/, last of all."""
        target = self._home.duplicates / f"{item.arrival[:8]}--{safe_name(item.original_name)}"
        if not target.exists():
            self._disk.move(item.file, target)


def _open_regular(path: Path) -> int:
    """A descriptor on a regular file. Raises file_vanished, unreadable_file, not_a_file."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError as error:
        raise MailroomError(ErrorCode.FILE_VANISHED, "no such file", where=path.name) from error
    except PermissionError as error:
        raise MailroomError(ErrorCode.UNREADABLE_FILE, "a file cannot be read", where=path.name) from error
    except OSError as error:
        raise MailroomError(ErrorCode.NOT_A_FILE, "cannot be taken in", where=path.name) from error
    if not path.is_file():
        os.close(descriptor)
        raise MailroomError(ErrorCode.NOT_A_FILE, "cannot be taken in", where=path.name)
    return descriptor


def _claim_event(manifest: Manifest) -> LedgerEvent:
    path = f"documents/{manifest.doc_id}/source/{manifest.file_name}"
    return LedgerEvent(
        event_id="claimed",
        doc_id=manifest.doc_id,
        doc_sha256=manifest.sha256,
        stage="intake",
        event="claimed",
        actor=ACTOR,
        output_hashes={path: manifest.sha256},
        detail={
            "file_name": manifest.file_name,
            "partition_key": manifest.partition_key,
            "matter": manifest.matter_id,
            "bytes": manifest.bytes,
            "parent": manifest.parent,
            "notes": list(manifest.notes),
        },
    )


def _duplicate_event(manifest: Manifest, item: _Held) -> LedgerEvent:
    return LedgerEvent(
        event_id=f"duplicate:{item.arrival}",
        doc_id=manifest.doc_id,
        doc_sha256=manifest.sha256,
        stage="intake",
        event="duplicate",
        actor=ACTOR,
        detail={"file_name": safe_name(item.original_name), "matter": item.matter, "parent": item.parent},
    )
