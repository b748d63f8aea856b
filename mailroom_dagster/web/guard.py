"""The door of the server: whoever does not pass here reaches nothing, and nothing unforeseen leaves as a traceback.

Belongs here: which path needs which proof, where a request may come from, the size of its body, the headers of every
answer. Does not belong here: the proofs themselves (`web.auth`).
"""

from __future__ import annotations

import uuid
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.web.answers import failure, path_of
from mailroom_dagster.web.auth import SESSION_SECONDS, SIGNED_IN, VISITOR, bearer_of, is_loopback, same
from mailroom_dagster.web.desk import COOKIE, Desk, client_of

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
PUBLIC = frozenset({"/health", "/openapi.json", "/api"})
BODY_SLACK = 64 * 1024  # of a multipart body beside its file
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",  # with no-referrer a browser hides the origin of our own forms too
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
_log = structlog.get_logger(__name__)


class Guard:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, desk: Desk) -> None:
        self.app = app
        self.desk = desk

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it here."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        request.state.session, fresh = self._session(request)
        reply = _Reply(send, _cookie(request, fresh) if fresh else None)
        try:
            answer = self._refusal(request)
            if answer is None:
                await self.app(scope, _capped(receive, self._most(request)), reply)
            else:
                await answer(scope, receive, reply)
        except Exception as error:
            await self._unforeseen(request, error, receive, reply)

    def _session(self, request: Request) -> tuple[str, str]:
        """The session of a request, and the cookie to set when it is a new one."""
        cookie = request.cookies.get(COOKIE, "")
        if self.desk.sessions.kind(cookie):
            return cookie, ""
        fresh = self.desk.sessions.open(VISITOR if self.desk.token else SIGNED_IN)
        return fresh, "" if _is_api(request) or path_of(request) in PUBLIC else fresh

    def _refusal(self, request: Request) -> Response | None:
        if stranger := self._stranger(request):
            return failure(self.desk, request, stranger, 403)
        path = path_of(request)
        if path in PUBLIC or path == "/login" or path.startswith("/static/"):
            return None
        return self._no_token(request) if _is_api(request) else self._no_session(request)

    def _stranger(self, request: Request) -> MailroomError | None:
        """Requests of other web pages, and without a token those of other machines."""
        host = request.headers.get("host", "")
        if self.desk.token is None and not (is_loopback(_name_of(host)) and is_loopback(client_of(request))):
            return MailroomError(
                ErrorCode.NOT_ALLOWED, "this server answers its own machine only", next_step="set a token"
            )
        origin = request.headers.get("origin")
        if request.method not in SAFE_METHODS and origin and not _same_host(origin, host):
            return MailroomError(ErrorCode.NOT_ALLOWED, "another web page sent this request", next_step="use our page")
        return None

    def _no_token(self, request: Request) -> Response | None:
        token, client = self.desk.token, client_of(request)
        if token is None:
            return None
        if self.desk.failures.spent(client):
            return failure(self.desk, request, MailroomError(ErrorCode.TOO_MANY_REQUESTS, "too many wrong tokens"))
        given = bearer_of(request.headers.get("authorization", ""))
        if same(given, token):
            return None
        if given:
            self.desk.failures.count(client)
        step = "send `Authorization: Bearer <token>`"
        return failure(
            self.desk, request, MailroomError(ErrorCode.NOT_ALLOWED, "the token is wrong or missing", next_step=step)
        )

    def _no_session(self, request: Request) -> Response | None:
        if self.desk.sessions.kind(request.state.session) == SIGNED_IN:
            return None
        if request.method in SAFE_METHODS:
            return RedirectResponse("/login", 303)
        return failure(
            self.desk, request, MailroomError(ErrorCode.NOT_ALLOWED, "you are not signed in", next_step="sign in")
        )

    def _most(self, request: Request) -> int:
        return (
            self.desk.mailroom.policy.review.upload_max_bytes + BODY_SLACK
            if path_of(request) == "/v1/documents"
            else 2**20
        )

    async def _unforeseen(self, request: Request, error: Exception, receive: Receive, reply: _Reply) -> None:
        mark = uuid.uuid4().hex[:8]
        _log.error("unforeseen failure of a request", mark=mark, kind=type(error).__name__)
        if not reply.started:
            named = MailroomError(ErrorCode.INTERNAL, f"something unforeseen went wrong, mark {mark}")
            await failure(self.desk, request, named)(request.scope, receive, reply)


class _Reply:
    """Sends the answer with the headers that every answer has."""

    def __init__(self, send: Send, cookie: str | None) -> None:
        self._send = send
        self._cookie = cookie
        self.started = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.started = True
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if self._cookie and COOKIE not in headers.get("set-cookie", ""):
                headers.append("set-cookie", self._cookie)
        await self._send(message)


def set_session(request: Request, response: Response, session: str) -> None:
    """Give the browser another session."""
    response.headers.append("set-cookie", _cookie(request, session))


def _cookie(request: Request, session: str) -> str:
    secure = "; Secure" if request.url.scheme == "https" else ""
    return f"{COOKIE}={session}; Path=/; Max-Age={SESSION_SECONDS}; HttpOnly; SameSite=Strict{secure}"


def _is_api(request: Request) -> bool:
    path = path_of(request)
    return path == "/metrics" or path == "/v1" or path.startswith("/v1/")


def _name_of(host: str) -> str:
    """A Host header without its port."""
    return host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() and not host.endswith("]") else host


def _capped(receive: Receive, most: int) -> Receive:
    """The body of a request, refused once it is longer than `most` bytes."""
    seen = 0

    async def read() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            raise HTTPException(413)
        return message

    return read


def _same_host(origin: str, host: str) -> bool:
    try:
        return urlsplit(origin).netloc == host
    except ValueError:
        return False
