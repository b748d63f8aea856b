"""The stored ledger as blocks of columns, read as it lies on the disk, with every hash made again.

Belongs here: reading for verification, which takes whatever is there. Does not belong here: judging it (`walk`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import pyarrow as pa

from mailroom_dagster.errors import MailroomError
from mailroom_dagster.hashing import canonical_json, sha256_bytes
from mailroom_dagster.ledger.canonical import hashed_part, line_of, loads, stated_hash
from mailroom_dagster.ledger.columns import SCHEMA, canonical_bytes
from mailroom_dagster.ledger.model import LedgerEntry
from mailroom_dagster.ledger.segments import Segment

_COLUMNS = ("seq", "doc_id", "doc_sha256", "prev_hash", "doc_prev_hash", "entry_hash", "output_hashes")
_NO_ENTRY: dict[str, Any] = {"seq": 0, **dict.fromkeys(_COLUMNS[1:], "")}


@dataclass(frozen=True)
class Stored:
    """The ledger as found at one moment. `lines` is the growing part without `torn`, its torn end."""

    segments: tuple[Segment, ...]
    lines: tuple[bytes, ...]
    torn: bytes = b""

    def blocks(self, after_seq: int = 0, *, make_hashes: bool = True) -> Iterator[Block]:
        """All entries but those of segments that end at `after_seq` or before.

        A segment that cannot be read comes as one entry that is not sound. Without `make_hashes`, `made` is empty.
        """
        for segment in self.segments:
            if segment.last > after_seq:
                yield _segment_block(segment, make_hashes)
        yield _lines_block(self.lines[_left_over(self.segments, self.lines) :])

    def hashes(self) -> Iterator[str]:
        """The entry hashes as stated. Raises ledger_broken."""
        for segment in self.segments:
            yield from segment.read(["entry_hash"])["entry_hash"].to_pylist()
        yield from map(stated_hash, self.lines[_left_over(self.segments, self.lines) :])


@dataclass(frozen=True)
class Block:
    """Some entries in stored order, as columns. `made` holds the hashes of their bytes as they are now.

    `output_hashes` is JSON text: of a million entries, few are asked for theirs.
    """

    seq: list[int]
    doc_id: list[str]
    doc_sha256: list[str]
    prev_hash: list[str]
    doc_prev_hash: list[str]
    entry_hash: list[str]
    output_hashes: list[str]
    made: list[str]


def _segment_block(segment: Segment, make_hashes: bool) -> Block:
    try:
        table = segment.read().select(SCHEMA.names).cast(SCHEMA)
        made = [sha256(body).hexdigest() for body in canonical_bytes(table)] if make_hashes else []
        columns: dict[str, list[Any]] = {name: table[name].to_pylist() for name in _COLUMNS}
        return Block(**columns, made=made)
    except (
        MailroomError,
        ValueError,
        KeyError,
        RecursionError,
        pa.ArrowException,
    ):  # whatever a damaged file can lead to
        return _lines_block([b"unreadable"])


def _lines_block(lines: Sequence[bytes]) -> Block:
    rows = [_row(line) for line in lines]
    columns = {name: [row[name] for row in rows] for name in _COLUMNS}
    return Block(**columns, made=[sha256_bytes(hashed_part(line)) for line in lines])


def _row(line: bytes) -> dict[str, Any]:
    """A line's columns; of a line that is not the one canonical form of an entry, columns that fit nothing."""
    try:
        entry = LedgerEntry(**loads(line))
        outputs = canonical_json(entry.output_hashes).decode()
        return {**vars(entry), "output_hashes": outputs} if line_of(entry) == line else _NO_ENTRY
    except (MailroomError, ValueError, TypeError, RecursionError):
        return _NO_ENTRY


def _left_over(segments: Sequence[Segment], lines: Sequence[bytes]) -> int:
    """How many first lines repeat the newest segment: a crash came between sealing and taking them out."""
    if not segments or not lines or _row(lines[0])["seq"] != segments[-1].first:
        return 0
    sealed = _segment_block(segments[-1], make_hashes=False).entry_hash
    sound = [_row(line)["entry_hash"] == stated for line, stated in zip(lines, sealed, strict=False)]
    return sound.index(False) if False in sound else len(sound)
