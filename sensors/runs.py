"""Runs whose process is gone: marked failed, so that their documents are asked for again."""

import os
import socket
import time

import dagster as dg

from sensors.requests import UNFINISHED

HOST_TAG = "mailroom/host"
PID_TAG = "mailroom/pid"
START_SECONDS = 180  # a run that has not started by then has no process


@dg.sensor(
    name="stuck_run_sensor",
    minimum_interval_seconds=30,
    default_status=dg.DefaultSensorStatus.RUNNING,
    description="Marks runs whose process died as failed; the inbox sensor asks for their documents again.",
)
def stuck_run_sensor(context: dg.SensorEvaluationContext) -> dg.SkipReason:
    """Look at every unfinished run."""
    swept = 0
    for record in context.instance.get_run_records(filters=dg.RunsFilter(statuses=UNFINISHED)):
        if is_dead(record.dagster_run, record.create_timestamp.timestamp()):
            context.instance.report_run_failed(record.dagster_run, "the run's process is gone")
            swept += 1
    return dg.SkipReason(f"{swept} stuck runs marked failed")


def process_tags() -> dict[str, str]:
    """Tags by which a run's process is found again."""
    return {HOST_TAG: socket.gethostname(), PID_TAG: str(os.getpid())}


def is_dead(run: dg.DagsterRun, created: float) -> bool:
    """Whether a run's process, on this host, is gone. Runs of other hosts are left to their own sweeper."""
    host, pid = run.tags.get(HOST_TAG), run.tags.get(PID_TAG)
    if host is None or pid is None:
        waiting = run.status in (dg.DagsterRunStatus.QUEUED, dg.DagsterRunStatus.NOT_STARTED)
        return not waiting and time.time() - created > START_SECONDS
    return host == socket.gethostname() and not _alive(int(pid))


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
