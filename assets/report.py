"""Stage report: one for people and one for machines, of every accepted document."""

from collections.abc import Iterator
from typing import Any

import dagster as dg

from assets.events import NEVER_YIELDED, stage_events, summary
from mailroom_dagster.pipeline import reporting
from mailroom_dagster.pipeline.running import going_on
from resources.mailroom import MailroomResource


@dg.op(
    out={"reported": dg.Out(list), "report": NEVER_YIELDED},
    description="Build the report in Markdown and JSON from the records.",
)
def write_reports(context: dg.OpExecutionContext, decided: list[str], mailroom: MailroomResource) -> Iterator[Any]:
    """Reports of the batch."""
    room = mailroom.open()
    outcomes = reporting.write_reports(room, decided)
    yield from stage_events(context, room, outcomes)
    yield dg.Output(going_on(outcomes), "reported", metadata=summary(outcomes))
