"""How good the extracted fields are: per field precision, recall, F1 and F2, grounding, hallucination.

Belongs here: figures over field and document rows. Headline figures take verbatim truth alone; lenient and category
truth is listed beside it. Where the truth is known to be incomplete, precision is a lower bound.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from pydantic import BaseModel, ConfigDict

from mailroom_dagster.evaluation.datasets import Tier
from mailroom_dagster.evaluation.intervals import Estimate, Numbers, divide, estimate, mean, ratio, share
from mailroom_dagster.evaluation.rows import DocumentRow, FieldRow
from mailroom_dagster.scoring.model import Outcome


class FieldKpis(BaseModel):
    """One field of one class. `n` of the estimates counts documents."""

    model_config = ConfigDict(frozen=True)

    field_type: str
    tier: str
    partial_truth: bool
    scored: int
    wrong: int
    unscored: int
    score: Estimate
    precision: Estimate
    recall: Estimate
    f1: Estimate
    f2: Estimate
    escalated: Estimate


class SpecialistKpis(BaseModel):
    """All figures of extraction. `fields` maps class -> field -> figures.

    `micro` is over verbatim truth that is complete; `incomplete_recall` over the lists whose truth is not.
    """

    model_config = ConfigDict(frozen=True)

    micro: FieldKpis | None
    incomplete_recall: Estimate
    document_score: Estimate  # mean over documents of their mean field score
    extracted: Estimate  # share of the documents that were extracted at all
    schema_valid: Estimate
    grounded: Estimate  # share of all given values with verified evidence
    hallucination: Estimate  # share of all given values that the document does not say
    fields: dict[str, dict[str, FieldKpis]]


def specialist_kpis(documents: Sequence[DocumentRow], fields: Sequence[FieldRow]) -> SpecialistKpis:
    """The figures over some documents and their fields."""
    groups = [row.group for row in documents]
    verbatim = [row for row in fields if row.tier == Tier.VERBATIM]
    complete = [row for row in verbatim if not row.partial_truth]
    values = [float(row.values) for row in documents]
    valid = [row for row in documents if row.schema_valid is not None]
    return SpecialistKpis(
        micro=field_kpis(complete) if complete else None,
        incomplete_recall=field_kpis([row for row in verbatim if row.partial_truth]).recall,
        document_score=mean([row.field_score for row in documents], groups),
        extracted=share([row.extracted_as is not None for row in documents], groups),
        schema_valid=share([bool(row.schema_valid) for row in valid], [row.group for row in valid]),
        grounded=ratio([float(row.values_grounded) for row in documents], values, groups),
        hallucination=ratio([float(row.values - row.values_said) for row in documents], values, groups),
        fields={name: _of_class(rows) for name, rows in sorted(_by(fields, "doc_class").items())},
    )


def field_kpis(rows: Sequence[FieldRow]) -> FieldKpis:
    """The figures over the rows of one field (or of several, for micro figures)."""
    counted = [row for row in rows if row.outcome != Outcome.UNSCORED]
    groups = [row.group for row in counted]
    matched, predicted, expected = (
        np.array([getattr(row, name) for row in counted], dtype=float) for name in ("matched", "predicted", "expected")
    )
    return FieldKpis(
        field_type=_one({row.field_type for row in rows}),
        tier=_one({row.tier for row in rows}),
        partial_truth=any(row.partial_truth for row in rows),
        scored=sum(row.outcome == Outcome.SCORED for row in rows),
        wrong=sum(row.outcome == Outcome.WRONG for row in rows),
        unscored=sum(row.outcome == Outcome.UNSCORED for row in rows),
        score=mean([row.score for row in counted], groups),
        precision=estimate(lambda weights: divide(weights @ matched, weights @ predicted), groups),
        recall=estimate(lambda weights: divide(weights @ matched, weights @ expected), groups),
        f1=estimate(lambda weights: f_beta(weights @ matched, weights @ predicted, weights @ expected, 1), groups),
        f2=estimate(lambda weights: f_beta(weights @ matched, weights @ predicted, weights @ expected, 2), groups),
        escalated=share([row.escalates for row in counted], groups),
    )


def f_beta(matched: Numbers, predicted: Numbers, expected: Numbers, beta: float) -> Numbers:
    """F-beta from counts: recall weighs beta times precision."""
    return divide((1 + beta**2) * matched, beta**2 * expected + predicted)


def _of_class(rows: Sequence[FieldRow]) -> dict[str, FieldKpis]:
    """By field; a field with truth of several tiers has an entry for each: `court`, `court (lenient)`."""
    keyed: dict[str, list[FieldRow]] = defaultdict(list)
    for row in rows:
        keyed[row.field if row.tier == Tier.VERBATIM else f"{row.field} ({row.tier})"].append(row)
    return {name: field_kpis(found) for name, found in sorted(keyed.items())}


def _by(rows: Sequence[FieldRow], column: str) -> dict[str, list[FieldRow]]:
    found: dict[str, list[FieldRow]] = defaultdict(list)
    for row in rows:
        found[getattr(row, column)].append(row)
    return found


def _one(names: set[str]) -> str:
    return names.pop() if len(names) == 1 else "several"
