"""The HTTP API under /v1, `/health` and `/metrics`: documents, audit, review, matters, evaluation runs, ledger.

Belongs here: a request's parameters and the answer's shape, as `web.openapi` states them. Does not belong here: the
work itself, the token (`web.guard`), the statuses of failures (`web.answers`).
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import to_jsonable_python
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from mailroom_dagster.catalog.listing import FILTERS, documents_of_matter, list_documents
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.evaluation.history import find_run, past_runs
from mailroom_dagster.ledger.verify import verify
from mailroom_dagster.operations.health import health as health_checks
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.views import full_view
from mailroom_dagster.records.model import PersonDecision, State
from mailroom_dagster.web import metrics as figures
from mailroom_dagster.web.desk import desk_of, off_loop
from mailroom_dagster.web.openapi import ABOUT, VERSION, openapi, operations
from mailroom_dagster.web.pages import limit_changes, original
from mailroom_dagster.web.uploads import take_upload

M = TypeVar("M", bound=BaseModel)


class Listing(BaseModel):
    """What `GET /v1/documents` may be asked."""

    model_config = ConfigDict(extra="forbid")

    state: State | None = None
    doc_class: str | None = Field(None, max_length=100)
    matter_id: str | None = Field(None, max_length=200)
    gate: str | None = Field(None, max_length=100)
    after: str = Field("", pattern=r"^([0-9a-f]{16})?$")
    limit: int = Field(50, ge=1, le=200)


async def upload(request: Request) -> Response:
    """Put a file into the inbox."""
    desk = desk_of(request)
    limit_changes(desk, request)
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        raise MailroomError(
            ErrorCode.BAD_REQUEST, "the body is not multipart/form-data", next_step="send a file part `file`"
        )
    async with request.form(max_files=1, max_fields=4) as form:
        file, matter = form.get("file"), form.get("matter", "")
        if not isinstance(file, UploadFile) or not isinstance(matter, str) or set(form) - {"file", "matter"}:
            raise MailroomError(
                ErrorCode.BAD_REQUEST, "the form is not understood", why="its parts are not known",
                next_step="send a file part `file` and perhaps a text `matter`",
            )  # fmt: skip
        taken = await off_loop(take_upload, desk.mailroom, file.file, file.filename or "upload", matter)
    answer = {"doc_id": taken.doc_id, "file_name": taken.file_name, "matter": taken.matter, "known": taken.known}
    return JSONResponse(answer, 202, {"location": f"/v1/documents/{taken.doc_id}"})


async def documents(request: Request) -> Response:
    """A page of the documents at rest."""
    asked = _checked(Listing, dict(request.query_params))
    filters = {name: str(value) for name in FILTERS if (value := getattr(asked, name)) is not None}
    rows = await off_loop(list_documents, desk_of(request).mailroom.catalog, filters, asked.after, asked.limit)
    following = rows[-1]["doc_id"] if len(rows) == asked.limit else None
    return _json({"documents": rows, "next": following})


async def document(request: Request) -> Response:
    """All that is known of one document."""
    return _json(await off_loop(_document, desk_of(request).mailroom, request.path_params["doc_id"]))


async def source(request: Request) -> Response:
    """The original's bytes."""
    return await off_loop(original, desk_of(request).mailroom, request.path_params["doc_id"])


async def audit(request: Request) -> Response:
    """One document's entries in the ledger, and whether chain and files are what they say."""
    return _json(await off_loop(_audit, desk_of(request).mailroom, request.path_params["doc_id"]))


async def resolve(request: Request) -> Response:
    """Decide a parked document and bring it to rest."""
    desk, doc_id = desk_of(request), request.path_params["doc_id"]
    limit_changes(desk, request)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise MailroomError(ErrorCode.BAD_REQUEST, "the body is not JSON", next_step="send application/json")
    decision = _decision(await request.body())
    after = await off_loop(desk.resolve, doc_id, decision)
    return _json({"doc_id": doc_id, "action": decision.action, "state": after.state, "reason": after.reason})


async def matter(request: Request) -> Response:
    """The documents of one matter."""
    name = request.path_params["matter"]
    rows = await off_loop(documents_of_matter, desk_of(request).mailroom.catalog, name)
    if not rows:
        raise MailroomError(ErrorCode.UNKNOWN_DOCUMENT, "no document of this matter is at rest")
    return _json({"matter": name, "counts": Counter(row["state"] for row in rows), "documents": rows})


async def runs(request: Request) -> Response:
    """The finished evaluation runs, the latest first."""
    return _json({"runs": await off_loop(_runs, desk_of(request).mailroom)})


async def run(request: Request) -> Response:
    """One evaluation run in figures."""
    name = request.path_params["run"]
    try:
        found = await off_loop(find_run, desk_of(request).mailroom.home, name)
    except MailroomError as error:
        raise MailroomError(ErrorCode.UNKNOWN_DOCUMENT, "no such run", next_step="GET /v1/runs lists them") from error
    return _json(found.summary.model_dump(mode="json"))


async def head(request: Request) -> Response:
    """The newest entry's number and hash."""
    found = await off_loop(desk_of(request).mailroom.ledger.head)
    return _json(found.model_dump())


async def health(request: Request) -> Response:
    """One word for load balancers: ok, degraded (a check fails), unknown (a check cannot be told)."""
    word = await off_loop(_word, desk_of(request).mailroom)
    return _json({"status": word}, 503 if word == "unknown" else 200)


async def metrics(request: Request) -> Response:
    """Figures for Prometheus."""
    text = await off_loop(figures.metrics, desk_of(request).mailroom)
    return PlainTextResponse(text, headers={"content-type": figures.CONTENT_TYPE})


async def description(request: Request) -> Response:
    """The OpenAPI description."""
    return _json(openapi(desk_of(request).mailroom.taxonomy))


async def description_page(request: Request) -> Response:
    """The same for people."""
    desk = desk_of(request)
    listed = operations(openapi(desk.mailroom.taxonomy))
    return HTMLResponse(desk.render("api.html", csrf="", about=ABOUT, version=VERSION, operations=listed))


def _document(mailroom: Mailroom, doc_id: str) -> dict[str, Any]:
    view = full_view(mailroom, mailroom.store.manifest(doc_id))
    return {name: value for name, value in view.items() if name != "record_dir"}


def _audit(mailroom: Mailroom, doc_id: str) -> dict[str, Any]:
    mailroom.store.manifest(doc_id)
    report = verify(mailroom.home, policy=mailroom.policy.ledger, document=doc_id)
    entries = [entry.model_dump(mode="json") for entry in mailroom.ledger.entries(doc_id)]
    return {"doc_id": doc_id, "entries": entries, "verification": report.model_dump(mode="json")}


def _runs(mailroom: Mailroom) -> list[dict[str, Any]]:
    kept: dict[str, Any] = {
        "run": True,
        "settings": True,
        "conditions": True,
        "warnings": True,
        "all": {"documents", "cost"},
    }
    return [item.summary.model_dump(mode="json", include=kept) for item in past_runs(mailroom.home)]


def _word(mailroom: Mailroom) -> Literal["ok", "degraded", "unknown"]:
    checks = health_checks(mailroom)
    if any(item.figure is None for item in checks):
        return "unknown"
    return "ok" if all(item.passed for item in checks) else "degraded"


def _decision(body: bytes) -> PersonDecision:
    try:
        return PersonDecision.model_validate_json(body)
    except ValidationError as error:
        if error.errors()[0]["type"] == "json_invalid":
            raise MailroomError(ErrorCode.BAD_REQUEST, "the body is not valid JSON", next_step="mend it") from error
        raise _invalid(error) from error


def _checked(model: type[M], given: dict[str, str]) -> M:
    try:
        return model.model_validate(given)
    except ValidationError as error:
        raise _invalid(error) from error


def _invalid(error: ValidationError) -> MailroomError:
    """What is wrong, by place; the values themselves are not repeated."""
    listed = "; ".join(f"{'.'.join(map(str, item['loc'])) or 'body'}: {item['msg']}" for item in error.errors())
    return MailroomError(
        ErrorCode.REVIEW_INVALID, "the request is not valid", why=listed[:1000], next_step="mend what is named"
    )


def _json(value: Any, status: int = 200) -> Response:
    return JSONResponse(to_jsonable_python(value), status)
