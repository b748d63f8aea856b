"""How sure we are of an agent's opinion: signals kept apart, then combined into one number.

Belongs here: the signals of an answer and their combination. Does not belong here: guards, which clamp whatever comes
out of here. The offline agents' confidences are calibrated with the fast path; those of a model provider are scaled by
the temperature that was fitted for that model, when there is one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from mailroom_dagster.agents.contracts import SortAnswer
from mailroom_dagster.configuration import ConfigModel, load_fitted
from mailroom_dagster.providers.base import Identity
from mailroom_dagster.routing.gates.scaling import scaled

TEMPERATURES_FILE = "sorter_temperatures.json"


class Temperatures(ConfigModel):
    """models/sorter_temperatures.json: `provider/model` -> what the log odds of its confidences are divided by."""

    temperatures: dict[str, Annotated[float, Field(gt=0)]] = Field(default_factory=dict)

    def of(self, identity: Identity) -> float:
        """The temperature of a model; 1 when none was fitted."""
        return self.temperatures.get(identity.name, 1.0)


def load_temperatures(folder: Path) -> Temperatures:
    """The temperatures of a models folder; none without a file. Raises bad_config."""
    step = "remove the file, then fit it with `mailroom eval calibrate-sorter`"
    return load_fitted(folder / TEMPERATURES_FILE, Temperatures, "the sorter's temperatures", step) or Temperatures()


def combine(answer: SortAnswer, token_probability: float | None, temperature: float) -> tuple[float, dict[str, float]]:
    """Our confidence in an answer (0..1 when the answer's own is) and the signals it comes from.

    A token probability lowers the agent's own number and never lifts it."""
    signals = {"stated": answer.confidence} | answer.signals
    confidence = answer.confidence
    if token_probability is not None:
        signals["token_probability"] = token_probability
        confidence = min(confidence, token_probability)
    if temperature != 1.0 and 0.0 <= confidence <= 1.0:
        confidence = round(scaled(confidence, temperature), 4)
    return confidence, signals
