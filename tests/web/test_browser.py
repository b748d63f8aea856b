"""A person at work in a real browser: sees the quote, corrects, approves; and a hostile document stays inert."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from mailroom_dagster.records.model import ExtractionRecord, Stage, State
from tests.web.conftest import TOKEN, Office

sync_api = pytest.importorskip("playwright.sync_api", reason="no browser test: playwright is not installed")
CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def address(office: Office) -> Iterator[str]:
    """`mailroom review serve` in a process of its own, behind a token."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "mailroom_dagster.cli", "review", "serve", "--port", str(port)]
    environment = os.environ | {"MAILROOM_HOME": str(office.mailroom.home.root), "MAILROOM_REVIEW_TOKEN": TOKEN}
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as server:
        while not listens(port):
            assert server.poll() is None, "the server ended"
        yield f"http://127.0.0.1:{port}"
        server.terminate()


def listens(port: int) -> bool:
    """Whether the server answers; a refused connection waits for it."""
    try:
        return httpx.get(f"http://127.0.0.1:{port}/openapi.json", timeout=60).is_success
    except httpx.TransportError:
        threading.Event().wait(0.1)
        return False


@pytest.fixture(scope="module")
def browser() -> Iterator[sync_api.Browser]:
    """Chromium without a window."""
    if not CHROMIUM.exists():
        pytest.skip(f"NO BROWSER TEST: {CHROMIUM} is not there (apt-get install chromium)")
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: sync_api.Browser, address: str) -> Iterator[sync_api.Page]:
    """A fresh window, signed in, whose console may hold no error."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("dialog", lambda dialog: wrong.append(dialog.message))
    page.goto(address)
    page.locator("#token").fill(TOKEN)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Waiting for a person").wait_for()
    yield page
    context.close()
    assert wrong == []


def test_a_reviewer_corrects_a_field_beside_its_quote_and_approves(
    office: Office, address: str, page: sync_api.Page
) -> None:
    page.goto(address)
    page.get_by_role("link", name="Notice of loss.pdf").click()
    page.locator("#f-claimed_amount").focus()
    lit = page.locator("rect.mark.active")
    assert lit.get_attribute("data-fields") == "claimed_amount"
    assert page.locator(".picture img").first.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    page.locator("#f-adjuster").fill("Lin Wu")
    page.locator("#f-date_of_loss").fill("soon")
    page.locator("#f-date_of_loss").blur()
    page.get_by_text("a date like 2026-01-31").wait_for()
    page.locator("#f-date_of_loss").fill("January 26, 2026")
    page.locator("#reviewer").fill("Grace Hopper")
    page.locator("#reason").fill("adjuster named by phone")
    page.get_by_role("button", name="Approve with 2 corrections").click()
    page.get_by_text("is now archived").wait_for()

    doc_id = office.docs["browser"]
    record = office.mailroom.store.read(doc_id, Stage.EXTRACTION, ExtractionRecord)
    assert record is not None
    assert office.state("browser") is State.ARCHIVED
    assert record.fields["adjuster"].json_value == "Lin Wu"
    assert record.fields["date_of_loss"].json_value == "2026-01-26"
    assert record.fields["date_of_loss"].values[0].evidence[0].boxes
    decided = [entry for entry in office.mailroom.ledger.entries(doc_id) if entry.event == "review_correct"]
    assert [(entry.actor, entry.detail["reason"]) for entry in decided] == [
        ("person:Grace Hopper", "adjuster named by phone")
    ]


def test_a_citation_of_an_answer_opens_at_its_place(office: Office, address: str, page: sync_api.Page) -> None:
    page.get_by_role("link", name="Questions").click()
    page.locator("#question").fill("What is the claim number under policy POL-77?")
    page.locator("#matter").fill("M-1")
    page.locator("#reviewer").fill("Grace Hopper")
    page.get_by_role("button", name="Ask", exact=True).click()
    page.wait_for_url("**/questions/*")
    page.set_viewport_size({"width": 1366, "height": 330})  # too low for the whole document
    page.locator("a.cited").first.click()
    page.wait_for_url("**/documents/*")
    sync_api.expect(page.locator('.mark[data-fields~="cited"]').first).to_be_in_viewport()


def test_a_wrong_token_opens_nothing(office: Office, browser: sync_api.Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(f"{address}/documents/{office.docs['stays']}")
    assert page.url == f"{address}/login"
    page.locator("#token").fill("not the token, but as long")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_text("That is not the token").wait_for()
    page.goto(address)
    assert page.url == f"{address}/login"
    page.close()


def test_keys_lead_from_the_queue_through_a_document_and_back(
    office: Office, address: str, page: sync_api.Page
) -> None:
    page.goto(f"{address}/?matter=M-1")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_url("**/documents/*")
    page.keyboard.press("e")
    assert page.evaluate("document.activeElement.closest('.field') !== null")
    page.keyboard.press("Escape")
    page.keyboard.press("x")
    assert page.evaluate("document.activeElement.id") == "reject"
    page.keyboard.press("q")
    page.wait_for_url(f"{address}/")


@pytest.mark.parametrize("width", [1366, 820])
def test_a_hostile_document_is_shown_as_words_and_fits_the_window(
    office: Office, address: str, page: sync_api.Page, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    for path in ("/", f"/documents/{office.docs['hostile']}"):
        page.goto(address + path)
        assert page.title() != "owned"
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("mark", has_text="<script>").count() >= 1
    unnamed = "[...document.querySelectorAll('input:not([type=hidden]),select,textarea')].filter(i => !i.labels.length)"
    assert page.evaluate(f"{unnamed}.length") == 0
