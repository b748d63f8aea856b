"""Stage archive_entry: filing, and the end of the batch in the catalog."""

from collections.abc import Iterator
from typing import Any

import dagster as dg

from assets.events import EVALUATED, NEVER_YIELDED, stage_events
from mailroom_dagster.pipeline import archiving
from mailroom_dagster.pipeline.publishing import publish
from mailroom_dagster.pipeline.running import going_on
from resources.mailroom import MailroomResource


@dg.op(
    out={"archive_entry": NEVER_YIELDED, "archive_entry_archive_intact": EVALUATED},
    description="File each reported document under matter and class, after comparing its bytes; publish the batch.",
)
def archive_documents(
    context: dg.OpExecutionContext, batch: list[str], reported: list[str], mailroom: MailroomResource
) -> Iterator[Any]:
    """Archive what was reported; parked and failed documents of the batch get their catalog rows too."""
    room = mailroom.open()
    outcomes = archiving.archive_documents(room, reported)
    yield from stage_events(context, room, outcomes)
    publish(room, batch)
    context.log.info(f"{len(going_on(outcomes))} of the {len(batch)} documents of this batch are archived")
