"""The job resolve_review: a decision from the UI is taken like any other, and a wrong one fails by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from assets.review import resolve_review
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import ExtractionRecord, Stage, State
from resources.mailroom import MailroomResource
from tests.obedient import claim, drop, obedient_mailroom

UNSURE = {"doc_class": "insurance_claim", "confidence": 0.8}


@pytest.fixture
def parked(home: Home, tmp_path: Path) -> tuple[Mailroom, str]:
    mailroom, _ = obedient_mailroom(home, sorter=UNSURE, retry_sorter=UNSURE, reviewer=UNSURE)
    doc_id = drop(mailroom, tmp_path / "in", letter=claim())["letter"]
    process_pending(mailroom)
    return mailroom, doc_id


def run(mailroom: Mailroom, **config: Any) -> dg.ExecuteInProcessResult:
    return resolve_review.execute_in_process(
        run_config={"ops": {"resolve_document": {"config": config}}},
        resources={"mailroom": MailroomResource.around(mailroom)},
        raise_on_error=False,
    )


def test_a_decision_is_taken_and_the_document_queued(parked: tuple[Mailroom, str]) -> None:
    mailroom, doc_id = parked
    fields = {"adjuster": ["Lin Wu"], "insurer": []}
    assert run(mailroom, document="letter", action="correct", reviewer="Grace", fields=fields).success
    assert doc_id in mailroom.pending.doc_ids()
    process_pending(mailroom)
    record = mailroom.store.read(doc_id, Stage.EXTRACTION, ExtractionRecord)
    assert mailroom.store.manifest(doc_id).state is State.ARCHIVED
    assert record is not None
    assert (record.fields["adjuster"].json_value, record.fields["insurer"].json_value) == ("Lin Wu", None)


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ({"action": "archive", "document": "letter"}, "approve, correct, reject, requeue"),
        ({"action": "approve", "document": "nothing"}, "no document matches"),
        ({"action": "correct", "document": "letter", "doc_class": "spaceship"}, "spaceship"),
    ],
)
def test_a_wrong_decision_fails_and_says_why(parked: tuple[Mailroom, str], config: dict[str, Any], words: str) -> None:
    mailroom, doc_id = parked
    result = run(mailroom, reviewer="Grace", **config)
    [failed] = [event for event in result.all_events if event.is_step_failure]
    assert words in str(failed.step_failure_data.user_failure_data)
    assert mailroom.store.manifest(doc_id).state is State.PARKED
