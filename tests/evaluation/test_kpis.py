"""Figures agree with the field's libraries, intervals respect sources, unknown sums stay unknown."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import brier_score_loss, f1_score, fbeta_score

from mailroom_dagster.evaluation.comparison import compare
from mailroom_dagster.evaluation.gate_kpis import cost_card, gate_kpis
from mailroom_dagster.evaluation.intervals import estimate, mean, ratio, share, wilson
from mailroom_dagster.evaluation.plots import pictures
from mailroom_dagster.evaluation.rows import DocumentRow, FieldRow
from mailroom_dagster.evaluation.sorter_kpis import sorter_kpis
from mailroom_dagster.evaluation.specialist_kpis import f_beta, specialist_kpis
from mailroom_dagster.evaluation.summary import figures

CLASSES = ("contract", "letter", "opinion")


def document(name: str, true: str = "contract", said: str = "contract", **changes: object) -> DocumentRow:
    row = DocumentRow(
        name=name, dataset="d", split="test", group=name, origin="real", source="s", true_class=true, doc_class=said,
        subtype=None, class_correct=true == said, class_confidence=0.9, class_decided_by="sorter",
        class_route="extract", class_accepted=True, fast_path=False, resorted=False, second_opinion=False,
        extracted_as=said, extraction_confidence=0.9, extraction_route="report", straight_through=True,
        review_needed=true != said, schema_valid=True, values=2, values_grounded=2, values_said=2, field_score=1.0,
        error=None, calls=1, input_tokens=10, output_tokens=1, cost_usd=0.5, seconds_classify=1.0, seconds_extract=2.0,
    )  # fmt: skip
    return row.model_copy(update=changes)


def field(name: str, *, matched: int, predicted: int, expected: int, **changes: object) -> FieldRow:
    row = FieldRow(
        name=name, group=name, origin="real", doc_class="contract", field="party", field_type="name", many=False,
        required=False, partial_truth=False, tier="verbatim", outcome="scored" if matched else "wrong",
        score=float(matched > 0), matched=matched, predicted=predicted, expected=expected, escalates=False,
    )  # fmt: skip
    return row.model_copy(update=changes)


PAIRS = st.lists(
    st.tuples(st.sampled_from(CLASSES), st.sampled_from(CLASSES), st.floats(0, 1)), min_size=2, max_size=20
)


@settings(max_examples=25, deadline=None)
@given(PAIRS)
def test_macro_f1_and_brier_agree_with_scikit_learn(pairs: list[tuple[str, str, float]]) -> None:
    rows = [document(str(n), true, said, class_confidence=sure) for n, (true, said, sure) in enumerate(pairs)]
    kpis = sorter_kpis(rows)
    true, said = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    expected = f1_score(true, said, labels=sorted(set(true)), average="macro", zero_division=0)
    assert kpis.macro_f1.value == pytest.approx(expected, abs=1e-4)
    correct = [one == other for one, other in zip(true, said, strict=True)]
    brier = brier_score_loss(correct, [pair[2] for pair in pairs], labels=[False, True]) if any(correct) else None
    if brier is not None:
        assert kpis.brier.value == pytest.approx(brier, abs=1e-4)
    assert 0 <= (kpis.ece.value or 0) <= 1


def test_calibration_error_is_the_mean_gap_of_ten_bins() -> None:
    rows = [document("a", class_confidence=0.95), document("b", class_confidence=0.95, class_correct=False)]
    rows += [document("c", class_confidence=0.15), document("d", class_confidence=1.0)]
    gaps = (abs(2.9 / 3 - 2 / 3) * 3 + abs(0.15 - 1)) / 4
    assert sorter_kpis(rows).ece.value == pytest.approx(gaps, abs=1e-4)
    assert [item.n for item in sorter_kpis(rows).reliability if item.n] == [1, 3]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
def test_f_beta_agrees_with_scikit_learn(matched: int, extra: int, missed: int) -> None:
    true = [1] * (matched + missed) + [0] * extra
    said = [1] * matched + [0] * missed + [1] * extra
    for beta in (1.0, 2.0):
        ours = f_beta(np.array([matched]), np.array([matched + extra]), np.array([matched + missed]), beta)[0]
        theirs = fbeta_score(true, said, beta=beta, zero_division=np.nan) if true else np.nan
        assert ours == pytest.approx(theirs, nan_ok=True)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.sampled_from("abcdef")), min_size=1, max_size=30))
def test_an_interval_holds_its_value_and_stays_within_bounds(items: list[tuple[bool, str]]) -> None:
    found = share([item[0] for item in items], [item[1] for item in items])
    assert found.value == pytest.approx(sum(item[0] for item in items) / len(items), abs=1e-4)
    if found.clusters < 2:
        assert found.low is found.high is None
    else:
        assert found.low is not None
        assert found.high is not None
        assert 0 <= found.low <= found.value + 1e-4
        assert found.value - 1e-4 <= found.high <= 1


def test_documents_of_one_source_do_not_make_an_interval_narrower() -> None:
    flags = [True, False, True, True, False, True]
    apart = share(flags * 5, [f"{place}-{copy}" for copy in range(5) for place in range(6)])
    together = share(flags * 5, [str(place) for _ in range(5) for place in range(6)])
    assert apart.low is not None
    assert together.low is not None
    assert apart.value == together.value
    assert apart.low > together.low


def test_all_right_does_not_prove_perfection() -> None:
    found = share([True] * 13, [str(n) for n in range(13)])
    assert found.high == 1.0
    assert found.low == pytest.approx(wilson(1.0, 13)[0], abs=1e-4)
    assert 0.7 < (found.low or 0) < 0.8


def test_what_says_nothing_is_not_counted() -> None:
    assert mean([None, 1.0, 0.0], ["a", "b", "c"]).n == 2
    assert ratio([1.0, 0.0], [1.0, 0.0], ["a", "b"]).n == 1
    assert mean([None], ["a"]).value is None
    assert estimate(lambda weights: weights.sum(axis=1), []).value is None


def test_headlines_take_complete_verbatim_truth_alone_and_list_the_rest() -> None:
    rows = [
        field("a", matched=1, predicted=1, expected=1),
        field("b", matched=0, predicted=1, expected=1),
        field("c", matched=0, predicted=1, expected=1, tier="lenient"),
        field("d", matched=2, predicted=9, expected=3, partial_truth=True, field="parties"),
        field("e", matched=0, predicted=1, expected=0, outcome="unscored", score=None),
    ]
    kpis = specialist_kpis([document(row.name) for row in rows], rows)
    assert kpis.micro is not None
    assert (kpis.micro.precision.value, kpis.micro.recall.value) == (0.5, 0.5)
    assert kpis.incomplete_recall.value == pytest.approx(0.6667)
    assert set(kpis.fields["contract"]) == {"party", "party (lenient)", "parties"}
    assert kpis.fields["contract"]["party"].unscored == 1


def test_values_without_support_are_the_hallucination_rate() -> None:
    rows = [document("a", values=4, values_said=3, values_grounded=4), document("b", values=0, values_said=0)]
    kpis = specialist_kpis(rows, [])
    assert (kpis.hallucination.value, kpis.grounded.value) == (0.25, 1.0)


def test_gates_are_measured_against_whether_review_was_needed() -> None:
    rows = [
        document("right and through"),
        document("wrong and through", said="letter"),
        document("wrong and held", said="letter", straight_through=False, class_route="review", extracted_as=None),
        document("right and held", straight_through=False, extraction_route="judge"),
    ]
    kpis = gate_kpis(rows)
    assert (kpis.precision.value, kpis.recall.value) == (0.5, 0.5)
    assert kpis.straight_through_correct.value == 0.5
    assert kpis.routes == {"extract:report": 2, "classify:review": 1, "extract:judge": 1}


def test_an_unknown_cost_is_null_and_never_zero() -> None:
    known = cost_card([document("a"), document("b")])
    assert (known.cost_usd, known.usd_per_document, known.seconds_median["extract"]) == (1.0, 0.5, 2.0)
    unknown = cost_card([document("a"), document("b", cost_usd=None, output_tokens=None, seconds_extract=None)])
    assert (unknown.cost_usd, unknown.usd_per_document, unknown.output_tokens) == (None, None, None)
    assert unknown.input_tokens == 20
    assert cost_card([]).cost_usd is None


def test_two_runs_are_paired_and_the_changed_documents_listed() -> None:
    first = [document(str(n), said="letter" if n < 5 else "contract") for n in range(20)]
    second = [document(str(n)) for n in range(1, 21)]
    found = compare("one", first, "two", second)
    assert (found.common, found.only_first, found.only_second) == (19, 1, 1)
    difference = found.differences["class_correct"]
    assert difference.difference.value == pytest.approx(4 / 19, abs=1e-4)
    assert difference.significant
    assert [(change.name, change.what) for change in found.changed] == [(str(n), "better") for n in range(1, 5)]
    same = compare("one", second, "one", second)
    assert same.differences["class_correct"].significant is False
    assert same.changed == ()
    unknown = compare("one", [document("a", cost_usd=None)], "two", [document("a")]).differences["cost_usd"]
    assert (unknown.difference.value, unknown.significant) == (None, None)


def test_every_picture_is_drawn_and_an_empty_run_draws_none() -> None:
    rows = [document(str(n), CLASSES[n % 3], CLASSES[n % 2], class_confidence=n / 10) for n in range(10)]
    drawn = pictures(figures(rows, [field("0", matched=1, predicted=1, expected=1)]))
    assert set(drawn) == {"confusion matrix", "reliability", "coverage and accuracy", "classes", "fields", "latency"}
    assert all(picture.startswith(b"\x89PNG") for picture in drawn.values())
    assert pictures(figures([], [])) == {}
