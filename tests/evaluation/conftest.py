"""The tiny dataset, configured as `tiny`."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailroom_dagster.evaluation.datasets import Dataset
from mailroom_dagster.evaluation.loaders import load_dataset
from tests.evaluation.factories import make_config, make_dataset


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Dataset:
    """Eight documents of two classes, half of them train; no model is installed."""
    config = make_config(tmp_path / "config", make_dataset(tmp_path / "tiny"))
    monkeypatch.setenv("MAILROOM_CONFIG", str(config))
    monkeypatch.setenv("MAILROOM_MODELS", str(tmp_path / "no models"))
    return load_dataset("tiny")
