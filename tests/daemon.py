"""A real Dagster daemon for tests and benchmarks: its own process group on a home and an instance, gone afterwards."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import dagster as dg

from mailroom_dagster.configuration import config_dir
from mailroom_dagster.records.home import Home

PATIENCE_SECONDS = 600  # for a busy machine; a sound run takes a small part of it
LOOK_SECONDS = 0.25


def config_with(folder: Path, policy: str) -> Path:
    """A configuration folder like the real one, but for its policy."""
    folder.mkdir()
    for item in config_dir().iterdir():
        if item.name != "policy.yaml":
            (folder / item.name).symlink_to(item)
    (folder / "policy.yaml").write_text(policy, encoding="utf-8")
    return folder


@contextmanager
def daemon(home: Home, instance_folder: Path, environment: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """`dagster-daemon run` on the mailroom's definitions; its words go to daemon.log beside the instance."""
    settings = os.environ | {"MAILROOM_HOME": str(home.root), "DAGSTER_HOME": str(instance_folder), **environment}
    command = [sys.executable, "-W", "ignore", "-m", "dagster._daemon", "run", "-m", "mailroom_dagster.definitions"]
    with (instance_folder / "daemon.log").open("ab") as log:
        process = subprocess.Popen(
            command, env=settings, cwd=instance_folder, stdout=log, stderr=log, start_new_session=True
        )
        try:
            yield process
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def wait_until(done: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    """Look until it is done. Raises TimeoutError, or RuntimeError when the daemon has died."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not done():
        if process.poll() is not None:
            raise RuntimeError("the daemon has died")
        if time.monotonic() > deadline:
            raise TimeoutError("not done in time")
        time.sleep(LOOK_SECONDS)


def over(instance: dg.DagsterInstance) -> list[dg.DagsterRunStatus]:
    """The status of every run; empty while one is not over, or none was asked for."""
    statuses = [run.status for run in instance.get_runs()]
    ended = (dg.DagsterRunStatus.SUCCESS, dg.DagsterRunStatus.FAILURE, dg.DagsterRunStatus.CANCELED)
    return statuses if all(status in ended for status in statuses) else []
