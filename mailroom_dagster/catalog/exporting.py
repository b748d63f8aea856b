"""The catalog as files for other programs: one file a table, or one DuckDB database with real tables.

Belongs here: copies for people to take away. The catalog itself stays the segments.
"""

from __future__ import annotations

from pathlib import Path

import duckdb
import pyarrow.csv
import pyarrow.parquet as pq

from mailroom_dagster.catalog.schemas import TABLES
from mailroom_dagster.catalog.store import Catalog
from mailroom_dagster.errors import ErrorCode, MailroomError

NAMES = (*TABLES, "matters")
_CELLS = {"list": "to_json({0})", "varchar": r"regexp_replace({0}, '^[=+@\t\r-]', '''\0')"}
FORMATS = ("parquet", "csv", "duckdb")


def export(catalog: Catalog, target: Path, form: str) -> list[Path]:
    """Write every table below the folder `target` as it is now; returns the files. Existing files are replaced.

    Raises bad_request for an unknown form, home_unwritable, record_corrupt.
    """
    if form not in FORMATS:
        raise MailroomError(ErrorCode.BAD_REQUEST, f"no such format {form!r}", why=f"known are {', '.join(FORMATS)}")
    try:
        target.mkdir(parents=True, exist_ok=True)
        with catalog.connect() as connection:
            if form == "duckdb":
                return [_database(connection, target / "catalog.duckdb")]
            return [_file(connection, name, target / f"{name}.{form}") for name in NAMES]
    except OSError as error:
        raise MailroomError(ErrorCode.HOME_UNWRITABLE, "the export cannot be written", where=str(target)) from error


def _file(connection: duckdb.DuckDBPyConnection, name: str, path: Path) -> Path:
    rows = connection.table(name).to_arrow_table()
    temp = path.with_name(f".{path.name}.tmp")
    if path.suffix == ".csv":
        pyarrow.csv.write_csv(connection.sql(f"FROM {name}").project(_flat(connection, name)).to_arrow_table(), temp)
    else:
        pq.write_table(rows, temp, compression="zstd")
    temp.replace(path)
    return path


def _flat(connection: duckdb.DuckDBPyConnection, name: str) -> str:
    """Columns for CSV: lists, which it lacks, become JSON; words that a spreadsheet would compute get an apostrophe."""
    relation = connection.table(name)
    kinds = zip(relation.columns, relation.types, strict=True)
    return ", ".join(f"{_CELLS.get(kind.id, '{0}').format(column)} AS {column}" for column, kind in kinds)


def _database(connection: duckdb.DuckDBPyConnection, path: Path) -> Path:
    temp = path.with_name(f".{path.name}.tmp")
    temp.unlink(missing_ok=True)
    with duckdb.connect(str(temp)) as database:
        for name in NAMES:
            rows = connection.table(name).to_arrow_table()  # noqa: F841 (DuckDB finds it by its name)
            database.execute(f"CREATE TABLE {name} AS FROM rows")
    temp.replace(path)
    return path
