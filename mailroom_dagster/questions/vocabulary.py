"""The words and weights of questions, as `config/questions.yaml` states them.

Belongs here: reading and checking the file. How they are applied is `decompose`, `retrieve`, `answer` and `judge`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from mailroom_dagster.configuration import ConfigModel, config_dir, load_yaml

UNKNOWN = "unknown"


def _pattern(words: str) -> str:
    try:
        re.compile(words)
    except re.error as error:
        raise ValueError(f"not a regular expression: {error}") from error
    return words


def _phrases(phrases: tuple[str, ...]) -> re.Pattern[str]:
    words = "|".join(r"\s+".join(map(re.escape, phrase.split())) for phrase in phrases)
    return re.compile(rf"\b(?:{words})\b", re.IGNORECASE)


Pattern = Annotated[str, AfterValidator(_pattern)]


class Intent(ConfigModel):
    """One kind of question: what points to it, where its answer stands and what an answering sentence holds."""

    ask: Mapping[Pattern, float]
    title: Pattern
    answers: Pattern
    value: Literal["date", "money", "duration", "number"] | None = None
    head: bool = False  # answered in the head of a document rather than in its prose
    fields: tuple[str, ...] = ()  # whose extracted values answer it

    @cached_property
    def in_titles(self) -> re.Pattern[str]:
        """Matches section titles."""
        return re.compile(self.title, re.IGNORECASE)

    @cached_property
    def in_answers(self) -> re.Pattern[str]:
        """Matches words of an answering sentence."""
        return re.compile(self.answers, re.IGNORECASE)


class Amounts(ConfigModel):
    """What tells amounts apart: how often they fall due (phrases), and what they are amounts of (patterns)."""

    rates: Mapping[str, tuple[str, ...]]
    things: Mapping[Annotated[str, Field(pattern="^[a-z_]+$")], Pattern]

    @cached_property
    def rate_patterns(self) -> Mapping[str, re.Pattern[str]]:
        """Rate -> matches any of its phrases."""
        return {name: _phrases(phrases) for name, phrases in self.rates.items()}

    @cached_property
    def thing_pattern(self) -> re.Pattern[str]:
        """Matches the name of a thing; the group that matched is its key."""
        named = "|".join(f"(?P<{name}>{words})" for name, words in self.things.items())
        return re.compile(rf"\b(?:{named})\b", re.IGNORECASE)


class Weights(ConfigModel):
    """What each signal of a section, 0..1, counts."""

    intent: float = Field(ge=0)
    title: float = Field(ge=0)
    words: float = Field(ge=0)
    coverage: float = Field(ge=0)
    document: float = Field(ge=0)
    stated: float = Field(ge=0)
    meaning: float = Field(0.0, ge=0)

    @property
    def used(self) -> dict[str, float]:
        """The signals that count, with their weights."""
        return {name: weight for name, weight in self.model_dump().items() if weight}


class RetrievalRules(ConfigModel):
    """Finding sections."""

    weights: Weights
    threshold: float = Field(ge=0)
    names_covered: float = Field(ge=0, le=1)
    sections: int = Field(ge=1)
    at_least: int = Field(ge=0)
    candidates: int = Field(ge=1)


class AnswerRules(ConfigModel):
    """Choosing key sentences."""

    sentences: int = Field(ge=1)
    coverage: float = Field(ge=0, le=1)
    quote_characters: int = Field(ge=50)


class JudgeRules(ConfigModel):
    """Judging claims."""

    supported_share: float = Field(ge=0, le=1)
    penalties: Mapping[Literal["contradicted", "unsupported"], float]
    weights: Mapping[Literal["quantitative", "temporal", "obligation", "general"], float]
    passing: float = Field(alias="pass", ge=0, le=1)
    retries: int = Field(ge=0, le=2)


class Vocabulary(ConfigModel):
    """config/questions.yaml as a whole."""

    retrieval: RetrievalRules
    answer: AnswerRules
    judge: JudgeRules
    amounts: Amounts
    documents: Pattern
    intents: Mapping[str, Intent]
    stopwords: str

    @cached_property
    def silent(self) -> frozenset[str]:
        """Words that carry no meaning in a question."""
        return frozenset(self.stopwords.split())


def load_vocabulary(folder: Path | None = None) -> Vocabulary:
    """Read `questions.yaml`. Raises bad_config."""
    return load_yaml((folder or config_dir()) / "questions.yaml", Vocabulary)
