"""From signals to a calibrated confidence: a logistic model whose weights are never negative, in plain JSON.

Belongs here: the model. A stronger signal never lowers the confidence. Its fit is `training.confidences`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from pydantic import Field

from mailroom_dagster.configuration import ConfigModel

CERTAINTY = 6.0  # log odds are cut here


class Confidence(ConfigModel):
    """Confidence = logistic(bias + weights . signals); a signal that is not there counts 0."""

    bias: float
    weights: dict[str, float] = Field(default_factory=dict)

    def of(self, signals: Mapping[str, float]) -> float:
        """The confidence of some signals, at most that of CERTAINTY: nothing is ever certain."""
        total = self.bias + sum(weight * signals.get(name, 0.0) for name, weight in self.weights.items())
        return round(1 / (1 + math.exp(-max(-CERTAINTY, min(CERTAINTY, total)))), 4)


def logit(probability: float) -> float:
    """Log odds, cut at +-CERTAINTY."""
    if probability <= 0.0 or probability >= 1.0:
        return math.copysign(CERTAINTY, probability - 0.5)
    return max(-CERTAINTY, min(CERTAINTY, math.log(probability / (1 - probability))))
