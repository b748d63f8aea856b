"""Temperature scaling and the two thresholds of a decision model, fitted on train rows.

Belongs here: from (confidence, correct) to a temperature and thresholds. Nothing learnable gives the neutral values:
a gate that was always wrong in training must not turn into one that never, or always, accepts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from pydantic import Field

from mailroom_dagster.configuration import ConfigModel
from mailroom_dagster.errors import ErrorCode, MailroomError

LOWEST, HIGHEST = math.exp(-3), math.exp(3)  # temperatures
EDGE = 1e-6  # confidences are kept away from 0 and 1
STEPS = 60  # of the golden-section search
BINS = 10


class ScalingRow(ConfigModel):
    """One answer: its confidence and whether it was right."""

    split: str
    confidence: float = Field(ge=0, le=1)
    correct: bool


class Scaling(ConfigModel):
    """What was fitted; the numbers of `DecisionCalibration`."""

    temperature: float = 1.0
    accept_threshold: float = 0.8
    verify_threshold: float = 0.5
    ece_before: float | None = None
    ece_after: float | None = None
    n: int = 0


def scaled(confidence: float, temperature: float) -> float:
    """The confidence with its log odds divided by the temperature."""
    held = min(max(confidence, EDGE), 1 - EDGE)
    return 1 / (1 + math.exp(-math.log(held / (1 - held)) / temperature))


def fit_scaling(rows: Sequence[ScalingRow]) -> Scaling:
    """Temperature by log loss, thresholds by balanced accuracy. Raises evaluation_refused off the train split."""
    if any(row.split != "train" for row in rows):
        raise MailroomError(ErrorCode.EVALUATION_REFUSED, "only the train split may be fitted on")
    if len({row.correct for row in rows}) < 2:
        return Scaling(n=len(rows))
    temperature = _best_temperature(rows)
    after = [scaled(row.confidence, temperature) for row in rows]
    verify, accept = _plateau(after, [row.correct for row in rows])
    return Scaling(
        temperature=round(temperature, 4),
        accept_threshold=accept,
        verify_threshold=verify,
        ece_before=_calibration_error([row.confidence for row in rows], rows),
        ece_after=_calibration_error(after, rows),
        n=len(rows),
    )


def _best_temperature(rows: Sequence[ScalingRow]) -> float:
    """Golden-section search over the logarithm of the temperature."""

    def loss(log_temperature: float) -> float:
        said = (scaled(row.confidence, math.exp(log_temperature)) for row in rows)
        return -sum(math.log(p if row.correct else 1 - p) for p, row in zip(said, rows, strict=True))

    ratio = (math.sqrt(5) - 1) / 2
    low, high = math.log(LOWEST), math.log(HIGHEST)
    for _ in range(STEPS):
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        if loss(left) <= loss(right):
            high = right
        else:
            low = left
    return math.exp((low + high) / 2)


def _plateau(said: Sequence[float], correct: Sequence[bool]) -> tuple[float, float]:
    """The lowest and highest threshold with the best balanced accuracy."""
    candidates = sorted(set(said))
    scores = {bar: _balanced_accuracy(said, correct, bar) for bar in candidates}
    best = max(scores.values())
    edges = [bar for bar in candidates if scores[bar] >= best - 1e-12]
    return round(edges[0], 4), round(edges[-1], 4)


def _balanced_accuracy(said: Sequence[float], correct: Sequence[bool], bar: float) -> float:
    right = [p >= bar for p, good in zip(said, correct, strict=True) if good]
    wrong = [p < bar for p, good in zip(said, correct, strict=True) if not good]
    return (sum(right) / len(right) + sum(wrong) / len(wrong)) / 2


def _calibration_error(said: Sequence[float], rows: Sequence[ScalingRow]) -> float:
    """Expected calibration error over bins of equal width."""
    total = 0.0
    for number in range(BINS):
        here = [place for place, p in enumerate(said) if min(int(p * BINS), BINS - 1) == number]
        if here:
            gap = sum(said[place] for place in here) - sum(rows[place].correct for place in here)
            total += abs(gap)
    return round(total / len(rows), 4)
