"""The part of the ledger that still grows: `active.jsonl`, one entry a line, under one lock for all processes.

Belongs here: how lines get to the disk and come back. Does not belong here: what the lines say.
A torn end (no newline, or zero bytes that a power cut left up to the end) was never acknowledged; it is handed out as
such.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from os import SEEK_END
from pathlib import Path
from typing import Protocol

from mailroom_dagster.crashpoints import reach
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.storage import Disk, naming

_MARK_BYTES = 96  # the first line's entry_hash lies within: it tells one active file from the next


@dataclass(frozen=True)
class News:
    """What was found since the last look. `restarted`: the part was replaced, so `lines` holds all of it."""

    lines: list[bytes]
    restarted: bool
    torn: bytes = b""


class ActivePart(Protocol):
    """What the ledger asks of its growing part. All but `snapshot` and `forget` are called under the lock."""

    def locked(self) -> AbstractContextManager[None]:
        """Shut out every other writer. Raises ledger_busy."""

    def news(self) -> News:
        """The lines since the last call."""

    def append(self, first_seq: int, lines: list[bytes]) -> None:
        """Add lines and wait for the disk; on failure nothing of them stays."""

    def replace(self, first_seq: int, lines: list[bytes]) -> None:
        """Put lines in the place of the whole part."""

    def sync(self) -> None:
        """Wait until all lines are on the disk, whoever wrote them."""

    def cut_torn(self) -> None:
        """Remove what lies behind the last sound line."""

    def snapshot(self) -> News:
        """All lines as they are now."""

    def forget(self) -> None:
        """Let the next news() begin anew."""


class ActiveFile:
    """The growing part as a file."""

    def __init__(self, folder: Path, disk: Disk, wait_seconds: float) -> None:
        self.path = folder / "active.jsonl"
        self._lock = folder / "lock"
        self._disk = disk
        self._wait_seconds = wait_seconds
        self._mark = b""
        self._offset = 0

    def locked(self) -> AbstractContextManager[None]:
        """Shut out every other writer. Raises ledger_busy."""
        return self._disk.lock(self._lock, wait_seconds=self._wait_seconds)

    def news(self) -> News:
        """The lines since the last call; call it under the lock."""
        try:
            with naming(self.path), self.path.open("rb") as file:
                restarted = file.read(len(self._mark)) != self._mark or not self._mark
                if not restarted and file.seek(0, SEEK_END) < self._offset:
                    raise MailroomError(ErrorCode.LEDGER_BROKEN, "the ledger became shorter", where=self.path.name)
                file.seek(0 if restarted else self._offset)
                data = file.read()
        except FileNotFoundError:
            restarted, data = True, b""
        sound, torn = split_torn(data)
        self._offset = (0 if restarted else self._offset) + len(sound)
        if restarted:
            self._mark = sound[:_MARK_BYTES]
        return News(_lines(sound), restarted, torn)

    def cut_torn(self) -> None:
        """Remove what lies behind the last sound line."""
        self._disk.truncate(self.path, self._offset)

    def append(self, first_seq: int, lines: list[bytes]) -> None:
        """Write the lines behind the last and wait for the disk; on failure nothing of them stays."""
        data = b"".join(lines)
        new = not self.path.exists()
        try:
            self._disk.append(self.path, data, durable=False)
            reach("ledger.after_write")
            self._disk.sync_file(self.path)
            if new:
                self._disk.sync_dir(self.path.parent)
                self._disk.sync_dir(self.path.parent.parent)
        except BaseException:
            with suppress(Exception):
                self._disk.truncate(self.path, self._offset)
            raise
        reach("ledger.after_fsync")
        self._mark = self._mark or data[:_MARK_BYTES]
        self._offset += len(data)

    def sync(self) -> None:
        """Wait until all lines are on the disk, whoever wrote them."""
        self._disk.sync_file(self.path)

    def replace(self, first_seq: int, lines: list[bytes]) -> None:
        """Put `lines` in the place of the whole part."""
        data = b"".join(lines)
        self._disk.write_file(self.path, data, durable=True)
        self._mark, self._offset = data[:_MARK_BYTES], len(data)

    def forget(self) -> None:
        """Let the next news() begin anew."""
        self._mark, self._offset = b"", 0

    def snapshot(self) -> News:
        """All lines as they are now; needs no lock."""
        try:
            whole, torn = split_torn(self.path.read_bytes())
        except FileNotFoundError:
            return News([], restarted=True)
        return News(_lines(whole), restarted=True, torn=torn)


def split_torn(data: bytes) -> tuple[bytes, bytes]:
    """The lines up to the last whole one, and the end that a crash tore.

    A damaged line before a whole one is no torn end: it stays a line, and whoever reads it finds that it is none.
    """
    end = len(data)
    while end := data.rfind(b"\n", 0, end) + 1:
        start = data.rfind(b"\n", 0, end - 1) + 1
        if b"\0" not in data[start:end]:
            break
        end = start
    return data[:end], data[end:]


def _lines(data: bytes) -> list[bytes]:
    return [line + b"\n" for line in data.split(b"\n")[:-1]]
