"""Marks: what documents of a kind look like, whoever wrote them, as `config/marks.yaml` lists them.

Belongs here: finding marks in a view and adding up what they say for each class and for text that belongs to none.
They are written by hand and not fitted, so that they hold for sources that no training document came from.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from pydantic import Field, PrivateAttr, model_validator

from mailroom_dagster.classification.view import TOKEN, View
from mailroom_dagster.configuration import ConfigModel, config_dir, load_yaml
from mailroom_dagster.hashing import fingerprint


class Mark(ConfigModel):
    """One mark: phrases or a pattern, where it is looked for, how often it must be there, and what it is worth.

    A pattern may name words that the view `needs` (one of them) for it to be tried at all.
    """

    place: Literal["title", "head", "tail", "text", "headers"]
    points: float = Field(ge=0, le=4)
    phrases: list[str] = Field(default_factory=list, alias="any")
    pattern: str | None = None
    needs: list[str] = Field(default_factory=list)
    min: int = Field(1, ge=1)
    _compiled: re.Pattern[str] | None = PrivateAttr(None)
    _keyed: tuple[tuple[str, str | None], ...] = PrivateAttr(())

    @model_validator(mode="after")
    def _prepare(self) -> Mark:
        if bool(self.phrases) == bool(self.pattern):
            raise ValueError("a mark has either phrases (any) or a pattern")
        self._keyed = tuple((phrase, _key(phrase)) for phrase in self.phrases)
        if self.pattern:
            try:
                self._compiled = re.compile(self.pattern)
            except re.error as error:
                raise ValueError(f"the pattern is not a regular expression: {error}") from error
        return self

    def found_in(self, view: View) -> bool:
        """Whether the view bears this mark."""
        if self._compiled is None:
            return self._phrases_in(view)
        if self.needs and view.words.isdisjoint(self.needs):
            return False
        found = self._compiled.finditer(getattr(view, self.place))
        return sum(1 for _ in zip(range(self.min), found, strict=False)) == self.min

    def _phrases_in(self, view: View) -> bool:
        place: str = getattr(view, self.place)
        left = self.min
        for phrase, key in self._keyed:
            if (key is None or key in view.words) and phrase in place:
                left -= 1
                if not left:
                    return True
        return False


def _key(phrase: str) -> str | None:
    """The first pair of words of a phrase, or its only one: what a view must hold for the phrase to be looked for."""
    tokens = TOKEN.findall(phrase)
    return " ".join(tokens[:2]) if tokens else None


class MarkBook(ConfigModel):
    """All marks: by class, and by kind of text outside every class."""

    classes: dict[str, dict[str, Mark]]
    background: dict[str, dict[str, Mark]]

    @property
    def digest(self) -> str:
        """Hex sha256 of the marks; part of each classification's fingerprint."""
        return fingerprint(marks=self.model_dump(mode="json"))

    @property
    def names(self) -> list[str]:
        """Every mark as `kind.mark`, in the file's order."""
        kinds = {**self.classes, **self.background}
        return [f"{kind}.{name}" for kind, marks in kinds.items() for name in marks]


@dataclass(frozen=True)
class Marking:
    """The marks found, by kind, and their points."""

    found: dict[str, tuple[str, ...]]
    points: dict[str, float]

    @property
    def ranking(self) -> list[tuple[str, float]]:
        """Kinds (classes and background kinds) with their points, best first."""
        return sorted(self.points.items(), key=lambda item: (-item[1], item[0]))


def find_marks(book: MarkBook, view: View) -> Marking:
    """Look for every mark in a view."""
    found, points = {}, {}
    for kind, marks in (*book.classes.items(), *book.background.items()):
        here = tuple(name for name, mark in marks.items() if mark.found_in(view))
        found[kind] = here
        points[kind] = sum(marks[name].points for name in here)
    return Marking(found=found, points=points)


@lru_cache(maxsize=4)
def load_marks(folder: Path | None = None) -> MarkBook:
    """Read `marks.yaml`. Raises bad_config."""
    return load_yaml((folder or config_dir()) / "marks.yaml", MarkBook)
