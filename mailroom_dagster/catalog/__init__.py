"""The catalog as others use it: `catalog.open()` for a notebook, `Catalog` for the pipeline."""

from __future__ import annotations

from pathlib import Path

import duckdb

from mailroom_dagster.catalog.store import Catalog
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import open_disk

__all__ = ["Catalog", "open"]


def open(home: str | Path | None = None) -> duckdb.DuckDBPyConnection:
    """A DuckDB connection over a home's catalog as it is now, for reading (default: MAILROOM_HOME, else ./var).

    Tables: documents, fields, evidence, decisions, calls, matters, arrivals. Open again to see what came since.
    """
    place = Home.at(home) if home else Home.from_environment()
    return Catalog(place, open_disk(place)).connect()
