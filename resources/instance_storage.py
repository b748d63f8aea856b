"""Dagster's SQLite files, used without a wait for the disk at every event.

Dagster opens a connection for every statement. Closing the last one to a file makes SQLite copy its log into the file
and wait for the disk, twice an event. Here: a connection to each file is kept open, and commits do not wait. A power
cut can so take the newest lines of Dagster's run log, which tells about the mailroom and is not its memory: originals,
records, ledger and catalog wait for the disk by themselves (`docs/adr/0005`).
"""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from typing import Any

from sqlalchemy import Engine, event

MOST_KEPT = 8  # files: the index, runs and schedules, and the newest runs' own

_kept: OrderedDict[str, sqlite3.Connection] = OrderedDict()
_lock = threading.Lock()


def install() -> None:
    """Do so for every connection that SQLAlchemy makes in this process; again is fine."""
    if not event.contains(Engine, "connect", _connected):
        event.listen(Engine, "connect", _connected)


def _connected(connection: Any, record: object) -> None:
    if not isinstance(connection, sqlite3.Connection):
        return
    _, _, path = connection.execute("PRAGMA database_list").fetchone()
    if path and connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
        connection.execute("PRAGMA synchronous = NORMAL")
        _keep(path)


def _keep(path: str) -> None:
    with _lock:
        if path not in _kept:
            _kept[path] = sqlite3.connect(path, check_same_thread=False)
            _kept[path].execute("SELECT count(*) FROM sqlite_master").fetchone()  # so that the file is really opened
        _kept.move_to_end(path)
        if len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)[1].close()
