"""The whole ledger as one SQL relation for DuckDB: sealed segments and the growing part together.

Belongs here: the statement. Does not belong here: connections. SQL checks no hash: that is what `verify` does.
"""

from __future__ import annotations

from mailroom_dagster.ledger.columns import JSON_COLUMNS, SCHEMA
from mailroom_dagster.ledger.segments import Segments
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk


def ledger_sql(home: Home) -> str:
    """A SELECT over all entries in files, JSON columns as JSON; what stands in PostgreSQL is not part of it."""
    segments = Segments(home.ledger, Disk()).all()
    active = home.ledger / "active.jsonl"
    sources = []
    if segments:
        sources.append(f"read_parquet([{', '.join(_quoted(str(segment.path)) for segment in segments)}])")
    if active.exists() and active.stat().st_size:
        kinds = ", ".join(f"{name}: '{_kind(name)}'" for name in SCHEMA.names)
        lines = (
            f"read_json({_quoted(str(active))}, format='newline_delimited', ignore_errors=true, columns={{{kinds}}})"
        )
        sealed_to = segments[-1].last if segments else 0
        sources.append(f"{lines} WHERE seq > {sealed_to}")  # a crash can leave sealed lines there, and half a line
    return " UNION ALL ".join(f"SELECT {_columns()} FROM {source}" for source in sources) or _NOTHING  # noqa: S608


def _columns() -> str:
    return ", ".join(f"{name}::JSON AS {name}" if name in JSON_COLUMNS else name for name in SCHEMA.names)


def _kind(name: str) -> str:
    if name in JSON_COLUMNS:
        return "JSON"
    return "BIGINT" if name == "seq" else "VARCHAR"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


_NOTHING = f"SELECT {', '.join(f'NULL::{_kind(name)} AS {name}' for name in SCHEMA.names)} WHERE false"
