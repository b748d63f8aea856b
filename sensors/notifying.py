"""Telling somebody that a run failed: in the log always, by webhook when MAILROOM_WEBHOOK names one."""

import logging
import os

import dagster as dg
import httpx

log = logging.getLogger("mailroom.runs")
TIMEOUT_SECONDS = 5


@dg.run_failure_sensor(
    default_status=dg.DefaultSensorStatus.RUNNING, description="Tells the log and the webhook about failed runs."
)
def run_failure_notifier(context: dg.RunFailureSensorContext) -> None:
    """Ids and the job's name only: never document text."""
    run = context.dagster_run
    log.error("run %s of %s failed", run.run_id, run.job_name)
    if url := os.environ.get("MAILROOM_WEBHOOK"):
        try:
            httpx.post(
                url, json={"run_id": run.run_id, "job": run.job_name, "status": "failed"}, timeout=TIMEOUT_SECONDS
            )
        except httpx.HTTPError as error:
            log.warning("the webhook did not take the message: %s", type(error).__name__)
