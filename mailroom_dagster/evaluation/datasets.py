"""Labelled document sets: what is shown to the mailroom (blind) and what is known of it (truth), kept apart.

Belongs here: the shapes and the join. Does not belong here: pins and file formats (`loaders`). The two views meet in
one place, `Dataset.truth_of`, which proves that both speak of the same bytes.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from mailroom_dagster.configuration import ConfigModel, config_dir, load_yaml
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import sha256_file


class Split(StrEnum):
    """The parts of a dataset: one to fit on, one to measure on."""

    TRAIN = "train"
    TEST = "test"


class Pin(ConfigModel):
    """A file with the hash it must have."""

    file: str
    sha256: str = Field(pattern="^[0-9a-f]{64}$")


class DatasetConfig(ConfigModel):
    """One entry of config/datasets.yaml. `clauses` maps a clause column to a field, for kind clauses."""

    kind: Literal["folder", "clauses"]
    about: str = ""
    root: str
    root_env: str = ""
    folder: str = "."
    labels: Pin
    truth: Pin | None = None
    doc_class: str = ""
    clauses: dict[str, str] = Field(default_factory=dict)

    @property
    def place(self) -> Path:
        """The folder of the documents."""
        named = os.environ.get(self.root_env) if self.root_env else None
        return (Path(named) if named else (config_dir().parent / self.root)).resolve() / self.folder


class DatasetsConfig(ConfigModel):
    """config/datasets.yaml."""

    datasets: dict[str, DatasetConfig]


class Tier(StrEnum):
    """How a truth value may be scored: strictly, leniently, or as a category that the text need not spell out."""

    VERBATIM = "verbatim"
    LENIENT = "lenient"
    CATEGORY = "category"


class View(BaseModel):
    """Base of the two views."""

    model_config = ConfigDict(frozen=True)


class Sample(View):
    """What the mailroom is shown: bytes under a neutral name. `group` is the source that no other split has."""

    name: str
    path: Path
    sha256: str
    split: Split
    group: str


class TruthValue(View):
    """What one field should be: a text, a number or a list."""

    value: Any
    tier: Tier = Tier.VERBATIM


class Truth(View):
    """What is known of one sample."""

    name: str
    sha256: str
    file_name: str  # may give the class away: never shown
    doc_class: str
    subtype: str | None = None
    origin: str = "real"  # real | template | synthetic
    source: str = ""
    fields: dict[str, TruthValue] = Field(default_factory=dict)


class Dataset:
    """A loaded set. Raises dataset_integrity when its two views do not fit, or a source is in two splits."""

    def __init__(self, name: str, revision: str, samples: Iterable[Sample], truths: Iterable[Truth]) -> None:
        self.name = name
        self.revision = revision
        listed, known = list(samples), list(truths)
        self.samples = {sample.name: sample for sample in listed}
        self._truths = {truth.name: truth for truth in known}
        self._refuse(_repeated(item.name for item in listed), "these names occur twice")
        self._refuse(_repeated(item.name for item in known), "these names occur twice in the truth")
        self._refuse(self.samples.keys() ^ self._truths.keys(), "only one of the two views has these")
        self._refuse(_in_two_splits(listed), "these sources are in two splits")

    def truth_of(self, sample: Sample) -> Truth:
        """The truth of a sample. Raises dataset_integrity when it is about other bytes."""
        truth = self._truths[sample.name]
        self._refuse([] if truth.sha256 == sample.sha256 else [sample.name], "the truth is about other bytes")
        return truth

    def require_bytes(self, samples: Iterable[Sample]) -> None:
        """Refuse documents that are gone or changed. Raises dataset_integrity with their names."""
        wrong = [item.name for item in samples if not item.path.is_file() or sha256_file(item.path) != item.sha256]
        self._refuse(wrong, "these documents are missing or changed")

    def _refuse(self, names: Iterable[str], why: str) -> None:
        listed = sorted(names)
        if listed:
            shown = ", ".join(listed[:5]) + (f" and {len(listed) - 5} more" if len(listed) > 5 else "")
            raise MailroomError(
                ErrorCode.DATASET_INTEGRITY, f"dataset {self.name} cannot be used", why=f"{why}: {shown}"
            )


def load_datasets_config(folder: Path | None = None) -> dict[str, DatasetConfig]:
    """Read `datasets.yaml`. Raises bad_config."""
    return load_yaml((folder or config_dir()) / "datasets.yaml", DatasetsConfig).datasets


def _repeated(names: Iterable[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]


def _in_two_splits(samples: Iterable[Sample]) -> list[str]:
    splits: dict[str, set[str]] = defaultdict(set)
    for sample in samples:
        splits[sample.group].add(sample.split)
    return [group for group, found in splits.items() if len(found) > 1]
