"""Fitting a confidence: how often predictions with such signals were right.

Belongs here: the fit. The predictions it is given are for sources that the predicting model had not seen, so that a
confidence says how often we are right about strangers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from scipy.optimize import minimize

from mailroom_dagster.classification.reliability import Confidence
from mailroom_dagster.classification.words import Array

RIDGE = 0.05  # keeps weights finite where the training data separate perfectly


def fit_confidence(signals: Sequence[Mapping[str, float]], correct: Sequence[bool]) -> Confidence:
    """The confidence that best predicts `correct` from the signals, with weights >= 0."""
    names = sorted({name for row in signals for name in row})
    table = np.array([[1.0, *(row.get(name, 0.0) for name in names)] for row in signals])
    truth = np.array(correct, dtype=float)

    def loss(guess: Array) -> tuple[float, Array]:
        total = table @ guess
        entropy = float((np.logaddexp(0.0, total) - truth * total).sum())
        gradient = table.T @ (1 / (1 + np.exp(-total)) - truth) + RIDGE * guess
        return entropy + RIDGE / 2 * float(guess @ guess), gradient

    bounds = [(None, None), *((0.0, None) for _ in names)]
    best = minimize(loss, np.zeros(len(names) + 1), jac=True, bounds=bounds, method="L-BFGS-B").x
    fitted = {name: round(float(weight), 4) for name, weight in zip(names, best[1:], strict=True)}
    return Confidence(bias=round(float(best[0]), 4), weights=fitted)
