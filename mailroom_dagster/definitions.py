"""The code location: everything Dagster loads, built by a function so that tests can hand in their own resources."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import dagster as dg

from assets.documents import document_pipeline
from assets.evaluation import evaluation_assets, evaluation_jobs, evaluation_schedules
from assets.jobs import JOBS
from assets.models import MODEL_ASSETS, MODEL_JOBS
from assets.operations import OPERATIONS_ASSETS
from assets.questions import QUESTION_ASSETS, QUESTION_JOBS
from assets.review import resolve_review
from mailroom_dagster.policy import load_policy
from resources.executors import executor_named
from resources.instance_storage import install
from resources.mailroom import MailroomResource
from sensors.inbox import inbox_sensor
from sensors.notifying import run_failure_notifier
from sensors.retiring import retire_keys_sensor
from sensors.review import review_decision_sensor
from sensors.runs import stuck_run_sensor
from sensors.schedules import schedules


def build_defs(*, resources: Mapping[str, Any] | None = None) -> dg.Definitions:
    """All definitions, with the executor that the policy names. Raises bad_config."""
    install()
    policy = load_policy()
    standard: dict[str, Any] = {"mailroom": MailroomResource()}
    if policy.executor == "in_process":
        standard["io_manager"] = dg.mem_io_manager
    return dg.Definitions(
        assets=[document_pipeline(), *evaluation_assets(), *MODEL_ASSETS, *OPERATIONS_ASSETS, *QUESTION_ASSETS],
        jobs=[*JOBS, resolve_review, *evaluation_jobs(), *MODEL_JOBS, *QUESTION_JOBS],
        sensors=[
            inbox_sensor(policy.intake.poll_seconds),
            review_decision_sensor,
            stuck_run_sensor,
            retire_keys_sensor,
            run_failure_notifier,
        ],
        schedules=[*schedules(policy.operations.interval_minutes), *evaluation_schedules()],
        executor=executor_named(policy.executor),
        resources=standard | dict(resources or {}),
    )


@dg.definitions
def defs() -> dg.Definitions:
    """What `dagster` loads."""
    return build_defs()
