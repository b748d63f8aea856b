"""The call log: every attempt at a model, on disk before it leaves and before its answer is used.

Belongs here: the files, shared by threads and processes, and finding an answer that was paid already. Does not belong
here: the rows (`providers.rows`) or what may be spent (`providers.budget`). One file a UTC day, only ever appended to.
A torn or changed line is left out and counted: at its worst an answer is paid twice or a cost counts as its worst case.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import structlog

from mailroom_dagster.providers.rows import ANSWERED, CallRow, RowKind, line_of, row_of
from mailroom_dagster.providers.spending import SpendBook
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.store import utc_now
from mailroom_dagster.storage import Disk

log = structlog.get_logger(__name__)

LOCK_SECONDS = 60.0


class CallLog:
    """The log of one home. Opened at no cost: files are read when first asked for."""

    def __init__(self, home: Home, disk: Disk) -> None:
        self.folder = home.calls
        self.book = SpendBook()
        self.damaged = 0  # lines left out
        self._disk = disk
        self._turn = threading.RLock()
        self._held = False
        self._sync_turn = threading.Lock()
        self._read_to: dict[Path, int] = {}
        self._answers: dict[str, tuple[Path, int, int]] = {}
        self._unsynced: set[Path] = set()
        self._appended = self._synced = 0

    @contextmanager
    def exclusive(self) -> Iterator[SpendBook]:
        """Nobody else, in no process, appends meanwhile; the book holds every row written before. May be nested."""
        with self._turn:
            if self._held:
                yield self.book
                return
            self._disk.make_dir(self.folder)
            with self._disk.lock(self.folder / ".lock", wait_seconds=LOCK_SECONDS):
                self._catch_up()
                self._held = True
                try:
                    yield self.book
                finally:
                    self._held = False

    def append(self, row: CallRow) -> None:
        """Add a row: it survives a kill from now on, a power cut after `sync`."""
        path = self.folder / f"{utc_now()[:10]}.jsonl"
        with self.exclusive():
            torn = _is_torn(path)
            self._disk.append(path, (b"\n" if torn else b"") + line_of(row), durable=not path.exists())
            self._unsynced.add(path)
            self._appended += 1

    def sync(self) -> None:
        """Wait until everything appended so far is on the disk; threads that wait together share one fsync."""
        ticket = self._appended
        with self._sync_turn:
            if self._synced >= ticket:
                return
            with self._turn:
                upto, files, self._unsynced = self._appended, self._unsynced, set()
            try:
                for path in files:
                    self._disk.sync_file(path)
            except BaseException:
                self._unsynced |= files
                raise
            self._synced = upto

    def answered(self, request_hash: str) -> CallRow | None:
        """The validated answer to exactly this request, if it was ever paid for."""
        with self._turn:
            if not self._read_to:
                with self.exclusive():
                    pass
            place = self._answers.get(request_hash)
        return _row_at(*place) if place else None

    def _catch_up(self) -> None:
        for path in sorted(self.folder.glob("*.jsonl")):
            start = self._read_to.get(path, 0)
            for offset, line in _lines(path, start):
                self._read_to[path] = offset + len(line) + 1
                self._take(path, offset, line)

    def _take(self, path: Path, offset: int, line: bytes) -> None:
        row = row_of(line)
        if row is None:
            if line:
                self.damaged += 1
                log.warning("call_log_line_damaged", file=path.name, offset=offset)
            return
        self.book.take(row)
        if row.kind is RowKind.ENDED and row.outcome == ANSWERED:
            self._answers[row.request_hash] = (path, offset, len(line))


def logged_calls(home: Home, first_day: str = "") -> Iterator[CallRow]:
    """Every attempt since a UTC day, ended ones as they ended, in order; one that a kill took is "lost"."""
    open_rows: dict[str, CallRow] = {}
    for path in sorted(item for item in home.calls.glob("*.jsonl") if item.stem >= first_day):
        for _, line in _lines(path, 0):
            row = row_of(line)
            if row and row.kind is RowKind.STARTED:
                open_rows[row.call_id] = row
            elif row and row.kind is RowKind.ENDED:
                open_rows.pop(row.call_id, None)
                yield row
    for row in open_rows.values():
        yield row.model_copy(update={"outcome": "lost"})


def _lines(path: Path, start: int) -> Iterator[tuple[int, bytes]]:
    """Whole lines from an offset on, each with its own offset; an unfinished last line is left for later."""
    if path.stat().st_size <= start:
        return
    with path.open("rb") as file:
        file.seek(start)
        for line in file:
            if line.endswith(b"\n"):
                yield start, line[:-1]
            start += len(line)


def _row_at(path: Path, offset: int, length: int) -> CallRow | None:
    with path.open("rb") as file:
        file.seek(offset)
        return row_of(file.read(length))


def _is_torn(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            file.seek(-1, 2)
            return file.read(1) != b"\n"
    except OSError:  # missing or empty
        return False
