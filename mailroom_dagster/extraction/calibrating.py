"""Fitting the confidence of extractions on training documents.

Belongs here: the rows and the fit. Weights stay near the built-in ones unless the documents say otherwise, and are
never negative: a better signal never lowers the confidence. Does not belong here: reading datasets (`evaluation`) or
comparing values (`scoring`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field
from scipy.optimize import minimize

from mailroom_dagster.configuration import ConfigModel
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.extraction.confidence import SIGNALS, Calibration
from mailroom_dagster.extraction.result import Extraction
from mailroom_dagster.scoring import score_field
from mailroom_dagster.taxonomy.model import DocumentClass

PRIOR_STRENGTH = 0.5  # documents that a deviation of 1 from a built-in weight must outweigh
FEWEST_DOCUMENTS = 20

Array = NDArray[np.float64]


class CalibrationRow(ConfigModel):
    """One labelled document: the signals of its extraction and how much of it was right."""

    split: str
    signals: dict[str, float]
    correct: float = Field(ge=0, le=1)  # mean score of the fields that the truth speaks of; a missing required one is 0


def calibration_row(
    spec: DocumentClass, extraction: Extraction, truth: Mapping[str, Any], split: str
) -> CalibrationRow | None:
    """The row of one labelled document, by field name -> true value; None when its truth cannot be compared.

    A required field that was not found counts as wrong, whether or not the truth speaks of it.
    """
    plain = {name: item.json_value for name, item in extraction.fields.items()}
    results = {name: score_field(spec.fields[name], plain.get(name), value) for name, value in truth.items()}
    scores = {name: result.score for name, result in results.items() if result.score is not None}
    if not scores:
        return None
    scores |= {name: 0.0 for name, field in spec.fields.items() if field.required and name not in plain}
    return CalibrationRow(split=split, signals=extraction.signals, correct=sum(scores.values()) / len(scores))


def fit_calibration(rows: Sequence[CalibrationRow]) -> Calibration:
    """The calibration that makes the confidence the expected share of right fields.

    Raises evaluation_refused for rows of another split than train, or for too few of them.
    """
    if any(row.split != "train" for row in rows):
        raise MailroomError(ErrorCode.EVALUATION_REFUSED, "only the train split may be fitted on")
    if len(rows) < FEWEST_DOCUMENTS:
        why = f"{len(rows)} training documents are too few, {FEWEST_DOCUMENTS} are needed"
        raise MailroomError(ErrorCode.EVALUATION_REFUSED, "nothing can be fitted", why=why)
    start = Calibration()
    prior = np.array([start.bias, *(start.weights[name] for name in SIGNALS)])
    signals = np.array([[1.0, *(row.signals.get(name, 0.0) for name in SIGNALS)] for row in rows])
    correct = np.array([row.correct for row in rows])
    bounds = [(None, None), *((0.0, None) for _ in SIGNALS)]
    fitted = minimize(_loss, prior, args=(prior, signals, correct), jac=True, bounds=bounds, method="L-BFGS-B").x
    weights = {name: round(float(weight), 4) for name, weight in zip(SIGNALS, fitted[1:], strict=True)}
    return Calibration(bias=round(float(fitted[0]), 4), weights=weights, documents=len(rows))


def _loss(weights: Array, prior: Array, signals: Array, correct: Array) -> tuple[float, Array]:
    """Cross entropy plus the distance from the built-in weights, and its gradient."""
    total = signals @ weights
    away = weights - prior
    entropy = np.logaddexp(0.0, total) - correct * total
    gradient = signals.T @ (1 / (1 + np.exp(-total)) - correct) + PRIOR_STRENGTH * away
    return float(entropy.sum() + PRIOR_STRENGTH / 2 * away @ away), gradient
