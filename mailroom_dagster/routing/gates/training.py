"""Training the learned gate on decisions of past runs whose truth is known.

Belongs here: the rows and the fit. Train rows only; a gate whose rows all say the same is refused.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from sklearn.linear_model import LogisticRegression

from mailroom_dagster.configuration import ConfigModel
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.records.model import Decision
from mailroom_dagster.routing.gates.learned import CLASS_PREFIX, FACTS, SIGNALS, Gate, GateFile, GateModel

ROUNDS = 1_000


class GateRow(ConfigModel):
    """One medium-band state: its features, and whether going on there would have been wrong."""

    split: str
    gate: Gate
    features: dict[str, float]
    trouble: bool


def gate_row(decision: Decision, split: str, *, trouble: bool) -> GateRow | None:
    """The row of a decision of the classify or extract gate; None when it was not made in the medium band."""
    if decision.gate not in ("classify", "extract") or not decision.rule.startswith("medium_"):
        return None
    numbers = decision.numbers
    signals = numbers.get("signals", {})
    features = {name: float(signals.get(name, 0.0)) for name in SIGNALS}
    features |= {"confidence": float(numbers["confidence"]), "attempts": float(numbers["attempts"])}
    features[f"{CLASS_PREFIX}{numbers['doc_class']}"] = 1.0
    gate: Gate = "classify" if decision.gate == "classify" else "extract"
    return GateRow(split=split, gate=gate, features=features, trouble=trouble)


def train_gate(rows: Sequence[GateRow]) -> GateFile:
    """The learned gate. Raises evaluation_refused for rows off the train split, or with nothing to tell apart."""
    if any(row.split != "train" for row in rows):
        raise MailroomError(ErrorCode.EVALUATION_REFUSED, "only the train split may be fitted on")
    gates = sorted({row.gate for row in rows})
    if not gates:
        raise MailroomError(
            ErrorCode.EVALUATION_REFUSED, "no decision was made in the medium band: nothing can be fitted"
        )
    return GateFile(
        gates={gate: _fit([row for row in rows if row.gate == gate]) for gate in gates}, documents=len(rows)
    )


def _fit(rows: Sequence[GateRow]) -> GateModel:
    truth = [row.trouble for row in rows]
    if len(set(truth)) < 2:
        why = f"all {len(rows)} rows of the {rows[0].gate} gate have the same outcome"
        raise MailroomError(ErrorCode.EVALUATION_REFUSED, "nothing can be fitted", why=why)
    classes = sorted({name for row in rows for name in row.features if name.startswith(CLASS_PREFIX)})
    names = [*FACTS, *classes]
    table = np.array([[row.features.get(name, 0.0) for name in names] for row in rows])
    model = LogisticRegression(C=1.0, max_iter=ROUNDS).fit(table, truth)
    coefficients = [round(float(weight), 4) for weight in model.coef_[0]]
    return GateModel(features=names, coefficients=coefficients, intercept=round(float(model.intercept_[0]), 4))
