"""From words with boxes to a page's text: rows, gaps, paragraphs; each word keeps its place in the text.

Belongs here: order and white space. Does not belong here: where the words come from (`readers.pdf`, `ocr`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mailroom_dagster.reading.clean import clean
from mailroom_dagster.reading.draft import PageDraft

_PARAGRAPH_GAP = 0.6  # of a line's height: more white space between two lines parts paragraphs
_CELL_GAP = 1.5  # of a line's height: more white space within a row parts cells
_SAME_ROW = 0.5  # of a line's height: lines that overlap so much stand side by side


def lay_out(words: Sequence[tuple[Any, ...]]) -> PageDraft:
    """Join PyMuPDF word tuples (x0, y0, x1, y1, word, block, line, number) in their order."""
    page = PageDraft("")
    out: list[str] = []
    length = 0
    last: tuple[Any, ...] | None = None
    for word in words:
        text = clean(word[4])
        if not text:
            continue
        gap = _gap(last, word) if last else ""
        start = length + len(gap)
        length = start + len(text)
        out += (gap, text)
        page.starts.append(start)
        page.ends.append(length)
        page.boxes.append(word[:4])
        last = word
    page.text = "".join(out)
    return page


def _gap(last: tuple[Any, ...], word: tuple[Any, ...]) -> str:
    """White space between two words that follow each other."""
    if last[5] == word[5] and last[6] == word[6]:
        return " "
    height = max(last[3] - last[1], 1.0)
    overlap = min(last[3], word[3]) - max(last[1], word[1])
    if overlap > _SAME_ROW * height and word[0] >= last[2] - 1:
        return "\t" if word[0] - last[2] > _CELL_GAP * height else " "
    below = word[1] - last[3]
    return "\n\n" if last[5] != word[5] and not 0 <= below + height <= (1 + _PARAGRAPH_GAP) * height else "\n"
