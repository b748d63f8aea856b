"""The learned gate: a logistic model over a medium-band state that may let a document proceed.

Belongs here: the file, its checks and the decision. Does not belong here: training (`training`). Where it does not let
a document proceed, the table's row stands.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Literal

from pydantic import Field, model_validator

from mailroom_dagster.configuration import ConfigModel, load_fitted
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.routing.routes import Route
from mailroom_dagster.routing.states import ScoredState
from mailroom_dagster.routing.tables import Row

GATE_FILE = "route_gate.json"
SIGNALS = ("fast_path", "margin", "schema_valid", "required_coverage", "grounded", "text_quality", "agreement")
FACTS = ("confidence", "attempts", *SIGNALS)
CLASS_PREFIX = "doc_class="
PROCEED = {"classify": Route.EXTRACT, "extract": Route.REPORT}

Gate = Literal["classify", "extract"]


def features_of(state: ScoredState) -> dict[str, float]:
    """Every feature of a state by name; a signal that is not there is 0."""
    signals = {name: state.signals.get(name, 0.0) for name in SIGNALS}
    return {
        "confidence": state.confidence,
        "attempts": float(state.attempts),
        **signals,
        f"{CLASS_PREFIX}{state.doc_class}": 1.0,
    }


class GateModel(ConfigModel):
    """One gate's logistic model: p(needs more than it has) over named features."""

    features: list[str]
    coefficients: list[float]
    intercept: float
    threshold: float = Field(0.5, ge=0, le=1)

    @model_validator(mode="after")
    def _fits(self) -> GateModel:
        if len(self.features) != len(self.coefficients):
            raise ValueError("there must be one coefficient a feature")
        if strangers := [name for name in self.features if name not in FACTS and not name.startswith(CLASS_PREFIX)]:
            raise ValueError(f"no such feature: {', '.join(strangers)}")
        return self

    def probability(self, features: dict[str, float]) -> float:
        """The probability that going on would be wrong."""
        total = self.intercept + sum(
            weight * features.get(name, 0.0) for name, weight in zip(self.features, self.coefficients, strict=True)
        )
        return 1 / (1 + math.exp(-total))


class GateFile(ConfigModel):
    """models/route_gate.json: the gates that were trained."""

    gates: dict[Gate, GateModel]
    documents: int = 0


class LearnedGate:
    """Lets a document proceed when trouble is unlikely."""

    name = "learned_gate"

    def __init__(self, file: GateFile) -> None:
        self._gates = {str(gate): model for gate, model in file.gates.items()}

    @classmethod
    def load(cls, folder: Path) -> LearnedGate:
        """The gate of a models folder. Raises bad_config when the file is missing or not valid."""
        path = folder / GATE_FILE
        step = "`mailroom eval train-gate`, or set routing.learned_gate to false"
        file = load_fitted(path, GateFile, "the learned gate", step)
        if file is None:
            message = "the learned gate is wanted but was never trained"
            raise MailroomError(ErrorCode.BAD_CONFIG, message, where=str(path), next_step=step)
        return cls(file)

    def decide(self, gate: str, state: ScoredState, row: Row) -> tuple[Route, dict[str, float]]:
        """Proceed, or what the table says."""
        model = self._gates.get(gate)
        if model is None:
            return row.to, {}
        probability = round(model.probability(features_of(state)), 4)
        numbers = {"gate_probability": probability, "gate_threshold": model.threshold}
        return (PROCEED[gate] if probability < model.threshold else row.to), numbers
