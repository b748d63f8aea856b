"""Scoring a field: one value or a list of them against the truth.

Belongs here: what counts as missing, several accepted answers, the best pairing of two lists, and truth that is known
to be incomplete. Does not belong here: how alike two values are (`similarity`).
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import numpy as np

from mailroom_dagster.scoring.model import MATCH_BARS, FieldScore, scored, unscored
from mailroom_dagster.scoring.similarity import Rescue, best_assignment, is_blank, similarity
from mailroom_dagster.scoring.tokens import contains_run, contradicts, coverage, tokens, word_set
from mailroom_dagster.taxonomy.model import FieldSpec, FieldType

ROLE_WORDS = word_set(
    "seller buyer licensor licensee company customer client supplier distributor vendor purchaser lessor lessee "
    "landlord tenant contractor consultant provider recipient borrower lender party parties agent"
)
COVERED = 0.7  # an item that holds so much of an expected text stands for it


def score_field(field: FieldSpec, predicted: Any, expected: Any, *, rescue: Rescue | None = None) -> FieldScore:
    """Score a prediction (text, number, list or None) against the truth (the same, or a list of accepted answers)."""
    found, wanted = as_values(predicted), as_values(expected)
    if field.many:
        return _score_list(field, found, wanted, rescue)
    if not wanted:
        return unscored(len(found[:1]))
    if field.type is FieldType.DATE and all(is_blank(value) for value in wanted):
        return scored(float(not found), 0, len(found[:1]), 0)
    return _score_one(field, found, wanted, rescue)


def as_values(value: Any) -> list[str]:
    """The stated values as texts; None, blanks and empty lists state nothing."""
    items = value if isinstance(value, list | tuple) else [value]
    texts = [_text(item) for item in items if item is not None]
    return [text for text in texts if text]


def _text(item: Any) -> str:
    if isinstance(item, float):
        item = Decimal(str(item))
    return " ".join(str(item).split())


def _score_one(field: FieldSpec, found: list[str], wanted: list[str], rescue: Rescue | None) -> FieldScore:
    alike = [similarity(field, found[0] if found else "", value, rescue) for value in wanted]
    known = [value for value in alike if value is not None]
    if not known:
        return unscored(len(found[:1]))
    if not found:
        return scored(0.0, 0, 0, 1)
    best = max(known)
    return scored(best, int(best >= MATCH_BARS[field.type]), 1, 1)


def _score_list(field: FieldSpec, found: list[str], wanted: list[str], rescue: Rescue | None) -> FieldScore:
    if not wanted:
        return unscored(len(found)) if field.partial_truth or not found else scored(0.0, 0, len(found), 0)
    matched = len(best_pairs(field, found, wanted, rescue))
    if field.partial_truth:
        return scored(matched / len(wanted), matched, len(found), len(wanted))
    return scored(2 * matched / (len(found) + len(wanted)), matched, len(found), len(wanted))


def best_pairs(
    field: FieldSpec, found: Sequence[str], wanted: Sequence[str], rescue: Rescue | None = None
) -> list[tuple[int, int]]:
    """The one-to-one pairs (found, wanted) that make the most of both lists; only pairs above the type's bar count."""
    if not found or not wanted:
        return []
    bar = MATCH_BARS[field.type]
    alike = np.array([[_alike(field, item, value, rescue) for value in wanted] for item in found])
    alike[alike < bar] = 0.0
    rows, columns = best_assignment(alike)
    return [(int(row), int(column)) for row, column in zip(rows, columns, strict=True) if alike[row, column] >= bar]


def _alike(field: FieldSpec, item: str, value: str, rescue: Rescue | None) -> float:
    alike = similarity(field, item, value, rescue) or 0.0
    if field.type not in (FieldType.NAME, FieldType.TEXT):
        return alike
    words, label = tokens(item), tokens(value)
    if contradicts(words, label):
        return alike
    if field.type is FieldType.TEXT and (held := coverage(words, label)) >= COVERED:
        alike = max(alike, held)
    if field.partial_truth and _names_the_same(words, label):
        alike = max(alike, MATCH_BARS[field.type])
    return alike


def _names_the_same(words: Sequence[str], label: Sequence[str]) -> bool:
    """Incomplete truth: a role ("the Seller") accepts any real name, a short label one that holds it verbatim."""
    if 1 <= len(label) <= 3 and set(label) <= ROLE_WORDS | {"the"}:
        return not set(words) <= ROLE_WORDS | {"the"}
    return 3 <= len(label) <= 6 and contains_run(words, label)
