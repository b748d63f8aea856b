"""A document's pages as the review page shows them: a picture or the stored text, with the evidence marked on it.

Belongs here: turning evidence into boxes and stretches. Does not belong here: drawing the picture (`reading`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from mailroom_dagster.reading.model import DocumentText, Page
from mailroom_dagster.records.model import Evidence, ExtractionRecord

SHEETS_AT_ONCE = 20
MOST_CHARACTERS = 400_000  # of one page's text


@dataclass(frozen=True)
class Box:
    """A rectangle on a page, in points from the top left; `fields` are the names it carries, joined by blanks."""

    fields: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Piece:
    """A stretch of text that carries the same fields throughout; none for plain text."""

    text: str
    fields: str


@dataclass(frozen=True)
class Sheet:
    """One page. Without a picture its text is shown."""

    number: int
    picture: bool
    width: float
    height: float
    boxes: tuple[Box, ...]
    pieces: tuple[Piece, ...]
    cut: bool  # whether the text goes on


def has_pictures(document: DocumentText) -> bool:
    """Whether the original has pages that can be drawn."""
    return document.media_type == "application/pdf" or document.media_type.startswith("image/")


def sheets_from(document: DocumentText, marks: Sequence[tuple[str, Evidence]], first: int) -> list[Sheet]:
    """At most SHEETS_AT_ONCE pages, from page `first` (from 1), with what is marked on them (name, place)."""
    pictures = has_pictures(document)
    return [_sheet(document, page, marks, pictures) for page in document.pages[first - 1 : first - 1 + SHEETS_AT_ONCE]]


def marks_of(extraction: ExtractionRecord | None) -> list[tuple[str, Evidence]]:
    """Every place of every field."""
    if extraction is None:
        return []
    return [
        (name, place) for name, item in extraction.fields.items() for value in item.values for place in value.evidence
    ]


def _sheet(document: DocumentText, page: Page, marks: Sequence[tuple[str, Evidence]], pictures: bool) -> Sheet:
    mine = [(name, place) for name, place in marks if place.page == page.number]
    picture = bool(pictures and page.width and page.height)
    end = min(page.end, page.start + MOST_CHARACTERS)
    return Sheet(
        number=page.number,
        picture=picture,
        width=page.width or 0,
        height=page.height or 0,
        boxes=_boxes(mine) if picture else (),
        pieces=() if picture else pieces_of(document.text, page.start, end, mine),
        cut=not picture and end < page.end,
    )


def _boxes(marks: Sequence[tuple[str, Evidence]]) -> tuple[Box, ...]:
    fields: dict[tuple[float, float, float, float], list[str]] = {}
    for name, place in marks:
        for box in place.boxes:
            fields.setdefault(box, []).append(name)
    return tuple(
        Box(" ".join(dict.fromkeys(names)), x0, y0, round(x1 - x0, 1), round(y1 - y0, 1))
        for (x0, y0, x1, y1), names in fields.items()
    )


def pieces_of(text: str, start: int, end: int, marks: Sequence[tuple[str, Evidence]]) -> tuple[Piece, ...]:
    """`text[start:end]` cut where a mark begins or ends; joined, the pieces are the text again."""
    cuts = {start, end}
    for _, place in marks:
        cuts |= {cut for cut in (place.start, place.end) if start < cut < end}
    borders = sorted(cuts)
    pieces = []
    for left, right in pairwise(borders):
        names = dict.fromkeys(name for name, place in marks if place.start <= left and right <= place.end)
        pieces.append(Piece(text[left:right], " ".join(names)))
    return tuple(pieces)
