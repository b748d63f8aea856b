"""The decision-model gate: a model that answers structured questions about a medium-band state over HTTP.

Belongs here: the questions, the calibrated answer, the route. It sees numbers only, never document text. Off unless the
policy names an endpoint, and refused without a calibration file. An endpoint that fails leaves the table's row
standing; an answer that names no known route goes to a person.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import httpx
from pydantic import BaseModel, Field, ValidationError, model_validator

from mailroom_dagster.configuration import ConfigModel, load_fitted
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.providers.patience import retry_after_seconds
from mailroom_dagster.routing.gates.learned import PROCEED, features_of
from mailroom_dagster.routing.gates.scaling import scaled
from mailroom_dagster.routing.routes import Route
from mailroom_dagster.routing.states import ScoredState
from mailroom_dagster.routing.tables import Row

CALIBRATION_FILE = "decision_gate.json"
CHOICES = ("proceed", "retry", "verify", "boss", "human_review")
ESCALATE = 0.5  # probability from which a person decides
TIMEOUT_SECONDS, RETRIES, PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 10.0, 2, 1.0, 30.0


class DecisionCalibration(ConfigModel):
    """models/decision_gate.json: what the model's confidence is worth."""

    temperature: float = Field(1.0, gt=0)
    accept_threshold: float = Field(0.8, ge=0, le=1)
    verify_threshold: float = Field(0.5, ge=0, le=1)
    ece_before: float | None = None
    ece_after: float | None = None
    n: int = 0

    @model_validator(mode="after")
    def _ordered(self) -> DecisionCalibration:
        if self.verify_threshold > self.accept_threshold:
            raise ValueError("verify_threshold must not be above accept_threshold")
        return self


class _Choice(BaseModel):
    choice: str | None = None
    confidence: float = Field(0.0, ge=0, le=1)


class _Answer(BaseModel):
    route: _Choice
    escalate: float = Field(ge=0, le=1)


def load_decision_calibration(folder: Path) -> DecisionCalibration:
    """The calibration of a models folder. Raises bad_config when it is missing or not valid."""
    path = folder / CALIBRATION_FILE
    step = "`mailroom eval calibrate-gate`, or take routing.decision_model_url out of the policy"
    calibration = load_fitted(path, DecisionCalibration, "the decision-model gate's calibration", step)
    if calibration is None:
        message = "the decision-model gate needs a calibration file"
        raise MailroomError(ErrorCode.BAD_CONFIG, message, where=str(path), next_step=step)
    return calibration


class DecisionModelGate:
    """Asks an endpoint. `client` and `pause` are for tests."""

    name = "decision_model"

    def __init__(
        self,
        url: str,
        calibration: DecisionCalibration,
        client: httpx.Client | None = None,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._url = url
        self._calibration = calibration
        self._client = client or httpx.Client(timeout=TIMEOUT_SECONDS)
        self._pause = pause

    def decide(self, gate: str, state: ScoredState, row: Row) -> tuple[Route, dict[str, float]]:
        """The calibrated answer as a route; the row's own when the endpoint fails."""
        answer = self._ask(gate, state)
        if answer is None:
            return row.to, {"gate_failed": 1.0}
        confidence = round(scaled(answer.route.confidence, self._calibration.temperature), 4)
        numbers = {"gate_confidence": confidence, "gate_escalate": answer.escalate}
        return self._route(gate, state, answer, confidence), numbers

    def _route(self, gate: str, state: ScoredState, answer: _Answer, confidence: float) -> Route:
        choice = answer.route.choice
        if answer.escalate >= ESCALATE or choice not in CHOICES or confidence < self._calibration.verify_threshold:
            return Route.REVIEW
        if confidence < self._calibration.accept_threshold:
            choice = "verify" if choice in ("proceed", "verify") else "human_review"
        return _routes(gate, state)[choice]

    def _ask(self, gate: str, state: ScoredState) -> _Answer | None:
        question = _question(gate, state)
        for attempt in range(RETRIES + 1):
            try:
                response = self._client.post(self._url, json=question)
            except httpx.HTTPError:
                return None
            if response.status_code != httpx.codes.TOO_MANY_REQUESTS and response.status_code < 500:
                return _read(response)
            if attempt < RETRIES:
                wished = retry_after_seconds(response.headers) or PAUSE_SECONDS * 2**attempt
                self._pause(min(wished, LONGEST_PAUSE_SECONDS))
        return None


def _read(response: httpx.Response) -> _Answer | None:
    if response.is_error:
        return None
    try:
        return _Answer.model_validate_json(response.content)
    except ValidationError:
        return _Answer(route=_Choice(), escalate=1.0)


def _routes(gate: str, state: ScoredState) -> dict[str, Route]:
    """What a choice means at a gate; a retry that is not left is a person's matter."""
    at_extract = gate == "extract"
    return {
        "proceed": PROCEED[gate],
        "retry": Route.RETRY if state.may_retry else Route.REVIEW,
        "verify": Route.JUDGE if at_extract else Route.REVIEWER,
        "boss": Route.BOSS if at_extract else Route.REVIEW,
        "human_review": Route.REVIEW,
    }


def _question(gate: str, state: ScoredState) -> dict[str, Any]:
    kinds: tuple[Literal["choice", "score"], ...] = ("choice", "score")
    return {
        "gate": gate,
        "facts": features_of(state),
        "questions": [
            {"name": "route", "kind": kinds[0], "options": list(CHOICES)},
            {"name": "escalate", "kind": kinds[1]},
        ],
    }
