"""Runs whose process is gone: marked failed, so that their documents are asked for again."""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Mapping

import dagster as dg

from sensors.requests import UNFINISHED

HOST_TAG = "mailroom/host"
PID_TAG = "mailroom/pid"
LAUNCHER_TAG = ".dagster/grpc_info"  # set by Dagster's default launcher: where the run's process was started
START_SECONDS = 180  # a run of this host that has no process by then never will have one


@dg.sensor(
    name="stuck_run_sensor",
    minimum_interval_seconds=30,
    default_status=dg.DefaultSensorStatus.RUNNING,
    description="Marks runs whose process died as failed; the inbox sensor asks for their documents again.",
)
def stuck_run_sensor(context: dg.SensorEvaluationContext) -> dg.SkipReason:
    """Look at every unfinished run."""
    return dg.SkipReason(f"{sweep(context.instance)} stuck runs marked failed")


def sweep(instance: dg.DagsterInstance) -> int:
    """Mark the unfinished runs whose process is gone as failed; returns how many."""
    records = instance.get_run_records(filters=dg.RunsFilter(statuses=UNFINISHED))
    dead = [
        item.dagster_run for item in records if is_dead(instance, item.dagster_run, item.update_timestamp.timestamp())
    ]
    for run in dead:
        instance.report_run_failed(run, "the run's process is gone")
    return len(dead)


def process_tags() -> dict[str, str]:
    """Tags by which a run that this process executes is found again."""
    return {HOST_TAG: socket.gethostname(), PID_TAG: str(os.getpid())}


def is_dead(instance: dg.DagsterInstance, run: dg.DagsterRun, since: float) -> bool:
    """Whether a run's process, on this host, is gone. What other hosts run is left to them and to Dagster.

    `since` is when the run came into its status, in Unix seconds: a run may have waited in the queue for hours before.
    """
    if not _is_ours(run.tags):
        return False
    if pid := run.tags.get(PID_TAG):  # the run is that process's from its first moment on
        return not _alive(int(pid))
    if run.status in (dg.DagsterRunStatus.QUEUED, dg.DagsterRunStatus.NOT_STARTED):
        return False
    pid = _started_as(instance, run.run_id)
    return not _alive(int(pid)) if pid else time.time() - since > START_SECONDS


def _is_ours(tags: Mapping[str, str]) -> bool:
    if HOST_TAG in tags:
        return tags[HOST_TAG] == socket.gethostname()
    launcher = json.loads(tags.get(LAUNCHER_TAG, "{}"))
    return "socket" in launcher or launcher.get("host") in ("localhost", "127.0.0.1")


def _started_as(instance: dg.DagsterInstance, run_id: str) -> str | None:
    """The process id that Dagster's default launcher noted when the run's process came up."""
    for entry in instance.all_logs(run_id, of_type=dg.DagsterEventType.ENGINE_EVENT):
        event = entry.dagster_event
        if event and (pid := event.engine_event_data.metadata.get("pid")):
            return str(pid.value)
    return None


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return not _is_zombie(pid)


def _is_zombie(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:  # noqa: PTH123
            return file.read().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return False
