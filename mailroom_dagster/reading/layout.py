"""From words with boxes to a page's text: rows, cells, paragraphs; each word keeps its place in the text.

Belongs here: order and white space. Does not belong here: where the words come from (`pdf`, `ocr`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby, pairwise
from statistics import median
from typing import Any

from mailroom_dagster.reading.clean import clean
from mailroom_dagster.reading.draft import PageDraft

Word = tuple[Any, ...]  # x0, y0, x1, y1, text, block, line, number
Line = list[Word]

_PARAGRAPH_PITCH = 1.35  # times the page's usual line pitch: more parts paragraphs
_CELL_GAP = 1.5  # of a line's height: more white space within a row parts cells
_SAME_ROW = 0.5  # of a line's height: lines that overlap so much stand side by side
_MARGIN = 0.17  # of the page's width: where pleading paper has its line numbers
_MIN_LINE_NUMBERS = 20  # a page of pleading paper has 24 to 32
_MIN_SWITCHES = 8  # changes of column from line to line; fewer are no sign of wrong order
_PROSE_WORDS = 4.5  # words a line in each column; tables have fewer


def lay_out(words: Sequence[Word], width: float, removed: Counter[str] | None = None) -> PageDraft:
    """Join PyMuPDF word tuples into a page; order is theirs, but for line numbers (left out) and mixed columns."""
    lines = [list(line) for _, line in groupby(words, key=lambda word: word[5:7])]
    lines = _unmix_columns(_without_line_numbers(lines, width, removed), width)
    page = PageDraft("")
    gaps = _gaps(lines)
    out: list[str] = []
    length = 0
    for line, gap in zip(lines, gaps, strict=True):
        for word in line:
            text = word[4] if word[4].isascii() and word[4].isprintable() else clean(word[4], removed)
            if not text:
                continue
            if out:
                out.append(gap)
                length += len(gap)
            page.starts.append(length)
            length += len(text)
            page.ends.append(length)
            page.boxes.append(word[:4])
            out.append(text)
            gap = " "
    page.text = "".join(out)
    return page


def _gaps(lines: list[Line]) -> list[str]:
    """The white space before each line; the first one's is never used."""
    pitches = [after[0][1] - before[0][1] for before, after in pairwise(lines)]
    usual = median([pitch for pitch in pitches if pitch > 2] or [0.0])
    return [""][: len(lines)] + [_gap(before, after, usual) for before, after in pairwise(lines)]


def _gap(before: Line, after: Line, usual: float) -> str:
    last, first = before[-1], after[0]
    height = max(last[3] - last[1], 1.0)
    if min(last[3], first[3]) - max(last[1], first[1]) > _SAME_ROW * height and first[0] >= last[2] - 1:
        return "\t" if first[0] - last[2] > _CELL_GAP * height else " "
    pitch = first[1] - before[0][1]
    same_block = last[5] == first[5]
    return "\n" if same_block or -1 <= pitch <= max(_PARAGRAPH_PITCH * usual, 1.2 * height) else "\n\n"


def _without_line_numbers(lines: list[Line], width: float, removed: Counter[str] | None) -> list[Line]:
    """Leave out the numbers 1, 2, 3 … that pleading paper has down its left margin.

    They are written one after the other, before or after the text; a table's row numbers stand among their rows.
    """
    found = sorted(
        (int(line[0][4]), place) for place, line in enumerate(lines) if len(line) == 1 and _in_margin(line[0], width)
    )
    numbers = [number for number, _ in found]
    if len(numbers) < _MIN_LINE_NUMBERS or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        return lines
    together = sum(after[1] == before[1] + 1 for before, after in pairwise(found))
    if together < 0.8 * (len(found) - 1):
        return lines
    if removed is not None:
        removed["line_numbers"] += len(found)
    dropped = {place for _, place in found}
    return [line for place, line in enumerate(lines) if place not in dropped]


def _in_margin(word: Word, width: float) -> bool:
    text = word[4]
    return len(text) < 3 and text.isascii() and text.isdigit() and word[2] < _MARGIN * width


def _unmix_columns(lines: list[Line], width: float) -> list[Line]:
    """Two columns of prose whose lines come row by row: left column first, between lines that span both."""
    middle = width / 2
    sides = [_side(line, middle) for line in lines]
    columns = [side for side in sides if side]
    if sum(a != b for a, b in pairwise(columns)) < _MIN_SWITCHES:
        return lines
    for side in ("left", "right"):
        of_side = [len(line) for line, where in zip(lines, sides, strict=True) if where == side]
        if sum(of_side) < _PROSE_WORDS * len(of_side):
            return lines
    ordered: list[Line] = []
    for spanning, band in groupby(zip(lines, sides, strict=True), key=lambda pair: pair[1] is None):
        pairs = list(band)
        ordered += [line for line, side in pairs if spanning or side == "left"]
        ordered += [line for line, side in pairs if side == "right"]
    return ordered


def _side(line: Line, middle: float) -> str | None:
    left, right = min(word[0] for word in line), max(word[2] for word in line)
    return "left" if right <= middle + 5 else "right" if left >= middle - 5 else None
