"""A manifest that a power cut took comes back from the ledger, and the document ends where it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.pipeline.standing import order_rerun
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import Manifest, PersonDecision, Stage
from mailroom_dagster.review.decisions import decide
from tests.obedient import claim, drop, obedient_mailroom

UNSURE = {"doc_class": "insurance_claim", "confidence": 0.8}
CHANGING = {"updated_at", "received_at", "original_name"}


def tear(mailroom: Mailroom, doc_id: str) -> None:
    """What is left of a manifest whose bytes never reached the disk."""
    (mailroom.home.document(doc_id) / "manifest.json").write_bytes(b"")


def settled(mailroom: Mailroom, doc_id: str) -> Manifest:
    mailroom.pending.restore(mailroom.store)
    process_pending(mailroom)
    return mailroom.store.manifest(doc_id)


@pytest.mark.parametrize("rerun", [None, Stage.EXTRACTION])
def test_an_archived_document_ends_where_it_was_and_nothing_is_asked_again(
    home: Home, tmp_path: Path, rerun: Stage | None
) -> None:
    mailroom, provider = obedient_mailroom(home)
    doc_id = drop(mailroom, tmp_path / "in", claim=claim())["claim"]
    process_pending(mailroom)
    if rerun:
        order_rerun(mailroom, [doc_id], rerun)
        process_pending(mailroom)
    before, asked = mailroom.store.manifest(doc_id), sum(provider.asked.values())
    tear(mailroom, doc_id)
    after = settled(mailroom, doc_id)
    assert after.model_dump(exclude=CHANGING) == before.model_dump(exclude=CHANGING)
    assert sum(provider.asked.values()) == asked


def test_a_persons_word_stands(home: Home, tmp_path: Path) -> None:
    mailroom, provider = obedient_mailroom(home)
    doc_id = drop(mailroom, tmp_path / "in", claim=claim())["claim"]
    provider.script(doc_id, sorter=UNSURE, retry_sorter=UNSURE, reviewer=UNSURE)
    process_pending(mailroom)
    decision = PersonDecision(action="approve", reviewer="r", reason="sound", doc_class="insurance_claim")
    decide(mailroom, doc_id, decision)
    process_pending(mailroom)
    before, asked = mailroom.store.manifest(doc_id), sum(provider.asked.values())
    tear(mailroom, doc_id)
    after = settled(mailroom, doc_id)
    assert after.model_dump(exclude=CHANGING) == before.model_dump(exclude=CHANGING)
    assert sum(provider.asked.values()) == asked


def test_what_the_ledger_does_not_know_stays_unreadable(home: Home) -> None:
    mailroom, _ = obedient_mailroom(home)
    doc_id = "0123456789abcdef"
    home.document(doc_id).mkdir()
    tear(mailroom, doc_id)
    with pytest.raises(MailroomError) as caught:
        mailroom.store.manifest(doc_id)
    assert caught.value.code is ErrorCode.RECORD_CORRUPT
