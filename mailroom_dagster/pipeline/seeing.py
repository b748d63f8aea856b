"""Pages that neither text layer nor OCR could give, read by a model that sees, where the configuration names one.

Belongs here: asking for each page and keeping what it cost. Does not belong here: which pages, and their place in the
text (`reading.vision`). A page that the model cannot give stays unread, and a person looks at it.
"""

from __future__ import annotations

from dataclasses import dataclass

from mailroom_dagster.agents.asking import ask
from mailroom_dagster.agents.contracts import Role, TranscribeTask
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.pipeline.bins import source_path
from mailroom_dagster.pipeline.each import traced
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.providers.base import CallSummary
from mailroom_dagster.reading.model import PageSource, Reading
from mailroom_dagster.reading.vision import fill_unread
from mailroom_dagster.records.model import Manifest


@dataclass(frozen=True)
class Seen:
    """A reading, and who transcribed pages of it, if anybody did."""

    reading: Reading
    provider: str | None = None
    model: str | None = None
    calls: tuple[CallSummary, ...] = ()


def see_unread(mailroom: Mailroom, manifest: Manifest, reading: Reading) -> Seen | MailroomError:
    """The reading with its unread pages transcribed; the error when the budget is spent."""
    unread = any(page.source is PageSource.UNREAD for page in reading.document.pages)
    if not unread or not mailroom.provider.sees_images:
        return Seen(reading)
    calls: list[CallSummary] = []

    def transcribe(page: int, image: bytes) -> str:
        task = TranscribeTask(doc_id=manifest.doc_id, page=page, image=image)
        asked = ask(mailroom.provider, task, mailroom.policy.routing.transient_retries)
        calls.extend(asked.reply.calls if asked.reply else ())
        return asked.reply.answer.text if asked.reply else ""

    original, policy = source_path(mailroom, manifest), mailroom.policy.reading
    try:
        with traced(mailroom, "transcribe-pages", manifest.doc_id), mailroom.disk.local(original) as source:
            filled = fill_unread(source, reading, transcribe, policy, mailroom.readers.page_images)
    except MailroomError as error:
        return error if error.code is ErrorCode.BUDGET_SPENT else Seen(reading)
    identity = mailroom.provider.identity(Role.TRANSCRIBER)
    return Seen(filled, identity.provider, identity.model, tuple(calls))
