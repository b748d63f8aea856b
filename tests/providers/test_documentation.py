"""docs/providers.md says what the code does."""

from __future__ import annotations

from pathlib import Path

from mailroom_dagster.observability.scores import SCORE_KINDS
from mailroom_dagster.policy import LlmPolicy
from mailroom_dagster.providers.openai.outcomes import OUTCOMES, Outcome
from mailroom_dagster.providers.settings import load_providers

PAGE = (Path(__file__).parents[2] / "docs" / "providers.md").read_text()


def test_every_outcome_is_documented_with_what_becomes_of_it() -> None:
    assert f"| `{Outcome.ANSWERED}` |" in PAGE
    for outcome, kind in OUTCOMES.items():
        after = " after all attempts" if kind.transient else ""
        assert f"| `{outcome}` | {kind.meaning} | `{kind.code.value}`{after} |" in PAGE


def test_every_provider_and_its_variables_are_documented() -> None:
    for name, spec in load_providers().providers.items():
        assert f"| `{name}` |" in PAGE
        assert all(variable in PAGE for variable in (spec.key_env, spec.base_url_env) if variable)


def test_limits_and_scores_are_documented_by_their_names() -> None:
    for name in set(LlmPolicy.model_fields) - {
        "concurrency",
        "backoff_base_seconds",
        "backoff_cap_seconds",
        "answer_max_bytes",
    }:
        assert name in PAGE
    for name in (
        "parse_error",
        "schema_valid",
        "stage_completed",
        "guardrail_triggered",
        "run_aborted",
        "class_correct",
    ):
        assert name in SCORE_KINDS
        assert name in PAGE
