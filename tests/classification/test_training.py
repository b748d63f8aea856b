"""Training: train rows only, the same bytes from the same rows, confidences from sources left out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from mailroom_dagster.classification.evaluate import evaluate
from mailroom_dagster.classification.fast_path import MODEL_FILE, FastPath
from mailroom_dagster.classification.labelled import Labelled, handwritten
from mailroom_dagster.classification.reliability import Confidence
from mailroom_dagster.classification.training.confidences import fit_confidence
from mailroom_dagster.classification.training.fitting import fit
from mailroom_dagster.classification.training.training import MANIFEST_FILE, encode, train
from mailroom_dagster.configuration import models_dir
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.policy import Policy
from mailroom_dagster.taxonomy.model import Taxonomy
from tests.classification.scripted import Scripted, said


@pytest.fixture(scope="module")
def rows() -> list[Labelled]:
    """The handwritten texts as if they came from five sources."""
    return [
        replace(row, source=f"source {place % 5}", origin="real") for place, row in enumerate(handwritten(models_dir()))
    ]


def test_rows_of_another_split_are_refused(rows: Sequence[Labelled], taxonomy: Taxonomy, tmp_path: Path) -> None:
    with pytest.raises(MailroomError) as refused:
        train([*rows, replace(rows[0], split="test")], taxonomy, tmp_path)
    assert refused.value.code is ErrorCode.EVALUATION_REFUSED
    assert not list(tmp_path.iterdir())


def test_too_few_rows_are_refused(rows: Sequence[Labelled], taxonomy: Taxonomy) -> None:
    with pytest.raises(MailroomError, match="nothing can be fitted"):
        fit(rows[:10], taxonomy)


def test_training_writes_a_model_and_says_what_it_rests_on(
    rows: Sequence[Labelled], taxonomy: Taxonomy, tmp_path: Path
) -> None:
    report = train(rows, taxonomy, tmp_path)
    model = FastPath.load(tmp_path)
    assert model is not None
    assert model.classes == (*taxonomy.classes, "unknown")
    assert set(model.confidences) == {"fast_path", "marks", "words"}
    kept = json.loads((tmp_path / MANIFEST_FILE).read_text(encoding="utf-8"))
    assert kept == report.model_dump(mode="json")
    assert {item["sha256"] for item in kept["documents"]} == {row.sha256 for row in rows}
    assert all(weight >= 0 for item in model.confidences.values() for weight in item.weights.values())
    assert kept["reliability"]["fast_path"]["documents"] == len(rows)
    assert encode(fit(rows, taxonomy)) == (tmp_path / MODEL_FILE).read_bytes()


def test_a_stronger_signal_never_lowers_a_confidence() -> None:
    rows = [{"lead": x / 10, "noise": (7 * x % 10) / 10} for x in range(-20, 40)]
    fitted = fit_confidence(rows, [row["lead"] > 0.5 for row in rows])
    told = [fitted.of({"lead": x / 10, "noise": 0.5}) for x in range(-20, 40)]
    assert told == sorted(told)
    assert told[0] < 0.1 < 0.9 < told[-1]


def test_signals_that_are_missing_count_nothing() -> None:
    assert Confidence(bias=0.0, weights={"lead": 3.0}).of({}) == 0.5


def test_nobody_is_predicted_by_a_model_that_saw_its_source(
    rows: Sequence[Labelled], taxonomy: Taxonomy, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mailroom_dagster.classification import evaluate as module

    fitted: list[set[str]] = []
    real = module.fit_features

    def spy(data: Sequence[object], known: Taxonomy) -> object:
        fitted.append({item.row.source for item in data})  # type: ignore[attr-defined]
        return real(data, known)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "fit_features", spy)
    some = [replace(row, split="train" if place % 2 else "test") for place, row in enumerate(rows)]
    told = evaluate(
        some,
        taxonomy,
        Policy(),
        "leave_one_source_out",
        provider_for=lambda _: Scripted(said("unknown", 0.2)),
    )
    assert [item.name for item in told] == [row.name for row in some]
    assert len(fitted) == 5
    for source, seen in zip(sorted({row.source for row in some}), fitted, strict=True):
        assert source not in seen
