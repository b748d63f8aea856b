"""How sure we are of an agent's opinion: signals kept apart, then combined into one number.

Belongs here: the signals of an answer and their combination. Does not belong here: guards, which clamp whatever comes
out of here. The offline agents' confidences are calibrated with the fast path; those of a model provider are scaled by
the temperature that was fitted for that model, when there is one.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, ValidationError

from mailroom_dagster.agents.contracts import SortAnswer
from mailroom_dagster.configuration import ConfigModel
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.providers.base import Identity
from mailroom_dagster.routing.gates.scaling import scaled

TEMPERATURES_FILE = "sorter_temperatures.json"


class Temperatures(ConfigModel):
    """models/sorter_temperatures.json: `provider/model` -> what the log odds of its confidences are divided by."""

    temperatures: dict[str, float] = Field(default_factory=dict)

    def of(self, identity: Identity) -> float:
        """The temperature of a model; 1 when none was fitted."""
        return self.temperatures.get(f"{identity.provider}/{identity.model}", 1.0)


def load_temperatures(folder: Path) -> Temperatures:
    """The temperatures of a models folder; none without a file. Raises bad_config."""
    path = folder / TEMPERATURES_FILE
    try:
        return Temperatures.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return Temperatures()
    except (OSError, ValidationError) as error:
        raise MailroomError(ErrorCode.BAD_CONFIG, "the sorter temperatures are not valid", where=str(path)) from error


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
