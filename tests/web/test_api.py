"""The HTTP API: what it answers, and that its description is true."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance
from starlette.testclient import TestClient

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.records.model import State
from mailroom_dagster.web.limits import RateLimit
from tests.web.conftest import TOKEN, Office, client_for, pdf


def test_an_upload_lies_in_the_inbox_of_its_matter(office: Office, with_token: TestClient) -> None:
    answer = with_token.post("/v1/documents", files={"file": ("../a.pdf", pdf("words"))}, data={"matter": "M-7"})
    assert answer.status_code == 202
    assert answer.json()["known"] is False
    assert [path.name for path in (office.mailroom.home.inbox / "M-7").iterdir()] == ["a.pdf"]
    again = with_token.post("/v1/documents", files={"file": ("a.pdf", pdf("other words"))}, data={"matter": "M-7"})
    assert again.json()["file_name"] == f"a--{again.json()['doc_id']}.pdf"


@pytest.mark.parametrize(
    ("name", "data", "matter", "status"),
    [
        ("a.exe", b"MZ\x90\x00rest", "M-1", 422),
        ("a.txt", b"", "M-1", 422),
        ("a.txt", b"words", "../up", 422),
        ("a.txt", b"words", "a/b", 422),
    ],
)
def test_an_upload_that_is_not_taken_says_what_to_do(
    office: Office, with_token: TestClient, name: str, data: bytes, matter: str, status: int
) -> None:
    answer = with_token.post("/v1/documents", files={"file": (name, data)}, data={"matter": matter})
    assert answer.status_code == status
    assert answer.json()["error"]["next_step"]
    assert not (office.mailroom.home.inbox / "M-1").exists()


def test_an_upload_beyond_the_cap_is_cut_off(
    office: Office, with_token: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = office.mailroom.policy.review.model_copy(update={"upload_max_bytes": 1000})
    monkeypatch.setattr(office.mailroom, "policy", office.mailroom.policy.model_copy(update={"review": small}))
    for size in (1001, 1_000_000):
        answer = with_token.post("/v1/documents", files={"file": ("a.txt", b"x" * size)})
        assert answer.status_code == 413


def test_too_many_changes_of_one_client_are_put_off(office: Office) -> None:
    client = client_for(office.guarded, authorization=f"Bearer {TOKEN}")
    office.guarded.state.desk.changes = RateLimit(1, 60)
    answers = [client.post("/v1/documents", content=b"") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [400, 429]
    assert answers[1].headers["retry-after"] == "60"


def test_documents_are_listed_by_page_and_filter(office: Office, with_token: TestClient) -> None:
    first = with_token.get("/v1/documents", params={"limit": 2, "matter_id": "M-1"}).json()
    rest = with_token.get("/v1/documents", params={"after": first["next"]}).json()
    listed = [item["doc_id"] for item in (*first["documents"], *rest["documents"])]
    assert listed == sorted(office.docs.values())
    assert with_token.get("/v1/documents", params={"state": "failed"}).json() == {"documents": [], "next": None}


def test_one_document_has_fields_evidence_and_a_verified_audit(office: Office, with_token: TestClient) -> None:
    doc_id = office.docs["stays"]
    found = with_token.get(f"/v1/documents/{doc_id}").json()
    assert found["fields"]["claim_number"]["evidence"][0]["quote"] == "CLM-1001"
    assert "record_dir" not in found
    audit = with_token.get(f"/v1/audit/{doc_id}").json()
    assert audit["verification"]["ok"] is True
    assert audit["entries"][0]["event"] == "claimed"
    assert with_token.get("/v1/ledger/head").json()["seq"] >= audit["entries"][-1]["seq"]
    assert doc_id in {item["doc_id"] for item in with_token.get("/v1/matters/M-1").json()["documents"]}
    assert with_token.get(f"/v1/documents/{doc_id}/source").content.startswith(b"NOTICE OF LOSS")


def test_a_decision_is_carried_out_at_once_and_only_once(office: Office, with_token: TestClient) -> None:
    path = f"/v1/review/{office.docs['api']}/resolve"
    wrong = with_token.post(path, json={"action": "correct", "reviewer": "Grace", "doc_class": "spaceship"})
    assert (wrong.status_code, "spaceship" in wrong.text) == (422, True)
    assert with_token.post(path, json={"action": "archive", "reviewer": "Grace"}).status_code == 422
    decision = {"action": "approve", "reviewer": "Grace", "reason": "checked by phone"}
    assert with_token.post(path, json=decision).json()["state"] == "archived"
    assert office.state("api") is State.ARCHIVED
    assert with_token.post(path, json=decision).status_code == 409


def test_a_decision_does_not_hold_up_the_server(
    office: Office, with_token: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:  # F-45
    seen: list[bool] = []

    def resolve(*_: object) -> None:
        try:
            asyncio.get_running_loop()
        except RuntimeError:  # a thread of its own
            seen.append(True)
        raise MailroomError(ErrorCode.WRONG_STATE, "the test decides nothing")

    monkeypatch.setattr(office.guarded.state.desk, "resolve", resolve)
    path = f"/v1/review/{office.docs['stays']}/resolve"
    assert with_token.post(path, json={"action": "approve", "reviewer": "Grace"}).status_code == 409
    assert seen == [True]


def test_health_says_one_word_to_everybody_and_metrics_tell_those_with_the_token(
    office: Office, with_token: TestClient
) -> None:
    assert client_for(office.guarded).get("/health").json().keys() == {"status"}
    text = with_token.get("/metrics").text
    assert 'mailroom_documents{state="parked"}' in text
    assert 'mailroom_check_passed{check="head_anchored"} 1' in text


def test_the_description_is_public_and_has_a_page(office: Office) -> None:
    client = client_for(office.guarded)
    assert "/v1/review/{doc_id}/resolve" in client.get("/openapi.json").json()["paths"]
    assert "POST /v1/documents" in client.get("/api").text


# The token is tested in test_security; a schema cannot say which bytes are a document and which values fit a field.
BEYOND_THE_SCHEMA = [ignored_auth, positive_data_acceptance]


@pytest.fixture
def description(office: Office) -> Any:
    client_for(office.guarded)
    office.guarded.state.desk.failures = office.guarded.state.desk.changes = RateLimit(10**6, 60)
    return schemathesis.openapi.from_asgi("/openapi.json", office.guarded)


def test_the_api_is_as_described_whatever_it_is_sent(description: Any) -> None:
    for found in description.get_all_operations():

        @given(case=found.ok().as_strategy())
        @settings(max_examples=5, suppress_health_check=list(HealthCheck))
        def obeys(case: Any) -> None:
            case.call_and_validate(headers={"authorization": f"Bearer {TOKEN}"}, excluded_checks=BEYOND_THE_SCHEMA)

        obeys()
