"""The way of documents through the pipeline: clean, uncertain, doubtful, unreadable, repeated, forced."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.running import process, process_pending
from mailroom_dagster.pipeline.standing import order_rerun
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import ClassificationRecord, ExtractionRecord, Stage, State, VerdictRecord
from tests.obedient import EXTRACTED_SURE, SORTED_SURE, claim, drop, obedient_mailroom

UNSURE = {"doc_class": "insurance_claim", "confidence": 0.8}


def state_of(mailroom: Mailroom, doc_id: str) -> State:
    return mailroom.store.manifest(doc_id).state


def scripted(home: Home, folder: Path, **answers: Any) -> tuple[Mailroom, str]:
    """A mailroom with one claim in its queue, and what the agents will say of it."""
    mailroom, provider = obedient_mailroom(home)
    doc_id = drop(mailroom, folder / "in", claim=claim())["claim"]
    provider.script(doc_id, **answers)
    return mailroom, doc_id


def test_a_clean_document_is_archived_with_its_report_and_two_answers(home: Home, tmp_path: Path) -> None:
    mailroom, provider = obedient_mailroom(home)
    doc_id = drop(mailroom, tmp_path / "in", claim=claim())["claim"]
    process_pending(mailroom)
    place = home.archive / "M-1" / "insurance_claim" / "claim.txt"
    assert state_of(mailroom, doc_id) is State.ARCHIVED
    assert place.read_bytes() == claim()
    assert "CLM-1001" in (place.parent / "claim.txt.report.md").read_text()
    assert sum(provider.asked.values()) == 2
    assert not mailroom.pending.batches()


def test_processing_again_asks_nobody_and_enters_nothing(home: Home, tmp_path: Path) -> None:
    mailroom, provider = obedient_mailroom(home)
    doc_id = drop(mailroom, tmp_path / "in", claim=claim())["claim"]
    process_pending(mailroom)
    before = sum(provider.asked.values()), len(list(mailroom.ledger.entries()))
    process(mailroom, [doc_id])
    assert (sum(provider.asked.values()), len(list(mailroom.ledger.entries()))) == before


@pytest.mark.parametrize(
    ("lines", "rule", "doc_class"),
    [
        ({"sorter": UNSURE, "retry_sorter": SORTED_SURE}, "confident", "insurance_claim"),
        (
            {"sorter": UNSURE, "retry_sorter": [UNSURE, UNSURE], "reviewer": SORTED_SURE},
            "reviewer_agrees",
            "insurance_claim",
        ),
    ],
)
def test_an_uncertain_document_takes_the_second_opinion_lane(
    home: Home, tmp_path: Path, lines: dict[str, Any], rule: str, doc_class: str
) -> None:
    mailroom, doc_id = scripted(home, tmp_path, **lines)
    process_pending(mailroom)
    record = mailroom.store.read(doc_id, Stage.CLASSIFICATION, ClassificationRecord)
    assert record is not None
    assert record.decisions[-1].rule == rule
    assert record.doc_class == doc_class
    assert state_of(mailroom, doc_id) is State.ARCHIVED


def test_a_document_nobody_is_sure_of_is_parked_with_all_opinions_and_nothing_later(home: Home, tmp_path: Path) -> None:
    other = {"doc_class": "contract", "subtype": "other", "confidence": 0.75}
    mailroom, doc_id = scripted(home, tmp_path, sorter=UNSURE, retry_sorter=UNSURE, reviewer=other)
    process_pending(mailroom)
    record = mailroom.store.read(doc_id, Stage.CLASSIFICATION, ClassificationRecord)
    manifest = mailroom.store.manifest(doc_id)
    assert record is not None
    assert {"sorter", "reviewer"} <= set(record.opinions)
    assert manifest.state is State.PARKED
    assert manifest.reason
    assert mailroom.store.read(doc_id, Stage.EXTRACTION) is None
    assert [path.name for path in home.review.iterdir() if path.suffix == ".txt"] == [f"claim--{doc_id}.txt"]


def test_a_doubtful_extraction_is_judged_and_mended_by_the_arbiters_order(home: Home, tmp_path: Path) -> None:
    mailroom, provider = obedient_mailroom(home)
    values = dict(EXTRACTED_SURE["values"])  # type: ignore[call-overload]
    short = {"values": {"claim_number": values["claim_number"]}, "confidence": 0.5}
    lines = {
        "specialist": [short, short, EXTRACTED_SURE],
        "judge": [{"label": "partial", "score": 0.6}, {"label": "complete", "score": 1.0}],
        "arbiter": {"action": "re_extract", "fields_to_fix": ["insured_party"]},
        "boss": {"action": "review", "reasoning": "told to"},
    }
    doc_id = drop(mailroom, tmp_path / "in", claim=claim())["claim"]
    provider.script(doc_id, **lines)
    process_pending(mailroom)
    extraction = mailroom.store.read(doc_id, Stage.EXTRACTION, ExtractionRecord)
    verdict = mailroom.store.read(doc_id, Stage.VERDICT, VerdictRecord)
    assert extraction is not None
    assert verdict is not None
    assert verdict.decisions
    assert state_of(mailroom, doc_id) in (State.ARCHIVED, State.PARKED)


def test_an_unreadable_file_fails_alone_with_its_reason(home: Home, tmp_path: Path) -> None:
    mailroom, _ = obedient_mailroom(home)
    files = {f"claim{number}": claim(number) for number in range(9)}
    ids = drop(mailroom, tmp_path / "in", bad=b"", **files)
    process_pending(mailroom)
    bad = mailroom.store.manifest(ids.pop("bad"))
    assert bad.state is State.FAILED
    assert bad.error is not None
    assert bad.error.code == "empty"
    assert [path.name for path in home.failed.iterdir() if path.suffix == ".txt"] == [f"bad--{bad.doc_id}.txt"]
    assert {state_of(mailroom, doc_id) for doc_id in ids.values()} == {State.ARCHIVED}


def test_an_unforeseen_error_touches_one_document_and_ends_in_quarantine(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailroom, _ = obedient_mailroom(home)
    ids = drop(mailroom, tmp_path / "in", good=claim(1), bad=claim(2))
    real = mailroom.extractor.extract

    def explode(doc_id: str, *args: Any, **kwargs: Any) -> Any:
        if doc_id == ids["bad"]:
            raise ZeroDivisionError
        return real(doc_id, *args, **kwargs)

    monkeypatch.setattr(mailroom.extractor, "extract", explode)
    process_pending(mailroom)
    bad = mailroom.store.manifest(ids["bad"])
    assert state_of(mailroom, ids["good"]) is State.ARCHIVED
    assert bad.state is State.QUARANTINED
    assert bad.attempts == mailroom.policy.intake.max_attempts
    assert bad.error is not None
    assert bad.error.code == "quarantined"


def test_a_spent_budget_pauses_the_document(home: Home, tmp_path: Path) -> None:
    mailroom, doc_id = scripted(home, tmp_path, specialist={"raise": "budget_spent"})
    process_pending(mailroom)
    assert state_of(mailroom, doc_id) is State.PAUSED_BUDGET


def test_a_provider_that_keeps_failing_parks_the_document_for_a_person(home: Home, tmp_path: Path) -> None:
    mailroom, doc_id = scripted(home, tmp_path, sorter={"raise": "provider_unavailable"})
    process_pending(mailroom)
    manifest = mailroom.store.manifest(doc_id)
    assert manifest.state is State.PARKED
    assert manifest.gate == "classification"


def test_a_rerun_from_extraction_asks_the_specialist_again_but_not_the_sorter(home: Home, tmp_path: Path) -> None:
    mailroom, provider = obedient_mailroom(home)
    doc_id = drop(mailroom, tmp_path / "in", claim=claim())["claim"]
    process_pending(mailroom)
    provider.asked.clear()
    order_rerun(mailroom, [doc_id], Stage.EXTRACTION)
    process_pending(mailroom)
    assert {role.value for _, role in provider.asked} == {"specialist"}
    assert state_of(mailroom, doc_id) is State.ARCHIVED


def test_two_documents_with_one_name_are_both_archived(home: Home, tmp_path: Path) -> None:
    mailroom, _ = obedient_mailroom(home)
    first = drop(mailroom, tmp_path / "a", claim=claim(1))["claim"]
    second = drop(mailroom, tmp_path / "b", claim=claim(2))["claim"]
    process_pending(mailroom)
    folder = home.archive / "M-1" / "insurance_claim"
    assert {path.read_bytes() for path in folder.glob("*.txt")} == {claim(1), claim(2)}
    assert {state_of(mailroom, doc_id) for doc_id in (first, second)} == {State.ARCHIVED}


def test_an_altered_original_is_never_archived(home: Home, tmp_path: Path) -> None:
    mailroom, _ = obedient_mailroom(home)
    doc_id = drop(mailroom, tmp_path / "in", claim=claim())["claim"]
    [source] = (home.document(doc_id) / "source").iterdir()
    source.write_bytes(claim() + b"!")
    process_pending(mailroom)
    manifest = mailroom.store.manifest(doc_id)
    assert manifest.state is State.FAILED
    assert manifest.error is not None
    assert manifest.error.code == "original_changed"
