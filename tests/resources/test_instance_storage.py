"""Dagster's SQLite files in a process that loads the definitions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import dagster as dg
import pytest
from sqlalchemy import create_engine

from resources.instance_storage import MOST_KEPT, _kept, install


@pytest.fixture
def storage(tmp_path: Path) -> Any:
    install()
    with dg.DagsterInstance.local_temp(str(tmp_path)) as instance:
        yield instance.event_log_storage


def test_a_commit_does_not_wait_and_the_log_stays_open_between_connections(storage: Any) -> None:
    for _ in range(2):
        with storage.index_connection() as connection:
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 1  # NORMAL
    assert Path(f"{storage.path_for_shard('index')}-wal").exists()


def test_the_files_of_old_runs_are_let_go(storage: Any) -> None:
    for number in range(MOST_KEPT + 3):
        with storage.run_connection(f"run{number}"):
            pass
    assert len(_kept) == MOST_KEPT
    assert not Path(f"{storage.path_for_shard('run0')}-wal").exists()
    assert Path(f"{storage.path_for_shard(f'run{MOST_KEPT + 2}')}-wal").exists()


def test_files_that_have_no_log_of_their_own_wait_as_before(tmp_path: Path, storage: Any) -> None:
    with create_engine(f"sqlite:///{tmp_path}/plain.db").connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
