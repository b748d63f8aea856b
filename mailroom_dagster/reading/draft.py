"""What a reader hands over: pages not yet joined into one stored text.

Belongs here: the mutable shapes that readers fill. Does not belong here: joining and judging them (`assemble`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from mailroom_dagster.policy import ReadingPolicy
from mailroom_dagster.reading.model import Attachment, HiddenText, Note, PageSource
from mailroom_dagster.reading.quality import Quality

Box = tuple[float, float, float, float]
Array = npt.NDArray[Any]


def no_boxes() -> Array:
    """The boxes of no words."""
    return np.zeros((0, 4))


def no_places() -> Array:
    """The offsets of no words."""
    return np.zeros(0, np.int64)


@dataclass(frozen=True)
class Source:
    """What a reader is given: the file, what it was sniffed to be, the rules, and where OCR results may be kept."""

    path: Path
    media_type: str
    policy: ReadingPolicy
    cache_dir: Path | None = None


@dataclass
class PageDraft:
    """One page. `starts`, `ends` and `boxes` place its words: offsets into `text`, points from the top left."""

    text: str
    source: PageSource = PageSource.TEXT_LAYER
    starts: Array = field(default_factory=no_places)
    ends: Array = field(default_factory=no_places)
    boxes: Array = field(default_factory=no_boxes)
    width: float | None = None
    height: float | None = None
    reasons: list[str] = field(default_factory=list)
    quality: Quality | None = None  # judged by `assemble` when the reader has not


@dataclass
class Draft:
    """One document on its way to a `Reading`."""

    media_type: str
    pages: list[PageDraft] = field(default_factory=list)
    encoding: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    title: str | None = None
    notes: list[Note] = field(default_factory=list)
    hidden: list[HiddenText] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    needs_person: list[str] = field(default_factory=list)
    numbers: dict[str, float] = field(default_factory=dict)
    removed: Counter[str] = field(default_factory=Counter)

    def note(self, code: str, message: str, page: int | None = None, *, person: bool = False) -> None:
        """Add a note; `person` also sends the document to review under that code."""
        self.notes.append(Note(code=code, message=message, page=page))
        if person and code not in self.needs_person:
            self.needs_person.append(code)
