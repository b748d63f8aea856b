"""Scoring as others use it: `score_field(spec, predicted, expected)`."""

from __future__ import annotations

from mailroom_dagster.scoring.model import FieldScore, Outcome
from mailroom_dagster.scoring.score import score_field

__all__ = ["FieldScore", "Outcome", "score_field"]
