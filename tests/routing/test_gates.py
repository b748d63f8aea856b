"""The learned and the decision-model gate: medium band only, trained on train rows only, never worse than a person."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.policy import RoutingPolicy
from mailroom_dagster.routing import ClassifyState, ExtractState, ReviewerVerdict, Route, route_classify, route_extract
from mailroom_dagster.routing.gates import medium_gate
from mailroom_dagster.routing.gates.decision_model import (
    CALIBRATION_FILE,
    DecisionCalibration,
    DecisionModelGate,
)
from mailroom_dagster.routing.gates.learned import GATE_FILE, GateFile, GateModel, LearnedGate
from mailroom_dagster.routing.gates.scaling import Scaling, ScalingRow, fit_scaling, scaled
from mailroom_dagster.routing.gates.training import GateRow, gate_row, train_gate
from mailroom_dagster.routing.states import ScoredState
from mailroom_dagster.routing.tables import CLASSIFY, Row

EAGER = LearnedGate(
    GateFile(
        gates={
            gate: GateModel(features=["confidence"], coefficients=[0.0], intercept=-9.0)
            for gate in ("classify", "extract")
        }  # type: ignore[misc]
    )
)


def answering(
    *replies: httpx.Response | Exception, calibration: DecisionCalibration | None = None
) -> DecisionModelGate:
    """A gate whose endpoint gives these replies in order; the last one stays. Pauses are not waited for."""
    left = list(replies)

    def handle(request: httpx.Request) -> httpx.Response:
        reply = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(reply, Exception):
            raise reply
        return reply

    client = httpx.Client(transport=httpx.MockTransport(handle))
    return DecisionModelGate("http://127.0.0.1/decide", calibration or DecisionCalibration(), client, lambda _: None)


def choice(name: str | None, confidence: float = 0.9, escalate: float = 0.1) -> httpx.Response:
    return httpx.Response(200, json={"route": {"choice": name, "confidence": confidence}, "escalate": escalate})


MEDIUM = ClassifyState(stated=0.8, doc_class="contract")


def test_a_learned_gate_lets_a_medium_document_proceed_and_says_so() -> None:
    decision = route_classify(MEDIUM, EAGER)
    assert (decision.to, decision.actor, decision.rule) == ("extract", "learned_gate", "medium_retry")
    assert decision.numbers["gate_probability"] < 0.5
    assert route_extract(ExtractState(stated=0.8), EAGER).to == "report"


@given(
    st.floats(allow_nan=True),
    st.integers(1, 4),
    st.sampled_from(list(ReviewerVerdict)),
    st.sampled_from([(), ("no such class",)]),
)
def test_no_gate_speaks_outside_the_medium_band(
    stated: float, attempts: int, reviewer: ReviewerVerdict, violations: tuple[str, ...]
) -> None:
    state = ClassifyState(stated=stated, attempts=attempts, reviewer=reviewer, violations=violations)
    alone, gated = route_classify(state), route_classify(state, EAGER)
    if not alone.rule.startswith("medium_"):
        assert gated == alone


def test_a_gate_that_expects_trouble_leaves_the_row() -> None:
    model = GateModel(features=["confidence"], coefficients=[0.0], intercept=9.0)
    decision = route_classify(MEDIUM, LearnedGate(GateFile(gates={"classify": model})))
    assert (decision.to, decision.actor) == ("retry", "routing")
    assert route_extract(ExtractState(stated=0.8), LearnedGate(GateFile(gates={"classify": model}))).to == "judge"


@pytest.mark.parametrize(
    "content",
    [
        {"gates": {"classify": {"features": ["mood"], "coefficients": [1.0], "intercept": 0.0}}},
        {"gates": {"classify": {"features": ["confidence"], "coefficients": [], "intercept": 0.0}}},
        {"gates": {"boss": {"features": [], "coefficients": [], "intercept": 0.0}}},
    ],
)
def test_a_bad_gate_file_is_refused(tmp_path: Path, content: object) -> None:
    (tmp_path / GATE_FILE).write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(MailroomError) as refused:
        LearnedGate.load(tmp_path)
    assert refused.value.code is ErrorCode.BAD_CONFIG


def test_the_policy_names_the_gate_and_a_wanted_gate_must_be_there(tmp_path: Path) -> None:
    assert medium_gate(RoutingPolicy(), tmp_path) is None
    with pytest.raises(MailroomError, match="never trained"):
        medium_gate(RoutingPolicy(learned_gate=True), tmp_path)
    with pytest.raises(MailroomError, match="calibration"):
        medium_gate(RoutingPolicy(decision_model_url="http://127.0.0.1/"), tmp_path)
    (tmp_path / CALIBRATION_FILE).write_text(DecisionCalibration().model_dump_json(), encoding="utf-8")
    assert isinstance(medium_gate(RoutingPolicy(decision_model_url="http://127.0.0.1/"), tmp_path), DecisionModelGate)


def rows(split: str = "train", outcomes: tuple[bool, ...] = (True, False)) -> list[GateRow]:
    made = []
    for place in range(40):
        trouble = outcomes[place % len(outcomes)]
        decision = route_classify(ClassifyState(stated=0.72 if trouble else 0.92, doc_class="contract"))
        row = gate_row(decision, split, trouble=trouble)
        assert row is not None
        made.append(row)
    return made


def test_a_trained_gate_tells_trouble_from_none() -> None:
    gate = LearnedGate(train_gate(rows()))
    assert route_classify(ClassifyState(stated=0.93, doc_class="contract"), gate).to == "extract"
    assert route_classify(ClassifyState(stated=0.71, doc_class="contract"), gate).to == "retry"


@pytest.mark.parametrize("bad", [rows(split="test"), rows(outcomes=(True,)), []])
def test_a_gate_is_not_trained_on_what_teaches_nothing(bad: list[GateRow]) -> None:
    with pytest.raises(MailroomError) as refused:
        train_gate(bad)
    assert refused.value.code is ErrorCode.EVALUATION_REFUSED


def test_decisions_outside_the_medium_band_are_no_training_rows() -> None:
    assert gate_row(route_classify(ClassifyState(stated=0.99)), "train", trouble=False) is None


@pytest.mark.parametrize(
    ("reply", "to"),
    [
        (choice("proceed"), "extract"),
        (choice("retry"), "retry"),
        (choice("verify"), "reviewer"),
        (choice("boss"), "review"),
        (choice("human_review"), "review"),
        (choice("proceed", confidence=0.7), "reviewer"),
        (choice("retry", confidence=0.7), "review"),
        (choice("proceed", confidence=0.3), "review"),
        (choice("proceed", escalate=0.5), "review"),
        (choice("dance"), "review"),
        (choice(None), "review"),
        (httpx.Response(200, json={"nonsense": 1}), "review"),
        (httpx.Response(404), "retry"),
        (httpx.Response(503), "retry"),
        (httpx.ConnectError("down"), "retry"),
    ],
)
def test_a_decision_models_answer_becomes_a_route(reply: httpx.Response | Exception, to: str) -> None:
    assert route_classify(MEDIUM, answering(reply)).to == to


def test_a_busy_endpoint_is_asked_again_twice() -> None:
    busy = httpx.Response(429, headers={"retry-after": "1"})
    assert route_classify(MEDIUM, answering(busy, busy, choice("proceed"))).to == "extract"


def test_a_retry_that_is_not_left_is_a_persons_matter() -> None:
    spent = ClassifyState(stated=0.8, attempts=3)
    assert route_classify(spent, answering(choice("retry"))).to == "review"


def test_the_question_holds_numbers_and_no_text() -> None:
    asked: list[bytes] = []

    def handle(request: httpx.Request) -> httpx.Response:
        asked.append(request.content)
        return choice("proceed")

    client = httpx.Client(transport=httpx.MockTransport(handle))
    gate = DecisionModelGate("http://127.0.0.1/", DecisionCalibration(), client)
    route_extract(ExtractState(stated=0.8, doc_class="contract", signals={"schema_valid": 1.0}), gate)
    facts = json.loads(asked[0])["facts"]
    assert all(isinstance(value, float) for value in facts.values())


class Anything:
    """A gate that wants every route in turn."""

    name = "anything"

    def __init__(self, route: Route) -> None:
        self.route = route

    def decide(self, gate: str, state: ScoredState, row: Row) -> tuple[Route, dict[str, float]]:
        assert row in CLASSIFY.rows
        return self.route, {}


@pytest.mark.parametrize("route", [Route.EXTRACT, Route.REVIEW, Route.RETRY])
def test_who_decided_is_written_down(route: Route) -> None:
    decision = route_classify(MEDIUM, Anything(route))
    assert decision.actor == ("routing" if route is Route.RETRY else "anything")


def test_scaling_makes_overconfident_answers_humbler() -> None:
    data = [ScalingRow(split="train", confidence=0.97, correct=place % 3 != 0) for place in range(60)]
    data += [ScalingRow(split="train", confidence=0.6, correct=False) for _ in range(10)]
    fitted = fit_scaling(data)
    assert fitted.temperature > 1.5
    assert fitted.ece_before is not None
    assert fitted.ece_after is not None
    assert fitted.ece_after < fitted.ece_before
    assert fitted.verify_threshold <= fitted.accept_threshold


@pytest.mark.parametrize("correct", [True, False])
def test_nothing_learnable_gives_the_neutral_values(correct: bool) -> None:  # F-38
    data = [ScalingRow(split="train", confidence=0.9, correct=correct) for _ in range(9)]
    assert fit_scaling(data) == Scaling(n=9)


def test_scaling_refuses_rows_of_another_split() -> None:
    with pytest.raises(MailroomError):
        fit_scaling([ScalingRow(split="test", confidence=0.9, correct=True)])


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0.05, 20))
def test_scaling_keeps_the_order(a: float, b: float, temperature: float) -> None:
    low, high = sorted((a, b))
    assert scaled(low, temperature) <= scaled(high, temperature) + 1e-12
