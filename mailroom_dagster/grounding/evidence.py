"""Evidence: a span as pages, quotes and boxes, and the proof that it still stands.

Belongs here: making and verifying `records.model.Evidence`. A span that crosses a page break becomes one piece of
evidence a page.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping

from mailroom_dagster.grounding.locate import Span
from mailroom_dagster.reading.model import DocumentText, Page, WordBoxes
from mailroom_dagster.records.model import Evidence, ExtractedField

Box = tuple[float, float, float, float]


def evidence_of(document: DocumentText, words: WordBoxes, span: Span) -> tuple[Evidence, ...]:
    """The evidence for a span of the stored text, page by page, with the boxes of its lines where words have boxes."""
    pieces = []
    for page in _pages(document, span):
        start, end = _trimmed(document.text, max(span.start, page.start), min(span.end, page.end))
        if start < end:
            boxes = _line_boxes(words, start, end)
            quote = document.text[start:end]
            pieces.append(Evidence(page=page.number, start=start, end=end, quote=quote, boxes=boxes))
    return tuple(pieces)


def verify(document: DocumentText, evidence: Evidence) -> bool:
    """Whether the stored text at the evidence's place is still its quote, on the page it names."""
    if not 0 <= evidence.start < evidence.end <= len(document.text):
        return False
    if document.text[evidence.start : evidence.end] != evidence.quote:
        return False
    page = next(iter(_pages(document, Span(evidence.start, evidence.end))), None)
    return page is not None and page.number == evidence.page


def verify_fields(document: DocumentText, fields: Mapping[str, ExtractedField]) -> list[tuple[str, int]]:
    """The values whose evidence does not stand, as (field, position). What a person stated needs none."""
    return [
        (name, position)
        for name, field in fields.items()
        for position, value in enumerate(field.values)
        if not (value.evidence or value.stated_by) or not all(verify(document, piece) for piece in value.evidence)
    ]


def _pages(document: DocumentText, span: Span) -> list[Page]:
    """The pages that a span touches."""
    pages = document.pages
    first = max(0, bisect_right(pages, span.start, key=lambda page: page.start) - 1)
    last = bisect_left(pages, span.end, key=lambda page: page.start)
    return [page for page in pages[first:last] if page.start < span.end and span.start < page.end]


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip())


def _line_boxes(words: WordBoxes, start: int, end: int) -> tuple[Box, ...]:
    """One box for each printed line of the words in [start, end). `words.starts` rises."""
    first, last = words.ends.searchsorted(start, "right"), words.starts.searchsorted(end, "left")
    lines: list[Box] = []
    for x0, y0, x1, y1 in words.boxes[first:last].tolist():
        box = (x0, y0, x1, y1)
        if lines and _same_line(lines[-1], box):
            lines[-1] = _union(lines[-1], box)
        else:
            lines.append(box)
    return tuple(lines)


def _same_line(line: Box, box: Box) -> bool:
    """Whether a word's box goes on in the line: its middle lies within the line's height, to the right of its start."""
    middle = (box[1] + box[3]) / 2
    return line[1] <= middle <= line[3] and box[0] >= line[0]


def _union(a: Box, b: Box) -> Box:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])
