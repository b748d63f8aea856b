"""Failures as answers: one status for each error code, a JSON body for programs, a page for people, never a traceback.

Does not belong here: deciding what is an error.
"""

from __future__ import annotations

from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.web.desk import Desk, desk_of

STATUS = {
    ErrorCode.BAD_REQUEST: 400,
    ErrorCode.NOT_ALLOWED: 401,
    ErrorCode.UNKNOWN_DOCUMENT: 404,
    ErrorCode.AMBIGUOUS_DOCUMENT: 409,
    ErrorCode.WRONG_STATE: 409,
    ErrorCode.REVIEW_CONFLICT: 409,
    ErrorCode.TOO_LARGE: 413,
    ErrorCode.REVIEW_INVALID: 422,
    ErrorCode.UNSUPPORTED_TYPE: 422,
    ErrorCode.EMPTY: 422,
    ErrorCode.OUTSIDE_HOME: 422,
    ErrorCode.TOO_MANY_REQUESTS: 429,
    ErrorCode.LEDGER_BUSY: 503,
    ErrorCode.DISK_FULL: 503,
    ErrorCode.OBJECTS_UNAVAILABLE: 503,
}
_CODES = {
    400: (ErrorCode.BAD_REQUEST, "see /api for what can be asked"),
    404: (ErrorCode.BAD_REQUEST, "see /api for the paths there are"),
    405: (ErrorCode.BAD_REQUEST, "see /api for the methods of this path"),
    413: (ErrorCode.TOO_LARGE, "send less, or raise review.upload_max_bytes"),
}


def path_of(request: Request) -> str:
    """The path that routes go by. `request.url` is put together with the Host header, which anybody may write."""
    path: str = request.scope["path"]
    return path


def is_program(request: Request) -> bool:
    """Whether the answer goes to a program rather than to a person."""
    return path_of(request).startswith(("/v1", "/metrics", "/health", "/openapi.json"))


def failure(desk: Desk, request: Request, error: MailroomError, status: int | None = None) -> Response:
    """The answer to a request that failed by name."""
    number = status or STATUS.get(error.code, 500)
    headers = {"retry-after": "60"} if number in (429, 503) else {}
    if number == 401:
        headers["www-authenticate"] = "Bearer"
    said = {"code": error.code.value, "what": error.what, "why": error.why, "next_step": error.next_step}
    if is_program(request):
        return JSONResponse({"error": said | {"message": error.message}}, number, headers)
    page = desk.render("problem.html", title=HTTPStatus(number).phrase, status=number, csrf="", **said)
    return HTMLResponse(page, number, headers)


async def on_mailroom_error(request: Request, error: Exception) -> Response:
    """Starlette's handler for named failures."""
    assert isinstance(error, MailroomError)
    return failure(desk_of(request), request, error)


async def on_http_error(request: Request, error: Exception) -> Response:
    """Starlette's handler for its own refusals: no such path, wrong method, a body that cannot be parsed."""
    assert isinstance(error, HTTPException)
    code, step = _CODES.get(error.status_code, (ErrorCode.BAD_REQUEST, "see /api"))
    named = MailroomError(code, HTTPStatus(error.status_code).phrase, next_step=step)
    answer = failure(desk_of(request), request, named, error.status_code)
    answer.headers.update(error.headers or {})
    return answer
