"""Marks: what documents of a kind look like, whoever wrote them, as `config/marks.yaml` lists them.

Belongs here: finding marks in a view and adding up what they say for each class and for text that belongs to none.
They are written by hand and not fitted, so that they hold for sources that no training document came from.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, PrivateAttr, model_validator

from mailroom_dagster.classification.view import View, grams_of
from mailroom_dagster.configuration import ConfigModel, config_dir, load_yaml
from mailroom_dagster.hashing import fingerprint

DEFINING_POINTS = 3.0  # a mark of so many points says almost by itself what a document is
MANY_POINTS, CLEAR_LEAD = 8.0, 6.0  # weaker marks of so many points, so far ahead, say it together
_ALWAYS = ""  # the key of phrases that hold no word


class Mark(ConfigModel):
    """One mark: phrases or a pattern, where it is looked for, how often it must be there, and what it is worth.

    A pattern may name words that the view `needs` (one of them) for it to be tried at all.
    """

    place: Literal["opening", "title", "head", "tail", "text", "headers", "lines"]
    points: float = Field(ge=0, le=4)
    phrases: list[str] = Field(default_factory=list, alias="any")
    pattern: str | None = None
    needs: list[str] = Field(default_factory=list)
    min: int = Field(1, ge=1)

    @model_validator(mode="after")
    def _one_way(self) -> Mark:
        if bool(self.phrases) == bool(self.pattern):
            raise ValueError("a mark has either phrases (any) or a pattern")
        if self.pattern:
            try:
                re.compile(self.pattern)
            except re.error as error:
                raise ValueError(f"the pattern is not a regular expression: {error}") from error
        return self


@dataclass(frozen=True)
class _Pattern:
    """A mark's pattern, ready to be tried. `number` is the mark's place among all marks."""

    number: int
    place: str
    regex: re.Pattern[str]
    needs: frozenset[str]
    min: int

    def matches(self, places: Mapping[str, Any], known: frozenset[str]) -> bool:
        """Whether it is found often enough. `known` are the words of the view that some mark asks for."""
        text = places[self.place]
        if self.needs and not any(word in text for word in self.needs & known):
            return False
        if self.min == 1:
            return self.regex.search(text) is not None
        return next(islice(self.regex.finditer(text), self.min - 1, None), None) is not None


class MarkBook(ConfigModel):
    """All marks: by class, and by kind of text outside every class.

    `yields` puts content before form: a kind -> other kinds with the points from which the former counts half, because
    a document of theirs may come in its form.
    """

    classes: dict[str, dict[str, Mark]]
    background: dict[str, dict[str, Mark]]
    yields: dict[str, dict[str, float]] = Field(default_factory=dict)
    _marks: list[tuple[str, str, Mark]] = PrivateAttr()  # kind, name, mark: a mark's number is its place here
    _least: list[int] = PrivateAttr()  # matches each must have
    _phrases: dict[str, list[tuple[int, str, str]]] = PrivateAttr()  # key -> number of the mark, place, phrase
    _patterns: list[_Pattern] = PrivateAttr()
    _asked: frozenset[str] = PrivateAttr()  # keys of phrases and words that patterns need

    @model_validator(mode="after")
    def _index(self) -> MarkBook:
        kinds = self.classes | self.background
        self._marks = [(kind, name, mark) for kind, named in kinds.items() for name, mark in named.items()]
        self._least = [mark.min for _, _, mark in self._marks]
        self._phrases, self._patterns = {_ALWAYS: []}, []
        for number, (_, _, mark) in enumerate(self._marks):
            for phrase in mark.phrases:
                self._phrases.setdefault(_key(phrase), []).append((number, mark.place, phrase))
            if mark.pattern:
                needs = frozenset(mark.needs)
                self._patterns.append(_Pattern(number, mark.place, re.compile(mark.pattern), needs, mark.min))
        self._asked = frozenset(self._phrases).union(*(pattern.needs for pattern in self._patterns))
        return self

    @property
    def digest(self) -> str:
        """Hex sha256 of the marks; part of each classification's fingerprint."""
        return fingerprint(marks=self.model_dump(mode="json"))

    def find(self, view: View) -> Marking:
        """The marks that a view bears, in the file's order, and their points."""
        found: dict[str, tuple[str, ...]] = {}
        points = dict.fromkeys(self.classes | self.background, 0.0)
        defined = set()
        for number in self._numbers(view):
            kind, name, mark = self._marks[number]
            found[kind] = (*found.get(kind, ()), name)
            points[kind] += mark.points
            if mark.points >= DEFINING_POINTS:
                defined.add(kind)
        for kind, others in self.yields.items():
            if any(points[other] >= bar for other, bar in others.items()):
                points[kind] /= 2
        background = {kind: points[kind] for kind in self.background}
        return Marking(found, points, background, frozenset(defined) | _said_together(points))

    def _numbers(self, view: View) -> list[int]:
        """The numbers of the marks that a view bears, ascending."""
        places, phrases = vars(view), self._phrases
        known = self._asked.intersection(view.words)
        missing = self._least.copy()
        for key in (_ALWAYS, *known):
            for number, place, phrase in phrases.get(key, ()):
                if missing[number] and phrase in places[place]:
                    missing[number] -= 1
        by_pattern = [pattern.number for pattern in self._patterns if pattern.matches(places, known)]
        return sorted([*(number for number, left in enumerate(missing) if not left), *by_pattern])


@dataclass(frozen=True)
class Marking:
    """The marks found, by kind, and the points of every kind; `background` holds those outside every class.

    `defined` are the kinds with a defining mark, one that hardly anything else bears, or with many weaker ones.
    """

    found: dict[str, tuple[str, ...]]
    points: dict[str, float]
    background: dict[str, float]
    defined: frozenset[str]

    @property
    def ranking(self) -> list[tuple[str, float]]:
        """Kinds (classes and background kinds) with their points, best first."""
        return sorted(self.points.items(), key=lambda item: (-item[1], item[0]))

    def lead(self, kind: str) -> float:
        """By how many points a kind is ahead of every other; negative when it is not."""
        return self.points.get(kind, 0.0) - max((n for name, n in self.points.items() if name != kind), default=0.0)


def _said_together(points: Mapping[str, float]) -> set[str]:
    """The kind that many weaker marks define together, being far ahead of every other."""
    best = max(points, key=lambda kind: points[kind])
    runner_up = max((number for kind, number in points.items() if kind != best), default=0.0)
    return {best} if points[best] >= MANY_POINTS and points[best] - runner_up >= CLEAR_LEAD else set()


def _key(phrase: str) -> str:
    """The first pair of words of a phrase, or its only word: what a view must hold for the phrase to be looked for."""
    grams = grams_of(phrase)
    words = (len(grams) + 1) // 2
    return grams[words] if words > 1 else grams[0] if grams else _ALWAYS


@lru_cache(maxsize=4)
def load_marks(folder: Path | None = None) -> MarkBook:
    """Read `marks.yaml`. Raises bad_config."""
    return load_yaml((folder or config_dir()) / "marks.yaml", MarkBook)
