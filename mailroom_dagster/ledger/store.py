"""The ledger: appending, reading and sealing one global chain with a chain for every document in it.

Belongs here: what may follow what. Does not belong here: bytes (`canonical`), files (`active`, `segments`), proofs.
Every append takes the lock, reads what others appended since, chains on, and waits for the disk once.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import structlog

from mailroom_dagster.crashpoints import reach
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import sha256_bytes, sha256_file
from mailroom_dagster.ledger.active import ActiveFile, ActivePart
from mailroom_dagster.ledger.blocks import Stored
from mailroom_dagster.ledger.canonical import chain, parse
from mailroom_dagster.ledger.model import EMPTY_HEAD, GENESIS, OWN_DOC_ID, LedgerEntry, LedgerEvent, LedgerHead
from mailroom_dagster.ledger.segments import Segment, Segments, find_keys, sealed_entries
from mailroom_dagster.policy import LedgerPolicy
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.store import utc_now
from mailroom_dagster.storage import Disk

_log = structlog.get_logger(__name__)


@dataclass
class _Document:
    """What is known of one document's chain: the last hash, and which event ids are entered where."""

    last_hash: str = GENESIS
    active: dict[str, bytes] = field(default_factory=dict)  # event_id -> stored line
    sealed: frozenset[str] | None = None  # event ids in segments; None: not looked up yet


class Ledger:
    """The ledger of one home. Threads and processes may append at once."""

    def __init__(self, home: Home, disk: Disk, policy: LedgerPolicy) -> None:
        self.home = home
        self.disk = disk
        self.policy = policy
        self.segments = Segments(home.ledger, disk)
        self.active = _active_part(home, disk, policy)
        self._guard = threading.Lock()
        self._head = EMPTY_HEAD
        self._sealed: list[Segment] = []
        self._documents: dict[str, _Document] = {}

    def append(self, events: Sequence[LedgerEvent]) -> list[LedgerEntry]:
        """Enter events in order and wait for the disk once; an event_id its document has gives the stored entry.

        Raises ledger_busy, ledger_broken, bad_request, disk_full, home_unwritable; then none of them is entered.
        """
        with self._guard, self.active.locked():
            try:
                entries = self._append(events)
            except BaseException:
                self._forget()
                raise
            if self._head.seq - self._sealed_to >= self.policy.seal_every:
                self._try_to_seal()
        return entries

    def seal(self) -> None:
        """Move the growing part into a segment, whatever its size. Raises as append does."""
        with self._guard, self.active.locked():
            try:
                self._append([])
                self._seal()
            except BaseException:
                self._forget()
                raise

    def entries(self, doc_id: str | None = None, after_seq: int = 0) -> Iterator[LedgerEntry]:
        """Entries by seq, of one document when named; a snapshot that needs no lock. Raises ledger_broken."""
        stored = self.stored()
        for entry in sealed_entries(stored.segments, doc_id, after_seq):
            yield entry
            after_seq = entry.seq
        for line in stored.lines:
            entry = parse(line)
            if entry.seq > after_seq and (doc_id is None or entry.doc_id == doc_id):
                yield entry

    def head(self) -> LedgerHead:
        """The newest entry's seq and hash; needs no lock. Raises ledger_broken."""
        if lines := self.active.snapshot().lines:
            last = parse(lines[-1])
            return LedgerHead(seq=last.seq, entry_hash=last.entry_hash)
        return self.segments.head()

    def stored(self) -> Stored:
        """Everything as it lies there now; needs no lock."""
        growing = self.active.snapshot()  # first: what is sealed meanwhile is then in both parts, not in neither
        return Stored(tuple(self.segments.all()), tuple(growing.lines), growing.torn)

    def _append(self, events: Sequence[LedgerEvent]) -> list[LedgerEntry]:
        repairs = self._catch_up()
        lines: list[bytes] = []
        entries = [self._enter(event, lines) for event in (*repairs, *events)]
        if lines:
            self.active.append(self._head.seq - len(lines) + 1, lines)
        elif entries:
            self.active.sync()  # what another process wrote may not be on the disk yet
        return entries[len(repairs) :]

    def _catch_up(self) -> list[LedgerEvent]:
        """Take in what others appended; returns the events that repairs of a crash call for."""
        news = self.active.news()
        if not news.restarted:
            self._absorb_all(news.lines)
            return self._cut(news.torn)
        self._restart()
        left_over = sum(parse(line).seq <= self._sealed_to for line in news.lines)
        self._absorb_all(news.lines[left_over:])
        repairs = self._cut(news.torn)
        if left_over:  # a crash came between sealing these lines and taking them out
            self.segments.sync(self._sealed[-1])
            self.active.replace(self._sealed_to + 1, news.lines[left_over:])
        return [*repairs, *(_sealed(segment, self.home) for segment in self._sealed[-1:])]

    def _restart(self) -> None:
        self._documents = {}
        self._sealed = self.segments.all()
        self._head = self.segments.head()

    def _forget(self) -> None:
        self.active.forget()
        self._head, self._sealed, self._documents = EMPTY_HEAD, [], {}

    @property
    def _sealed_to(self) -> int:
        return self._sealed[-1].last if self._sealed else 0

    def _enter(self, event: LedgerEvent, lines: list[bytes]) -> LedgerEntry:
        document = self._document(event.doc_id)
        if line := document.active.get(event.event_id):
            return parse(line)
        if event.event_id in (document.sealed or ()):
            return next(item for item in sealed_entries(self._sealed, event.doc_id) if item.event_id == event.event_id)
        entry, line = chain(
            event,
            seq=self._head.seq + 1,
            ts=utc_now(),
            doc_prev_hash=document.last_hash,
            prev_hash=self._head.entry_hash,
        )
        self._absorb(entry, line)
        lines.append(line)
        return entry

    def _absorb_all(self, lines: list[bytes]) -> None:
        for line in lines:
            self._absorb(parse(line), line)

    def _absorb(self, entry: LedgerEntry, line: bytes) -> None:
        if entry.seq != self._head.seq + 1 or entry.prev_hash != self._head.entry_hash:
            raise MailroomError(ErrorCode.LEDGER_BROKEN, "the ledger's chain is broken", where=f"seq {entry.seq}")
        document = self._documents.setdefault(entry.doc_id, _Document())
        document.last_hash = entry.entry_hash
        document.active[entry.event_id] = line
        self._head = LedgerHead(seq=entry.seq, entry_hash=entry.entry_hash)

    def _document(self, doc_id: str) -> _Document:
        document = self._documents.setdefault(doc_id, _Document())
        if document.sealed is None:
            keys = list(find_keys(self._sealed, doc_id))
            document.sealed = frozenset(event_id for event_id, _ in keys)
            if keys and not document.active:
                document.last_hash = keys[-1][1]
        return document

    def _try_to_seal(self) -> None:
        try:
            self._seal()
        except MailroomError as error:  # the entries are safe; the next append tries again
            _log.warning("segment not sealed", code=error.code, where=error.where)
            self._forget()

    def _seal(self) -> None:
        self._sealed = self.segments.all()
        if self._head.seq == self._sealed_to:
            return
        lines = self.active.snapshot().lines[-(self._head.seq - self._sealed_to) :]
        segment = self.segments.write(self._sealed_to + 1, lines)
        reach("ledger.after_segment")
        self._restart()
        lines = []
        self._enter(_sealed(segment, self.home), lines)
        self.active.replace(self._head.seq, lines)
        reach("ledger.after_truncate")

    def _cut(self, torn: bytes) -> list[LedgerEvent]:
        """Put a torn end aside, once the lines before it were found sound; the event that says so."""
        if not torn:
            return []
        digest = sha256_bytes(torn)
        path = self.home.ledger / "torn" / f"{digest[:16]}.bin"
        self.disk.make_dir(path.parent, durable=True)
        self.disk.write_file(path, torn, durable=True)
        self.active.cut_torn()
        outputs = {relative(path, self.home): digest}
        return [own_event("torn_end_cut", f"torn-{digest}", outputs, {"bytes": len(torn)})]


def open_ledger(home: Home, disk: Disk, policy: LedgerPolicy) -> Ledger:
    """The ledger of a home, made when there is none. Raises home_unwritable, disk_full."""
    disk.make_dir(home.ledger, durable=True)
    return Ledger(home, disk, policy)


def _active_part(home: Home, disk: Disk, policy: LedgerPolicy) -> ActivePart:
    if url := os.environ.get(policy.postgres_url_env):
        from mailroom_dagster.ledger.postgres import ActiveTable  # its driver is loaded only where it is used

        return ActiveTable(url, policy.lock_wait_seconds)
    return ActiveFile(home.ledger, disk, policy.lock_wait_seconds)


def _sealed(segment: Segment, home: Home) -> LedgerEvent:
    """Binds a segment's very bytes into the chain."""
    name = f"{segment.first}-{segment.last}"
    return own_event("sealed", f"sealed-{name}", {relative(segment.path, home): sha256_file(segment.path)}, {})


def own_event(event: str, event_id: str, outputs: dict[str, str], detail: dict[str, Any]) -> LedgerEvent:
    """An event of the ledger itself."""
    return LedgerEvent(
        event_id=event_id,
        doc_id=OWN_DOC_ID,
        stage="ledger",
        event=event,
        actor="ledger",
        output_hashes=outputs,
        detail=detail,
    )


def relative(path: Path, home: Home) -> str:
    """A path as entries name it."""
    return path.relative_to(home.root).as_posix()
