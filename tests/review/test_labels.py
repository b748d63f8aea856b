"""Decisions become labels only with consent, then and now, and only to fit on."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.evaluation.datasets import Dataset, DatasetConfig, Split
from mailroom_dagster.evaluation.loaders import load_folder
from mailroom_dagster.hashing import doc_id_of, sha256_bytes
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import PersonDecision
from mailroom_dagster.review.decisions import decide
from mailroom_dagster.review.labels import write_labels
from tests.obedient import claim, drop, obedient_mailroom

UNSURE = {"doc_class": "insurance_claim", "confidence": 0.8}
THIN = {
    "specialist": {"values": {"insured_party": [{"value": "Ada Byron", "quote": "Ada Byron"}]}, "confidence": 0.5},
    "judge": {"label": "incomplete", "score": 0.2},
    "arbiter": {"action": "escalate"},
    "boss": {"action": "review"},
}
BEFORE, CORRECTED, CLASS_ONLY, REJECTED = (doc_id_of(sha256_bytes(claim(number))) for number in range(4))


def consent(mailroom: Mailroom, given: bool) -> None:
    review = mailroom.policy.review.model_copy(update={"collect_labels": given})
    mailroom.__dict__["policy"] = mailroom.policy.model_copy(update={"review": review})


@pytest.fixture
def decided(home: Home, tmp_path: Path) -> Mailroom:
    """One approved before consent; then one corrected, one with its class alone approved, one rejected."""
    mailroom, provider = obedient_mailroom(home)
    for doc_id in (BEFORE, CORRECTED, REJECTED):
        provider.script(doc_id, **THIN)
    provider.script(CLASS_ONLY, sorter=UNSURE, retry_sorter=UNSURE, reviewer=UNSURE)
    drop(mailroom, tmp_path / "in", **{f"file{number}": claim(number) for number in range(4)})
    process_pending(mailroom)
    decide(mailroom, BEFORE, PersonDecision(action="approve", reviewer="Grace"))
    consent(mailroom, True)
    corrected = PersonDecision(action="correct", reviewer="Grace", fields={"adjuster": "Lin Wu"})
    decide(mailroom, CORRECTED, corrected)
    decide(mailroom, CLASS_ONLY, PersonDecision(action="approve", reviewer="Grace"))
    decide(mailroom, REJECTED, PersonDecision(action="reject", reviewer="Grace"))
    process_pending(mailroom)
    return mailroom


def loaded(config: DatasetConfig) -> Dataset:
    dataset = Dataset("review_labels", "1", *load_folder(config))
    dataset.require_bytes(dataset.samples.values())
    return dataset


def test_the_set_loads_and_holds_what_people_stated_with_consent(decided: Mailroom, tmp_path: Path) -> None:
    count, config = write_labels(decided, tmp_path / "out")
    samples = loaded(config).samples
    assert count == 2
    assert set(samples) == {f"doc_{CORRECTED}.txt", f"doc_{CLASS_ONLY}.txt"}
    assert {item.split for item in samples.values()} == {Split.TRAIN}
    truth = loaded(config).truth_of(samples[f"doc_{CORRECTED}.txt"])
    assert {name: value.value for name, value in truth.fields.items()} == {
        "insured_party": "Ada Byron", "adjuster": "Lin Wu",
    }  # fmt: skip
    seen = loaded(config).truth_of(samples[f"doc_{CLASS_ONLY}.txt"])
    assert (seen.doc_class, seen.fields) == ("insurance_claim", {})  # nobody looked at the fields read afterwards


def test_without_consent_now_nothing_is_written(decided: Mailroom, tmp_path: Path) -> None:
    consent(decided, False)
    with pytest.raises(MailroomError, match="collect_labels") as refused:
        write_labels(decided, tmp_path / "out")
    assert refused.value.code is ErrorCode.NOT_ALLOWED
    assert not (tmp_path / "out").exists()


def test_the_set_is_the_same_bytes_each_time(decided: Mailroom, tmp_path: Path) -> None:
    assert write_labels(decided, tmp_path / "a")[1].labels == write_labels(decided, tmp_path / "b")[1].labels
