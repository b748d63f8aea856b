"""Sealed segments: Parquet files `<first>-<last>.parquet` that never change again, readable by DuckDB.

Belongs here: writing and finding them, and looking entries up. Does not belong here: when to seal, what makes a chain.
Each segment carries the Merkle frontier at its end, so that a new checkpoint does not hash the whole ledger again.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.ledger.columns import entries_of, table_of
from mailroom_dagster.ledger.merkle import Frontier
from mailroom_dagster.ledger.model import EMPTY_HEAD, LedgerEntry, LedgerHead
from mailroom_dagster.storage import Disk

_NAME = re.compile(r"(\d{12})-(\d{12})\.parquet")
_FRONTIER = b"mailroom.frontier"


@dataclass(frozen=True)
class Segment:
    """One sealed file and the seq range it holds."""

    path: Path
    first: int
    last: int

    def read(self, columns: Sequence[str] | None = None) -> pa.Table:
        """Its entries as a table. Raises ledger_broken."""
        try:
            return pq.read_table(self.path, columns=columns, page_checksum_verification=True)
        except (OSError, ValueError, pa.ArrowException) as error:
            raise MailroomError(ErrorCode.LEDGER_BROKEN, "a segment cannot be read", where=self.path.name) from error

    def head(self) -> LedgerHead:
        """Its last entry. Raises ledger_broken."""
        return LedgerHead(seq=self.last, entry_hash=self.read(["entry_hash"])["entry_hash"][-1].as_py())

    def frontier(self) -> Frontier:
        """The Merkle frontier that it states for its end. Raises ledger_broken."""
        try:
            stated = json.loads(pq.read_schema(self.path).metadata[_FRONTIER])
            return Frontier(self.last, [bytes.fromhex(node) for node in stated])
        except (OSError, ValueError, KeyError, TypeError, pa.ArrowException) as error:
            raise MailroomError(ErrorCode.LEDGER_BROKEN, "a segment cannot be read", where=self.path.name) from error


class Segments:
    """All sealed segments of one ledger."""

    def __init__(self, folder: Path, disk: Disk) -> None:
        self.folder = folder / "segments"
        self._disk = disk

    def all(self) -> list[Segment]:
        """The segments there are now, oldest first."""
        if not self.folder.is_dir():
            return []
        names = sorted(path for path in self.folder.iterdir() if _NAME.fullmatch(path.name))
        return [Segment(path, int(path.name[:12]), int(path.name[13:25])) for path in names]

    def head(self) -> LedgerHead:
        """The newest sealed entry. Raises ledger_broken."""
        found = self.all()
        return found[-1].head() if found else EMPTY_HEAD

    def write(self, first: int, lines: Sequence[bytes]) -> Segment:
        """Seal stored lines: write, sync, read again and compare. Raises ledger_broken when what is read differs."""
        before = self.all()
        frontier = before[-1].frontier() if before else Frontier()
        table = table_of(lines)
        frontier.extend(map(bytes.fromhex, table["entry_hash"].to_pylist()))
        last = first + len(lines) - 1
        segment = Segment(self.folder / f"{first:012}-{last:012}.parquet", first, last)
        self._disk.make_dir(self.folder, durable=True)
        self._disk.write_file(segment.path, _parquet(table, frontier), durable=True)
        if not segment.read().equals(table):
            self._disk.remove(segment.path)
            raise MailroomError(ErrorCode.LEDGER_BROKEN, "a sealed segment reads differently", where=segment.path.name)
        return segment

    def sync(self, segment: Segment) -> None:
        """Wait until a segment that somebody else wrote is on the disk."""
        self._disk.sync_file(segment.path)
        self._disk.sync_dir(self.folder)


def sealed_entries(segments: Sequence[Segment], doc_id: str | None = None, after_seq: int = 0) -> Iterator[LedgerEntry]:
    """The entries of these segments by seq, of one document when named. Raises ledger_broken."""
    for segment in segments:
        if segment.last > after_seq and (doc_id is None or doc_id in _doc_ids(segment)):
            table = segment.read()
            wanted = pc.greater(table["seq"], after_seq)
            if doc_id is not None:
                wanted = pc.and_(wanted, pc.equal(table["doc_id"], doc_id))
            yield from entries_of(table.filter(wanted))


def find_keys(segments: Sequence[Segment], doc_id: str) -> Iterator[tuple[str, str]]:
    """(event_id, entry_hash) of every entry of a document in these segments, oldest first. Raises ledger_broken."""
    for segment in segments:
        if doc_id in _doc_ids(segment):
            yield from _keys(segment).get(doc_id, ())


def _parquet(table: pa.Table, frontier: Frontier) -> bytes:
    sink = io.BytesIO()
    stated = json.dumps([node.hex() for node in frontier.nodes])
    pq.write_table(
        table.replace_schema_metadata({_FRONTIER: stated}), sink, compression="zstd", write_page_checksum=True
    )
    return sink.getvalue()


@lru_cache(maxsize=4096)
def _doc_ids(segment: Segment) -> frozenset[str]:
    return frozenset(pc.unique(segment.read(["doc_id"])["doc_id"]).to_pylist())


@lru_cache(maxsize=4)
def _keys(segment: Segment) -> dict[str, list[tuple[str, str]]]:
    """By document: (event_id, entry_hash) of its entries in this segment."""
    names = ["doc_id", "event_id", "entry_hash"]
    table = segment.read(names)
    found: dict[str, list[tuple[str, str]]] = {}
    for doc_id, event_id, entry_hash in zip(*(table[name].to_pylist() for name in names), strict=True):
        found.setdefault(doc_id, []).append((event_id, entry_hash))
    return found
