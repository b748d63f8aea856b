"""Stage verdict: the adjudication lane for doubtful documents, then the verdicts of all."""

from collections.abc import Iterator
from typing import Any

import dagster as dg

from assets.events import EVALUATED, NEVER_YIELDED, stage_events, summary
from mailroom_dagster.pipeline import adjudicating, deciding
from mailroom_dagster.pipeline.adjudicating import Case
from mailroom_dagster.pipeline.running import going_on
from resources.mailroom import MailroomResource


@dg.op(description="Judge, arbiter, another extraction, boss: as far as the routing tables lead, for one document.")
def adjudicate(context: dg.OpExecutionContext, doc_id: str, mailroom: MailroomResource) -> Case:
    """Every opinion is in this step's log and metadata."""
    case = adjudicating.adjudicate(mailroom.open(), doc_id)
    for decision in case.decisions:
        context.log.info(f"{decision.gate}: {decision.rule} -> {decision.to} ({decision.reason})")
    opinions = {
        name: answer.model_dump(mode="json")
        for name, answer in (("judge", case.judgement), ("arbiter", case.arbitration), ("boss", case.adjudication))
        if answer
    }
    context.add_output_metadata({"opinions": opinions, "route": case.route})
    return case


@dg.op(
    out={"decided": dg.Out(list), "verdict": NEVER_YIELDED, "verdict_verdict_accepts": EVALUATED},
    description="Write the verdict on each extraction, or park the document for a person.",
)
def settle_verdicts(
    context: dg.OpExecutionContext, clear: list[str], adjudicated: list[Case], mailroom: MailroomResource
) -> Iterator[Any]:
    """Verdicts of the whole batch."""
    room = mailroom.open()
    outcomes = deciding.settle_verdicts(room, clear, adjudicated)
    yield from stage_events(context, room, outcomes)
    yield dg.Output(going_on(outcomes), "decided", metadata=summary(outcomes))
