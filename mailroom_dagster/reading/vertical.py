"""Print that runs down the page in columns, from right to left, laid out anew as level lines for recognition.

Belongs here: finding the columns and the square glyphs in them by their ink. Does not belong here: recognising (`ocr`).
Glyphs stand at one pitch: each column is cut where that pitch and bare paper agree best.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from PIL import Image

from mailroom_dagster.reading.draft import Array, Box
from mailroom_dagster.reading.straighten import ink_of

_GLYPH = 34  # pixels: wider glyphs are made so wide
_MIN_GLYPH = 8  # pixels
_MIN_GLYPHS = 4  # in a column from edge to edge
_FAINT = 0.02  # of the fullest column's ink: so little is a speck between columns
_PITCHES = (0.9, 1.75)  # of a glyph's width: from the top of one glyph to the next
_CELL = (0.85, 1.2)  # of the pitch: how far a single glyph may differ
_RULE = 0.7  # of the page's height or width: so much ink in one line of pixels is a rule
_TIER_GAP = 1.5  # of a glyph's width: bare paper that parts one tier of columns from the next
_RUBY = 0.5  # of a glyph's width: narrower columns are ruby beside the text
_LARGEST = 2.2  # of a glyph's width: wider columns are none
_STRIDE = 0.9  # of the pitch: columns closer together than the glyphs in them are none
_LEFT_OUT = 5.0  # the price of leaving ink out, where cutting through it costs one

_Span = tuple[int, int]


@dataclass(frozen=True)
class LevelText:
    """A page as level lines: `cells` (n, 4) are the glyphs' boxes in `image`, `places` (n, 4) those on the page."""

    image: Image.Image
    cells: Array
    places: Array

    def place(self, box: Box) -> Box:
        """Where on the page the glyphs stand that a box of `image` touches; the nearest one where it touches none."""
        middle = (self.cells[:, :2] + self.cells[:, 2:]) / 2
        apart = np.maximum(0, np.maximum(np.array(box[:2]) - middle, middle - np.array(box[2:]))).sum(axis=1)
        found = self.places[apart == apart.min()]
        x0, y0 = found[:, :2].min(axis=0).tolist()
        x1, y1 = found[:, 2:].max(axis=0).tolist()
        return x0, y0, x1, y1


def level_text(image: Image.Image) -> LevelText | None:
    """The glyphs of a straight grey page whose text runs in columns, a line a column; None where it does not."""
    width = _glyph_width(_columns(_ink(image)))
    if not _MIN_GLYPH <= width <= image.height / _MIN_GLYPHS:
        return None
    scale = min(1.0, _GLYPH / width)
    small = image.resize((round(image.width * scale), round(image.height * scale)), Image.Resampling.BOX)
    ink = _ink(small)
    columns = _columns(ink)
    if not columns:
        return None
    width = _glyph_width(columns)
    pitch = _pitch([ink[:, left:right].sum(axis=1) for left, right in columns], width)
    strides = np.diff([left + right for left, right in columns]) / 2
    if len(strides) and np.median(strides) < _STRIDE * pitch:
        return None
    lines = [
        [(left, top + above, right, top + below) for left, above, right, below in _cells(tier, column, width, pitch)]
        for top, tier in _tiers(ink, width)
        for column in reversed(_columns(tier))
    ]
    return _laid_out(np.asarray(small), ink, [line for line in lines if line], scale) if any(lines) else None


def _ink(image: Image.Image) -> Array:
    """The ink of the page without rules and frames, which no glyph is as long as."""
    ink = ink_of(image)
    ink[:, ink.mean(axis=0) > _RULE] = False
    ink[ink.mean(axis=1) > _RULE] = False
    return ink


def _tiers(ink: Array, width: float) -> Iterator[tuple[int, Array]]:
    """Rows of columns, from the top, where bare paper parts them: the first row of pixels of each, and its ink."""
    spans = _spans(np.asarray(ink.any(axis=1)))
    borders = [(end + start) // 2 for (_, end), (start, _) in pairwise(spans) if start - end > _TIER_GAP * width]
    for top, end in pairwise([0, *borders, len(ink)]):
        yield top, ink[top:end]


def _columns(ink: Array) -> list[_Span]:
    """Where columns of glyphs stand, from the left. Glyphs' halves are put together, ruby and specks left out."""
    counts = ink.sum(axis=0)
    spans = _spans(np.greater(counts, _FAINT * counts.max()))
    width = _glyph_width(spans)
    columns: list[_Span] = []
    for left, right in spans:
        if columns and right - columns[-1][0] <= 1.1 * width:
            left = columns.pop()[0]
        columns.append((left, right))
    columns = [(left, right) for left, right in columns if right - left > _RUBY * width]
    return columns if all(right - left < _LARGEST * width for left, right in columns) else []


def _spans(inked: Array) -> list[_Span]:
    edges = np.flatnonzero(np.diff(np.concatenate(([0], inked.astype(np.int8), [0]))))
    return [(int(start), int(end)) for start, end in edges.reshape(-1, 2)]


def _glyph_width(columns: list[_Span]) -> float:
    """The usual width of those that are no mere marks; 0 without any."""
    widths = np.array([right - left for left, right in columns])
    return float(np.median(widths[widths > widths.max() / 2])) if len(widths) else 0.0


def _pitch(profiles: list[Array], width: float) -> float:
    """The distance from glyph to glyph: folded at it, the columns' rows differ most between ink and bare paper."""

    def contrast(pitch: float) -> float:
        phases = (np.arange(len(profiles[0])) % pitch).astype(int)
        counts = np.bincount(phases)
        return sum(float((np.bincount(phases, profile) / counts).std()) for profile in profiles)

    low, high = (share * width for share in _PITCHES)
    return max((float(pitch) for pitch in np.arange(low, high, 0.25)), key=contrast)


def _cells(ink: Array, column: _Span, width: float, pitch: float) -> Iterator[tuple[int, int, int, int]]:
    """The boxes of a column's glyphs from the top, as wide as glyphs are; bare ones are left out."""
    larger = max(1.0, (column[1] - column[0]) / (1.1 * width))  # a title's glyphs
    pitch *= larger
    half = larger * width / 2 + 1
    centre = sum(column) / 2
    left, right = max(0, round(centre - half)), min(ink.shape[1], round(centre + half))
    rows = np.flatnonzero(ink[:, left:right].any(axis=1))
    top, end = max(0, int(rows[0] - pitch / 2)), int(rows[-1] + pitch / 2)
    for above, below in pairwise(_cuts(ink[top:end, left:right].sum(axis=1) / (larger * width), pitch)):
        if ink[top + above : top + below, left:right].any():
            yield left, top + above, right, top + below


def _cuts(profile: Array, pitch: float) -> list[int]:
    """The rows at which to cut: the cheapest way down, by ink cut through and by difference from the pitch."""
    rows, slack = len(profile), int(0.7 * pitch)
    low, high = int(_CELL[0] * pitch), int(_CELL[1] * pitch) + 1
    ink = np.concatenate(([0.0], np.cumsum(profile)))
    cost = np.where(np.arange(rows + 1) < slack, _LEFT_OUT * ink, np.inf)
    before = np.full(rows + 1, -1)
    for row in range(low, rows + 1):
        starts = np.arange(max(0, row - high), row - low + 1)
        costs = cost[starts] + ((row - starts) / pitch - 1) ** 2 + (profile[row] if row < rows else 0)
        best = int(costs.argmin())
        if costs[best] < cost[row]:
            cost[row], before[row] = costs[best], starts[best]
    row = int(np.argmin(cost + _LEFT_OUT * (ink[-1] - ink)))
    cuts = [row]
    while before[row] >= 0:
        row = int(before[row])
        cuts.append(row)
    return cuts[::-1]


def _laid_out(grey: Array, ink: Array, lines: list[list[tuple[int, int, int, int]]], scale: float) -> LevelText:
    cells, places = [], []
    margin = max(right - left for line in lines for left, _, right, _ in line)
    height = max(below - above for line in lines for _, above, _, below in line)
    size = (len(lines) * (height + margin) + margin, (max(map(len, lines)) + 2) * margin)
    page = np.full(size, np.median(grey), np.uint8)
    for number, line in enumerate(lines):
        x, y = margin, margin + number * (height + margin)
        for left, above, right, below in line:
            cell = _leveled(grey[above:below, left:right], ink[above:below, left:right])
            page[y : y + below - above, x : x + right - left] = cell
            cells.append((x, y, x + right - left, y + below - above))
            places.append((left, above, right, below))
            x += right - left
    return LevelText(Image.fromarray(page), np.array(cells), np.array(places) / scale)


def _leveled(glyph: Array, ink: Array) -> Array:
    """The glyph as it stands in a level line: a comma or full stop at the top right goes to the bottom left."""
    height, width = ink.shape
    rows, across = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if across[0] < 0.45 * width or np.ptp(across) > width / 2 or rows[-1] > 0.6 * height:
        return glyph
    mark = glyph[rows[0] : rows[-1] + 1, across[0] : across[-1] + 1]
    level = np.full_like(glyph, np.median(glyph))
    level[height - 1 - mark.shape[0] : height - 1, 1 : 1 + mark.shape[1]] = mark
    return level
