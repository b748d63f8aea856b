"""The shipped model: what it says of clear documents, what it refuses to be sure of, and how its file is read."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mailroom_dagster.classification.fast_path import MODEL_FILE, FastPath
from mailroom_dagster.classification.labelled import plain_document
from mailroom_dagster.classification.marks import load_marks
from mailroom_dagster.classification.training.training import MANIFEST_FILE
from mailroom_dagster.configuration import models_dir
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import sha256_file
from mailroom_dagster.taxonomy.model import Taxonomy
from tests.classification import samples


@pytest.mark.parametrize(("doc_class", "text"), samples.BY_CLASS.items(), ids=samples.BY_CLASS)
def test_a_clear_document_of_each_class_is_sorted_alone(
    fast_path: FastPath, taxonomy: Taxonomy, doc_class: str, text: str
) -> None:
    verdict = fast_path.sort(plain_document(text))
    assert verdict.doc_class == doc_class
    assert verdict.confidence >= taxonomy.bars(doc_class).fast_path
    assert verdict.margin > 0.5


def test_a_verdict_names_the_marks_and_words_that_carried_it(fast_path: FastPath) -> None:
    because = fast_path.sort(plain_document(samples.OPINION)).because
    assert "disposition" in because
    assert any(reason.startswith('"') for reason in because)


def test_only_the_text_counts_whatever_the_length(fast_path: FastPath) -> None:
    once = fast_path.sort(plain_document(samples.NDA + "x" * 10_000 + samples.NDA[-1_500:]))
    longer = fast_path.sort(plain_document(samples.NDA + "x" * 90_000 + samples.NDA[-1_500:]))
    assert once == longer


def test_a_class_without_a_defining_mark_is_never_sure(fast_path: FastPath, taxonomy: Taxonomy) -> None:
    words = "agreement parties indemnification confidentiality severability counterparts waiver force majeure"
    verdict = fast_path.sort(plain_document(f"{words}. " * 12))
    assert verdict.confidence < taxonomy.default_bars.fast_path


def test_a_text_in_another_language_has_no_confidence(fast_path: FastPath) -> None:
    text = (
        "Vertrag zwischen der Firma und dem Kunden. Die Parteien vereinbaren, dass der Vertrag nicht verlängert wird."
    )
    assert fast_path.sort(plain_document(text)).confidence == 0.0


def test_the_model_survives_a_round_trip_through_json(fast_path: FastPath) -> None:
    again = FastPath.from_json(json.loads(json.dumps(fast_path.as_json())))
    for text in samples.BY_CLASS.values():
        assert again.sort(plain_document(text)) == fast_path.sort(plain_document(text))


def test_no_model_is_no_error(tmp_path: Path) -> None:
    assert FastPath.load(tmp_path) is None


@pytest.mark.parametrize("content", [b"not json", b'{"format": 99}', b"[]"])
def test_another_file_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    (tmp_path / MODEL_FILE).write_bytes(content)
    with pytest.raises(MailroomError, match="fast-path model"):
        FastPath.load(tmp_path)


@pytest.mark.parametrize(
    "damage",
    [
        lambda model: model.pop("words"),
        lambda model: model["classes"].pop(),
        lambda model: model["words"]["coefficients"].pop(),
        lambda model: model["marks"].update(coefficients="x"),
        lambda model: model["confidences"]["words"].update(more=1),
    ],
)
def test_a_damaged_model_is_a_named_error_that_says_what_to_do(
    fast_path: FastPath, tmp_path: Path, damage: Callable[[dict[str, Any]], object]
) -> None:
    model = json.loads(json.dumps(fast_path.as_json()))
    damage(model)
    (tmp_path / MODEL_FILE).write_text(json.dumps(model))
    with pytest.raises(MailroomError) as refused:
        FastPath.load(tmp_path)
    assert refused.value.code is ErrorCode.BAD_CONFIG
    assert "train_fast_path" in refused.value.next_step


def test_the_shipped_model_is_the_one_of_its_manifest_and_of_the_present_marks() -> None:
    manifest = json.loads((models_dir() / MANIFEST_FILE).read_text(encoding="utf-8"))
    assert manifest["model_sha256"] == sha256_file(models_dir() / MODEL_FILE)
    assert manifest["marks_sha256"] == load_marks().digest
    assert manifest["reliability"]["fast_path"]["accepted_accuracy"] >= 0.98
    assert (models_dir() / MODEL_FILE).stat().st_size < 3 * 1024 * 1024
