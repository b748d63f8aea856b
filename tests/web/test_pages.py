"""The pages: what waits, what a document looks like, and what a submitted form does."""

from __future__ import annotations

from collections.abc import Callable

from starlette.testclient import TestClient

from mailroom_dagster.records.model import ExtractionRecord, Stage, State
from tests.web.conftest import Office

Csrf = Callable[[TestClient, str], str]


def test_the_queue_lists_what_waits_and_filters_by_matter(office: Office, client: TestClient) -> None:
    assert "stays.txt" in client.get("/").text
    assert "stays.txt" in client.get("/?matter=M-1&gate=verdict").text
    assert "No document matches" in client.get("/?matter=M-2").text


def test_a_document_shows_its_fields_with_quotes_findings_and_history(office: Office, client: TestClient) -> None:
    page = client.get(f"/documents/{office.docs['stays']}").text
    assert '<mark class="mark" data-fields="claim_number">CLM-1001</mark>' in page
    assert 'value="USD 1250.00"' in page
    assert "too thin" in page
    assert "adjuster: missing" in page
    assert "claimed</strong> by intake" in page


def test_a_pdf_shows_its_page_with_a_box_around_each_quote(office: Office, client: TestClient) -> None:
    doc_id = office.docs["browser"]
    assert '<rect class="mark" data-fields="claim_number"' in client.get(f"/documents/{doc_id}").text
    picture = client.get(f"/documents/{doc_id}/pages/1.png")
    assert picture.content.startswith(b"\x89PNG")
    assert client.get(f"/documents/{doc_id}/pages/2.png").status_code == 404


def test_another_class_shows_its_own_fields_empty(office: Office, client: TestClient) -> None:
    page = client.get(f"/documents/{office.docs['stays']}?class=contract").text
    assert 'name="field.governing_law" value=""' in page
    assert "reads them again" in page


def test_entries_that_cannot_be_taken_are_named_at_their_field_and_nothing_is_decided(
    office: Office, client: TestClient, csrf: Csrf
) -> None:
    path = f"/documents/{office.docs['stays']}"
    form = {"csrf": csrf(client, path), "doc_class": "insurance_claim", "reviewer": "Grace", "action": "approve"}
    answer = client.post(f"{path}/decide", data=form | {"field.date_of_loss": "soon"})
    assert answer.status_code == 422
    assert "field &#39;date_of_loss&#39; needs an ISO date" in answer.text
    assert 'value="soon"' in answer.text
    assert client.post(f"{path}/check", data=form | {"field.date_of_loss": "soon"}).json().keys() == {"date_of_loss"}
    assert client.post(f"{path}/decide", data=form | {"reviewer": " "}).status_code == 422
    assert office.state("stays") is State.PARKED


def test_an_approval_with_a_changed_field_archives_the_correction_under_the_reviewers_name(
    office: Office, client: TestClient, csrf: Csrf
) -> None:
    doc_id = office.docs["page"]
    path = f"/documents/{doc_id}"
    form = {
        "csrf": csrf(client, path),
        "doc_class": "insurance_claim",
        "reviewer": "Grace Hopper",
        "action": "approve",
        "field.claim_number": "CLM-1001",
        "field.adjuster": "Lin Wu",
    }
    answer = client.post(f"{path}/decide", data=form)
    assert answer.status_code == 303
    assert answer.headers["location"].endswith(f"?done={doc_id}")
    record = office.mailroom.store.read(doc_id, Stage.EXTRACTION, ExtractionRecord)
    assert record is not None
    assert office.state("page") is State.ARCHIVED
    assert record.fields["adjuster"].values[0].stated_by == "Grace Hopper"
    assert record.fields["claim_number"].values[0].stated_by is None
    actors = {entry.actor for entry in office.mailroom.ledger.entries(doc_id) if entry.event == "review_correct"}
    assert actors == {"person:Grace Hopper"}
    again = client.post(f"{path}/decide", data=form)
    assert again.status_code == 409
    assert "Grace Hopper decided" in again.text
    assert "page.txt" in client.get(answer.headers["location"]).text
