"""The growing part of the ledger in PostgreSQL, for mailrooms on several machines: one table, one advisory lock.

Belongs here: the part that `active` keeps in a file, with the same promises. Segments, keys and heads stay files in the
shared home. One schema holds one ledger: the primary key lets no two writers enter the same seq.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg2  # type: ignore[import-untyped]
import psycopg2.errors  # type: ignore[import-untyped]
from psycopg2.extras import execute_values  # type: ignore[import-untyped]

from mailroom_dagster.crashpoints import reach
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.ledger.active import News

_TABLE = "CREATE TABLE IF NOT EXISTS mailroom_ledger (seq bigint PRIMARY KEY, line bytea NOT NULL)"
_INSERT = "INSERT INTO mailroom_ledger (seq, line) VALUES %s"
_LOCK_KEY = 0x6D61696C726F6F6D  # "mailroom"


class ActiveTable:
    """The growing part as a table. Sealed entries have left it."""

    def __init__(self, url: str, wait_seconds: float) -> None:
        self._url = url
        self._wait_seconds = wait_seconds
        self._connection: Any = None
        self._first = b""  # the first line, by which a replaced part is told
        self._last_seq = 0

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Shut out every other writer on every machine. Raises ledger_busy."""
        with self._cursor() as cursor:
            cursor.execute("SET lock_timeout = %s", (int(self._wait_seconds * 1000),))
            cursor.execute("SELECT pg_advisory_lock(%s)", (_LOCK_KEY,))
        try:
            yield
        finally:
            if self._connection is not None:
                with self._cursor() as cursor:
                    cursor.execute("SELECT pg_advisory_unlock(%s)", (_LOCK_KEY,))

    def news(self) -> News:
        """The lines since the last call; call it under the lock."""
        with self._cursor() as cursor:
            cursor.execute("SELECT line FROM mailroom_ledger ORDER BY seq LIMIT 1")
            row = cursor.fetchone()
            first = bytes(row[0]) if row else b""
            restarted = not first or first != self._first
            after = 0 if restarted else self._last_seq
            cursor.execute("SELECT seq, line FROM mailroom_ledger WHERE seq > %s ORDER BY seq", (after,))
            rows = [(seq, bytes(line)) for seq, line in cursor.fetchall()]
        self._first, self._last_seq = first, rows[-1][0] if rows else after
        return News([line for _, line in rows], restarted)

    def append(self, first_seq: int, lines: list[bytes]) -> None:
        """Add lines from `first_seq` on in one transaction, which waits for the disk."""
        with self._cursor() as cursor:
            execute_values(cursor, _INSERT, _rows(first_seq, lines))
            reach("ledger.after_write")
        reach("ledger.after_fsync")
        self._first = self._first or lines[0]
        self._last_seq = first_seq + len(lines) - 1

    def replace(self, first_seq: int, lines: list[bytes]) -> None:
        """Put `lines` in the place of the whole part."""
        with self._cursor() as cursor:
            cursor.execute("DELETE FROM mailroom_ledger")
            if lines:
                execute_values(cursor, _INSERT, _rows(first_seq, lines))
        self._first, self._last_seq = lines[0] if lines else b"", first_seq + len(lines) - 1

    def sync(self) -> None:
        """Nothing to wait for: what another writer committed is on its disk."""

    def cut_torn(self) -> None:
        """Nothing is ever torn here."""

    def forget(self) -> None:
        """Let the next news() begin anew, over a new connection."""
        self._first, self._last_seq = b"", 0
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def snapshot(self) -> News:
        """All lines as they are now; needs no lock."""
        with self._cursor() as cursor:
            cursor.execute("SELECT line FROM mailroom_ledger ORDER BY seq")
            return News([bytes(line) for (line,) in cursor.fetchall()], restarted=True)

    @contextmanager
    def _cursor(self) -> Iterator[Any]:
        """A cursor in a transaction of its own."""
        try:
            if self._connection is None:
                self._connection = psycopg2.connect(self._url)
                with self._connection, self._connection.cursor() as cursor:
                    cursor.execute(_TABLE)
            with self._connection, self._connection.cursor() as cursor:
                yield cursor
        except psycopg2.errors.LockNotAvailable as error:
            raise MailroomError(ErrorCode.LEDGER_BUSY, "another machine holds the ledger") from error
        except psycopg2.Error as error:
            self._connection = None
            raise MailroomError(
                ErrorCode.LEDGER_BUSY, "the ledger's database cannot be used", why=type(error).__name__
            ) from error


def _rows(first_seq: int, lines: list[bytes]) -> list[tuple[int, bytes]]:
    return list(enumerate(lines, start=first_seq))
