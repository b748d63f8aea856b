"""The catalog: what the mailroom knows of all documents, as Parquet that opens in one line.

Belongs here: adding batches, merging small segments, checking them. Everything in it can be made again from the
records (`catalog.rebuild`), so only the list of segments waits for the disk. A batch becomes visible as a whole
(`catalog.snapshot`).
"""

from __future__ import annotations

import io
import time
from collections.abc import Iterable, Mapping, Sequence

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from mailroom_dagster import crashpoints
from mailroom_dagster.catalog.query import checked_query
from mailroom_dagster.catalog.schemas import TABLES, VERSION, Row, Table
from mailroom_dagster.catalog.snapshot import (
    Segment,
    Snapshot,
    damaged_segments,
    read_snapshot,
    require_whole,
    write_snapshot,
    writing,
)
from mailroom_dagster.catalog.views import connect, merged_rows, segment_paths
from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk

FANOUT = 10  # so many segments of a level are merged into one of the next
GRACE_SECONDS = 3600  # merged segments stay so long for connections that were opened before


class Catalog:
    """The catalog of one home. Safe for several processes: writers wait for each other, readers for nobody."""

    def __init__(self, home: Home, disk: Disk) -> None:
        self.folder = home.catalog
        self.disk = disk
        self._lock = home.control / "catalog.lock"

    def append(self, tables: Mapping[str, Sequence[Row]], read_to: Mapping[str, int] | None = None) -> int:
        """Add a batch of rows (table -> rows) and return its number. All tables change at once.

        A documents row comes with all fields, evidence and decisions of the document: they replace the earlier ones.
        `read_to` moves the marks of growing sources (`catalog.feeds`). Raises ValueError for what no table has.
        """
        self.disk.make_dir(self._lock.parent)
        with writing(self._lock):
            snapshot = read_snapshot(self.folder, self.disk)
            version = snapshot.version + 1
            new = self._write_all(tables, version, level=0)
            crashpoints.reach("catalog.after_segment")
            segments = snapshot.segments | {name: (*snapshot.of(name), segment) for name, segment in new.items()}
            marks = snapshot.read_to | dict(read_to or {})
            write_snapshot(self.folder, Snapshot(version=version, segments=segments, read_to=marks), self.disk)
        return version

    def replace(self, batches: Iterable[Mapping[str, Sequence[Row]]], read_to: Mapping[str, int] | None = None) -> None:
        """Put a new content in place of the whole old one, whatever state that is in. No two batches share a key."""
        self.disk.make_dir(self._lock.parent)
        with writing(self._lock):
            segments: dict[str, tuple[Segment, ...]] = {}
            for tables in batches:
                for name, segment in self._write_all(tables, version=1, level=1).items():
                    segments[name] = (*segments.get(name, ()), segment)
            write_snapshot(self.folder, Snapshot(version=1, segments=segments, read_to=dict(read_to or {})), self.disk)

    @property
    def read_to(self) -> dict[str, int]:
        """How far the growing sources were read. Raises record_corrupt."""
        return read_snapshot(self.folder, self.disk).read_to

    def compact(self) -> dict[str, int]:
        """Merge small segments level by level; returns table -> segments left.

        The cost follows what was added since the last time: large segments are touched once per FANOUT merges.
        """
        self.disk.make_dir(self._lock.parent)
        with writing(self._lock):
            snapshot = read_snapshot(self.folder, self.disk)
            require_whole(self.folder, snapshot, self.disk)
            with connect(self.folder, snapshot) as connection:
                merged = {name: self._merge(connection, snapshot, table) for name, table in TABLES.items()}
            write_snapshot(self.folder, snapshot.model_copy(update={"segments": merged}), self.disk)
            self._sweep(snapshot.files, {segment.file for segments in merged.values() for segment in segments})
        return {name: len(segments) for name, segments in merged.items()}

    def connect(self) -> duckdb.DuckDBPyConnection:
        """A connection over the catalog as it is now, for reading only. Raises record_corrupt."""
        snapshot = read_snapshot(self.folder, self.disk)
        require_whole(self.folder, snapshot, self.disk)
        return connect(self.folder, snapshot)

    def query(self, sql: str) -> pa.Table:
        """Run one reading statement over the catalog as it is now. Raises bad_query, record_corrupt."""
        with self.connect() as connection:
            return checked_query(connection, sql)

    def problems(self) -> list[str]:
        """One sentence a damaged or missing segment; every byte is read. Raises record_corrupt."""
        return [
            f"catalog segment {file} is not what its name says: `mailroom catalog rebuild`"
            for file in damaged_segments(self.folder, read_snapshot(self.folder, self.disk), self.disk)
        ]

    def _merge(self, connection: duckdb.DuckDBPyConnection, snapshot: Snapshot, table: Table) -> tuple[Segment, ...]:
        segments = snapshot.of(table.name)
        group = due_for_merge(segments)
        if not group:
            return segments
        rows = connection.sql(merged_rows(table, segment_paths(self.folder, group))).to_arrow_table()
        merged = self._write(table, rows.cast(table.schema), snapshot.version, max(item.level for item in group) + 1)
        return (*(segment for segment in segments if segment not in group), merged)

    def _write_all(self, tables: Mapping[str, Sequence[Row]], version: int, level: int) -> dict[str, Segment]:
        if strangers := tables.keys() - TABLES.keys():
            raise ValueError(f"no such catalog tables: {', '.join(sorted(strangers))}")
        return {
            name: self._write(TABLES[name], _arrow(TABLES[name], rows, version), version, level)
            for name, rows in tables.items()
            if rows
        }

    def _write(self, table: Table, rows: pa.Table, version: int, level: int) -> Segment:
        buffer = io.BytesIO()
        pq.write_table(rows, buffer, compression="zstd")
        data = buffer.getvalue()
        digest = sha256_bytes(data)
        segment = Segment(
            file=f"{table.name}/{version:08}-{digest}.parquet",
            sha256=digest,
            rows=rows.num_rows,
            bytes=len(data),
            level=level,
        )
        self.disk.make_dir(self.folder / table.name)
        self.disk.write_file(self.folder / segment.file, data, durable=False)
        return segment

    def _sweep(self, before: set[str], after: set[str]) -> None:
        """Remove what was left over an hour ago; start the hour of what is left over now."""
        for file in before - after:
            self.disk.touch(self.folder / file)
        horizon = time.time() - GRACE_SECONDS
        for path in self.disk.glob(self.folder, "*/*.parquet"):
            if str(path.relative_to(self.folder)) not in after and self.disk.modified(path) < horizon:
                self.disk.remove(path)


def due_for_merge(segments: Sequence[Segment]) -> list[Segment]:
    """The segments to merge into one now: all fresh ones, and every full level above them."""
    group: list[Segment] = []
    level, threshold = 0, 2
    while len(found := [segment for segment in segments if segment.level == level]) + bool(group) >= threshold:
        group += found
        level, threshold = level + 1, FANOUT
    return group


def _arrow(table: Table, rows: Sequence[Row], version: int) -> pa.Table:
    known = table.columns.keys()
    if strangers := {name for row in rows for name in row} - known:
        raise ValueError(f"no such columns in {table.name}: {', '.join(sorted(strangers))}")
    last = {tuple(row[name] for name in table.key): {**row, VERSION: version} for row in rows}
    return pa.Table.from_pylist(list(last.values()), schema=table.schema)
