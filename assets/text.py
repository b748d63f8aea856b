"""Stage text: the op that reads a batch."""

from collections.abc import Iterator
from typing import Any

import dagster as dg

from assets.events import EVALUATED, NEVER_YIELDED, stage_events, summary
from assets.partitions import Batch, doc_ids_of, stage_of
from mailroom_dagster.pipeline.reading import read_documents as read_batch
from mailroom_dagster.pipeline.running import going_on
from mailroom_dagster.pipeline.standing import order_rerun
from resources.mailroom import MailroomResource


@dg.op(
    out={"batch": dg.Out(list), "texts": dg.Out(list), "text": NEVER_YIELDED, "text_text_readable": EVALUATED},
    description="Read each original into pages of text; what cannot be read goes to failed/ with its reason.",
)
def read_documents(context: dg.OpExecutionContext, config: Batch, mailroom: MailroomResource) -> Iterator[Any]:
    """Read the run's documents."""
    room = mailroom.open()
    doc_ids = doc_ids_of(context, config)
    if stage := stage_of(config):
        order_rerun(room, doc_ids, stage, batch=context.run_id)
    outcomes = read_batch(room, doc_ids)
    yield from stage_events(context, room, outcomes)
    yield dg.Output(doc_ids, "batch")
    yield dg.Output(going_on(outcomes), "texts", metadata=summary(outcomes))
