"""Stage extraction: fields for the whole batch; what the gate doubts fans out to adjudication."""

from collections.abc import Iterator
from typing import Any

import dagster as dg

from assets.events import EVALUATED, NEVER_YIELDED, stage_events, summary
from mailroom_dagster.pipeline import extracting
from resources.mailroom import MailroomResource


@dg.op(
    out={
        "clear": dg.Out(list),
        "doubtful": dg.DynamicOut(str),
        "extraction": NEVER_YIELDED,
        "extraction_extraction_valid": EVALUATED,
        "extraction_extraction_grounded": EVALUATED,
    },
    description="Extract the class's fields with evidence for every value.",
)
def extract_documents(context: dg.OpExecutionContext, accepted: list[str], mailroom: MailroomResource) -> Iterator[Any]:
    """Extraction of the batch."""
    room = mailroom.open()
    outcomes = extracting.extract_documents(room, accepted)
    yield from stage_events(context, room, outcomes)
    extracted = [outcome for outcome in outcomes if outcome.goes_on]
    for outcome in extracted:
        if extracting.doubtful(outcome):
            yield dg.DynamicOutput(outcome.doc_id, mapping_key=outcome.doc_id, output_name="doubtful")
    clear = [outcome.doc_id for outcome in extracted if not extracting.doubtful(outcome)]
    yield dg.Output(clear, "clear", metadata=summary(outcomes))
