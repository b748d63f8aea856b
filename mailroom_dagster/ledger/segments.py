"""Sealed segments: Parquet files `<first>-<last>.parquet` that never change again, readable by DuckDB.

Belongs here: their columns, writing, and looking entries up. Does not belong here: when to seal, what makes a chain.
An entry's canonical bytes are made again from its columns, so columns and hashed bytes cannot disagree.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import canonical_json
from mailroom_dagster.ledger.canonical import JSON_COLUMNS, KEYS
from mailroom_dagster.ledger.model import GENESIS, LedgerEntry, LedgerHead
from mailroom_dagster.storage import Disk

SCHEMA = pa.schema(
    [
        pa.field(key, pa.int64() if key == "seq" else pa.string(), nullable=False)
        for key in sorted((*KEYS, "entry_hash"))
    ]
)
_NAME = re.compile(r"(\d{12})-(\d{12})\.parquet")


@dataclass(frozen=True)
class Segment:
    """One sealed file and the seq range it holds."""

    path: Path
    first: int
    last: int


class Segments:
    """All sealed segments of one ledger, oldest first."""

    def __init__(self, folder: Path, disk: Disk) -> None:
        self.folder = folder / "segments"
        self._disk = disk

    def all(self) -> list[Segment]:
        """The segments there are now."""
        if not self.folder.is_dir():
            return []
        names = sorted(path for path in self.folder.iterdir() if _NAME.fullmatch(path.name))
        return [Segment(path, int(path.name[:12]), int(path.name[13:25])) for path in names]

    def head(self) -> LedgerHead:
        """The newest sealed entry. Raises ledger_broken."""
        found = self.all()
        if not found:
            return LedgerHead(seq=0, entry_hash=GENESIS)
        columns = _read(found[-1].path, ["seq", "entry_hash"])
        return LedgerHead(seq=columns["seq"][-1].as_py(), entry_hash=columns["entry_hash"][-1].as_py())

    def write(self, entries: Sequence[LedgerEntry]) -> Segment:
        """Seal entries: write, sync, read again and compare. Raises ledger_broken when what is read differs."""
        first, last = entries[0].seq, entries[-1].seq
        path = self.folder / f"{first:012}-{last:012}.parquet"
        self._disk.make_dir(self.folder)
        self._disk.write_file(path, _parquet(entries), durable=True)
        if list(read_entries(path)) != list(entries):
            raise MailroomError(ErrorCode.LEDGER_BROKEN, "a sealed segment reads differently", where=path.name)
        return Segment(path, first, last)

    def find(self, doc_id: str) -> Iterator[tuple[str, str]]:
        """(event_id, entry_hash) of every sealed entry of a document, oldest first."""
        for segment in self.all():
            if doc_id in _doc_ids(segment.path):
                yield from _keys(segment.path).get(doc_id, ())

    def entries(self, doc_id: str | None = None, after_seq: int = 0) -> Iterator[LedgerEntry]:
        """Sealed entries by seq, of one document when named."""
        for segment in self.all():
            if segment.last > after_seq and (doc_id is None or doc_id in _doc_ids(segment.path)):
                yield from read_entries(segment.path, doc_id, after_seq)


def read_entries(path: Path, doc_id: str | None = None, after_seq: int = 0) -> Iterator[LedgerEntry]:
    """The entries of one segment. Raises ledger_broken when the file cannot be read."""
    table = _read(path)
    wanted = pc.greater(table["seq"], after_seq)
    if doc_id is not None:
        wanted = pc.and_(wanted, pc.equal(table["doc_id"], doc_id))
    for batch in table.filter(wanted).to_batches(max_chunksize=2000):
        for row in batch.to_pylist():
            yield LedgerEntry(**_decoded(row))


def _read(path: Path, columns: list[str] | None = None) -> pa.Table:
    try:
        return pq.read_table(path, columns=columns)
    except (OSError, ValueError, pa.ArrowException) as error:
        raise MailroomError(ErrorCode.LEDGER_BROKEN, "a sealed segment cannot be read", where=path.name) from error


def _parquet(entries: Sequence[LedgerEntry]) -> bytes:
    rows = [_encoded(entry) for entry in entries]
    sink = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(rows, schema=SCHEMA), sink, compression="zstd")
    return sink.getvalue()


def _encoded(entry: LedgerEntry) -> dict[str, Any]:
    return {**vars(entry), **{name: canonical_json(getattr(entry, name)).decode() for name in JSON_COLUMNS}}


def _decoded(row: dict[str, Any]) -> dict[str, Any]:
    return {**row, **{name: json.loads(row[name]) for name in JSON_COLUMNS}}


@lru_cache(maxsize=4096)
def _doc_ids(path: Path) -> frozenset[str]:
    return frozenset(pc.unique(_read(path, ["doc_id"])["doc_id"]).to_pylist())


@lru_cache(maxsize=4)
def _keys(path: Path) -> dict[str, list[tuple[str, str]]]:
    """By document: (event_id, entry_hash) of its entries in this segment."""
    table = _read(path, ["doc_id", "event_id", "entry_hash"])
    found: dict[str, list[tuple[str, str]]] = {}
    for doc_id, *key in zip(*(table[name].to_pylist() for name in ("doc_id", "event_id", "entry_hash")), strict=True):
        found.setdefault(doc_id, []).append((key[0], key[1]))
    return found
