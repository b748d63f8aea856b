"""The inbox sensor: claims stable files and asks for one run a batch. The rescan is the truth, no cursor is kept."""

import dagster as dg

from assets.jobs import process_documents
from assets.partitions import documents
from mailroom_dagster.operations.pausing import pause_of
from mailroom_dagster.pipeline.batches import plan_batches
from mailroom_dagster.pipeline.publishing import publish
from resources.mailroom import MailroomResource
from sensors.requests import keys_of, requests_for, running_batches


def inbox_sensor(poll_seconds: int) -> dg.SensorDefinition:
    """Every `poll_seconds`: claim, add partition keys, request runs."""

    @dg.sensor(
        name="inbox_sensor",
        job=process_documents,
        minimum_interval_seconds=poll_seconds,
        default_status=dg.DefaultSensorStatus.RUNNING,
        description="Claims stable files from the inbox and asks for one run a batch of documents.",
    )
    def sensor(context: dg.SensorEvaluationContext, mailroom: MailroomResource) -> dg.SensorResult | dg.SkipReason:
        room = mailroom.open()
        if pause := pause_of(room.home):
            return dg.SkipReason(f"intake is paused by {pause.actor} until {pause.expires_at}: {pause.reason}")
        claimed, refused = room.intake.claim_inbox(room.policy.intake.keys_per_request)
        for item in refused:
            context.log.warning(f"{item.error.code}: {item.error.message}")
        publish(room, [item.doc_id for item in claimed if item.duplicate])
        batches = plan_batches(room, running_batches(context.instance), room.policy.intake.keys_per_request)
        if not batches:
            return dg.SkipReason(f"nothing to do; {len(claimed)} claimed, {len(refused)} refused")
        return dg.SensorResult(
            run_requests=list(requests_for(context.instance, batches)),
            dynamic_partitions_requests=[documents.build_add_request(keys_of(batches))],
        )

    return sensor
