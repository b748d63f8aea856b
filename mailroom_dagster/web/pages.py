"""The pages for people: the queue, one document with its evidence and its form, and what a submitted form does.

Belongs here: requests and answers. Does not belong here: what a page is made of (`web.sheets`, `web.forms`,
`web.showing`), who may see it (`web.guard`).
"""

from __future__ import annotations

from urllib.parse import quote, unquote

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.pipeline.bins import source_path
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.standing import stored_text
from mailroom_dagster.web.answers import STATUS
from mailroom_dagster.web.auth import SIGNED_IN, VISITOR, same
from mailroom_dagster.web.desk import Desk, client_of, desk_of, off_loop
from mailroom_dagster.web.forms import decision_of, problems_by_field
from mailroom_dagster.web.guard import set_session
from mailroom_dagster.web.sheets import has_pictures
from mailroom_dagster.web.showing import document_page, neighbours, queue_page, shown_form

REVIEWER_COOKIE = "mailroom_reviewer"


async def queue(request: Request) -> Response:
    """What waits for a person, filtered by class, matter and gate."""
    desk = desk_of(request)
    values = await off_loop(queue_page, desk.mailroom, request.query_params)
    return page_of(request, "queue.html", **values)


async def document(request: Request) -> Response:
    """One document: its pages, its fields, why it is here, and what happened to it."""
    return await _document(request)


async def decide(request: Request) -> Response:
    """Take the form's decision, bring the document to rest, and go on to the next one."""
    desk, doc_id = desk_of(request), request.path_params["doc_id"]
    given = await form_of(request)
    limit_changes(desk, request)
    shown = await off_loop(shown_form, desk.mailroom, doc_id, given.get("doc_class", ""))
    following = (await off_loop(neighbours, desk.mailroom, doc_id))["next_id"]
    try:
        decision = decision_of(shown, given)
        if problems := problems_by_field(shown, decision):
            return await _document(
                request, given, problems, "Some entries cannot be taken; they are marked below.", 422
            )
        await off_loop(desk.resolve, doc_id, decision)
    except MailroomError as error:
        return await _document(request, given, {}, error.message, STATUS.get(error.code, 500))
    answer = RedirectResponse(f"/documents/{following}?done={doc_id}" if following else f"/?done={doc_id}", 303)
    return remember(answer, decision.reviewer)


async def check(request: Request) -> Response:
    """Which entries of a form could not be taken, by field; nothing is decided."""
    desk, given = desk_of(request), await form_of(request)
    shown = await off_loop(shown_form, desk.mailroom, request.path_params["doc_id"], given.get("doc_class", ""))
    return JSONResponse(problems_by_field(shown, decision_of(shown, {**given, "action": "correct"})))


async def picture(request: Request) -> Response:
    """One page of a document as PNG, drawn in a reader process."""
    mailroom, doc_id = desk_of(request).mailroom, request.path_params["doc_id"]
    data = await off_loop(_picture, mailroom, doc_id, request.path_params["page"])
    return Response(data, media_type="image/png", headers={"cache-control": "private, max-age=3600"})


async def source(request: Request) -> Response:
    """The original, to be saved and not to be opened here."""
    return await off_loop(original, desk_of(request).mailroom, request.path_params["doc_id"])


async def login(request: Request) -> Response:
    """The page that asks for the token."""
    return page_of(request, "login.html", problem="")


async def sign_in(request: Request) -> Response:
    """Take the token and give the browser a session."""
    desk, client = desk_of(request), client_of(request)
    given = await form_of(request)
    if desk.failures.spent(client):
        raise MailroomError(ErrorCode.TOO_MANY_REQUESTS, "too many wrong tokens")
    if desk.token is not None and not same(given.get("token", ""), desk.token):
        desk.failures.count(client)
        return page_of(request, "login.html", status=401, problem="That is not the token. Ask who runs the mailroom.")
    answer = RedirectResponse("/", 303)
    set_session(request, answer, desk.sessions.open(SIGNED_IN))
    return answer


async def sign_out(request: Request) -> Response:
    """End the session of this browser."""
    await form_of(request)
    answer = RedirectResponse("/login", 303)
    set_session(request, answer, desk_of(request).sessions.open(VISITOR))
    return answer


def original(mailroom: Mailroom, doc_id: str) -> Response:
    """The original's bytes as a download. Raises unknown_document, original_changed."""
    manifest = mailroom.store.manifest(doc_id)
    try:
        data = mailroom.disk.read(mailroom.home.inside(source_path(mailroom, manifest)))
    except FileNotFoundError:
        data = b""
    if len(data) != manifest.bytes or sha256_bytes(data) != manifest.sha256:
        raise MailroomError(
            ErrorCode.ORIGINAL_CHANGED, "an altered original is not handed out", where=manifest.file_name
        )
    disposition = f"attachment; filename*=UTF-8''{quote(manifest.file_name, safe='')}"
    headers = {"content-disposition": disposition, "content-security-policy": "sandbox; default-src 'none'"}
    return Response(data, media_type="application/octet-stream", headers=headers)


async def form_of(request: Request) -> dict[str, str]:
    """A form's fields. Raises not_allowed when it does not come from a page of this session."""
    async with request.form(max_files=0, max_fields=500) as form:
        given = {name: value for name, value in form.items() if not isinstance(value, UploadFile)}
    if not desk_of(request).sessions.csrf_fits(request.state.session, given.get("csrf", "")):
        raise MailroomError(
            ErrorCode.NOT_ALLOWED, "this form does not belong to your session", why="the page is old, or not ours",
            next_step="load the page again and repeat what you did",
        )  # fmt: skip
    return given


def limit_changes(desk: Desk, request: Request) -> None:
    """Count a decision or an upload of a client. Raises too_many_requests."""
    client = client_of(request)
    if desk.changes.spent(client):
        raise MailroomError(ErrorCode.TOO_MANY_REQUESTS, "too many changes within a minute")
    desk.changes.count(client)


async def _document(
    request: Request,
    given: dict[str, str] | None = None,
    problems: dict[str, str] | None = None,
    message: str = "",
    status: int = 200,
) -> Response:
    asked = dict(request.query_params)
    values = await off_loop(
        document_page, desk_of(request).mailroom, request.path_params["doc_id"], asked, given or {}, problems or {}
    )
    reviewer = (given or {}).get("reviewer", reviewer_of(request))
    return page_of(request, "document.html", status=status, message=message, reviewer=reviewer, **values)


def reviewer_of(request: Request) -> str:
    """The name that this browser gave last."""
    return unquote(request.cookies.get(REVIEWER_COOKIE, ""))


def remember(answer: Response, reviewer: str) -> Response:
    """Let the browser keep the reviewer's name for the next form."""
    answer.set_cookie(REVIEWER_COOKIE, quote(reviewer), max_age=30 * 86400, httponly=True, samesite="strict")
    return answer


def page_of(request: Request, template: str, status: int = 200, **values: object) -> Response:
    """A page with what every page carries."""
    desk = desk_of(request)
    csrf = desk.sessions.csrf(request.state.session)
    return HTMLResponse(desk.render(template, csrf=csrf, locked=desk.token is not None, **values), status)


def _picture(mailroom: Mailroom, doc_id: str, number: int) -> bytes:
    manifest = mailroom.store.manifest(doc_id)
    text = stored_text(mailroom, doc_id)
    if not has_pictures(text) or not 1 <= number <= len(text.pages):
        raise MailroomError(ErrorCode.UNKNOWN_DOCUMENT, f"the document has no picture of page {number}")
    with mailroom.disk.local(source_path(mailroom, manifest)) as file:
        return mailroom.readers.page_images(file, [number])[number]
