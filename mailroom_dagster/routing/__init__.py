"""Routing: pure code over typed states, one table a gate. Nothing here reads a file or asks a model."""

from mailroom_dagster.routing.evaluator import (
    MediumGate,
    route_arbiter,
    route_boss,
    route_classify,
    route_extract,
    route_fast_path,
    route_judge,
    route_person,
)
from mailroom_dagster.routing.routes import Band, JudgeLabel, ReviewerVerdict, Route, Trouble
from mailroom_dagster.routing.states import (
    ArbiterState,
    BossState,
    ClassifyState,
    ExtractState,
    FastPathState,
    JudgeState,
    PersonState,
)

__all__ = [
    "ArbiterState",
    "Band",
    "BossState",
    "ClassifyState",
    "ExtractState",
    "FastPathState",
    "JudgeLabel",
    "JudgeState",
    "MediumGate",
    "PersonState",
    "ReviewerVerdict",
    "Route",
    "Trouble",
    "route_arbiter",
    "route_boss",
    "route_classify",
    "route_extract",
    "route_fast_path",
    "route_judge",
    "route_person",
]
