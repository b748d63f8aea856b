"""Questions to the archive: the page that asks, and the kept answer with citations that open at their place.

Belongs here: requests, answers, and what the page is made of. Does not belong here: finding and judging (`questions`).
A question is answered from the documents of its scope only; the ledger says who asked.
"""

from __future__ import annotations

import re
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.questions.model import Answer
from mailroom_dagster.web.answers import STATUS
from mailroom_dagster.web.desk import Desk, desk_of, off_loop
from mailroom_dagster.web.pages import form_of, limit_changes, page_of, remember, reviewer_of

_QUESTION_ID = re.compile(r"[0-9a-f]{16,64}")
_LONGEST = {"question": 1000, "reviewer": 100, "matter": 200, "document": 200}


async def asking(request: Request) -> Response:
    """The empty form, with the scope that the address names."""
    asked = request.query_params
    return _page(request, {name: asked.get(name, "") for name in ("matter", "document")})


async def ask(request: Request) -> Response:
    """Answer a question and go to its kept answer."""
    desk = desk_of(request)
    given = await form_of(request)
    limit_changes(desk, request)
    try:
        answer = await off_loop(_ask, desk, given)
    except MailroomError as error:
        return _page(request, given, message=error.message, status=STATUS.get(error.code, 500))
    return remember(RedirectResponse(f"/questions/{answer.question_id}", 303), given["reviewer"].strip())


async def answer(request: Request) -> Response:
    """The latest answer kept of a question."""
    question_id = request.path_params["question_id"]
    kept = await off_loop(desk_of(request).questions.kept, question_id) if _QUESTION_ID.fullmatch(question_id) else None
    if kept is None:
        raise MailroomError(ErrorCode.UNKNOWN_DOCUMENT, "no such question was asked", next_step="ask it")
    asked = kept.decomposition
    given = {"question": asked.question, "matter": asked.scope.matter or "", "document": asked.scope.document or ""}
    return _page(request, given, answer=kept)


def _ask(desk: Desk, given: dict[str, str]) -> Answer:
    words = {name: given.get(name, "").strip() for name in _LONGEST}
    for name, most in _LONGEST.items():
        if len(words[name]) > most:
            raise MailroomError(ErrorCode.BAD_REQUEST, f"the {name} is longer than {most} characters")
    if not words["reviewer"]:
        raise MailroomError(ErrorCode.REVIEW_INVALID, "a question needs the name of who asks")
    scope = {name: words[name] or None for name in ("matter", "document")}
    return desk.ask(words["question"], asked_by=f"person:{words['reviewer']}", **scope)


def _page(
    request: Request, given: dict[str, str], answer: Answer | None = None, message: str = "", status: int = 200
) -> Response:
    values: dict[str, Any] = {name: given.get(name, "") for name in ("question", "matter", "document")}
    reviewer = given.get("reviewer") or reviewer_of(request)
    return page_of(
        request, "questions.html", status=status, answer=answer, message=message, reviewer=reviewer, **values
    )
