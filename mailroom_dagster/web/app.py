"""The application: every path, put together behind the guard."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from mailroom_dagster.errors import MailroomError
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.web import api, pages, questions
from mailroom_dagster.web.answers import on_http_error, on_mailroom_error
from mailroom_dagster.web.desk import FOLDER, Desk
from mailroom_dagster.web.guard import Guard

POST = ["POST"]
PAGES = [
    Route("/", pages.queue),
    Route("/login", pages.login),
    Route("/login", pages.sign_in, methods=POST),
    Route("/logout", pages.sign_out, methods=POST),
    Route("/documents/{doc_id}", pages.document),
    Route("/documents/{doc_id}/decide", pages.decide, methods=POST),
    Route("/documents/{doc_id}/check", pages.check, methods=POST),
    Route("/documents/{doc_id}/pages/{page:int}.png", pages.picture),
    Route("/documents/{doc_id}/source", pages.source),
    Route("/questions", questions.asking),
    Route("/questions", questions.ask, methods=POST),
    Route("/questions/{question_id}", questions.answer),
    Mount("/static", StaticFiles(directory=FOLDER / "static")),
]
API = [
    Route("/v1/documents", api.documents),
    Route("/v1/documents", api.upload, methods=POST),
    Route("/v1/documents/{doc_id}", api.document),
    Route("/v1/documents/{doc_id}/source", api.source),
    Route("/v1/audit/{doc_id}", api.audit),
    Route("/v1/review/{doc_id}/resolve", api.resolve, methods=POST),
    Route("/v1/matters/{matter}", api.matter),
    Route("/v1/runs", api.runs),
    Route("/v1/runs/{run}", api.run),
    Route("/v1/ledger/head", api.head),
    Route("/health", api.health),
    Route("/metrics", api.metrics),
    Route("/openapi.json", api.description),
    Route("/api", api.description_page),
]


def create_app(mailroom: Mailroom, token: str | None) -> Starlette:
    """The review page and the API of a mailroom. Without a token it answers its own machine only."""
    desk = Desk(mailroom, token)
    app = Starlette(
        routes=[*PAGES, *API],
        middleware=[Middleware(Guard, desk=desk)],
        exception_handlers={MailroomError: on_mailroom_error, HTTPException: on_http_error},
    )
    app.state.desk = desk
    return app
