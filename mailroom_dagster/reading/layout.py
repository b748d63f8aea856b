"""From words with boxes to a page's text: rows, cells, paragraphs; each word keeps its place in the text.

Belongs here: order and white space. Does not belong here: where the words come from (`pdf`, `ocr`).
Words are columns, not objects, and lines are looked at all at once: a long document has a million words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from typing import Any

import numpy as np

from mailroom_dagster.reading.clean import clean
from mailroom_dagster.reading.draft import Array, PageDraft, no_boxes, no_places

_PARAGRAPH_PITCH = 1.35  # times the page's usual line pitch: more parts paragraphs
_CELL_GAP = 1.5  # of a line's height: more white space within a row parts cells
_SAME_ROW = 0.5  # of a line's height: lines that overlap so much stand side by side
_MARGIN = 0.17  # of the page's width: where pleading paper has its line numbers
_MIN_LINE_NUMBERS = 20  # a page of pleading paper has 24 to 32
_MIN_SWITCHES = 8  # changes of column from line to line; fewer are no sign of wrong order
_PROSE_WORDS = 4.5  # words a line in each column; tables have fewer
_GAPS = (" ", "\t", "\n", "\n\n")  # between lines: same row, next cell, next line, next paragraph
_GAP_SIZES = np.array([len(gap) for gap in _GAPS])
_NEXT_CELL, _NEXT_LINE, _NEXT_PARAGRAPH = 1, 2, 3  # places in it


@dataclass
class PageWords:
    """Words in reading order, column by column: texts, boxes (n, 4), and the block and line each stands in."""

    texts: Sequence[str] = ()
    boxes: Array = field(default_factory=no_boxes)
    blocks: Array = field(default_factory=no_places)
    lines: Array = field(default_factory=no_places)

    @classmethod
    def of(cls, words: Sequence[Any]) -> PageWords:
        """From PyMuPDF's tuples (x0, y0, x1, y1, text, block, line, number)."""
        if not words:
            return cls()
        x0, y0, x1, y1, texts, blocks, lines, _ = zip(*words, strict=True)
        boxes = np.stack([np.fromiter(side, float, len(texts)) for side in (x0, y0, x1, y1)], axis=1)
        return cls(texts, boxes, *(np.fromiter(numbers, np.int64, len(texts)) for numbers in (blocks, lines)))

    def at(self, places: Sequence[int]) -> PageWords:
        """The words at these places, in this order."""
        texts = [self.texts[place] for place in places]
        where = np.array(places, int)
        return PageWords(texts, self.boxes[where], self.blocks[where], self.lines[where])


@dataclass
class _Lines:
    """The lines of a page: the words [first, last) of each, and the block it stands in."""

    first: Array
    last: Array
    blocks: Array

    @classmethod
    def of(cls, words: PageWords) -> _Lines:
        begins = (np.diff(words.blocks) != 0) | (np.diff(words.lines) != 0)
        first = np.concatenate(([0], np.flatnonzero(begins) + 1))
        return cls(first, np.append(first[1:], len(words.texts)), words.blocks[first])


def lay_out(words: PageWords, width: float, removed: Counter[str] | None = None) -> PageDraft:
    """Join words into a page. Their order stays, but line numbers are left out and mixed columns are parted."""
    words = _cleaned(words, removed)
    if not words.texts:
        return PageDraft("")
    lines = _Lines.of(words)
    kept = _without_line_numbers(words, lines, width, removed)
    ordered = _unmixed(words, lines, kept, width)
    if ordered != list(range(len(lines.first))):
        words = words.at([word for line in ordered for word in range(lines.first[line], lines.last[line])])
        lines = _Lines.of(words)
    return _joined(words, lines)


def _joined(words: PageWords, lines: _Lines) -> PageDraft:
    pieces = [" "] * (2 * len(words.texts))  # white space and words in turn
    pieces[1::2] = words.texts
    pieces[0] = ""
    gaps = _gaps(words, lines)
    for place, gap in zip((2 * lines.first[1:]).tolist(), gaps.tolist(), strict=True):
        pieces[place] = _GAPS[gap]
    sizes = np.fromiter(map(len, words.texts), int, len(words.texts))
    steps = sizes + 1
    steps[0] -= 1
    steps[lines.first[1:]] += _GAP_SIZES[gaps] - 1
    ends = np.cumsum(steps)
    return PageDraft("".join(pieces), starts=ends - sizes, ends=ends, boxes=words.boxes)


def _cleaned(words: PageWords, removed: Counter[str] | None) -> PageWords:
    joined = "".join(words.texts)
    if joined.isascii() and joined.isprintable():
        return words
    texts = [text if text.isascii() and text.isprintable() else clean(text, removed) for text in words.texts]
    cleaned = PageWords(texts, words.boxes, words.blocks, words.lines)
    return cleaned if all(texts) else cleaned.at([place for place, text in enumerate(texts) if text])


def _gaps(words: PageWords, lines: _Lines) -> Array:
    """The white space between each two lines, as places in `_GAPS`."""
    tops = words.boxes[lines.first, 1]
    last, after = words.boxes[lines.last[:-1] - 1], words.boxes[lines.first[1:]]
    height = np.maximum(last[:, 3] - last[:, 1], 1.0)
    overlap = np.minimum(last[:, 3], after[:, 3]) - np.maximum(last[:, 1], after[:, 1])
    space = after[:, 0] - last[:, 2]
    pitch = np.diff(tops)
    usual = median(pitch[pitch > 2].tolist() or [0.0])
    near = (pitch >= -1) & (pitch <= np.maximum(_PARAGRAPH_PITCH * usual, 1.2 * height))
    down = np.where(near | (np.diff(lines.blocks) == 0), _NEXT_LINE, _NEXT_PARAGRAPH)
    beside = (overlap > _SAME_ROW * height) & (space >= -1)
    return np.where(beside, np.where(space > _CELL_GAP * height, _NEXT_CELL, 0), down)


def _without_line_numbers(words: PageWords, lines: _Lines, width: float, removed: Counter[str] | None) -> list[int]:
    """The lines that stay: all but the numbers 1, 2, 3 … that pleading paper has down its left margin.

    They are written one after the other, before or after the text; a table's row numbers stand among their rows.
    """
    every = list(range(len(lines.first)))
    alone = (lines.last - lines.first == 1) & (words.boxes[lines.first, 2] < _MARGIN * width)
    candidates = [(words.texts[lines.first[line]], line) for line in np.flatnonzero(alone).tolist()]
    found = sorted((int(text), line) for text, line in candidates if _is_small_number(text))
    numbers = [number for number, _ in found]
    if len(numbers) < _MIN_LINE_NUMBERS or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        return every
    if sum(after[1] == before[1] + 1 for before, after in pairwise(found)) < 0.8 * (len(found) - 1):
        return every
    if removed is not None:
        removed["line_numbers"] += len(found)
    return sorted(set(every) - {line for _, line in found})


def _is_small_number(text: str) -> bool:
    return len(text) < 3 and text.isascii() and text.isdigit()


def _unmixed(words: PageWords, lines: _Lines, kept: list[int], width: float) -> list[int]:
    """Two columns of prose whose lines come row by row: the left one first. Anything else stays as it is."""
    first, last = lines.first[kept], lines.last[kept]
    left, right = words.boxes[first, 0], words.boxes[last - 1, 2]
    sides = np.where(right <= width / 2 + 5, -1, np.where(left >= width / 2 - 5, 1, 0))  # 0: across both columns
    switches = np.count_nonzero(np.diff(sides[sides != 0]))
    if switches < _MIN_SWITCHES or not all(_is_prose((last - first)[sides == side]) for side in (-1, 1)):
        return kept
    ordered: list[int] = []
    waiting: list[int] = []
    for line, side in zip(kept, sides.tolist(), strict=True):
        if side == 1:
            waiting.append(line)
            continue
        if side == 0:  # a line across both columns ends them
            ordered += waiting
            waiting = []
        ordered.append(line)
    return ordered + waiting


def _is_prose(sizes: Array) -> bool:
    """Whether lines of so many words are prose."""
    return bool(sizes.sum() >= _PROSE_WORDS * len(sizes))
