"""Windows over long documents: cut at paragraph borders, overlapping, covering every character."""

from __future__ import annotations

import re

_BORDERS = (re.compile(r"\f\s*|\n[^\S\n]*\n\s*"), re.compile(r"\n\s*"), re.compile(r"\s+"))


def windows_of(text: str, size: int | None, overlap: int) -> list[tuple[int, int]]:
    """Spans [start, end) of at most `size` characters; neighbours share about `overlap`. None: one window.

    Both ends lie on paragraph borders where there is one in reach, else on line borders, else between words.
    """
    length = len(text)
    if size is None or length <= size:
        return [(0, length)]
    overlap = min(overlap, size // 2)
    spans: list[tuple[int, int]] = []
    start = 0
    while length - start > size:
        end = _border(text, start + size - overlap // 2 - size // 8, start + size)
        spans.append((start, end))
        start = max(start + 1, _border(text, end - overlap, end - overlap // 2))
    return [*spans, (start, length)]


def _border(text: str, low: int, high: int) -> int:
    """The last border in (low, high], paragraphs before lines before words; `high` when there is none."""
    for pattern in _BORDERS:
        ends = [match.end() for match in pattern.finditer(text, max(0, low), high) if match.end() > low]
        if ends:
            return ends[-1]
    return high
