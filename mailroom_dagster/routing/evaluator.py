"""The one evaluator of the routing tables: a state goes in, a Decision comes out. Pure: no clock, no file, no model.

Belongs here: matching rows and writing down what was looked at. A medium-band gate (learned or decision model) may
answer in place of a row marked `medium`, and of no other.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Any, Protocol

from mailroom_dagster.records.model import Decision
from mailroom_dagster.routing.routes import Route
from mailroom_dagster.routing.states import (
    ArbiterState,
    BossState,
    ClassifyState,
    ExtractState,
    FastPathState,
    JudgeState,
    NodeState,
    PersonState,
    ScoredState,
)
from mailroom_dagster.routing.tables import ARBITER, BOSS, CLASSIFY, EXTRACT, FAST_PATH, JUDGE, PERSON, Row, Table
from mailroom_dagster.taxonomy.model import Bars


class MediumGate(Protocol):
    """Something that may speak in the medium band."""

    name: str

    def decide(self, gate: str, state: ScoredState, row: Row) -> tuple[Route, dict[str, float]]:
        """The route it wants, and the numbers it rests on."""


def route_fast_path(state: FastPathState) -> Decision:
    """Decide after the local text model."""
    return evaluate(FAST_PATH, state)


def route_classify(state: ClassifyState, medium_gate: MediumGate | None = None) -> Decision:
    """Decide after an opinion on the class."""
    return _scored(CLASSIFY, state, medium_gate)


def route_extract(state: ExtractState, medium_gate: MediumGate | None = None) -> Decision:
    """Decide after an extraction."""
    return _scored(EXTRACT, state, medium_gate)


def route_judge(state: JudgeState) -> Decision:
    """Decide after the judge."""
    return evaluate(JUDGE, state)


def route_arbiter(state: ArbiterState) -> Decision:
    """Decide after the arbiter."""
    return evaluate(ARBITER, state)


def route_boss(state: BossState) -> Decision:
    """Decide after the boss."""
    return evaluate(BOSS, state)


def route_person(state: PersonState) -> Decision:
    """Decide after a person."""
    return evaluate(PERSON, state)


def evaluate(table: Table, state: NodeState | PersonState) -> Decision:
    """The first matching row's decision; rows that only note something are listed under `noted`."""
    return _decision(table, state, *match(table, state))


def match(table: Table, state: NodeState | PersonState) -> tuple[Row, list[str]]:
    """The row that decides and the names of the rows noted before it. Raises LookupError: a table with a hole."""
    noted: list[str] = []
    for row in table.rows:
        if all(getattr(state, fact) == value for fact, value in row.when.items()):
            if row.to is not Route.GO_ON:
                return row, noted
            noted.append(row.name)
    raise LookupError(f"no row of the {table.gate} table matches")


def _scored(table: Table, state: ScoredState, medium_gate: MediumGate | None) -> Decision:
    row, noted = match(table, state)
    decision = _decision(table, state, row, noted)
    if medium_gate is None or not row.medium:
        return decision
    route, numbers = medium_gate.decide(table.gate, state, row)
    if route is row.to:
        return decision.model_copy(update={"numbers": {**decision.numbers, **numbers}})
    return decision.model_copy(
        update={
            "to": route.value,
            "actor": medium_gate.name,
            "numbers": {**decision.numbers, **numbers},
            "reason": f"{medium_gate.name} decided in the medium band instead of {row.to.value}",
        }
    )


def _decision(table: Table, state: NodeState | PersonState, row: Row, noted: list[str]) -> Decision:
    numbers = numbers_of(state) | ({"noted": noted} if noted else {})
    return Decision(gate=table.gate, rule=row.name, to=row.to.value, numbers=numbers, reason=row.reason)


def numbers_of(state: NodeState | PersonState) -> dict[str, Any]:
    """Every fact of a state as JSON: counts, the confidence stated and the one that counted, the bars."""
    facts: dict[str, Any] = {}
    for item in fields(state):
        value = getattr(state, item.name)
        facts |= value.model_dump() if isinstance(value, Bars) else {item.name: _plain(value)}
    if isinstance(state, ScoredState):
        facts["confidence"] = state.confidence
    return facts


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, StrEnum):
        return value.value
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value
