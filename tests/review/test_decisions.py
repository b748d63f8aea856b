"""A reviewer's decision: it is checked, the first one wins, and it sticks."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from mailroom_dagster.checking import check
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.ledger.verify import verify
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.pipeline.views import full_view
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import ExtractionRecord, PersonDecision, Stage, State
from mailroom_dagster.review.decisions import carry_out, decide, taken, undone
from mailroom_dagster.review.queue import waiting
from tests.obedient import Obedient, claim, drop, obedient_mailroom

UNSURE = {"doc_class": "insurance_claim", "confidence": 0.8}
THIN = {"values": {"insured_party": [{"value": "Ada Byron", "quote": "Ada Byron"}]}, "confidence": 0.5}
AT_CLASSIFY = {"sorter": UNSURE, "retry_sorter": UNSURE, "reviewer": UNSURE}
AT_VERDICT = {
    "specialist": THIN,
    "judge": {"label": "incomplete", "score": 0.2},
    "arbiter": {"action": "escalate"},
    "boss": {"action": "review", "reasoning": "too thin"},
}


def parked(home: Home, folder: Path, **script: Any) -> tuple[Mailroom, Obedient, str]:
    mailroom, provider = obedient_mailroom(home)
    doc_id = drop(mailroom, folder / "in", claim=claim())["claim"]
    provider.script(doc_id, **script)
    process_pending(mailroom)
    assert mailroom.store.manifest(doc_id).state is State.PARKED
    return mailroom, provider, doc_id


def by(action: str, **more: Any) -> PersonDecision:
    return PersonDecision(action=action, reviewer="Grace", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("script", [AT_CLASSIFY, AT_VERDICT])
def test_an_approved_document_is_archived_and_never_parks_again(home: Home, tmp_path: Path, script: Any) -> None:
    mailroom, _, doc_id = parked(home, tmp_path, **script)
    decide(mailroom, doc_id, by("approve"))
    process_pending(mailroom)
    assert mailroom.store.manifest(doc_id).state is State.ARCHIVED
    actors = [entry.actor for entry in mailroom.ledger.entries(doc_id) if entry.event == "review_approve"]
    assert actors == ["person:Grace"]
    assert not waiting(mailroom)
    assert verify(home).ok
    assert check(home).problems == ()


def test_a_corrected_field_is_archived_with_its_place_or_the_reviewers_name(home: Home, tmp_path: Path) -> None:
    mailroom, _, doc_id = parked(home, tmp_path, **AT_VERDICT)
    fields = {"claim_number": "CLM-1001", "adjuster": "Lin Wu", "claimed_amount": "$1,250.00"}
    decide(mailroom, doc_id, by("correct", fields=fields))
    process_pending(mailroom)
    record = mailroom.store.read(doc_id, Stage.EXTRACTION, ExtractionRecord)
    assert record is not None
    assert mailroom.store.manifest(doc_id).state is State.ARCHIVED
    assert record.fields["claim_number"].values[0].evidence[0].quote == "CLM-1001"
    assert record.fields["adjuster"].values[0].evidence == ()
    assert record.fields["adjuster"].values[0].stated_by == "Grace"
    assert record.fields["claimed_amount"].json_value == "USD 1250.00"


def test_a_corrected_class_is_extracted_under_the_new_class(home: Home, tmp_path: Path) -> None:
    mailroom, provider, doc_id = parked(home, tmp_path, **AT_CLASSIFY)
    provider.script(doc_id, specialist={"values": {"sender": [{"value": "Ada Byron", "quote": "Ada Byron"}]}})
    decide(mailroom, doc_id, by("correct", doc_class="correspondence"))
    process_pending(mailroom)
    record = mailroom.store.read(doc_id, Stage.EXTRACTION, ExtractionRecord)
    assert record is not None
    assert record.doc_class == "correspondence"
    assert mailroom.store.manifest(doc_id).state is State.ARCHIVED


def test_a_rejected_document_rests_and_leaves_the_queue(home: Home, tmp_path: Path) -> None:
    mailroom, _, doc_id = parked(home, tmp_path, **AT_CLASSIFY)
    decide(mailroom, doc_id, by("reject", reason="not ours"))
    process_pending(mailroom)
    assert mailroom.store.manifest(doc_id).state is State.REJECTED
    assert not list(home.review.iterdir())
    assert check(home).problems == ()
    told = full_view(mailroom, mailroom.store.manifest(doc_id))["person"]
    assert (told["action"], told["reason"]) == ("reject", "not ours")


def test_a_requeued_document_is_sorted_from_the_beginning(home: Home, tmp_path: Path) -> None:
    mailroom, provider, doc_id = parked(home, tmp_path, **AT_CLASSIFY)
    provider.asked.clear()
    provider.script(doc_id, sorter={"doc_class": "insurance_claim", "confidence": 0.99})
    decide(mailroom, doc_id, by("requeue"))
    process_pending(mailroom)
    assert mailroom.store.manifest(doc_id).state is State.ARCHIVED


def test_a_decision_on_what_a_rerun_replaced_is_not_taken(home: Home, tmp_path: Path) -> None:
    mailroom, _, doc_id = parked(home, tmp_path, **AT_CLASSIFY)
    seen = mailroom.store.manifest(doc_id).generation
    decide(mailroom, doc_id, by("requeue"))
    process_pending(mailroom)
    with pytest.raises(MailroomError) as caught:
        decide(mailroom, doc_id, by("reject", generation=seen))
    assert caught.value.code is ErrorCode.REVIEW_CONFLICT
    assert mailroom.store.manifest(doc_id).state is State.PARKED


@pytest.mark.parametrize(
    ("decision", "words"),
    [
        (by("correct"), "a class or a field"),
        (by("correct", doc_class="spaceship"), "spaceship"),
        (by("correct", fields={"date_of_loss": "soon"}), "date_of_loss"),
        (by("correct", fields={"captain": "Ada"}), "captain"),
        (by("correct", fields={"insurer": ["a", "b"]}), "takes one value"),
        (by("correct", doc_class="contract", subtype="spaceship"), "spaceship"),
        (PersonDecision(action="approve", reviewer=" "), "name"),
        (PersonDecision(action="reject", reviewer="R" * 101), "longer than 100"),
        (by("reject", reason="r" * 2001), "longer than 2000"),
    ],
)
def test_an_invalid_decision_is_refused_with_what_is_wrong_and_nothing_changes(
    home: Home, tmp_path: Path, decision: PersonDecision, words: str
) -> None:
    mailroom, _, doc_id = parked(home, tmp_path, **AT_CLASSIFY)
    with pytest.raises(MailroomError, match=words) as refused:
        decide(mailroom, doc_id, decision)
    assert refused.value.code is ErrorCode.REVIEW_INVALID
    assert mailroom.store.manifest(doc_id).state is State.PARKED
    assert taken(mailroom, mailroom.store.manifest(doc_id)) is None


def test_of_two_reviewers_at_once_one_wins_and_the_other_hears_who(home: Home, tmp_path: Path) -> None:
    mailroom, _, doc_id = parked(home, tmp_path, **AT_CLASSIFY)
    outcomes: list[str] = []
    gate = threading.Barrier(2)

    def attempt(name: str) -> None:
        gate.wait()
        try:
            decide(mailroom, doc_id, PersonDecision(action="approve", reviewer=name))
            outcomes.append("won")
        except MailroomError as error:
            outcomes.append(error.code.value)

    threads = [threading.Thread(target=attempt, args=(name,)) for name in ("Ada", "Grace")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["review_conflict", "won"]
    entries = [entry for entry in mailroom.ledger.entries(doc_id) if entry.event == "review_approve"]
    assert len(entries) == 1


def test_a_decision_that_a_kill_left_undone_is_carried_out_later(home: Home, tmp_path: Path) -> None:
    mailroom, _, doc_id = parked(home, tmp_path, **AT_CLASSIFY)
    path = home.document(doc_id) / "decision-0.json"
    path.write_text(by("approve").model_dump_json())
    assert undone(mailroom) == [doc_id]
    carry_out(mailroom, doc_id)
    process_pending(mailroom)
    assert undone(mailroom) == []
    assert mailroom.store.manifest(doc_id).state is State.ARCHIVED
