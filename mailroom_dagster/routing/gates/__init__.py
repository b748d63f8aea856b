"""Gates that may speak in the medium band, in place of rows marked `medium` and of no other.

Belongs here: choosing which one is configured. Each gate's module says what it rests on.
"""

from __future__ import annotations

from pathlib import Path

from mailroom_dagster.policy import RoutingPolicy
from mailroom_dagster.routing.evaluator import MediumGate
from mailroom_dagster.routing.gates.decision_model import DecisionModelGate, load_decision_calibration
from mailroom_dagster.routing.gates.learned import LearnedGate

__all__ = ["DecisionModelGate", "LearnedGate", "medium_gate"]


def medium_gate(policy: RoutingPolicy, folder: Path) -> MediumGate | None:
    """The gate that the policy names, with its file in the models folder; None when none is wanted.

    Raises bad_config when a wanted gate's file is missing or not valid."""
    if policy.decision_model_url:
        return DecisionModelGate(policy.decision_model_url, load_decision_calibration(folder))
    return LearnedGate.load(folder) if policy.learned_gate else None
