"""One reading statement over a connection: what may be asked, and how a wrong question is answered.

Does not belong here: what a connection may reach (`catalog.views` locks it to the segments).
"""

from __future__ import annotations

import duckdb
import pyarrow as pa

from mailroom_dagster.errors import ErrorCode, MailroomError

READING = {duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN}


def checked_query(connection: duckdb.DuckDBPyConnection, sql: str) -> pa.Table:
    """Run exactly one SELECT (or DESCRIBE, SHOW, EXPLAIN). Raises bad_query for everything else."""
    try:
        statements = connection.extract_statements(sql)
    except duckdb.Error as error:
        raise _bad_query(error) from error
    if len(statements) != 1 or statements[0].type not in READING:
        raise MailroomError(
            ErrorCode.BAD_QUERY, "the catalog answers one reading statement at a time", why="not a SELECT"
        )
    try:
        return connection.sql(statements[0].query).to_arrow_table()
    except duckdb.Error as error:
        raise _bad_query(error) from error


def _bad_query(error: duckdb.Error) -> MailroomError:
    """Say DuckDB's first line; a conversion error may quote a stored value, so only its kind is said."""
    spoken = isinstance(error, duckdb.ParserException | duckdb.BinderException | duckdb.CatalogException)
    why = str(error).split("\n", 1)[0] if spoken else f"DuckDB says {type(error).__name__}"
    return MailroomError(ErrorCode.BAD_QUERY, "the query does not run", why=why)
