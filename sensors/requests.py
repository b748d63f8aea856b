"""Run requests for batches of documents, the same for every sensor."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import dagster as dg

from assets.partitions import BATCH_TAG, batch_config, documents
from mailroom_dagster.pipeline.batches import Batch

UNFINISHED = [
    dg.DagsterRunStatus.QUEUED,
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
    dg.DagsterRunStatus.CANCELING,
]


def running_batches(instance: dg.DagsterInstance) -> Callable[[str], bool]:
    """Whether a batch, named by its key or by its run's id, has a run that is not over, as of now."""
    runs = instance.get_runs(filters=dg.RunsFilter(statuses=UNFINISHED))
    keys = {run.tags.get(BATCH_TAG) for run in runs} | {run.run_id for run in runs}
    return lambda batch: batch in keys


def requests_for(batches: Sequence[Batch]) -> Iterator[dg.RunRequest]:
    """One run a batch, named in op config; `run_key` dedupes it for ever."""
    for batch in batches:
        yield dg.RunRequest(
            run_key=batch.key,
            job_name="process_documents",
            run_config=batch_config(batch.doc_ids),
            tags={BATCH_TAG: batch.key, "mailroom/documents": str(len(batch.doc_ids))},
        )


def new_keys(instance: dg.DagsterInstance, batches: Sequence[Batch]) -> list[str]:
    """Partition keys of the batches that Dagster does not know yet."""
    asked = [key for batch in batches for key in batch.partition_keys]
    return [key for key in asked if not instance.has_dynamic_partition(documents.name or "", key)]
