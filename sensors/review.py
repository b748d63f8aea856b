"""The review sensor: carries out decisions that were taken but not brought into effect, and asks for their runs."""

import dagster as dg

from assets.jobs import process_documents
from mailroom_dagster.review.decisions import carry_out, undone
from resources.mailroom import MailroomResource


@dg.sensor(
    job=process_documents,
    minimum_interval_seconds=15,
    default_status=dg.DefaultSensorStatus.RUNNING,
    description="Carries out reviewers' decisions; the inbox sensor then asks for the run that goes on.",
)
def review_decision_sensor(context: dg.SensorEvaluationContext, mailroom: MailroomResource) -> dg.SkipReason:
    """Mends what a kill between decision and effect left."""
    room = mailroom.open()
    done = [carry_out(room, doc_id).file_name for doc_id in undone(room)]
    return dg.SkipReason(f"{len(done)} decisions carried out")
