"""The confidence follows its signals, and is fitted on training documents alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailroom_dagster.configuration import models_dir
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.extraction.calibrating import CalibrationRow, calibration_row, fit_calibration
from mailroom_dagster.extraction.confidence import MODEL_NAME, SIGNALS, Calibration, load_calibration, signals_of
from mailroom_dagster.extraction.result import Extraction
from mailroom_dagster.records.model import ExtractedField, FieldValue
from mailroom_dagster.taxonomy.model import load_taxonomy

PERFECT = dict.fromkeys(SIGNALS, 1.0)
SHIPPED = load_calibration(models_dir())
SPEC = load_taxonomy().classes["contract"]


def row(correct: float, split: str = "train", **signals: float) -> CalibrationRow:
    return CalibrationRow(split=split, signals={**PERFECT, **signals}, correct=correct)


ROWS = [row(0.97)] * 20 + [row(0.5, expected_coverage=0.4)] * 10 + [row(0.9, expected_coverage=0.8)] * 10


def test_only_training_documents_are_fitted_on() -> None:
    with pytest.raises(MailroomError) as raised:
        fit_calibration([*ROWS, row(0.9, split="test")])
    assert raised.value.code is ErrorCode.EVALUATION_REFUSED


def test_few_documents_are_refused() -> None:
    with pytest.raises(MailroomError) as raised:
        fit_calibration(ROWS[:5])
    assert raised.value.code is ErrorCode.EVALUATION_REFUSED


def test_the_fit_follows_the_documents_and_never_rewards_a_worse_signal() -> None:
    fitted = fit_calibration(ROWS)
    assert all(weight >= 0 for weight in fitted.weights.values())
    assert fitted.confidence(PERFECT) == pytest.approx(0.97, abs=0.05)
    assert fitted.confidence({**PERFECT, "expected_coverage": 0.4}) == pytest.approx(0.5, abs=0.15)
    assert fitted.documents == len(ROWS)


def test_a_list_of_claims_is_not_blamed_for_having_no_single_loss() -> None:
    claims = load_taxonomy().classes["insurance_claim"]
    listed = {name: ExtractedField(name=name) for name in ("claim_numbers", "insurer", "insured_party", "claim_type")}
    single = {name: item for name, item in listed.items() if name != "claim_numbers"}

    assert signals_of(claims, listed, errors=0, cleared=0, text_quality=1, agreement=1)["expected_coverage"] == 1.0
    assert signals_of(claims, single, errors=0, cleared=0, text_quality=1, agreement=1)["expected_coverage"] < 0.5


def test_documents_that_are_all_wrong_give_no_confidence() -> None:
    assert fit_calibration([row(0.0)] * 40).confidence(PERFECT) < load_taxonomy().default_bars.low


@given(st.sampled_from(SIGNALS), st.floats(0, 1), st.floats(0, 1))
def test_a_better_signal_never_lowers_the_confidence(name: str, a: float, b: float) -> None:
    low, high = sorted((a, b))
    assert SHIPPED.confidence({**PERFECT, name: low}) <= SHIPPED.confidence({**PERFECT, name: high})


@given(st.dictionaries(st.sampled_from([*SIGNALS, "stated", "token_probability"]), st.floats(0, 1)))
def test_the_confidence_is_always_a_share(signals: dict[str, float]) -> None:
    assert 0 <= SHIPPED.confidence(signals) <= 1


def test_an_invalid_answer_has_no_confidence() -> None:
    assert SHIPPED.confidence({**PERFECT, "schema_valid": 0.0}) == 0.0


def test_a_missing_required_field_is_never_reported_without_a_judge() -> None:
    bars = load_taxonomy().default_bars
    assert SHIPPED.confidence({**PERFECT, "required_coverage": 0.0}) < bars.judge_high
    assert SHIPPED.confidence(PERFECT) >= bars.judge_high


def test_the_shipped_model_is_fitted() -> None:
    assert SHIPPED.documents > 0


def test_a_broken_model_file_is_named(tmp_path: Path) -> None:
    (tmp_path / MODEL_NAME).write_text("{")
    with pytest.raises(MailroomError) as raised:
        load_calibration(tmp_path)
    assert raised.value.code is ErrorCode.BAD_CONFIG
    assert load_calibration(tmp_path / "nowhere") == Calibration()


def extraction(**values: str) -> Extraction:
    fields = {
        name: ExtractedField(name=name, values=(FieldValue(value=text, words=text),)) for name, text in values.items()
    }
    return Extraction(fields=fields, signals=PERFECT)


def test_a_row_scores_what_the_truth_speaks_of_and_what_is_required() -> None:
    found = extraction(governing_law="Delaware", agreement_date="2026-01-13")
    made = calibration_row(SPEC, found, {"governing_law": "Delaware", "agreement_date": "2025-01-13"}, "train")
    assert made is not None
    assert made.correct == pytest.approx(1 / 3), "one right, one wrong, the required parties missing"
    assert calibration_row(SPEC, found, {}, "train") is None
