"""The routing tables over their whole state space: total, no dead row, bounded, never better for a worse state."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailroom_dagster.cli.routes import routing_page
from mailroom_dagster.configuration import checkout_dir
from mailroom_dagster.routing import (
    ArbiterState,
    BossState,
    ClassifyState,
    ExtractState,
    JudgeLabel,
    JudgeState,
    PersonState,
    ReviewerVerdict,
    Route,
    Trouble,
    route_classify,
    route_extract,
    route_fast_path,
)
from mailroom_dagster.routing.evaluator import evaluate, match
from mailroom_dagster.routing.states import FastPathState
from mailroom_dagster.routing.tables import ARBITER, BOSS, CLASSIFY, EXTRACT, FAST_PATH, JUDGE, PERSON, TABLES, Table
from mailroom_dagster.taxonomy.model import Bars

NODE: dict[str, list[Any]] = {"trouble": list(Trouble), "transients": [0, 1, 2, 3]}
SCORED: dict[str, list[Any]] = NODE | {
    "stated": [-0.1, 0.0, 0.5, 0.69, 0.7, 0.8, 0.85, 0.949, 0.95, 1.0, 1.7, float("nan")],
    "attempts": [1, 2, 3, 4],
    "repeated": [False, True],
    "violations": [(), ("no such class",)],
}
SPACES: dict[str, tuple[Table, type[Any], dict[str, list[Any]]]] = {
    "fast_path": (
        FAST_PATH,
        FastPathState,
        {name: SCORED[name] for name in ("stated", "violations")}
        | {"readable": [True, False], "available": [True, False], "deferred": [True, False]},
    ),
    "classify": (CLASSIFY, ClassifyState, SCORED | {"readable": [True, False], "reviewer": list(ReviewerVerdict)}),
    "extract": (
        EXTRACT,
        ExtractState,
        {name: SCORED[name] for name in ("trouble", "transients", "attempts", "repeated")}
        | {
            "stated": [0.0, 0.69, 0.7, 0.849, 0.85, 1.0, 1.7],
            "class_known": [True, False],
            "left_open": [(), ("pages_unread",)],
            "values": [0, 3],
            "errors": [0, 1],
            "conflicts": [0, 1],
            "ungrounded": [0, 1],
            "ungrounded_required": [0, 1],
        },
    ),
    "judge": (
        JUDGE,
        JudgeState,
        NODE | {"label": list(JudgeLabel), "score": [-1.0, 0.0, 0.49, 0.5, 0.94, 0.95, 1.0, 2.0]},
    ),
    "arbiter": (
        ARBITER,
        ArbiterState,
        NODE
        | {"action": ["accept", "accept_with_caveats", "re_extract", "escalate", "dance"], "reextractions": [0, 1, 2]},
    ),
    "boss": (
        BOSS,
        BossState,
        NODE
        | {
            "action": ["accept", "reassign_class", "review", "dance"],
            "class_valid": [True, False],
            "reassignments": [0, 1],
        },
    ),
    "person": (
        PERSON,
        PersonState,
        {"action": ["approve", "correct", "reject", "requeue", "dance"]}
        | {name: [True, False] for name in ("valid", "extracted", "class_changed", "fields_given")},
    ),
}


def states(gate: str) -> Iterator[Any]:
    _, kind, facts = SPACES[gate]
    for values in itertools.product(*facts.values()):
        yield kind(**dict(zip(facts, values, strict=True)))


@pytest.mark.parametrize("gate", SPACES)
def test_every_state_is_decided_and_every_row_decides_or_notes_some_state(gate: str) -> None:
    table = SPACES[gate][0]
    used: set[str] = set()
    for state in states(gate):
        row, noted = match(table, state)
        used |= {row.name, *noted}
    assert used == {row.name for row in table.rows}


@pytest.mark.parametrize("gate", SPACES)
def test_only_known_places_are_led_to(gate: str) -> None:
    reachable = {evaluate(SPACES[gate][0], state).to for state in itertools.islice(states(gate), 0, None, 7)}
    assert reachable <= {route.value for route in Route} - {Route.GO_ON.value}


def test_every_table_is_covered_here() -> None:
    assert {table.gate for table in TABLES} == set(SPACES)


@given(st.floats(0, 1), st.floats(0, 1), st.integers(1, 4), st.booleans())
def test_a_surer_answer_never_routes_worse(a: float, b: float, attempts: int, repeated: bool) -> None:
    order = [Route.REVIEW, Route.RETRY, Route.REVIEWER, Route.EXTRACT]
    low, high = sorted((a, b))
    weaker, stronger = (
        Route(route_classify(ClassifyState(stated=stated, attempts=attempts, repeated=repeated)).to)
        for stated in (low, high)
    )
    if Route.RETRY not in (weaker, stronger):  # another try is neither better nor worse than the reviewer
        assert order.index(weaker) <= order.index(stronger)
    assert (stronger is Route.EXTRACT) or (weaker is not Route.EXTRACT)


@given(st.floats(0, 1), st.floats(0, 1), st.booleans(), st.booleans())
def test_a_surer_local_model_never_routes_worse(a: float, b: float, deferred: bool, broken: bool) -> None:
    violations = ("no class fits",) if broken else ()
    weaker, stronger = (
        Route(route_fast_path(FastPathState(stated=stated, deferred=deferred, violations=violations)).to)
        for stated in sorted((a, b))
    )
    assert (stronger is Route.EXTRACT) or (weaker is not Route.EXTRACT)
    assert not ((deferred or broken) and stronger is Route.EXTRACT)


@given(st.floats(0, 1), st.floats(0, 1), st.integers(1, 4), st.booleans(), st.integers(0, 2), st.integers(0, 2))
def test_a_surer_or_sounder_extraction_never_routes_worse(
    a: float, b: float, attempts: int, repeated: bool, ungrounded: int, errors: int
) -> None:
    def route(stated: float, **faults: int) -> Route:
        return Route(route_extract(ExtractState(stated=stated, attempts=attempts, repeated=repeated, **faults)).to)

    low, high = sorted((a, b))
    weaker = route(low, ungrounded=ungrounded, ungrounded_required=ungrounded, errors=errors)
    stronger = route(high)
    assert (stronger is Route.REPORT) or (weaker is not Route.REPORT)
    assert (weaker is Route.REVIEW) or (stronger is not Route.REVIEW)


@given(st.floats(allow_nan=True, allow_infinity=True))
def test_a_broken_guard_is_clamped_below_the_low_bar_whatever_is_stated(stated: float) -> None:
    state = ClassifyState(stated=stated, violations=("no such class",))
    assert 0 <= state.confidence < state.bars.low
    assert route_classify(state).to != Route.EXTRACT


@given(st.integers(0, 5), st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_sorting_ends_within_its_bound(retry_max: int, answers: list[float]) -> None:
    bars = Bars(retry_max=retry_max)
    calls = 0
    for stated in itertools.cycle(answers):
        calls += 1
        decision = route_classify(ClassifyState(stated=stated, attempts=calls, bars=bars))
        if decision.to != Route.RETRY:
            break
    assert calls <= retry_max + 1


@given(st.integers(0, 5))
def test_extraction_ends_within_its_bound(retry_max: int) -> None:
    bars = Bars(retry_max=retry_max)
    attempt = 1
    while route_extract(ExtractState(stated=0.1, attempts=attempt, errors=1, bars=bars)).to == Route.RETRY:
        attempt += 1
    assert attempt <= retry_max + 1


def test_an_approval_never_leads_back_to_a_gate() -> None:
    approvals = [state for state in states("person") if state.action in ("approve", "correct") and state.valid]
    assert {evaluate(PERSON, state).to for state in approvals} <= {Route.REPORT.value, Route.EXTRACT.value}


def test_the_routing_page_is_generated_from_the_tables() -> None:
    assert (checkout_dir() / "docs" / "routing.md").read_text(encoding="utf-8") == routing_page()
