"""deploy/dagster.postgres.yaml on a real PostgreSQL, with the real daemon: several runs at once, everything intact."""

from __future__ import annotations

import shutil
from itertools import pairwise
from pathlib import Path

import dagster as dg
import pytest

from mailroom_dagster.checking import check
from mailroom_dagster.configuration import checkout_dir
from mailroom_dagster.pipeline.mailroom import open_mailroom
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import Stage, State
from mailroom_dagster.records.pending import AT_REST
from tests.daemon import config_with, daemon, over, wait_until
from tests.obedient import claim
from tests.postgres import as_url, postgres_server, postgres_url

__all__ = ["postgres_server", "postgres_url"]
DOCUMENTS, BATCH = 24, 8
POLICY = f"""
executor: in_process
intake: {{poll_seconds: 1, stable_seconds: 0, batch_size: {BATCH}}}
reading: {{workers: 1}}
"""


@pytest.mark.postgres
@pytest.mark.slow
def test_runs_side_by_side_leave_ledger_and_catalog_intact(
    home: Home, tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "instance"
    folder.mkdir()
    shutil.copy(checkout_dir() / "deploy" / "dagster.postgres.yaml", folder / "dagster.yaml")
    environment = {
        "DAGSTER_PG_URL": as_url(postgres_url),
        "DAGSTER_EVENT_BATCH_SIZE": "100",
        "MAILROOM_CONFIG": str(config_with(tmp_path / "config", POLICY)),
        "MAILROOM_LEDGER_POSTGRES": postgres_url,
    }
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    for number in range(DOCUMENTS):
        (home.inbox / f"claim{number}.txt").write_bytes(claim(number))
    with dg.DagsterInstance.from_config(str(folder)) as instance, daemon(home, folder, environment) as process:
        mailroom = open_mailroom(home)

        def at_rest() -> bool:
            manifests = list(mailroom.store.manifests())
            return len(manifests) == DOCUMENTS and all(item.state in AT_REST for item in manifests)

        wait_until(lambda: at_rest() and bool(over(instance)), process)
        runs = [item for item in instance.get_run_records() if item.dagster_run.job_name == "process_documents"]
        assert {item.dagster_run.status for item in runs} == {dg.DagsterRunStatus.SUCCESS}
        assert len(runs) == DOCUMENTS // BATCH
        times = sorted((item.start_time or 0, item.end_time or 0) for item in runs)
        assert any(later[0] < earlier[1] for earlier, later in pairwise(times))
        read = {key[-16:] for key in instance.get_materialized_partitions(dg.AssetKey(Stage.TEXT.value))}
        assert read == {item.doc_id for item in mailroom.store.manifests()}
        archived = {key[-16:] for key in instance.get_materialized_partitions(dg.AssetKey(Stage.ARCHIVE_ENTRY.value))}
        assert archived == {item.doc_id for item in mailroom.store.manifests() if item.state is State.ARCHIVED}
    report = check(home, mailroom.policy.ledger)
    assert report.ok, report.problems
    with mailroom.catalog.connect() as catalog:
        assert catalog.sql("SELECT count(*) FROM documents").fetchall() == [(DOCUMENTS,)]


@pytest.mark.postgres
def test_the_instance_file_means_what_it_says(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAGSTER_PG_URL", as_url(postgres_url))
    shutil.copy(checkout_dir() / "deploy" / "dagster.postgres.yaml", tmp_path / "dagster.yaml")
    with dg.DagsterInstance.from_config(str(tmp_path)) as instance:
        assert type(instance.event_log_storage).__name__ == "PostgresEventLogStorage"
        assert type(instance.run_coordinator).__name__ == "QueuedRunCoordinator"
        assert instance.run_monitoring_enabled
        assert instance.run_monitoring_start_timeout_seconds == 180
        assert instance.get_concurrency_config().run_queue_config.max_concurrent_runs == 4  # type: ignore[union-attr]
        assert instance.get_concurrency_config().pool_config.default_pool_limit == 1
        assert not instance.telemetry_enabled
        assert instance.event_log_storage.supports_global_concurrency_limits
