"""A real PostgreSQL for tests: a cluster of its own on a Unix socket and loopback, gone afterwards.

PostgreSQL refuses to run as root, so as root it runs as the user postgres. Tests that use `postgres_url` get an empty
database each; they are skipped, loudly, where PostgreSQL is not installed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg2
import pytest


def _programs() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).parent if on_path else None


def _run(*command: object) -> None:
    as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    subprocess.run([*as_user, *map(str, command)], check=True, capture_output=True, cwd="/")


@contextmanager
def cluster(*, fsync: bool = False) -> Iterator[str]:
    """The connection string of a running cluster, without a database. Raises LookupError when there is no program."""
    programs = _programs()
    if programs is None:
        raise LookupError("PostgreSQL is not installed: apt-get install postgresql")
    folder = Path(tempfile.mkdtemp(prefix="mailroom-pg-"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
    data = folder / "data"
    try:
        _run(programs / "initdb", "-D", data, "-U", "mailroom", "-A", "trust", "--no-sync", "-E", "UTF8")
        options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync={'on' if fsync else 'off'}"
        _run(programs / "pg_ctl", "-D", data, "-w", "-o", options, "-l", folder / "log", "start")
        try:
            yield f"host={folder} user=mailroom"
        finally:
            _run(programs / "pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def create_database(server: str) -> str:
    """The connection string of a new empty database."""
    name = f"test_{uuid.uuid4().hex[:12]}"
    connection = psycopg2.connect(f"{server} dbname=postgres")
    connection.autocommit = True
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
    connection.close()
    return f"{server} dbname={name}"


def as_url(connection: str) -> str:
    """The same connection string as a URL, as SQLAlchemy wants it."""
    parts = dict(part.split("=", 1) for part in connection.split())
    return f"postgresql://{parts['user']}@/{parts['dbname']}?host={parts['host']}"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The connection string of a running cluster, without a database."""
    if _programs() is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    with cluster() as server:
        yield server


@pytest.fixture
def postgres_url(postgres_server: str) -> str:
    """The connection string of an empty database."""
    return create_database(postgres_server)
