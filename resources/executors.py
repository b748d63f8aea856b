"""Where the steps of a run are executed, as `executor` in config/policy.yaml names it.

in_process is the quick one. celery hands steps to workers on any machine that shares the home; it needs the extra
`celery` and the address of a broker that is its result store, too, such as redis://host:6379/0.
"""

from __future__ import annotations

import dagster as dg

CELERY_BROKER = "MAILROOM_CELERY_BROKER"


def executor_named(name: str) -> dg.ExecutorDefinition:
    """in_process, multiprocess or celery; the broker's address is read when a run starts."""
    if name == "celery":
        from dagster_celery import celery_executor  # an optional extra

        address = {"env": CELERY_BROKER}
        return celery_executor.configured({"broker": address, "backend": address}, name="celery")
    return dg.in_process_executor if name == "in_process" else dg.multiprocess_executor
