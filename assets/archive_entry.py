"""Stage archive_entry: filing, and the end of the batch in the catalog."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import dagster as dg

from assets.events import NEVER_YIELDED, stage_events, summary
from mailroom_dagster.pipeline import archiving
from mailroom_dagster.pipeline.publishing import publish
from mailroom_dagster.pipeline.running import going_on
from resources.mailroom import MailroomResource


@dg.op(
    out={"archived": dg.Out(list), "archive_entry": NEVER_YIELDED, "archive_entry_archive_intact": NEVER_YIELDED},
    description="File each reported document under matter and class, after comparing its bytes.",
)
def archive_documents(reported: list[str], mailroom: MailroomResource) -> Iterator[Any]:
    """Archive the batch."""
    room = mailroom.open()
    outcomes = archiving.archive_documents(room, reported)
    yield from stage_events(room, outcomes)
    yield dg.Output(going_on(outcomes), "archived", metadata=summary(outcomes))


@dg.op(out={"published": dg.Out(int)}, description="Write the batch's rows to the catalog and clear the queue.")
def publish_catalog(batch: list[str], archived: list[str], mailroom: MailroomResource) -> Iterator[Any]:
    """Parked and failed documents get their rows too."""
    publish(mailroom.open(), batch)
    yield dg.Output(len(batch), "published", metadata={"documents": len(batch), "archived": len(archived)})
