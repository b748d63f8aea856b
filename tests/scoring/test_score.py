"""Scoring fields: the worked examples that peers got wrong, properties that always hold, lists and incomplete truth."""

from __future__ import annotations

import itertools
import random
from datetime import date
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import JaroWinkler
from scipy.optimize import linear_sum_assignment

from mailroom_dagster.scoring import Outcome, score_field
from mailroom_dagster.scoring.model import MATCH_BARS
from mailroom_dagster.scoring.score import best_pairs
from mailroom_dagster.scoring.similarity import name_similarity, similarity, text_similarity, token_similarity
from mailroom_dagster.taxonomy.model import FieldSpec, FieldType
from mailroom_dagster.values.dates import parse_date


def spec(kind: str, **more: object) -> FieldSpec:
    vocabulary = {"email": ["e-mail"], "letter": []} if kind == "label" else {}
    return FieldSpec.model_validate({"type": kind, "description": "a field", "vocabulary": vocabulary, **more})


ZERO, HALF, ONE = (0.0, 0.0), (0.0, 0.5), (1.0, 1.0)


@pytest.mark.parametrize(
    ("kind", "predicted", "expected", "bounds"),
    [
        ("date", "2024-03-04", "2024-03-03", ZERO),
        ("date", "2024", "2024-03-03", ZERO),
        ("date", "March 2024", "2024-03-03", ZERO),
        ("date", "March 3rd, 2024", "2024-03-03", ONE),
        ("date", "3 March 2024", "March 3, 2024", ONE),
        ("money", "£250,000", "$250,000", ZERO),
        ("money", "USD 250,000", 250000, ONE),
        ("money", "$1.2 million", 1200000, ONE),
        ("money", "€250.000,00", 250000, ONE),
        ("money", "(1,250.00)", "-1250", ONE),
        ("money", "no amount", 250000, ZERO),
        ("name", "Trust", "Holdings", ZERO),
        ("name", "First National Bank", "First National Bank of Ohio", (0.5, 0.79)),
        ("name", "not Delaware", "Delaware", ZERO),
        ("name", "New York", "New Jersey", HALF),
        ("name", "North Carolina", "South Carolina", HALF),
        ("name", "Austria", "Australia", ZERO),
        ("name", "Acme, Inc.", "ACME Incorporated", ONE),
        ("name", "Acme", "Acme LLC", ONE),
        ("name", "Acme Inc.", "Acme LLC", (0.8, 0.85)),
        ("name", "J. Smith", "John Smith", (0.9, 0.99)),
        ("name", "Jon Stevenson", "Jon Stevensen", (0.9, 0.99)),
        ("id", "PA-12", "12", ZERO),
        ("id", "CO-77", "77", ZERO),
        ("id", "AB-1", "AB1", ONE),
        ("id", "Claim No. PA-12", "PA-12", ONE),
        ("text", "shall not pay", "shall pay", (0.0, 0.3)),
        ("text", "won't pay", "pay", (0.0, 0.3)),
        ("text", "the sum of 100,000", "the sum of 100000", ONE),
        ("text", "Form 13G", "form 13-g", (0.0, 0.5)),
        ("label", "e-mail", "email", ONE),
        ("label", "letter", "email", ZERO),
    ],
)
def test_worked_examples(kind: str, predicted: str, expected: object, bounds: tuple[float, float]) -> None:
    score = score_field(spec(kind), predicted, expected).score
    assert score is not None
    assert bounds[0] <= score <= bounds[1]


def test_an_ambiguous_date_earns_no_credit() -> None:
    assert score_field(spec("date"), "03/04/2024", "04/03/2024").score is None
    assert score_field(spec("date"), "03/04/2024", "2024-04-03").score == 0.0


def test_a_score_does_not_depend_on_the_clock() -> None:
    assert parse_date("2024") is None
    assert score_field(spec("date"), "2024-11-30", "2024").outcome is Outcome.UNSCORED


@pytest.mark.parametrize("blank", ["____ day of November 2006", "2006-11-XX", "[●], 2020"])
def test_a_date_left_blank_expects_no_prediction(blank: str) -> None:
    rightly_empty = score_field(spec("date"), None, blank)
    assert (rightly_empty.score, rightly_empty.expected, rightly_empty.f1) == (1.0, 0, None)
    assert score_field(spec("date"), "2006-11-15", blank).outcome is Outcome.WRONG


@pytest.mark.parametrize("nothing", [None, "", "  ", []])
def test_nothing_expected_and_nothing_predicted_is_not_counted(nothing: object) -> None:
    for many in (True, False):
        assert score_field(spec("name", many=many), None, nothing).outcome is Outcome.UNSCORED


def test_an_extra_value_is_wrong_only_where_the_truth_is_complete() -> None:
    assert score_field(spec("name", many=True), ["Alpha"], []).outcome is Outcome.WRONG
    assert score_field(spec("name", many=True, partial_truth=True), ["Alpha"], []).outcome is Outcome.UNSCORED


def test_a_missing_prediction_is_wrong_and_not_unscored() -> None:
    result = score_field(spec("name"), None, "Alpha")
    assert (result.outcome, result.recall, result.precision, result.f1) == (Outcome.WRONG, 0.0, None, 0.0)


def test_roles_in_incomplete_truth_never_lift_a_score_above_one() -> None:
    parties = spec("name", many=True, partial_truth=True)
    result = score_field(parties, ["Alpha Corp"], ["Seller", "Buyer"])
    assert (result.precision, result.recall, result.f1) == (1.0, 0.5, pytest.approx(2 / 3))
    assert score_field(parties, ["the Buyer"], ["Seller"]).score == 0.0
    assert score_field(parties, ["Alpha Corp", "Beta Corp"], ["Seller", "Alpha Corp"]).score == 1.0


def test_containment_takes_the_share_of_expected_words_and_reads_durations() -> None:
    law = spec("name", containment=True)
    assert score_field(law, "the laws of the State of New York", "New York").score == 1.0
    assert score_field(law, "Delaware", "State of Delaware").score == 1.0
    assert score_field(law, "New Jersey", "New York").score == 0.5
    assert score_field(law, "not Delaware", "Delaware").score == 0.0
    term = spec("text", containment=True)
    assert score_field(term, "24 months", "two (2) years").score == 1.0
    assert score_field(term, "5 years", "one year, renewable").score == 0.0
    assert score_field(term, "12-month term", "twelve months").score == 1.0


def test_one_of_several_accepted_answers_is_enough() -> None:
    assert score_field(spec("id"), "B-2", ["A-1", "B-2"]).score == 1.0


def test_rescue_by_meaning_is_for_texts_that_share_few_words_and_never_for_denials() -> None:
    def rescue(one: str, other: str) -> float:
        return 0.9

    assert score_field(spec("text"), "terminated at once", "ended immediately", rescue=rescue).score == 0.9
    assert score_field(spec("text"), "shall not pay", "shall pay", rescue=rescue).score == pytest.approx(0.2)
    assert score_field(spec("name"), "New York", "New Jersey", rescue=rescue).score == 0.5


VOCABULARY = ("acme", "north", "river", "bank", "of", "ohio", "not", "pay", "12", "smith", "inc", "llc", "1,000")
WORDS = st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=5)
PHRASES = WORDS.map(" ".join)
KINDS = st.sampled_from(["id", "date", "money", "name", "text", "label"])
ANYTHING = st.one_of(PHRASES, st.text(max_size=20), st.dates().map(str), st.decimals(0, 10**6, places=2).map(str))


@given(KINDS, ANYTHING, ANYTHING, st.booleans())
def test_scores_stay_within_bounds(kind: str, predicted: str, expected: str, containment: bool) -> None:
    result = score_field(spec(kind, containment=containment), predicted, expected)
    assert result.score is None or 0.0 <= result.score <= 1.0
    assert 0 <= result.matched <= min(result.predicted, result.expected)


@given(KINDS, ANYTHING)
def test_the_truth_itself_scores_one(kind: str, value: str) -> None:
    assert score_field(spec(kind), value, value).score in (1.0, None) or not value.strip()


@given(st.sampled_from(["id", "name", "text"]), PHRASES, PHRASES)
def test_scores_are_symmetric(kind: str, one: str, other: str) -> None:
    assert similarity(spec(kind), one, other) == pytest.approx(similarity(spec(kind), other, one))


@given(st.dates(min_value=date(1900, 1, 1), max_value=date(2150, 1, 1)))
def test_the_format_of_a_date_does_not_matter(day: date) -> None:
    words = day.strftime("%B %d, %Y")
    assert score_field(spec("date"), words, str(day)).score == 1.0


@given(st.decimals(min_value=Decimal("0.01"), max_value=Decimal(10**9), places=2))
def test_the_format_of_an_amount_does_not_matter(amount: Decimal) -> None:
    assert score_field(spec("money"), f"$ {amount:,.2f}", f"USD {amount}").score == 1.0
    assert score_field(spec("money"), f"USD {amount + 1}", f"USD {amount}").score == 0.0


@given(PHRASES)
def test_case_and_outer_marks_do_not_matter(phrase: str) -> None:
    for kind in ("name", "text"):
        assert score_field(spec(kind), f" {phrase.upper()} ", phrase).score == pytest.approx(1.0)


@given(
    st.lists(PHRASES, max_size=4), st.lists(PHRASES, max_size=4), st.booleans(), st.sampled_from(["name", "text", "id"])
)
def test_lists_stay_within_bounds_in_any_order(one: list[str], other: list[str], partial: bool, kind: str) -> None:
    field = spec(kind, many=True, partial_truth=partial)
    result = score_field(field, one, other)
    for number in (result.score, result.precision, result.recall, result.f1):
        assert number is None or 0.0 <= number <= 1.0
    shuffled = random.Random(1).sample(one, len(one))
    assert score_field(field, shuffled, other).matched == result.matched


@given(st.lists(PHRASES, min_size=1, max_size=4), st.lists(PHRASES, min_size=1, max_size=4))
def test_pairing_is_the_optimum_that_trying_all_finds(one: list[str], other: list[str]) -> None:
    field, bar = spec("name", many=True), MATCH_BARS[FieldType.NAME]
    alike = {(a, b): name_similarity(one[a], other[b]) for a in range(len(one)) for b in range(len(other))}
    alike = {pair: value if value >= bar or one[pair[0]] == other[pair[1]] else 0.0 for pair, value in alike.items()}
    alike = {pair: 1.0 if one[pair[0]] == other[pair[1]] else value for pair, value in alike.items()}
    short, long = sorted((list(range(len(one))), list(range(len(other)))), key=len)
    flip = len(one) > len(other)
    best = max(
        sum(alike[(b, a) if flip else (a, b)] for a, b in zip(short, order, strict=True))
        for order in itertools.permutations(long, len(short))
    )
    assert sum(alike[pair] for pair in best_pairs(field, one, other)) == pytest.approx(best)


@given(st.text("abcdeost", min_size=5, max_size=12), st.text("abcdeost", min_size=5, max_size=12))
def test_token_similarity_agrees_with_rapidfuzz(one: str, other: str) -> None:
    alike = token_similarity(one, other)
    assert alike in (0.0, pytest.approx(JaroWinkler.similarity(one, other)))


def test_soft_overlap_agrees_with_a_direct_assignment() -> None:
    one, other = "jonathan stevenson smith", "smith jonathon stephenson jones"
    pairs = np.array([[token_similarity(a, b) for b in other.split()] for a in one.split()])
    rows, columns = linear_sum_assignment(-pairs)
    assert name_similarity(one, other) == pytest.approx(2 * pairs[rows, columns].sum() / 7)


def test_token_f1_is_that_of_squad() -> None:
    assert text_similarity("the cat sat", "the cat ran away") == pytest.approx(2 * (2 / 3) * (2 / 4) / (2 / 3 + 2 / 4))
