"""Dagster from the command line: the instance of a home, and the document job run in this process.

Dagster is imported only where it is needed, so that other commands start at once.
"""

from __future__ import annotations

import logging
import os
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk

if TYPE_CHECKING:
    import dagster as dg

INSTANCE_YAML = """# The Dagster instance of this home. Everything lies below this folder.
telemetry: {enabled: false}
nux: {enabled: false}
run_coordinator:
  module: dagster.core.run_coordinator
  class: QueuedRunCoordinator
  config: {max_concurrent_runs: 2, dequeue_interval_seconds: 1}
"""


def dagster_home(home: Home) -> Path:
    """The instance folder of a home, made once before anything starts side by side."""
    folder = home.root / "dagster"
    folder.mkdir(parents=True, exist_ok=True)
    settings = folder / "dagster.yaml"
    if not settings.exists():
        with suppress(FileExistsError):  # another process made it first
            Disk().create_file(settings, INSTANCE_YAML.encode())
    return folder


def open_instance(home: Home) -> dg.DagsterInstance:
    """The Dagster instance of a home; its databases are made here, before others may race for it.

    Raises bad_config for settings that are no YAML or that Dagster does not know.
    """
    quiet_dagster()
    import dagster as dg
    import yaml
    from dagster import _check as check

    os.environ["DAGSTER_HOME"] = str(dagster_home(home))
    try:
        return dg.DagsterInstance.get()
    except (UnicodeDecodeError, yaml.YAMLError, dg.DagsterInvalidConfigError, check.CheckError) as error:
        raise MailroomError(
            ErrorCode.BAD_CONFIG, "the settings of the home's Dagster instance cannot be used",
            where="dagster/dagster.yaml", why=type(error).__name__,
            next_step="mend the file, or delete it: it is made again",
        ) from error  # fmt: skip


def quiet_dagster() -> None:
    """Dagster's previews and chatter are not for the user of the command line."""
    warnings.filterwarnings("ignore", module="dagster")
    warnings.filterwarnings("ignore", message=".*(preview|beta|supersed).*")
    logging.getLogger("dagster").setLevel(logging.CRITICAL)


def running_in(home: Home) -> Callable[[str], bool]:
    """Whether a batch has a run of this home's instance that is not over and whose process lives."""
    if not (home.root / "dagster").is_dir():
        return lambda batch: False
    with open_instance(home) as instance:
        from sensors.requests import running_batches
        from sensors.runs import sweep

        sweep(instance)
        return running_batches(instance)


@contextmanager
def latest_runs(home: Home, limit: int = 8) -> Iterator[Callable[[], list[dict[str, Any]]]]:
    """A way to ask for the newest runs of a home's instance, which stays open meanwhile; none without an instance."""
    if not (home.root / "dagster").is_dir():
        yield list
        return
    with open_instance(home) as instance:
        yield lambda: [_run_view(item) for item in instance.get_run_records(limit=limit)]


def _run_view(record: Any) -> dict[str, Any]:
    run, seconds = record.dagster_run, None
    if record.start_time:
        seconds = round((record.end_time or time.time()) - record.start_time, 1)
    return {
        "run_id": run.run_id,
        "job": run.job_name,
        "status": run.status.value.lower(),
        "documents": int(run.tags["mailroom/documents"]) if "mailroom/documents" in run.tags else None,
        "created_at": record.create_timestamp.isoformat(timespec="seconds"),
        "seconds": seconds,
    }


def run_documents(mailroom: Mailroom, doc_ids: Sequence[str], batch: str, from_stage: str = "") -> None:
    """Run the document job over these documents in this process. Raises what the run raised."""
    quiet_dagster()
    from assets.partitions import BATCH_TAG, DOCUMENTS, batch_config
    from mailroom_dagster.definitions import build_defs
    from resources.mailroom import MailroomResource
    from sensors.runs import process_tags

    definitions = build_defs(resources={"mailroom": MailroomResource.around(mailroom)})
    job = definitions.resolve_job_def("reprocess_documents" if from_stage else "process_documents")
    config: dict[str, Any] = batch_config(doc_ids, from_stage)
    config["loggers"] = {"console": {"config": {"log_level": "CRITICAL"}}}
    with open_instance(mailroom.home) as instance:
        instance.add_dynamic_partitions(
            DOCUMENTS, [mailroom.store.manifest(doc_id).partition_key for doc_id in doc_ids]
        )
        job.execute_in_process(instance=instance, run_config=config, tags={BATCH_TAG: batch, **process_tags()})
