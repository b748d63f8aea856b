"""Scores of a document's trace, made from its records alone; nothing is asked of a model.

Belongs here: the scores that a production run gives, those that need a truth (pilot), and what each is. Does not belong
here: sending them. What is not known is left out: an unknown cost is not 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.providers.base import CallSummary
from mailroom_dagster.records.model import (
    AnyRecord,
    ClassificationRecord,
    Decision,
    ExtractionRecord,
    Manifest,
    State,
)
from mailroom_dagster.taxonomy.model import Taxonomy

_SORTERS = (Role.SORTER, Role.RETRY_SORTER)
_SHAPELESS = ("not_json", "wrong_shape")
_ABORTED = (State.FAILED, State.QUARANTINED, State.PAUSED_BUDGET)


@dataclass(frozen=True)
class Score:
    """One score of a trace."""

    name: str
    value: bool | float


@dataclass(frozen=True)
class ScoreKind:
    """What a score is. Numbers start at 0; `most` is None for counts and sums."""

    type: Literal["BOOLEAN", "NUMERIC"]
    about: str
    most: float | None = None


SCORE_KINDS: dict[str, ScoreKind] = {
    "parse_error": ScoreKind("BOOLEAN", "A model's answer was not JSON of the right shape."),
    "schema_valid": ScoreKind("BOOLEAN", "The extraction has no validator errors left."),
    "stage_completed": ScoreKind("BOOLEAN", "The document went through all stages."),
    "guardrail_triggered": ScoreKind("BOOLEAN", "A guard on the classification was broken."),
    "run_aborted": ScoreKind("BOOLEAN", "The document failed, was quarantined or stopped by a budget."),
    "classification_confidence": ScoreKind("NUMERIC", "Our calibrated confidence in the class.", 1.0),
    "extraction_confidence": ScoreKind("NUMERIC", "Our confidence in the fields.", 1.0),
    "run_duration_seconds": ScoreKind("NUMERIC", "From the document's arrival to its rest."),
    "total_tokens": ScoreKind("NUMERIC", "Tokens read and generated for the document."),
    "estimated_cost_usd": ScoreKind("NUMERIC", "USD of all calls, each at its own model's price."),
    "llm_call_count": ScoreKind("NUMERIC", "Attempts at a model."),
    "classification_attempts": ScoreKind("NUMERIC", "Answers of sorter and retry."),
    "extraction_attempts": ScoreKind("NUMERIC", "Rounds of the extraction loop."),
    "class_correct": ScoreKind("BOOLEAN", "The class is the expected one."),
    "stage_correct": ScoreKind("BOOLEAN", "The document came to the expected rest."),
    "confidence_calibration_error": ScoreKind("NUMERIC", "|confidence in the class - its being right|.", 1.0),
    "expected_field_presence": ScoreKind("NUMERIC", "Share of the class's expected fields that have a value.", 1.0),
}


def production_scores(
    manifest: Manifest, records: Iterable[AnyRecord], calls: Sequence[CallSummary], seconds: float | None = None
) -> list[Score]:
    """Scores that need no truth. `calls` are the document's attempts, `seconds` how long it took."""
    held = list(records)
    classification = next((item for item in held if isinstance(item, ClassificationRecord)), None)
    extraction = next((item for item in held if isinstance(item, ExtractionRecord)), None)
    scores: dict[str, bool | float | None] = {
        "parse_error": any(call.outcome in _SHAPELESS for call in calls),
        "stage_completed": manifest.state is State.ARCHIVED,
        "run_aborted": manifest.state in _ABORTED,
        "run_duration_seconds": seconds,
        "llm_call_count": len(calls),
    }
    if classification is not None:
        scores |= {
            "guardrail_triggered": any(_is_guard(decision) for decision in classification.decisions),
            "classification_confidence": classification.confidence,
            "classification_attempts": sum(call.role in _SORTERS for call in calls),
        }
    if extraction is not None:
        scores |= {
            "schema_valid": not extraction.errors,
            "extraction_confidence": extraction.confidence,
            "extraction_attempts": extraction.attempts,
        }
    return _known(scores | _sums(calls))


def pilot_scores(
    manifest: Manifest,
    records: Iterable[AnyRecord],
    taxonomy: Taxonomy,
    expected_class: str,
    expected_state: State = State.ARCHIVED,
) -> list[Score]:
    """Scores against a known class and rest; fields are only asked to be present where a class expects them."""
    held = list(records)
    classification = next((item for item in held if isinstance(item, ClassificationRecord)), None)
    extraction = next((item for item in held if isinstance(item, ExtractionRecord)), None)
    scores: dict[str, bool | float | None] = {"stage_correct": manifest.state is expected_state}
    if classification is not None:
        right = classification.doc_class == expected_class
        scores |= {
            "class_correct": right,
            "confidence_calibration_error": abs(classification.confidence - right),
        }
    if extraction is not None and extraction.doc_class in taxonomy.classes:
        scores["expected_field_presence"] = _presence(extraction, taxonomy)
    return _known(scores)


def _is_guard(decision: Decision) -> bool:
    return decision.rule.startswith("guard")


def _sums(calls: Sequence[CallSummary]) -> dict[str, float | None]:
    tokens = [count for call in calls for count in (call.input_tokens, call.output_tokens)]
    costs = [call.cost_usd for call in calls]
    return {"total_tokens": _sum(tokens), "estimated_cost_usd": _sum(costs)}


def _sum(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if len(known) == len(values) else None


def _presence(extraction: ExtractionRecord, taxonomy: Taxonomy) -> float | None:
    known = taxonomy.classes[extraction.doc_class]
    found = {name for name, field in extraction.fields.items() if field.values}
    expected = [name for name in known.awaited(found) if known.fields[name].expected]
    return sum(name in found for name in expected) / len(expected) if expected else None


def _known(scores: Mapping[str, bool | float | None]) -> list[Score]:
    return [Score(name, value) for name, value in scores.items() if value is not None]
