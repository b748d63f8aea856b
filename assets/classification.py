"""Stage classification: first pass in bulk, second opinions as a lane of their own, then the records."""

from collections.abc import Iterator
from typing import Any

import dagster as dg

from assets.events import EVALUATED, NEVER_YIELDED, stage_events, summary
from mailroom_dagster.pipeline import sorting
from mailroom_dagster.pipeline.running import going_on
from mailroom_dagster.pipeline.sorting import Sorted
from resources.mailroom import MailroomResource


@dg.op(
    out={"settled": dg.Out(list), "uncertain": dg.DynamicOut(Sorted)},
    description="Sort every document; only the uncertain ones fan out to the second opinion.",
)
def sort_documents(texts: list[str], mailroom: MailroomResource) -> Iterator[Any]:
    """First pass over the batch."""
    items = sorting.sort_documents(mailroom.open(), texts)
    for item in items:
        if item.uncertain:
            yield dg.DynamicOutput(item, mapping_key=item.doc_id, output_name="uncertain")
    yield dg.Output([item for item in items if not item.uncertain], "settled")


@dg.op(description="Another prompt, then a blind reviewer, for one uncertain document.")
def second_opinion(context: dg.OpExecutionContext, item: Sorted, mailroom: MailroomResource) -> Sorted:
    """Both opinions and the verdict are in this step's log and metadata."""
    result = sorting.second_opinion(mailroom.open(), item)
    if result.sorting:
        for name, opinion in result.sorting.opinions.items():
            context.log.info(f"{name}: {opinion.doc_class}, confidence {opinion.confidence}")
        for decision in result.sorting.decisions:
            context.log.info(f"{decision.gate}: {decision.rule} -> {decision.to} ({decision.reason})")
        opinions = {name: opinion.model_dump(mode="json") for name, opinion in result.sorting.opinions.items()}
        verdict = {"doc_class": result.sorting.doc_class, "decided_by": result.sorting.decided_by}
        context.add_output_metadata({"opinions": opinions, "verdict": verdict, "route": result.sorting.route})
    return result


@dg.op(
    out={
        "accepted": dg.Out(list),
        "classification": NEVER_YIELDED,
        "classification_classification_confident": EVALUATED,
    },
    description="Write the class of each document, or park it for a person with both opinions.",
)
def settle_classifications(
    context: dg.OpExecutionContext, settled: list[Sorted], reviewed: list[Sorted], mailroom: MailroomResource
) -> Iterator[Any]:
    """Records and states of the whole batch."""
    room = mailroom.open()
    outcomes = sorting.settle_classifications(room, [*settled, *reviewed])
    yield from stage_events(context, room, outcomes)
    yield dg.Output(going_on(outcomes), "accepted", metadata=summary(outcomes))
