"""Which Parquet segments make up the catalog right now: one small file, replaced whole.

Belongs here: the list of segments and the lock around changing it. Readers follow the list, so a batch appears in all
tables at once or not at all. A segment's name carries the sha256 of its bytes; it is never changed after its birth.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.storage import Disk

SNAPSHOT_FILE = "snapshot.json"


class Segment(BaseModel):
    """One Parquet file. `level` counts the merges behind it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    file: str  # relative to the catalog's folder
    sha256: str
    rows: int
    bytes: int
    level: int = 0


class Snapshot(BaseModel):
    """Table name -> its segments, oldest first. `version` is the number of the last batch.

    `read_to` says how far sources that only grow were read: a call log file in bytes, the ledger by seq.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int = 0
    segments: dict[str, tuple[Segment, ...]] = Field(default_factory=dict)
    read_to: dict[str, int] = Field(default_factory=dict)
    sha256: str = ""  # over the rest, as written; empty in catalogs from before there was one

    def of(self, table: str) -> tuple[Segment, ...]:
        """The segments of a table."""
        return self.segments.get(table, ())

    @property
    def files(self) -> set[str]:
        """Every file that counts."""
        return {segment.file for segments in self.segments.values() for segment in segments}


def read_snapshot(folder: Path, disk: Disk) -> Snapshot:
    """The current snapshot; an empty one before the first batch. Raises record_corrupt."""
    try:
        snapshot = Snapshot.model_validate_json(disk.read(folder / SNAPSHOT_FILE))
    except FileNotFoundError:
        return Snapshot()
    except ValidationError as error:
        raise _broken("the catalog's list of segments cannot be read", SNAPSHOT_FILE) from error
    if snapshot.sha256 not in ("", _digest(snapshot)):
        raise _broken("the catalog's list of segments was changed", SNAPSHOT_FILE)
    return snapshot


def write_snapshot(folder: Path, snapshot: Snapshot, disk: Disk) -> None:
    """Publish: from now on readers see this. It outlives a power cut, so that a later batch can go on from it."""
    disk.make_dir(folder)
    sealed = snapshot.model_copy(update={"sha256": _digest(snapshot)})
    disk.write_file(folder / SNAPSHOT_FILE, sealed.model_dump_json().encode(), durable=True)


def _digest(snapshot: Snapshot) -> str:
    return sha256_bytes(snapshot.model_dump_json(exclude={"sha256"}).encode())


@contextmanager
def writing(place: Path) -> Iterator[None]:
    """Hold the right to change the catalog, a lock on the file `place`; waits for another process that has it."""
    with place.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def require_whole(folder: Path, snapshot: Snapshot, disk: Disk) -> None:
    """Refuse a catalog with a missing or cut segment (sizes only, so it is cheap). Raises record_corrupt.

    Afterwards every segment is a file of this machine.
    """
    for segments in snapshot.segments.values():
        for segment in segments:
            path = folder / segment.file
            disk.fetch(path, segment.sha256, segment.bytes)
            if not path.exists() or path.stat().st_size != segment.bytes:
                raise _broken("a catalog segment is missing or cut", segment.file)


def damaged_segments(folder: Path, snapshot: Snapshot, disk: Disk) -> list[str]:
    """Files whose bytes are not what their names say, or that are gone: every byte is read."""
    return [
        segment.file
        for segments in snapshot.segments.values()
        for segment in segments
        if not disk.holds(folder / segment.file, segment.sha256)
    ]


def _broken(what: str, where: str) -> MailroomError:
    return MailroomError(
        ErrorCode.RECORD_CORRUPT,
        what,
        where=where,
        next_step="`mailroom catalog rebuild` makes it again from the records",
    )
