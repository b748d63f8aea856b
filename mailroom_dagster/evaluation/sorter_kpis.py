"""How good the sorting is: accuracy, macro F1, calibration, coverage; each with an interval and n.

Belongs here: figures over sorting rows. "Accepted" means without a person; accuracy is over all documents, whatever
route they took.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from pydantic import BaseModel, ConfigDict

from mailroom_dagster.evaluation.intervals import Estimate, Numbers, divide, estimate, mean, share
from mailroom_dagster.evaluation.rows import SortingRow

BINS = 10  # equal widths, of the calibration error and the reliability diagram


class CurvePoint(BaseModel):
    """What accepting everything from a confidence on would give."""

    model_config = ConfigDict(frozen=True)

    confidence: float
    coverage: float
    accuracy: float


class ReliabilityBin(BaseModel):
    """One bin of the reliability diagram."""

    model_config = ConfigDict(frozen=True)

    low: float
    high: float
    n: int
    confidence: float | None
    accuracy: float | None


class SorterKpis(BaseModel):
    """All figures of the sorter. `confusion` maps true class -> said class -> documents."""

    model_config = ConfigDict(frozen=True)

    accuracy: Estimate
    macro_f1: Estimate
    ece: Estimate
    brier: Estimate
    coverage: Estimate  # share accepted without a person
    accepted_accuracy: Estimate
    fast_path_rate: Estimate
    resorted_rate: Estimate
    second_opinion_rate: Estimate
    review_rate: Estimate
    failed_rate: Estimate
    by_class: dict[str, dict[str, Estimate]]
    confusion: dict[str, dict[str, int]]
    curve: tuple[CurvePoint, ...]
    reliability: tuple[ReliabilityBin, ...]


def sorter_kpis(rows: Sequence[SortingRow]) -> SorterKpis:
    """The figures over some documents."""
    groups = [row.group for row in rows]
    accepted = [row for row in rows if row.class_accepted]
    return SorterKpis(
        accuracy=share([row.class_correct for row in rows], groups),
        macro_f1=estimate(lambda weights: _macro_f1(rows, weights), groups),
        ece=estimate(lambda weights: calibration_error(rows, weights), groups),
        brier=estimate(lambda weights: _brier(rows, weights), groups),
        coverage=share([row.class_accepted for row in rows], groups),
        accepted_accuracy=share([row.class_correct for row in accepted], [row.group for row in accepted]),
        fast_path_rate=share([row.fast_path for row in rows], groups),
        resorted_rate=mean([row.resorted for row in rows], groups),
        second_opinion_rate=mean([row.second_opinion for row in rows], groups),
        review_rate=share([not row.class_accepted for row in rows], groups),
        failed_rate=share([row.error is not None for row in rows], groups),
        by_class={name: _of_class(rows, name) for name in sorted({row.true_class for row in rows})},
        confusion=_confusion(rows),
        curve=_curve(rows),
        reliability=_reliability(rows),
    )


def _of_class(rows: Sequence[SortingRow], name: str) -> dict[str, Estimate]:
    said = [row for row in rows if row.doc_class == name]
    true = [row for row in rows if row.true_class == name]
    return {
        "precision": share([row.true_class == name for row in said], [row.group for row in said]),
        "recall": share([row.class_correct for row in true], [row.group for row in true]),
        "accepted": share([row.class_accepted for row in true], [row.group for row in true]),
    }


def _confusion(rows: Sequence[SortingRow]) -> dict[str, dict[str, int]]:
    found: dict[str, Counter[str]] = {}
    for row in rows:
        found.setdefault(row.true_class, Counter())["failed" if row.error else row.doc_class] += 1
    return {name: dict(sorted(counts.items())) for name, counts in sorted(found.items())}


def _macro_f1(rows: Sequence[SortingRow], weights: Numbers) -> Numbers:
    """Mean F1 over the classes that occur in the truth of a resample."""
    scores = []
    for name in sorted({row.true_class for row in rows}):
        true = np.array([row.true_class == name for row in rows], dtype=float)
        said = np.array([row.doc_class == name for row in rows], dtype=float)
        f1 = divide(2 * (weights @ (true * said)), weights @ true + weights @ said)
        scores.append(np.where(weights @ true > 0, f1, np.nan))
    return np.asarray(np.nanmean(np.array(scores), axis=0), dtype=float)


def calibration_error(rows: Sequence[SortingRow], weights: Numbers) -> Numbers:
    """Expected calibration error over BINS equal-width bins."""
    confidence, correct = _pairs(rows)
    bins = np.minimum((confidence * BINS).astype(int), BINS - 1)
    total = weights.sum(axis=1)
    gaps = [np.abs(weights @ ((bins == number) * (confidence - correct))) for number in range(BINS)]
    return divide(np.sum(gaps, axis=0), total)


def _brier(rows: Sequence[SortingRow], weights: Numbers) -> Numbers:
    confidence, correct = _pairs(rows)
    return divide(weights @ (confidence - correct) ** 2, weights.sum(axis=1))


def _pairs(rows: Sequence[SortingRow]) -> tuple[Numbers, Numbers]:
    confidence = np.clip([row.class_confidence for row in rows], 0, 1)
    return confidence, np.array([row.class_correct for row in rows], dtype=float)


def _curve(rows: Sequence[SortingRow]) -> tuple[CurvePoint, ...]:
    points = []
    for bar in sorted({row.class_confidence for row in rows}, reverse=True):
        kept = [row.class_correct for row in rows if row.class_confidence >= bar]
        points.append(
            CurvePoint(
                confidence=round(bar, 4),
                coverage=round(len(kept) / len(rows), 4),
                accuracy=round(sum(kept) / len(kept), 4),
            )
        )
    return tuple(points)


def _reliability(rows: Sequence[SortingRow]) -> tuple[ReliabilityBin, ...]:
    confidence, correct = _pairs(rows)
    bins = np.minimum((confidence * BINS).astype(int), BINS - 1) if len(rows) else np.array([], dtype=int)
    found = []
    for number in range(BINS):
        held = bins == number
        n = int(held.sum())
        found.append(
            ReliabilityBin(
                low=number / BINS,
                high=(number + 1) / BINS,
                n=n,
                confidence=round(float(confidence[held].mean()), 4) if n else None,
                accuracy=round(float(correct[held].mean()), 4) if n else None,
            )
        )
    return tuple(found)
