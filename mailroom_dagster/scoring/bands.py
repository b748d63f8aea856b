"""Escalation bands: between which scores a person or a judge should look. The numbers stand in config/scoring.yaml."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, model_validator

from mailroom_dagster.configuration import ConfigModel, config_dir, load_yaml
from mailroom_dagster.scoring.model import FieldScore
from mailroom_dagster.taxonomy.model import FieldType


class Band(ConfigModel):
    """low <= score < high."""

    low: float = Field(ge=0, le=1)
    high: float = Field(ge=0, le=1)

    @model_validator(mode="after")
    def _ordered(self) -> Band:
        if self.low > self.high:
            raise ValueError("low must not be above high")
        return self


class ScoringConfig(ConfigModel):
    """config/scoring.yaml. A type without an entry has the default band, one with null has none."""

    default_band: Band
    bands: dict[FieldType, Band | None] = Field(default_factory=dict)

    def escalates(self, kind: FieldType, score: FieldScore) -> bool:
        """Whether a score is neither clearly right nor clearly wrong."""
        band = self.bands.get(kind, self.default_band)
        return band is not None and score.score is not None and band.low <= score.score < min(band.high, 1.0)


def load_scoring(folder: Path | None = None) -> ScoringConfig:
    """Read `scoring.yaml`. Raises bad_config."""
    return load_yaml((folder or config_dir()) / "scoring.yaml", ScoringConfig)
