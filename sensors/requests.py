"""Run requests for batches of documents, the same for every sensor."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

import dagster as dg

from assets.partitions import BATCH_TAG, batch_config
from mailroom_dagster.pipeline.batches import Batch

UNFINISHED = [
    dg.DagsterRunStatus.QUEUED,
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
    dg.DagsterRunStatus.CANCELING,
]
AGAIN_SECONDS = 5  # doubled with every run of the same batch that died before it counted an attempt
LONGEST_SECONDS = 600


def running_batches(instance: dg.DagsterInstance) -> Callable[[str], bool]:
    """Whether a batch, named by its key or by its run's id, has a run that is not over, as of now."""
    runs = instance.get_runs(filters=dg.RunsFilter(statuses=UNFINISHED))
    keys = {run.tags.get(BATCH_TAG) for run in runs} | {run.run_id for run in runs}
    return lambda batch: batch in keys


def requests_for(instance: dg.DagsterInstance, batches: Sequence[Batch]) -> Iterator[dg.RunRequest]:
    """One run a batch, named in op config. `run_key` dedupes it for ever, but for runs of the batch that are over."""
    for batch in batches:
        over = instance.get_run_records(filters=dg.RunsFilter(tags={BATCH_TAG: batch.key}))
        if over and time.time() < _again_at(over):
            continue
        yield dg.RunRequest(
            run_key=f"{batch.key}-{len(over)}" if over else batch.key,
            job_name="process_documents",
            run_config=batch_config(batch.doc_ids),
            tags={BATCH_TAG: batch.key, "mailroom/documents": str(len(batch.doc_ids))},
        )


def _again_at(over: Sequence[dg.RunRecord]) -> float:
    """When a batch may be asked for again whose runs all died before they counted an attempt, in Unix seconds."""
    pause = min(LONGEST_SECONDS, AGAIN_SECONDS << len(over))
    return pause + max(record.update_timestamp.timestamp() for record in over)


def keys_of(batches: Sequence[Batch]) -> list[str]:
    """The partition keys of the batches; Dagster passes over those that it knows."""
    return [key for batch in batches for key in batch.partition_keys]
