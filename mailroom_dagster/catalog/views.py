"""DuckDB over the segments: the views that analysts query, locked so that nothing but these files can be read.

Belongs here: SQL over Parquet. The views show the newest row a key; the parts of a document (fields, evidence,
decisions) are those that its newest row was written with.
"""

# ruff: noqa: S608 (every name in this SQL comes from our own schemas, every path from our own snapshot)
from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import duckdb

from mailroom_dagster.catalog.schemas import DOCUMENTS, MATTERS_VIEW, TABLES, VERSION, Table
from mailroom_dagster.catalog.snapshot import Segment, Snapshot

SEGMENTS = "segments"  # the schema that holds every row ever written and not yet merged away


def connect(folder: Path, snapshot: Snapshot) -> duckdb.DuckDBPyConnection:
    """A connection of its own, in memory, with a view a table. It may read the segments and no other file."""
    connection = duckdb.connect(":memory:")
    connection.execute(f"CREATE SCHEMA {SEGMENTS}")
    for table in TABLES.values():
        connection.execute(_all_rows(connection, table, segment_paths(folder, snapshot.of(table.name))))
        connection.execute(f"CREATE VIEW {table.name} AS {_newest_rows(table)}")
    connection.execute(f"CREATE VIEW matters AS {MATTERS_VIEW}")
    paths = [path for table in TABLES.values() for path in segment_paths(folder, snapshot.of(table.name))]
    connection.execute(f"SET allowed_paths = {_listed(paths)}")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")
    return connection


def segment_paths(folder: Path, segments: Iterable[Segment]) -> list[str]:
    """Their files as DuckDB wants them."""
    return [str(folder / segment.file) for segment in segments]


def merged_rows(table: Table, paths: list[str]) -> str:
    """SQL for the rows of some segments without those that a newer row has replaced, in the order of the key."""
    key = ", ".join(table.key)
    rows = f"({_rows(table, paths)})"
    if not table.part:
        return f"SELECT * FROM {rows} QUALIFY {VERSION} = max({VERSION}) OVER (PARTITION BY {key}) ORDER BY {key}"
    newer = f"SELECT 1 FROM {SEGMENTS}.documents AS d WHERE d.doc_id = r.doc_id AND d.{VERSION} > r.{VERSION}"
    return f"SELECT * FROM {rows} AS r WHERE NOT EXISTS ({newer}) ORDER BY {key}"


def _all_rows(connection: duckdb.DuckDBPyConnection, table: Table, paths: list[str]) -> str:
    empty = table.schema.empty_table()  # noqa: F841 (DuckDB finds it by its name)
    connection.execute(f"CREATE TABLE {_layout(table)} AS FROM empty")
    return f"CREATE VIEW {SEGMENTS}.{table.name} AS {_rows(table, paths)}"


def _rows(table: Table, paths: list[str]) -> str:
    """Every row of some files. The empty layout table keeps columns and types, whatever the files have."""
    union = f"UNION ALL BY NAME FROM read_parquet({_listed(paths)}, union_by_name = true)" if paths else ""
    return f"SELECT {_columns(table)} FROM (FROM {_layout(table)} {union})"


def _layout(table: Table) -> str:
    return f"{SEGMENTS}.{table.name}_layout"


def _newest_rows(table: Table) -> str:
    owner, key = (DOCUMENTS, DOCUMENTS.key) if table.part else (table, table.key)
    listed = ", ".join(key)
    newest = f"SELECT {listed}, max({VERSION}) AS {VERSION} FROM {SEGMENTS}.{owner.name} GROUP BY {listed}"
    return f"SELECT * EXCLUDE ({VERSION}) FROM {SEGMENTS}.{table.name} SEMI JOIN ({newest}) USING ({listed}, {VERSION})"


def _columns(table: Table) -> str:
    return ", ".join(table.schema.names)


def _listed(paths: list[str]) -> str:
    quoted = ", ".join("'" + path.replace("'", "''") + "'" for path in paths)
    return f"[{quoted}]"
