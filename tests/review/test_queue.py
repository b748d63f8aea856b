"""The queue: most pressing first, told from the catalog alone, and without what is under way again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from mailroom_dagster.hashing import doc_id_of, sha256_bytes
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.store import RecordStore
from mailroom_dagster.review.queue import waiting
from mailroom_dagster.web.showing import LINES_AT_ONCE, queue_page
from tests.obedient import claim, drop, obedient_mailroom

UNSURE = {"doc_class": "insurance_claim", "confidence": 0.8}
LETTER = {"doc_class": "correspondence", "confidence": 0.8}
DEAR = {
    "specialist": {
        "values": {"claimed_amount": [{"value": "USD 250000.00", "quote": "$250,000.00"}]},
        "confidence": 0.5,
    },
    "judge": {"label": "incomplete", "score": 0.2},
    "arbiter": {"action": "escalate"},
    "boss": {"action": "review"},
}


@pytest.fixture
def parked(home: Home, tmp_path: Path) -> tuple[Mailroom, dict[str, str]]:
    """A letter, a claim, and a claim whose amount was read; all parked."""
    mailroom, provider = obedient_mailroom(home)
    files = {"letter": claim(1), "claim": claim(2), "amount": claim(3).replace(b"$1,250.00", b"$250,000.00")}
    docs = {name: doc_id_of(sha256_bytes(data)) for name, data in files.items()}
    for name, answer in (("letter", LETTER), ("claim", UNSURE)):
        provider.script(docs[name], sorter=answer, retry_sorter=answer, reviewer=answer)
    provider.script(docs["amount"], **DEAR)
    drop(mailroom, tmp_path / "in", **files)
    process_pending(mailroom)
    return mailroom, docs


def test_money_and_class_and_age_make_a_document_pressing(parked: tuple[Mailroom, dict[str, str]]) -> None:
    mailroom, docs = parked
    items = waiting(mailroom)
    assert [item.doc_id for item in items] == [docs["amount"], docs["claim"], docs["letter"]]
    assert items[0].priority == pytest.approx(2.5 + 1.0, abs=0.05)
    later = waiting(mailroom, datetime.now(UTC) + timedelta(days=2))
    assert later[0].priority == pytest.approx(items[0].priority + 2, abs=0.05)
    assert later[0].waiting_hours == pytest.approx(48, abs=1)


def test_what_is_under_way_again_is_not_shown(parked: tuple[Mailroom, dict[str, str]]) -> None:
    mailroom, docs = parked
    mailroom.pending.add([docs["claim"]])
    assert [item.doc_id for item in waiting(mailroom)] == [docs["amount"], docs["letter"]]


def test_no_manifest_is_read_to_show_the_queue(
    parked: tuple[Mailroom, dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    mailroom, _ = parked
    monkeypatch.setattr(RecordStore, "manifest", lambda *_: pytest.fail("a manifest was read"))
    assert queue_page(mailroom, {})["total"] == 3


def test_a_long_queue_is_shown_in_parts(
    parked: tuple[Mailroom, dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    mailroom, docs = parked
    monkeypatch.setattr("mailroom_dagster.web.showing.LINES_AT_ONCE", 2)
    assert LINES_AT_ONCE > 2
    first, last = (queue_page(mailroom, {"from": place}) for place in ("1", "9999"))
    assert ([item.doc_id for item in first["items"]], first["before"], first["after"]) == (
        [docs["amount"], docs["claim"]],
        0,
        3,
    )
    assert ([item.doc_id for item in last["items"]], last["before"], last["after"]) == ([docs["letter"]], 1, 0)
    assert queue_page(mailroom, {"from": "-1", "gate": "nothing"})["items"] == []
