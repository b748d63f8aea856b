"""Scores from records: what is known, nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.observability.scores import SCORE_KINDS, Score, pilot_scores, production_scores
from mailroom_dagster.providers.base import CallSummary
from mailroom_dagster.records.model import (
    AnyRecord,
    ClassificationRecord,
    Decision,
    ExtractedField,
    ExtractionRecord,
    FieldValue,
    Manifest,
    State,
)
from mailroom_dagster.taxonomy.model import load_taxonomy

BASE: dict[str, Any] = {"doc_id": "d", "fingerprint": "f", "code_version": "1"}
GUARD = Decision(gate="classify", rule="guard_violated", to="go_on")


def manifest(state: State = State.ARCHIVED) -> Manifest:
    return Manifest(
        doc_id="d", partition_key="d", file_name="d", original_name="d", sha256="s", bytes=1, matter_id="m", state=state
    )


def records(*decisions: Decision, errors: tuple[str, ...] = ()) -> list[AnyRecord]:
    parties = ExtractedField(name="parties", many=True, values=(FieldValue(value="Ada", words="Ada"),))
    return [
        ClassificationRecord(**BASE, doc_class="contract", confidence=0.9, decided_by="sorter", decisions=decisions),
        ExtractionRecord(
            **BASE, doc_class="contract", fields={"parties": parties}, confidence=0.8, attempts=2, errors=errors
        ),
    ]


def call(outcome: str = "answered", role: Role = Role.SORTER, cost: float | None = 0.5) -> CallSummary:
    return CallSummary("c", role, "p", "m", outcome, input_tokens=10, output_tokens=5, cost_usd=cost)


def named(scores: list[Score]) -> dict[str, bool | float]:
    return {score.name: score.value for score in scores}


def test_a_clean_run_gives_every_production_score() -> None:
    calls = [call("not_json"), call(), call(role=Role.SPECIALIST)]
    assert named(production_scores(manifest(), records(GUARD), calls, 12.5)) == {
        "parse_error": True,
        "schema_valid": True,
        "stage_completed": True,
        "guardrail_triggered": True,
        "run_aborted": False,
        "classification_confidence": 0.9,
        "extraction_confidence": 0.8,
        "run_duration_seconds": 12.5,
        "total_tokens": 45,
        "estimated_cost_usd": 1.5,
        "llm_call_count": 3,
        "classification_attempts": 2,
        "extraction_attempts": 2,
    }


def test_an_unknown_cost_is_left_out_and_no_call_costs_nothing() -> None:
    """F-81."""
    assert "estimated_cost_usd" not in named(production_scores(manifest(), records(), [call(), call(cost=None)]))
    assert named(production_scores(manifest(), records(), []))["estimated_cost_usd"] == 0


@pytest.mark.parametrize("state", [State.FAILED, State.QUARANTINED, State.PAUSED_BUDGET])
def test_a_run_that_stopped_says_so_and_claims_no_more(state: State) -> None:
    scores = named(production_scores(manifest(state), [], []))
    assert (scores["run_aborted"], scores["stage_completed"]) == (True, False)
    assert "schema_valid" not in scores


def test_a_pilot_adds_what_needs_a_truth() -> None:
    taxonomy = load_taxonomy()
    right = named(pilot_scores(manifest(), records(), taxonomy, "contract"))
    wrong = named(pilot_scores(manifest(State.PARKED), records(), taxonomy, "court_opinion"))
    expected = sum(spec.expected for spec in taxonomy.classes["contract"].fields.values())
    assert right == {
        "class_correct": True,
        "stage_correct": True,
        "confidence_calibration_error": pytest.approx(0.1),
        "expected_field_presence": pytest.approx(1 / expected),
    }
    assert (wrong["class_correct"], wrong["stage_correct"]) == (False, False)
    assert wrong["confidence_calibration_error"] == pytest.approx(0.9)


def test_every_score_that_is_given_has_its_config_and_no_config_is_for_nobody() -> None:
    """F-83: nothing is asked for that nobody emits."""
    given = named(production_scores(manifest(), records(), [call()], 1.0))
    given |= named(pilot_scores(manifest(), records(), load_taxonomy(), "contract"))
    assert set(given) == set(SCORE_KINDS)
    assert all(len(name) <= 35 for name in SCORE_KINDS)
