"""What the server refuses, and what hostile words cannot do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.datastructures import URL
from starlette.requests import Request
from starlette.testclient import TestClient
from typer.testing import CliRunner

from mailroom_dagster.cli import app
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.policy import ReviewPolicy
from mailroom_dagster.records.model import State
from mailroom_dagster.web.auth import Sessions, refuse_open_bind, token_of
from mailroom_dagster.web.limits import RateLimit
from tests.web.conftest import HOSTILE, TOKEN, Office, client_for

Csrf = Callable[[TestClient, str], str]


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "::", "mailroom.example"])
def test_without_a_token_the_server_listens_on_this_machine_only(host: str) -> None:
    with pytest.raises(MailroomError, match="MAILROOM_REVIEW_TOKEN") as refused:
        refuse_open_bind(host, None, ReviewPolicy())
    assert refused.value.code is ErrorCode.BAD_CONFIG
    refuse_open_bind(host, TOKEN, ReviewPolicy())
    refuse_open_bind("127.0.0.1", None, ReviewPolicy())


def test_the_command_does_not_start_on_another_address_without_a_token(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MAILROOM_REVIEW_TOKEN", raising=False)
    home = str(office.mailroom.home.root)
    refused = CliRunner().invoke(app, ["review", "serve", "--host", "0.0.0.0", "--home", home])
    assert isinstance(refused.exception, MailroomError)
    assert refused.exception.code is ErrorCode.BAD_CONFIG


def test_a_short_token_and_a_token_file_that_others_may_read_are_refused(tmp_path: Path) -> None:
    secret = tmp_path / "token"
    secret.write_text(TOKEN)
    secret.chmod(0o644)
    policy = ReviewPolicy(token_file=secret)
    with pytest.raises(MailroomError, match="others may read"):
        token_of(policy, {})
    secret.chmod(0o600)
    assert token_of(policy, {}) == TOKEN
    with pytest.raises(MailroomError, match="too short"):
        token_of(policy, {"MAILROOM_REVIEW_TOKEN": "short"})
    assert token_of(ReviewPolicy(), {}) is None


def test_without_a_token_other_machines_and_other_names_of_this_one_are_refused(office: Office) -> None:
    assert TestClient(office.app, base_url="http://127.0.0.1", client=("10.0.0.9", 1)).get("/").status_code == 403
    assert client_for(office.app, host="rebound.example").get("/").status_code == 403


@pytest.mark.parametrize("host", ["x/health?", "x/health#", "x/static/", "x/login?", "x/api#"])
@pytest.mark.parametrize("path", ["/v1/documents", "/metrics", "/"])
def test_a_host_header_that_holds_a_public_path_opens_nothing(
    office: Office, host: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    believed = property(lambda request: URL(f"http://{request.headers['host']}{request.scope['path']}"))
    monkeypatch.setattr(Request, "url", believed)  # as frameworks do that believe the header
    answer = client_for(office.guarded).get(path, headers={"host": host})
    assert (answer.status_code, answer.headers.get("location", "/login")) in [(401, "/login"), (303, "/login")]


@pytest.mark.parametrize("path", ["/v1/documents", "/v1/ledger/head", "/v1/matters/M-1", "/v1/runs", "/metrics"])
def test_the_api_needs_the_right_token(office: Office, path: str) -> None:
    for given in ({}, {"authorization": "Bearer wrong"}, {"authorization": TOKEN}):
        answer = client_for(office.guarded, **given).get(path)
        assert answer.status_code == 401
        assert "Bearer" in answer.json()["error"]["next_step"]
    assert client_for(office.guarded, authorization=f"Bearer {TOKEN}").get(path).status_code == 200


def test_wrong_tokens_are_counted_for_each_client(office: Office) -> None:
    client = client_for(office.guarded)
    statuses = [client.get("/v1/runs", headers={"authorization": f"Bearer {n}"}).status_code for n in range(11)]
    assert statuses == [401] * 10 + [429]


def test_pages_need_a_session_and_the_login_page_gives_one(office: Office, csrf: Csrf) -> None:
    client = client_for(office.guarded)
    assert client.get("/").headers["location"] == "/login"
    page = f"/documents/{office.docs['stays']}"
    assert client.post(f"{page}/decide", data={"action": "approve"}).status_code == 401
    form = {"csrf": csrf(client, "/login"), "token": "wrong"}
    assert client.post("/login", data=form).status_code == 401
    answer = client.post("/login", data=form | {"token": TOKEN})
    assert answer.status_code == 303
    assert "HttpOnly; SameSite=Strict" in answer.headers["set-cookie"]
    assert client.get("/").status_code == 200
    client.post("/logout", data={"csrf": csrf(client, "/")})
    assert client.get("/").status_code == 303


def test_a_session_that_this_server_did_not_sign_is_none() -> None:
    ours, theirs = Sessions(), Sessions()
    assert ours.kind(ours.open("in")) == "in"
    for cookie in (theirs.open("in"), ours.open("visitor").replace("visitor", "in"), "", "in.9.x", "a.b.c.d"):
        assert ours.kind(cookie) is None


@pytest.mark.parametrize("token", ["", "0" * 64])
def test_a_form_without_its_sessions_token_decides_nothing(office: Office, client: TestClient, token: str) -> None:
    path = f"/documents/{office.docs['stays']}"
    client.get(path)
    form = {"csrf": token, "action": "reject", "reviewer": "Mallory", "doc_class": "insurance_claim"}
    assert client.post(f"{path}/decide", data=form).status_code == 401
    assert office.state("stays") is State.PARKED


def test_a_request_that_another_web_page_sends_is_refused(office: Office, client: TestClient) -> None:
    body = {"action": "reject", "reviewer": "Mallory"}
    path = f"/v1/review/{office.docs['stays']}/resolve"
    assert client.post(path, json=body, headers={"origin": "https://evil.example"}).status_code == 403
    plain = client.post(path, content=b'{"action":"reject","reviewer":"M"}', headers={"content-type": "text/plain"})
    assert plain.status_code == 400
    assert office.state("stays") is State.PARKED


@pytest.mark.parametrize(
    "name", ["..%2f..%2fledger", "%2e%2e", "a" * 16 + "%00", "A" * 16, "0" * 16, "%2fetc%2fpasswd"]
)
def test_paths_that_are_no_document_are_not_found(client: TestClient, name: str) -> None:
    for path in (f"/documents/{name}", f"/documents/{name}/source", f"/v1/documents/{name}", f"/v1/audit/{name}"):
        answer = client.get(path)
        assert answer.status_code in (303, 404)
        assert "Traceback" not in answer.text
    assert client.get(f"/static/{name}").status_code == 404


def test_hostile_names_and_values_are_shown_as_words(office: Office, client: TestClient) -> None:
    for path in ("/", f"/documents/{office.docs['hostile']}"):
        assert "<script>document" not in client.get(path).text
    assert "&lt;script&gt;document" in client.get(f"/documents/{office.docs['hostile']}").text
    assert (
        client.get(f"/documents/{office.docs['stays']}?class={HOSTILE}&page={HOSTILE}&done={HOSTILE}").text.count(
            "<script"
        )
        == 1
    )  # our own
    source = client.get(f"/documents/{office.docs['hostile']}/source")
    assert source.headers["content-type"] == "application/octet-stream"
    assert source.headers["content-disposition"].startswith("attachment; ")


def test_every_answer_forbids_inline_script_and_sniffing(office: Office, client: TestClient) -> None:
    for path in ("/", "/login", "/nowhere", "/v1/runs", "/static/review.js", f"/documents/{office.docs['stays']}"):
        headers = client.get(path).headers
        assert "script-src 'self';" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    page = client.get(f"/documents/{office.docs['stays']}").text
    assert " style=" not in page
    assert " onclick" not in page


def test_what_nobody_foresaw_is_told_without_its_words(
    office: Office, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("words of a document")

    monkeypatch.setattr("mailroom_dagster.web.pages.queue_page", fail)
    answer = client.get("/")
    assert answer.status_code == 500
    assert "words of a document" not in answer.text
    assert "mark" in answer.text


def test_a_rate_limit_forgets_after_its_time() -> None:
    now = [0.0]
    limit = RateLimit(2, 60, clock=lambda: now[0])
    for _ in range(2):
        assert not limit.spent("a")
        limit.count("a")
    assert limit.spent("a")
    assert not limit.spent("b")
    now[0] = 60.0
    assert not limit.spent("a")
