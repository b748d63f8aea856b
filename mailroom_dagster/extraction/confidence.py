"""How sure an extraction is: signals of our own, combined by weights that were fitted on training documents.

Belongs here: the signals and their combination. The agent's own number is one signal beside form, coverage, grounding,
text quality and agreement, and can never lift an invalid answer.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

from pydantic import Field

from mailroom_dagster.configuration import ConfigModel, load_fitted, models_dir
from mailroom_dagster.records.model import ExtractedField
from mailroom_dagster.taxonomy.model import DocumentClass

MODEL_NAME = "extraction_confidence.json"
SIGNALS = ("schema_valid", "required_coverage", "expected_coverage", "grounded", "text_quality", "agreement")


_PRIOR = {
    "schema_valid": 2.0,
    "required_coverage": 2.5,
    "expected_coverage": 3.0,
    "grounded": 1.0,
    "text_quality": 0.5,
    "agreement": 0.5,
}


class Calibration(ConfigModel):
    """A logistic model over the signals, in plain JSON."""

    bias: float = -6.0
    weights: dict[str, float] = Field(default_factory=lambda: dict(_PRIOR))
    doubts: dict[str, float] = Field(default_factory=lambda: {"stated": 1.0, "token_probability": 2.0})  # only lower
    documents: int = 0  # training documents it was fitted on; 0 for the weights above

    def confidence(self, signals: Mapping[str, float]) -> float:
        """The confidence 0..1; 0 for an answer that is not valid."""
        if not signals.get("schema_valid"):
            return 0.0
        total = self.bias + sum(weight * signals.get(name, 0.0) for name, weight in self.weights.items())
        total += sum(weight * (signals[name] - 1) for name, weight in self.doubts.items() if name in signals)
        return round(1 / (1 + math.exp(-total)), 4)


def load_calibration(folder: Path | None = None) -> Calibration:
    """The fitted model of the models folder, else the built-in weights. Raises bad_config."""
    path = (folder or models_dir()) / MODEL_NAME
    step = "restore the file as it was delivered, or remove it: the built-in weights serve then"
    return load_fitted(path, Calibration, "the calibration of extractions", step) or Calibration()


def signals_of(
    spec: DocumentClass,
    fields: Mapping[str, ExtractedField],
    *,
    errors: int,
    cleared: int,
    text_quality: float,
    agreement: float,
) -> dict[str, float]:
    """The signals, each 0..1. Counts are of errors and of cleared values."""
    accepted = sum(len(field.values) for field in fields.values())
    return {
        "schema_valid": float(errors == 0 and accepted > 0),
        "required_coverage": _coverage([name for name, field in spec.fields.items() if field.required], fields),
        "expected_coverage": _coverage([name for name in spec.awaited(fields) if spec.fields[name].expected], fields),
        "grounded": round(accepted / (accepted + cleared), 4) if accepted + cleared else 0.0,
        "text_quality": round(text_quality, 4),
        "agreement": round(agreement, 4),
    }


def _coverage(names: list[str], fields: Mapping[str, ExtractedField]) -> float:
    return round(sum(name in fields for name in names) / len(names), 4) if names else 1.0
