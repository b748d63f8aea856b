"""What a reader hands over: pages not yet joined into one stored text.

Belongs here: the mutable shapes that readers fill. Does not belong here: joining and judging them (`assemble`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from mailroom_dagster.reading.model import Attachment, HiddenText, Note, PageSource

Box = tuple[float, float, float, float]


@dataclass
class PageDraft:
    """One page. `starts`, `ends` and `boxes` place its words: offsets into `text`, points from the top left."""

    text: str
    source: PageSource = PageSource.TEXT_LAYER
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    width: float | None = None
    height: float | None = None
    reasons: list[str] = field(default_factory=list)


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

    def note(self, code: str, message: str, page: int | None = None, *, needs_person: bool = False) -> None:
        """Add a note; `needs_person` also sends the document to review under that code."""
        self.notes.append(Note(code=code, message=message, page=page))
        if needs_person and code not in self.needs_person:
            self.needs_person.append(code)
