"""A claimer's own folder, and what dead claimers left in theirs.

Each claimer works below `claims/<pid>-<random>/` and holds a lock on it while it lives: that, and no time of any file,
tells the living from the dead. A folder that can be locked has lost its owner; what it holds from the inbox (it has a
note beside it) is taken over, mere copies are thrown away.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import uuid
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType

from mailroom_dagster.intake.arrivals import DEFAULT_MATTER
from mailroom_dagster.records.home import Home

NOTE = "claim.json"
NOTE_LOST = "claim_note_lost"


@dataclass(frozen=True)
class ClaimNote:
    """What is known of a file taken from the inbox, kept beside it until it is a document."""

    original_name: str
    matter: str
    problem: str = ""

    def write(self, place: Path) -> None:
        """Put the note into a claim's place."""
        (place / NOTE).write_text(json.dumps(asdict(self)), encoding="ascii")

    @classmethod
    def beside(cls, file: Path) -> ClaimNote | None:
        """The note of a claimed file; None for a mere copy. Where a power cut tore it, only the matter is lost."""
        try:
            return cls(**json.loads((file.parent / NOTE).read_text("ascii")))
        except FileNotFoundError:
            return None
        except (ValueError, TypeError):
            return cls(file.name, DEFAULT_MATTER, NOTE_LOST)


@dataclass(frozen=True)
class Orphan:
    """A file that a dead claimer took from the inbox."""

    place: Path
    file: Path
    note: ClaimNote


class ClaimFolder:
    """Context manager: this claimer's folder, locked while it is open and removed when it is left clean."""

    def __init__(self, home: Home) -> None:
        self._claims = home.claims
        self.found_dead = False

    def __enter__(self) -> ClaimFolder:
        while not self._open():
            pass  # another claimer took the folder for a dead one's before it was locked
        return self

    def _open(self) -> bool:
        """Make a folder and lock it; whether it is there and ours."""
        self.path = self._claims / f"{os.getpid()}-{uuid.uuid4().hex[:8]}"
        self.path.mkdir(parents=True)
        lock = _lock(self.path)
        if lock is None:
            return False
        self._lock = lock
        return True

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None or not list(self.path.glob(f"*/{NOTE}")):  # mere copies are nobody's to finish
            shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._lock)

    def place(self) -> Path:
        """A new empty place for one file."""
        place = self.path / uuid.uuid4().hex
        place.mkdir()
        return place

    def orphans(self) -> Iterator[Orphan]:
        """Files of dead claimers, moved here; their folders are removed."""
        for folder in sorted(self._claims.iterdir()):
            if folder == self.path or not folder.is_dir() or (lock := _lock(folder)) is None:
                continue
            self.found_dead = True
            for place in sorted(folder.iterdir()):
                if orphan := self._adopt(place):
                    yield orphan
            shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)

    def _adopt(self, place: Path) -> Orphan | None:
        files = [item for item in place.iterdir() if item.name != NOTE] if place.is_dir() else []
        if not files or (note := ClaimNote.beside(files[0])) is None:
            return None
        moved = place.rename(self.path / place.name)
        return Orphan(moved, moved / files[0].name, note)


def _lock(folder: Path) -> int | None:
    """An exclusive lock on a folder, or None when another process has it or has removed it."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    if not folder.exists():  # its name is never used again
        os.close(descriptor)
        return None
    return descriptor
