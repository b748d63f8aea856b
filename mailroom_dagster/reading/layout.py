"""From words with boxes to a page's text: rows, cells, paragraphs; each word keeps its place in the text.

Belongs here: order and white space. Does not belong here: where the words come from (`pdf`, `ocr`).
Words are columns, not objects: a long document has a million of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from operator import add, sub
from statistics import median
from typing import Any

from mailroom_dagster.reading.clean import clean
from mailroom_dagster.reading.draft import Box, PageDraft

Span = tuple[int, int]  # [first, last) word of a line

_PARAGRAPH_PITCH = 1.35  # times the page's usual line pitch: more parts paragraphs
_CELL_GAP = 1.5  # of a line's height: more white space within a row parts cells
_SAME_ROW = 0.5  # of a line's height: lines that overlap so much stand side by side
_MARGIN = 0.17  # of the page's width: where pleading paper has its line numbers
_MIN_LINE_NUMBERS = 20  # a page of pleading paper has 24 to 32
_MIN_SWITCHES = 8  # changes of column from line to line; fewer are no sign of wrong order
_PROSE_WORDS = 4.5  # words a line in each column; tables have fewer


@dataclass
class PageWords:
    """Words in reading order, column by column: texts, boxes, and the block and line each stands in."""

    texts: Sequence[str] = ()
    boxes: Sequence[Box] = ()
    blocks: Sequence[int] = ()
    lines: Sequence[int] = ()

    @classmethod
    def of(cls, words: Sequence[Any]) -> PageWords:
        """From PyMuPDF's tuples (x0, y0, x1, y1, text, block, line, number)."""
        if not words:
            return cls()
        _, _, _, _, texts, blocks, lines, _ = zip(*words, strict=True)
        return cls(texts, [word[:4] for word in words], blocks, lines)

    def at(self, places: Sequence[int]) -> PageWords:
        """The words at these places, in this order."""
        return PageWords(
            [self.texts[place] for place in places],
            [self.boxes[place] for place in places],
            [self.blocks[place] for place in places],
            [self.lines[place] for place in places],
        )

    def spans(self) -> list[Span]:
        """Where each line begins and ends among the words."""
        keys = list(zip(self.blocks, self.lines, strict=True))
        borders = [place for place, (before, after) in enumerate(pairwise(keys), start=1) if before != after]
        return list(pairwise([0, *borders, len(keys)])) if keys else []


def lay_out(words: PageWords, width: float, removed: Counter[str] | None = None) -> PageDraft:
    """Join words into a page. Their order stays, but line numbers are left out and mixed columns are parted."""
    words = _cleaned(words, removed)
    spans = words.spans()
    ordered = _unmixed(words, _without_line_numbers(words, spans, width, removed), width)
    if ordered is not spans:
        words = words.at(list(chain.from_iterable(range(*span) for span in ordered)))
        spans = words.spans()
    gaps = [" "] * len(words.texts)
    for (first, _), gap in zip(spans, ["", *_gaps(words, spans)], strict=False):
        gaps[first] = gap
    sizes = list(map(len, words.texts))
    ends = list(accumulate(map(add, sizes, map(len, gaps))))
    text = "".join(chain.from_iterable(zip(gaps, words.texts, strict=True)))
    return PageDraft(text, starts=list(map(sub, ends, sizes)), ends=ends, boxes=words.boxes)


def _cleaned(words: PageWords, removed: Counter[str] | None) -> PageWords:
    joined = "".join(words.texts)
    if joined.isascii() and joined.isprintable():
        return words
    texts = [text if text.isascii() and text.isprintable() else clean(text, removed) for text in words.texts]
    cleaned = PageWords(texts, words.boxes, words.blocks, words.lines)
    return cleaned if all(texts) else cleaned.at([place for place, text in enumerate(texts) if text])


def _gaps(words: PageWords, spans: list[Span]) -> list[str]:
    """The white space between each two lines."""
    tops = [words.boxes[first][1] for first, _ in spans]
    usual = median([pitch for above, below in pairwise(tops) if (pitch := below - above) > 2] or [0.0])
    return [_gap(words, before, after, usual) for before, after in pairwise(spans)]


def _gap(words: PageWords, before: Span, after: Span, usual: float) -> str:
    last, first = words.boxes[before[1] - 1], words.boxes[after[0]]
    height = max(last[3] - last[1], 1.0)
    if min(last[3], first[3]) - max(last[1], first[1]) > _SAME_ROW * height and first[0] >= last[2] - 1:
        return "\t" if first[0] - last[2] > _CELL_GAP * height else " "
    if words.blocks[before[0]] == words.blocks[after[0]]:
        return "\n"
    pitch = first[1] - words.boxes[before[0]][1]
    return "\n" if -1 <= pitch <= max(_PARAGRAPH_PITCH * usual, 1.2 * height) else "\n\n"


def _without_line_numbers(
    words: PageWords, spans: list[Span], width: float, removed: Counter[str] | None
) -> list[Span]:
    """Leave out the numbers 1, 2, 3 … that pleading paper has down its left margin.

    They are written one after the other, before or after the text; a table's row numbers stand among their rows.
    """
    found = sorted(
        (int(words.texts[first]), place)
        for place, (first, last) in enumerate(spans)
        if last == first + 1 and _is_small_number(words.texts[first]) and words.boxes[first][2] < _MARGIN * width
    )
    numbers = [number for number, _ in found]
    if len(numbers) < _MIN_LINE_NUMBERS or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        return spans
    if sum(after[1] == before[1] + 1 for before, after in pairwise(found)) < 0.8 * (len(found) - 1):
        return spans
    if removed is not None:
        removed["line_numbers"] += len(found)
    dropped = {place for _, place in found}
    return [span for place, span in enumerate(spans) if place not in dropped]


def _is_small_number(text: str) -> bool:
    return len(text) < 3 and text.isascii() and text.isdigit()


def _unmixed(words: PageWords, spans: list[Span], width: float) -> list[Span]:
    """Two columns of prose whose lines come row by row: the left one first. Anything else stays as it is."""
    sides = [_side(words.boxes[first][0], words.boxes[last - 1][2], width / 2) for first, last in spans]
    switches = sum(before != after for before, after in pairwise(side for side in sides if side))
    if switches < _MIN_SWITCHES or not all(_is_prose(spans, sides, side) for side in (-1, 1)):
        return spans
    ordered: list[Span] = []
    right: list[Span] = []
    for span, side in zip(spans, sides, strict=True):
        if side == 1:
            right.append(span)
            continue
        if side == 0:  # a line across both columns ends them
            ordered += right
            right = []
        ordered.append(span)
    return ordered + right


def _side(left: float, right: float, middle: float) -> int:
    """-1 for a line left of the middle, 1 right of it, 0 across."""
    return -1 if right <= middle + 5 else 1 if left >= middle - 5 else 0


def _is_prose(spans: list[Span], sides: list[int], side: int) -> bool:
    sizes = [last - first for (first, last), where in zip(spans, sides, strict=True) if where == side]
    return sum(sizes) >= _PROSE_WORDS * len(sizes)
