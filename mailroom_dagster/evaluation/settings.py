"""What a run is asked, and under which conditions: small shapes that everything else of evaluation builds on."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from mailroom_dagster.evaluation.datasets import Split

Mode = Literal["pipeline", "specialist", "classify"]
"""The whole way, extraction alone under the true class, or sorting alone."""


class Frozen(BaseModel):
    """Base of what a run writes down."""

    model_config = ConfigDict(frozen=True)


class Settings(Frozen):
    """What is asked. `per_class` None takes every document of the split; `semantic` lets meaning rescue free texts."""

    dataset: str
    split: Split = Split.TEST
    per_class: int | None = Field(None, ge=1)
    seed: int = 42
    mode: Mode = "pipeline"
    without_overlap: bool = False
    semantic: bool = False


class Conditions(Frozen):
    """What it was asked under."""

    dataset_revision: str
    code: str
    git: str | None
    provider: str
    models: dict[str, str]
