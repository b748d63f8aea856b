"""What every request works with: the mailroom, the proofs, the limits, the templates, and a way off the event loop."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.questions.model import Answer
from mailroom_dagster.questions.store import QuestionDesk
from mailroom_dagster.records.model import Manifest, PersonDecision
from mailroom_dagster.review.resolving import resolve
from mailroom_dagster.web.auth import Sessions
from mailroom_dagster.web.limits import RateLimit
from mailroom_dagster.wording import sure

P = ParamSpec("P")
T = TypeVar("T")

FOLDER = Path(__file__).resolve().parent
COOKIE = "mailroom_session"


class Desk:
    """The state of one server."""

    def __init__(self, mailroom: Mailroom, token: str | None) -> None:
        self.mailroom = mailroom
        self.token = token
        self.sessions = Sessions()
        self.failures = RateLimit(10, 60)  # wrong tokens
        self.changes = RateLimit(60, 60)  # uploads and decisions
        self.questions = QuestionDesk(mailroom)
        self._resolving = threading.Lock()
        self._asking = threading.Lock()
        self._templates = Environment(
            loader=FileSystemLoader(FOLDER / "templates"),
            autoescape=select_autoescape(default=True),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.filters["sure"] = sure

    def render(self, template: str, **values: object) -> str:
        """A page; everything put into it is escaped."""
        return self._templates.get_template(template).render(values)

    def resolve(self, doc_id: str, decision: PersonDecision) -> Manifest:
        """Decide a document and bring it to rest, one at a time in this process."""
        with self._resolving:
            return resolve(self.mailroom, doc_id, decision)

    def ask(self, question: str, *, matter: str | None, document: str | None, asked_by: str) -> Answer:
        """Answer a question over the documents as they are now, one at a time in this process."""
        with self._asking:
            self.questions.archive.refresh()
            return self.questions.ask(question, matter=matter, document=document, asked_by=asked_by)


def desk_of(request: Request) -> Desk:
    """The desk of the application that a request came to."""
    desk: Desk = request.app.state.desk
    return desk


def client_of(request: Request) -> str:
    """The address a request came from."""
    return request.client.host if request.client else ""


async def off_loop(function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
    """Run what reads disks, databases or pages in a thread, so that the server goes on answering."""
    return await run_in_threadpool(function, *arguments, **named)
