"""The question box: an answer whose citations open at their place, within its scope, and nothing hostile runs."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from mailroom_dagster.ledger.model import OWN_DOC_ID
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.records.home import Home
from mailroom_dagster.web import create_app
from tests.obedient import drop, obedient_mailroom
from tests.questions.archive_of_two import AGREEMENT
from tests.web.conftest import HOSTILE, client_for

Csrf = Callable[[TestClient, str], str]
QUESTION = "Which law governs the agreement?"


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Mailroom:
    """One agreement of the matter M-1, answered for by the offline key sentences."""
    folder = tmp_path_factory.mktemp("asked")
    mailroom, provider = obedient_mailroom(
        Home(folder / "home"), judge={"label": "partial", "score": 0.6}, arbiter={"action": "accept"}
    )
    provider.name = "offline"
    drop(mailroom, folder / "in", agreement=AGREEMENT.encode())
    process_pending(mailroom)
    return mailroom


@pytest.fixture
def asker(room: Mailroom) -> TestClient:
    app = create_app(room, None)
    questions = app.state.desk.questions
    questions.__dict__["_desk"] = replace(questions._desk, provider=None)
    return client_for(app)


def ask(client: TestClient, csrf: Csrf, **given: str) -> str:
    form = {"csrf": csrf(client, "/questions"), "question": QUESTION, "reviewer": "Grace", **given}
    answer = client.post("/questions", data=form)
    return client.get(answer.headers["location"]).text if answer.status_code == 303 else answer.text


def test_a_citation_opens_the_document_at_its_place(room: Mailroom, asker: TestClient, csrf: Csrf) -> None:
    page = ask(asker, csrf, matter="M-1")
    assert "State of Oregon" in page
    [link, *_] = re.findall(r'class="cited" href="([^"]+)"', page)
    shown = asker.get(link.replace("&amp;", "&").partition("#")[0]).text
    cited = re.findall(r'<mark class="mark" data-fields="cited">([^<]+)</mark>', shown)
    assert any("State of Oregon" in words for words in cited)
    [*_, entry] = room.ledger.entries(OWN_DOC_ID)
    assert (entry.event, entry.actor) == ("question_answered", "person:Grace")


def test_a_matter_without_documents_is_told_and_shows_no_section(asker: TestClient, csrf: Csrf) -> None:
    page = ask(asker, csrf, matter="M-2")
    assert "the matter has no document that may be asked" in page
    assert "Oregon" not in page
    assert 'class="cited"' not in page


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"reviewer": " "}, "name of who asks"),
        ({"question": "x" * 1001}, "longer than 1000"),
        ({"document": "nothing like it"}, "no document matches"),
    ],
)
def test_a_question_that_cannot_be_asked_says_why(
    asker: TestClient, csrf: Csrf, given: dict[str, str], words: str
) -> None:
    assert words in ask(asker, csrf, **given)


def test_hostile_questions_and_addresses_are_words(asker: TestClient, csrf: Csrf) -> None:
    assert "<script>document" not in ask(asker, csrf, question=f"Who signed {HOSTILE}?")
    assert asker.post("/questions", data={"question": QUESTION, "reviewer": "M"}).status_code == 401
    for name in ("..%2f..%2fledger", "*", "0" * 15, "0" * 16):
        assert asker.get(f"/questions/{name}").status_code == 404


@pytest.mark.parametrize("cite", ["0-99999999", "9-3", "a-b", "-1-5", "1-2-3", "٣-٤"])
def test_a_citation_out_of_place_marks_nothing_wrong(room: Mailroom, asker: TestClient, cite: str) -> None:
    [doc_id] = room.store.doc_ids()
    answer = asker.get(f"/documents/{doc_id}", params={"cite": cite})
    assert answer.status_code == 200
