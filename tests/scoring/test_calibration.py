"""Perturbed values really change or really do not, and bands come from quantiles of their scores."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.scoring.bands import load_scoring
from mailroom_dagster.scoring.calibration import calibrate
from mailroom_dagster.scoring.model import scored, unscored
from mailroom_dagster.scoring.perturb import list_variants, same_value, variants
from mailroom_dagster.taxonomy.model import FieldSpec, FieldType

NAMES = ["Alpha Bank", "Beta River Works", "Gamma Steel Company", "Delta Shipping Ltd", "Epsilon Foods"]


def spec(kind: str, **more: object) -> FieldSpec:
    vocabulary = {"email": ["e-mail"], "letter": []} if kind == "label" else {}
    return FieldSpec.model_validate({"type": kind, "description": "a field", "vocabulary": vocabulary, **more})


@given(
    st.sampled_from(
        [("date", "2024-03-03"), ("money", "USD 1250.00"), ("id", "PA-12/7"), ("name", "Alpha Bank"), ("name", "Alpha"),
         ("label", "email"), ("text", "Seller shall pay Buyer")]
    ),
    st.integers(),
)  # fmt: skip
def test_wrong_variants_always_differ_and_right_ones_never_do(sample: tuple[str, str], seed: int) -> None:
    kind, value = sample
    found = list(variants(spec(kind), value, ["Beta", value], random.Random(seed)))
    assert {variant.right for variant in found} == {True, False}
    for variant in found:
        assert isinstance(variant.value, str)
        assert same_value(spec(kind), variant.value, value) is variant.right


@given(st.lists(st.sampled_from(NAMES), min_size=1, max_size=4, unique=True), st.integers())
def test_a_swapped_item_is_never_the_unchanged_list(items: list[str], seed: int) -> None:
    for variant in list_variants(spec("name", many=True), items, NAMES, random.Random(seed)):
        assert (sorted(variant.value) == sorted(items)) is variant.right


def test_seed_and_cap_have_an_effect() -> None:
    truth = {("contract", "party"): (spec("name"), list(NAMES))}
    assert calibrate(truth, seed=1) == calibrate(truth, seed=1)
    assert calibrate(truth, per_type=3)["name"].right == 3
    assert calibrate(truth)["name"].right > 3


def test_types_that_are_all_or_nothing_separate_and_lists_get_a_cutoff() -> None:
    truth = {
        ("c", "day"): (spec("date"), ["2024-03-03", "2023-01-31", "2020-12-24"]),
        ("c", "parties"): (spec("name", many=True), [NAMES[:2], NAMES[2:4], NAMES[4:]]),
    }
    found = calibrate(truth)
    assert (found["date"].low, found["date"].high, found["date"].cutoff) == (0.0, 1.0, True)
    assert found["list of name"].cutoff
    assert found["list of name"].wrong >= 3


def test_one_odd_sample_does_not_move_a_band() -> None:
    names = [f"Company Number{letter} of {town}" for letter in "ABCDEFGHIJ" for town in ("Ohio", "Utah", "Maine")]
    quiet = calibrate({("c", "n"): (spec("name"), list(names))})["name"]
    odd = calibrate({("c", "n"): (spec("name"), [*names, "Q"])})["name"]
    assert odd.right_low == pytest.approx(quiet.right_low, abs=0.05)


def test_bands_are_half_open_and_a_perfect_score_never_escalates() -> None:
    config = load_scoring()
    band = config.bands[FieldType.NAME]
    assert band is not None
    assert config.escalates(FieldType.NAME, scored(band.low, 0, 1, 1))
    assert not config.escalates(FieldType.NAME, scored(1.0, 1, 1, 1))
    assert not config.escalates(FieldType.NAME, scored(band.low - 0.01, 0, 1, 1))
    assert not config.escalates(FieldType.DATE, scored(0.5, 0, 1, 1))
    assert not config.escalates(FieldType.NAME, unscored())


def test_a_band_upside_down_is_refused_with_its_line(tmp_path: object) -> None:
    file = tmp_path / "scoring.yaml"  # type: ignore[operator]
    file.write_text("default_band: {low: 0.9, high: 0.1}\n")
    with pytest.raises(MailroomError) as error:
        load_scoring(tmp_path)  # type: ignore[arg-type]
    assert error.value.code is ErrorCode.BAD_CONFIG
    assert "line 1" in error.value.message
