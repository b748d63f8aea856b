"""What scoring one field gives: three outcomes, so that "not scored" never passes for "wrong".

Belongs here: the result and what follows from its counts. Does not belong here: how two values are compared
(`similarity`), or what a run's results add up to (`evaluation`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mailroom_dagster.taxonomy.model import FieldType


class Outcome(StrEnum):
    """`unscored`: the truth says nothing that could be compared. `wrong`: it does, and the prediction earns nothing."""

    SCORED = "scored"
    WRONG = "wrong"
    UNSCORED = "unscored"


MATCH_BARS: dict[FieldType, float] = {
    FieldType.ID: 1.0,
    FieldType.DATE: 1.0,
    FieldType.MONEY: 1.0,
    FieldType.LABEL: 1.0,
    FieldType.NAME: 0.8,
    FieldType.TEXT: 0.6,
}
"""From this similarity on, two values count as the same for precision and recall."""


@dataclass(frozen=True)
class FieldScore:
    """The score (0..1, None when unscored) and the counts behind precision and recall.

    `matched` never exceeds `predicted` or `expected`.
    """

    outcome: Outcome
    score: float | None
    matched: int = 0
    predicted: int = 0
    expected: int = 0

    @property
    def precision(self) -> float | None:
        """Share of the predicted values that match; None without a prediction."""
        return self.matched / self.predicted if self.predicted else None

    @property
    def recall(self) -> float | None:
        """Share of the expected values that were found; None without an expectation."""
        return self.matched / self.expected if self.expected else None

    @property
    def f1(self) -> float | None:
        """Harmonic mean of precision and recall; None when nothing was expected or predicted."""
        total = self.predicted + self.expected
        return 2 * self.matched / total if total else None


def unscored(predicted: int = 0) -> FieldScore:
    """Nothing to compare with."""
    return FieldScore(Outcome.UNSCORED, None, predicted=predicted)


def scored(score: float, matched: int, predicted: int, expected: int) -> FieldScore:
    """A comparison that took place."""
    return FieldScore(Outcome.SCORED if score > 0 else Outcome.WRONG, score, matched, predicted, expected)
