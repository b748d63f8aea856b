"""The partition keys of documents archived long ago: taken out of Dagster, so that the set of live keys stays small."""

from datetime import UTC, datetime
from itertools import islice

import dagster as dg

from assets.partitions import doc_id_of_key, documents
from mailroom_dagster.operations.retiring import retirable
from resources.mailroom import MailroomResource

INTERVAL_SECONDS = 300


@dg.sensor(
    name="retire_keys_sensor",
    minimum_interval_seconds=INTERVAL_SECONDS,
    default_status=dg.DefaultSensorStatus.RUNNING,
    description="Takes the keys of long archived documents out of Dagster; records, catalog and ledger keep them.",
)
def retire_keys_sensor(
    context: dg.SensorEvaluationContext, mailroom: MailroomResource
) -> dg.SensorResult | dg.SkipReason:
    """At most `intake.keys_per_request` keys a tick, the oldest first."""
    room = mailroom.open()
    days = room.policy.intake.retire_after_days
    if days is None:
        return dg.SkipReason("keys are kept: intake.retire_after_days is not set")
    live = {doc_id_of_key(key): key for key in context.instance.get_dynamic_partitions(documents.name or "")}
    now = datetime.now(UTC).replace(tzinfo=None)
    due = (live[doc_id] for doc_id in retirable(room, now) if doc_id in live)
    keys = list(islice(due, room.policy.intake.keys_per_request))
    if not keys:
        return dg.SkipReason(f"none of {len(live)} keys belongs to a document archived for {days} days")
    return dg.SensorResult(dynamic_partitions_requests=[documents.build_delete_request(keys)])
