"""The pages: what waits, what a document looks like, and what a submitted form does."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

from starlette.testclient import TestClient
from typer.testing import CliRunner

from mailroom_dagster.cli import app
from mailroom_dagster.pipeline.mailroom import open_mailroom
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.pipeline.views import full_view
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import ExtractionRecord, Stage, State
from mailroom_dagster.web import create_app
from tests.obedient import CLAIM
from tests.web.conftest import Office, client_for

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
    assert "field &#39;date_of_loss&#39; needs a date like 2026-01-31" in answer.text
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


def test_an_unknown_class_asks_for_one_in_plain_words(office: Office, client: TestClient, csrf: Csrf) -> None:
    path = f"/documents/{office.docs['stays']}"
    form = {"csrf": csrf(client, path), "doc_class": "unknown", "reviewer": "Grace", "action": "approve"}
    answer = client.post(f"{path}/decide", data=form)
    assert answer.status_code == 422
    assert "choose the class of this document" in answer.text
    assert office.state("stays") is State.PARKED


def test_page_and_command_line_say_the_same_of_every_opinion(office: Office, client: TestClient) -> None:
    page = client.get(f"/documents/{office.docs['stays']}").text
    home = str(office.mailroom.home.root)
    shown = " ".join(CliRunner().invoke(app, ["review", "show", "stays.txt", "--home", home]).stdout.split())
    for said in ("judge: incomplete", "judge: adjuster: missing", "arbiter: escalate", "boss: review. too thin"):
        assert said in shown
        assert said in page.replace("<strong>", "").replace("</strong>", "")


def test_a_letter_that_was_here_before_its_message_leads_to_it(home: Home, tmp_path: Path) -> None:
    (tmp_path / "notice.txt").write_bytes(CLAIM.encode())
    (tmp_path / "mail.eml").write_bytes(bytes(_mail_with_the_notice()))
    mailroom = open_mailroom(home)
    for name in ("notice.txt", "mail.eml"):
        mailroom.intake.accept_files([tmp_path / name], "M-1", batch=None)
        process_pending(mailroom)
    notice, message = (mailroom.store.find(name) for name in ("notice.txt", "mail.eml"))
    assert notice.parent is None
    page = client_for(create_app(mailroom, None)).get(f"/documents/{notice.doc_id}").text
    assert f'Came with <a href="/documents/{message.doc_id}">mail.eml</a>' in page


def test_a_message_and_its_attachments_lead_to_each_other(home: Home, tmp_path: Path) -> None:
    (tmp_path / "mail.eml").write_bytes(bytes(_mail_with_the_notice()))
    mailroom = open_mailroom(home)
    [(_, message)], _ = mailroom.intake.accept_files([tmp_path / "mail.eml"], "M-1", batch=None)
    process_pending(mailroom)
    [attachment] = [item for item in mailroom.store.manifests() if item.parent == message.doc_id]
    client = client_for(create_app(mailroom, None))
    there, back = f'"/documents/{attachment.doc_id}">notice.txt</a>', f'"/documents/{message.doc_id}">mail.eml</a>'
    assert there in client.get(f"/documents/{message.doc_id}").text
    assert back in client.get(f"/documents/{attachment.doc_id}").text
    assert full_view(mailroom, attachment)["attached_to"][0]["doc_id"] == message.doc_id


def _mail_with_the_notice() -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "Ada Byron <ada@example.org>", "The notice"
    mail.set_content("The notice of loss is attached.")
    mail.add_attachment(CLAIM.encode(), "text", "plain", filename="notice.txt")
    return mail
