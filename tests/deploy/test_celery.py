"""Celery with Redis: two workers share the steps of two runs at once, and everything is intact afterwards."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import dagster as dg
import pytest
import yaml

from assets.partitions import DOCUMENTS, batch_config
from mailroom_dagster.checking import check
from mailroom_dagster.configuration import checkout_dir
from mailroom_dagster.pipeline.mailroom import open_mailroom
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import Stage
from mailroom_dagster.records.pending import AT_REST
from tests.daemon import config_with, wait_until
from tests.obedient import claim, drop

POLICY = "executor: celery\nreading: {workers: 1}\n"
BIN = Path(sys.executable).parent
WORKER = ("worker", "start", "-A", "dagster_celery.app", "-y", checkout_dir() / "deploy" / "celery.yaml")
JOB = ("job", "execute", "-m", "mailroom_dagster.definitions", "-j", "process_documents")


@contextmanager
def started(command: list[object], environment: Mapping[str, str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process group of its own that is gone afterwards."""
    with log.open("wb") as words:
        process = subprocess.Popen(
            [str(part) for part in command], env=os.environ | environment, cwd=checkout_dir(), stdout=words,
            stderr=words, start_new_session=True,
        )  # fmt: skip
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):  # it may have ended
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.mark.slow
def test_two_workers_share_the_steps_of_runs_side_by_side(home: Home, tmp_path: Path) -> None:
    pytest.importorskip("dagster_celery", reason="the extra `celery` is not installed")
    if not (redis := shutil.which("redis-server")):
        pytest.skip("Redis is not installed: apt-get install redis-server")
    instance_folder = tmp_path / "instance"
    instance_folder.mkdir()
    socket = tmp_path / "redis.sock"
    environment = {
        "MAILROOM_HOME": str(home.root),
        "DAGSTER_HOME": str(instance_folder),
        "MAILROOM_CONFIG": str(config_with(tmp_path / "config", POLICY)),
        "MAILROOM_CELERY_BROKER": f"redis+socket://{socket}",
        "PYTHONWARNINGS": "ignore",
        "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
    }
    mailroom = open_mailroom(home)
    ids = list(drop(mailroom, tmp_path / "in", **{f"claim{number}": claim(number) for number in range(4)}).values())
    with ExitStack() as stack, dg.DagsterInstance.from_config(str(instance_folder)) as instance:
        instance.add_dynamic_partitions(DOCUMENTS, [mailroom.store.manifest(doc_id).partition_key for doc_id in ids])
        server = [redis, "--port", "0", "--unixsocket", socket, "--save", "", "--dir", tmp_path]
        stack.enter_context(started(server, {}, tmp_path / "redis.log"))
        for name in ("one", "two"):
            command = [BIN / "dagster-celery", *WORKER, "-n", name, "--", "-P", "solo"]
            worker = stack.enter_context(started(command, environment, tmp_path / f"{name}.log"))
            wait_until(lambda name=name: b" ready." in (tmp_path / f"{name}.log").read_bytes(), worker)  # type: ignore[misc]
        runs = []
        for name, share in (("first", ids[:2]), ("second", ids[2:])):
            (tmp_path / f"{name}.yaml").write_text(yaml.safe_dump(batch_config(share)), encoding="utf-8")
            command = [BIN / "dagster", *JOB, "-c", tmp_path / f"{name}.yaml"]
            runs.append(stack.enter_context(started(command, environment, tmp_path / f"{name}.log")))
        assert [run.wait() for run in runs] == [0, 0]
        records = instance.get_runs()
        assert [record.status for record in records] == [dg.DagsterRunStatus.SUCCESS] * 2
        assert len(set().union(*(workers_of(instance, record.run_id) for record in records))) == 2
        read = instance.get_materialized_partitions(dg.AssetKey(Stage.TEXT.value))
        assert {key[-16:] for key in read} == set(ids)
    assert all(mailroom.store.manifest(doc_id).state in AT_REST for doc_id in ids)
    assert check(home).ok


def workers_of(instance: dg.DagsterInstance, run_id: str) -> set[str]:
    """The names of the workers that say they execute a step."""
    events = [entry.get_dagster_event() for entry in instance.all_logs(run_id) if entry.is_dagster_event]
    told = [event.engine_event_data.metadata for event in events if event.is_engine_event]
    return {str(metadata["Celery worker"].value) for metadata in told if "Celery worker" in metadata}
