"""What happens by the clock: health, anchoring, upkeep of the catalog, backfills over named corpora."""

from collections.abc import Iterator

import dagster as dg

from assets.jobs import process_documents
from assets.operations import catalog_segments, ledger_head, ops_health
from assets.partitions import documents
from mailroom_dagster.evaluation.datasets import load_datasets_config
from mailroom_dagster.pipeline.batches import plan_batches
from mailroom_dagster.pipeline.corpora import take_in_corpus
from resources.mailroom import MailroomResource
from sensors.requests import keys_of, requests_for, running_batches


def schedules(health_minutes: int) -> list[dg.ScheduleDefinition]:
    """All schedules of the mailroom; those that only look are on, those that act are off until switched on."""
    on = dg.DefaultScheduleStatus.RUNNING
    return [
        dg.ScheduleDefinition(
            name="watch_health",
            target=[ops_health],
            cron_schedule=f"*/{health_minutes} * * * *",
            default_status=on,
            description="Looks after stuck, failed and waiting documents.",
        ),
        dg.ScheduleDefinition(
            name="anchor_ledger",
            target=[ledger_head],
            cron_schedule="17 * * * *",
            description="Signs the ledger's head every hour and hands it to the anchors.",
        ),
        dg.ScheduleDefinition(
            name="compact_catalog",
            target=[catalog_segments],
            cron_schedule="41 3 * * *",
            description="Merges the catalog's segments every night.",
        ),
        pilot_backfill,
    ]


@dg.schedule(
    job=process_documents,
    cron_schedule="0 2 * * 6",
    description="Takes in the documents of the corpora of config/datasets.yaml that are present, and processes them.",
)
def pilot_backfill(
    context: dg.ScheduleEvaluationContext, mailroom: MailroomResource
) -> Iterator[dg.RunRequest | dg.SkipReason]:
    """One run a batch, named in op config: parked documents do not make it look failed."""
    room = mailroom.open()
    for name, config in load_datasets_config().items():
        if config.place.is_dir():
            take_in_corpus(room, name, config.place)
    batches = plan_batches(room, running_batches(context.instance), limit=room.policy.intake.batch_size * 50)
    context.instance.add_dynamic_partitions(documents.name or "", keys_of(batches))
    if not batches:
        yield dg.SkipReason("no corpus has anything new")
    yield from requests_for(context.instance, batches)
