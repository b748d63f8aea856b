"""The classes, their fields and their bars, as `config/taxonomy.yaml` states them.

Belongs here: what a class *is*. Does not belong here: how a document is sorted into one (`classification`) or what
follows from a confidence (`routing`). Source of names and types: the prior systems' taxonomy, made typed.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Annotated

from pydantic import Field, StringConstraints, model_validator

from mailroom_dagster.configuration import ConfigModel, config_dir, load_yaml
from mailroom_dagster.hashing import fingerprint

ClassName = Annotated[str, StringConstraints(pattern=r"^\w[\w -]*$", max_length=60)]  # it names a folder of the archive
UNKNOWN = "unknown"  # the routing token: no class of the taxonomy fits


class FieldType(StrEnum):
    """How a value is parsed, grounded and scored."""

    ID = "id"
    DATE = "date"
    MONEY = "money"
    NAME = "name"
    TEXT = "text"
    LABEL = "label"  # a closed vocabulary


class FieldSpec(ConfigModel):
    """One field of a class."""

    type: FieldType
    many: bool = False  # a list of values of this type
    description: str
    required: bool = False  # a missing value lowers confidence and may be asked for again
    expected: bool = False  # most documents of the class carry it
    unless: str | None = None  # a field of the class: a document that has it need not have this one
    identity: bool = False  # tells two things apart (docket number, claim number): may conflict
    conflicting: bool = False  # must agree for the same identity (governing law, claim amount)
    vocabulary: dict[str, list[str]] = Field(default_factory=dict)  # label -> aliases
    containment: bool = False  # scored by the share of expected words found
    partial_truth: bool = False  # truth lists are known to be incomplete

    @model_validator(mode="after")
    def _label_has_vocabulary(self) -> FieldSpec:
        if (self.type is FieldType.LABEL) != bool(self.vocabulary):
            raise ValueError("a label field needs a vocabulary, and only a label field has one")
        return self


class Bars(ConfigModel):
    """Confidence bars (0..1) and bounds of one class."""

    fast_path: float = Field(0.95, ge=0, le=1)
    high: float = Field(0.95, ge=0, le=1)
    low: float = Field(0.70, ge=0, le=1)
    judge_high: float = Field(0.85, ge=0, le=1)
    retry_max: int = Field(2, ge=0, le=5)

    @model_validator(mode="after")
    def _ordered(self) -> Bars:
        if not self.low <= self.judge_high or not self.low <= self.high:
            raise ValueError("low must not be above high or judge_high")
        return self


class DocumentClass(ConfigModel):
    """One class: what it is called, what is read from it, and its bars."""

    label: str
    description: str
    specialist: str
    fields: dict[str, FieldSpec]
    subtypes: dict[str, list[str]] = Field(default_factory=dict)  # subtype -> title aliases
    bars: Bars | None = None

    @model_validator(mode="after")
    def _unless_is_a_field(self) -> DocumentClass:
        if strangers := sorted({spec.unless for spec in self.fields.values() if spec.unless} - self.fields.keys()):
            raise ValueError(f"unless names no field: {', '.join(strangers)}")
        return self

    def awaited(self, found: Collection[str]) -> list[str]:
        """The required and expected fields of a document in which the fields `found` have values."""
        return [
            name
            for name, spec in self.fields.items()
            if spec.required or (spec.expected and (name in found or spec.unless not in found))
        ]


class Taxonomy(ConfigModel):
    """All classes. `unknown` is never one of them."""

    version: str
    default_bars: Bars = Bars()
    defer_classes: list[str] = Field(default_factory=list)  # the fast path never answers alone for these
    classes: dict[ClassName, DocumentClass] = Field(min_length=1)

    @model_validator(mode="after")
    def _consistent(self) -> Taxonomy:
        if UNKNOWN in self.classes:
            raise ValueError("`unknown` is the routing token and cannot be a class")
        if strangers := [name for name in self.defer_classes if name not in self.classes]:
            raise ValueError(f"defer_classes names no class: {', '.join(strangers)}")
        return self

    def bars(self, doc_class: str) -> Bars:
        """The bars of a class; the default bars for `unknown` and for classes without their own."""
        known = self.classes.get(doc_class)
        return (known.bars if known else None) or self.default_bars

    @cached_property
    def digest(self) -> str:
        """Hex sha256 of everything in the taxonomy; part of each record's fingerprint."""
        return fingerprint(taxonomy=self.model_dump(mode="json"))


def load_taxonomy(folder: Path | None = None) -> Taxonomy:
    """Read `taxonomy.yaml`. Raises bad_config."""
    return load_yaml((folder or config_dir()) / "taxonomy.yaml", Taxonomy)
