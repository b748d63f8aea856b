"""One mailroom with parked documents for all tests of the pages and the API, and clients for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas
from starlette.applications import Starlette
from starlette.testclient import TestClient

from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import State
from mailroom_dagster.web import create_app
from mailroom_dagster.web.limits import RateLimit
from tests.obedient import CLAIM, claim, obedient_mailroom

TOKEN = "a-token-that-is-long-enough"
HOSTILE = "<script>document.title='owned'</script>"
ESCALATED = {
    "judge": {"label": "incomplete", "score": 0.2, "findings": [{"field": "adjuster", "verdict": "missing"}]},
    "arbiter": {"action": "escalate"},
    "boss": {"action": "review", "reasoning": "too thin"},
}
THIN = {
    "values": {
        "claim_number": [{"value": "CLM-1001", "quote": "CLM-1001"}],
        "insured_party": [{"value": "Ada Byron", "quote": "Ada Byron"}],
        "claimed_amount": [{"value": "USD 1250.00", "quote": "$1,250.00"}],
    },
    "confidence": 0.5,
}
OWNED = {"values": {"insured_party": [{"value": HOSTILE, "quote": HOSTILE}]}, "confidence": 0.5}


@dataclass
class Office:
    """The mailroom, its documents by name, and the application with and without a token."""

    mailroom: Mailroom
    docs: dict[str, str]
    app: Starlette
    guarded: Starlette

    def state(self, name: str) -> State:
        """Where a document stands."""
        return self.mailroom.store.manifest(self.docs[name]).state


def pdf(words: str) -> bytes:
    """A page that says these lines."""
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=(595, 842))
    for number, line in enumerate(words.splitlines()):
        canvas.drawString(60, 760 - 18 * number, line)
    canvas.save()
    return buffer.getvalue()


@pytest.fixture(scope="session")
def office(tmp_path_factory: pytest.TempPathFactory) -> Office:
    """Parked claims: a PDF for the browser, one for each deciding test, one hostile, one that stays."""
    folder = tmp_path_factory.mktemp("office")
    mailroom, provider = obedient_mailroom(Home(folder / "home"), specialist=THIN, **ESCALATED)
    files = {
        "browser": ("Notice of loss.pdf", pdf(CLAIM)),
        "page": ("page.txt", claim(1)),
        "api": ("api.txt", claim(2)),
        "stays": ("stays.txt", claim(3)),
        "hostile": (f"{HOSTILE}&\"'.txt".replace("/", ""), f"{CLAIM}Insured party: {HOSTILE}\n".encode()),
    }
    docs = take(mailroom, folder / "in", files)
    provider.script(docs["hostile"], specialist=OWNED)
    process_pending(mailroom)
    apps = create_app(mailroom, None), create_app(mailroom, TOKEN)
    return Office(mailroom, docs, *apps)


def take(mailroom: Mailroom, folder: Path, files: dict[str, tuple[str, bytes]]) -> dict[str, str]:
    """Take files in; key -> doc_id."""
    folder.mkdir()
    paths = {key: folder / name for key, (name, _) in files.items()}
    for key, (_, data) in files.items():
        paths[key].write_bytes(data)
    claimed, _ = mailroom.intake.accept_files(list(paths.values()), "M-1", batch=None)
    ids = {path: item.doc_id for path, item in claimed}
    return {key: ids[path] for key, path in paths.items()}


def client_for(app: Starlette, host: str = "127.0.0.1", **headers: str) -> TestClient:
    """A client of this machine."""
    app.state.desk.failures = RateLimit(10, 60)
    app.state.desk.changes = RateLimit(60, 60)
    return TestClient(app, base_url=f"http://{host}", client=("127.0.0.1", 1), follow_redirects=False, headers=headers)


@pytest.fixture
def client(office: Office) -> TestClient:
    """Of the application without a token."""
    return client_for(office.app)


@pytest.fixture
def with_token(office: Office) -> TestClient:
    """Of the application with a token, sending it."""
    return client_for(office.guarded, authorization=f"Bearer {TOKEN}")


@pytest.fixture
def csrf() -> Callable[[TestClient, str], str]:
    """The CSRF token on a page."""

    def find(client: TestClient, path: str) -> str:
        found = re.search(r'name="csrf" value="([0-9a-f]+)"', client.get(path).text)
        assert found is not None
        return found[1]

    return find
