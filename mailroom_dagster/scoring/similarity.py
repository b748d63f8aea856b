"""How alike two values of one type are, 0..1. None means that the expected value cannot be compared at all.

Belongs here: one function a type. Symmetric but for containment; equal words always give 1. No clock, no model.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal

import numpy as np
import numpy.typing as npt
from cleanco import matches, typesources
from rapidfuzz.distance import OSA, JaroWinkler

from mailroom_dagster.scoring.tokens import contradicts, coverage, overlap_f1, tokens
from mailroom_dagster.taxonomy.model import FieldSpec, FieldType
from mailroom_dagster.values.dates import parse_date
from mailroom_dagster.values.durations import find_durations
from mailroom_dagster.values.ids import clean_id, id_key
from mailroom_dagster.values.labels import parse_label
from mailroom_dagster.values.money import parse_money
from mailroom_dagster.values.names import clean_name, name_key

Rescue = Callable[[str, str], float]
"""Cosine of two texts, 0..1: see `scoring.semantic`."""

CENT = Decimal("0.01")
SAME_TOKEN = 0.9  # Jaro-Winkler from which two tokens may be one with a slip in it
OTHER_LEGAL_FORM = 0.85  # at most, for two names that differ in nothing but the legal form
CONTRADICTION = 0.25  # what a text keeps that denies what the other states
RESCUE_BELOW = 0.7
_LEGAL_FORMS = typesources()
_BLANK = re.compile(r"_|\bX{2,}\b|-XX|\[\s*[●•]?\s*\]|\bblank\b", re.IGNORECASE)


def similarity(field: FieldSpec, predicted: str, expected: str, rescue: Rescue | None = None) -> float | None:
    """How far `predicted` is what `expected` says, by the field's type."""
    if predicted == expected:
        return 1.0
    if field.containment:
        return containment_similarity(predicted, expected)
    match field.type:
        case FieldType.ID:
            return id_similarity(predicted, expected)
        case FieldType.DATE:
            return date_similarity(predicted, expected)
        case FieldType.MONEY:
            return money_similarity(predicted, expected)
        case FieldType.LABEL:
            return label_similarity(field.vocabulary, predicted, expected)
        case FieldType.NAME:
            return name_similarity(predicted, expected)
        case FieldType.TEXT:
            return text_similarity(predicted, expected, rescue)


def id_similarity(predicted: str, expected: str) -> float:
    """1 when letters and digits are the same; a label such as "Claim No." in front does not count."""
    one, other = clean_id(predicted), clean_id(expected)
    return float(bool(one and other) and id_key(one or "") == id_key(other or ""))


def date_similarity(predicted: str, expected: str) -> float | None:
    """1 for the same day, else 0: a day off is another day, and an ambiguous or partial date is none."""
    wanted = parse_date(expected)
    if wanted is None:
        return None
    return float(parse_date(predicted) == wanted)


def is_blank(expected: str) -> bool:
    """Whether a document leaves its date open: "____ day of November 2006", "2006-11-XX"."""
    return bool(_BLANK.search(expected)) and parse_date(expected) is None


def money_similarity(predicted: str, expected: str) -> float | None:
    """1 for the same amount to the cent and no other currency, else 0."""
    wanted, found = parse_money(expected), parse_money(predicted)
    if wanted is None:
        return None
    if found is None:
        return 0.0
    same_currency = wanted.currency == found.currency or None in (wanted.currency, found.currency)
    return float(same_currency and abs(wanted.amount - found.amount) <= CENT)


def label_similarity(vocabulary: Mapping[str, Sequence[str]], predicted: str, expected: str) -> float | None:
    """1 for the same label of the closed vocabulary, else 0."""
    wanted = parse_label(vocabulary, expected)
    return None if wanted is None else float(parse_label(vocabulary, predicted) == wanted)


def name_similarity(predicted: str, expected: str) -> float:
    """Soft token-set F1: tokens are paired one to one by Jaro-Winkler, where at most a slip of the pen differs.

    Legal forms do not count, but two different ones keep the score below 1. A denied name is no name.
    """
    one, other = clean_name(predicted) or "", clean_name(expected) or ""
    if contradicts(tokens(one), tokens(other)):
        return 0.0
    keys = name_key(one), name_key(other)
    if not all(keys):
        return 0.0
    same = keys[0].replace(" ", "") == keys[1].replace(" ", "")
    score = 1.0 if same else _soft_overlap(keys[0].split(), keys[1].split())
    return min(score, OTHER_LEGAL_FORM) if _forms_differ(one, other) else score


def best_assignment(alike: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """The rows and columns of the one-to-one pairs that add up to the most."""
    from scipy.optimize import linear_sum_assignment  # slow to load, and most of what imports this does not score

    rows, columns = linear_sum_assignment(alike, maximize=True)
    return rows, columns


def _soft_overlap(one: Sequence[str], other: Sequence[str]) -> float:
    pairs = np.array([[token_similarity(a, b) for b in other] for a in one])
    rows, columns = best_assignment(pairs)
    return float(2 * pairs[rows, columns].sum() / (len(one) + len(other)))


def token_similarity(one: str, other: str) -> float:
    """1 for equal tokens, Jaro-Winkler for one slip in a long token, 0.9 for an initial, else 0."""
    if one == other:
        return 1.0
    if 1 in (len(one), len(other)) and one[0] == other[0]:
        return 0.9
    shorter = min(len(one), len(other))
    slips = 2 if shorter >= 10 else 1
    if shorter < 5 or OSA.distance(one, other) > slips:
        return 0.0
    alike = JaroWinkler.similarity(one, other)
    return alike if alike >= SAME_TOKEN else 0.0


def _forms_differ(one: str, other: str) -> bool:
    forms = set(matches(one, _LEGAL_FORMS)), set(matches(other, _LEGAL_FORMS))
    return all(forms) and not forms[0] & forms[1]


def text_similarity(predicted: str, expected: str, rescue: Rescue | None = None) -> float:
    """Token F1. A text that denies what the other states keeps a quarter; it is never rescued by its meaning."""
    one, other = tokens(predicted), tokens(expected)
    score = overlap_f1(one, other)
    if contradicts(one, other):
        return score * CONTRADICTION
    if rescue and score < RESCUE_BELOW and one and other:
        return max(score, min(1.0, max(0.0, rescue(predicted, expected))))
    return score


def containment_similarity(predicted: str, expected: str) -> float:
    """Share of the expected content words that the prediction holds; durations must agree (24 months, two years)."""
    one, other = tokens(predicted), tokens(expected)
    if contradicts(one, other):
        return 0.0
    found, wanted = find_durations(predicted), find_durations(expected)
    if found and wanted:
        if found[0].value == wanted[0].value:
            return 1.0
        if not {span.value for span in found} & {span.value for span in wanted}:
            return 0.0
    return coverage(one, other)
