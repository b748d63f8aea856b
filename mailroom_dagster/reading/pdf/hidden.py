"""Words of a text layer that a reader of the page does not see: white, tiny, off the page, invisible, covered.

Belongs here: telling them apart with their reason. Cheap signs decide whether a page is looked at closely at all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import pymupdf

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.reading.draft import Box
from mailroom_dagster.reading.layout import PageWords
from mailroom_dagster.reading.pdf.picture import page_picture

TINY_POINTS = 1.6  # height of a word's box; a 1-point font makes 1.2 to 1.5
_FILLED_OR_STROKED = 16 | 32  # MuPDF's character flags
_VECTORS = 3  # MuPDF's type of block
_LOOK_DPI = 100
_SEEN_CONTRAST = 40  # grey levels within a word's box; less is nothing to be seen
_OCR_LAYER_SHARE = 0.5  # of a page's words: so many invisible ones are the text layer of a scan
_LIGHT = "(?:e[6-9a-f]|f[0-9a-f])"  # a colour channel near white
_NEAR_WHITE = re.compile(f"color:#{_LIGHT}{_LIGHT}{_LIGHT}")
_INVISIBLE_MODE = re.compile(rb"[^\d.]3\s+Tr\b")
_IMAGE_FILTER = re.compile("JBIG2|CCITT|DCT|JPX")
_RECTANGLE = re.compile(rb"re(?<=[\d.\s]re)\s+(?!\s|[Sn]\s|W\*?\s+n\s)")  # more than an outline or a clipping path
_LIGHT_FILL = re.compile(  # a fill colour from middle grey to white, just before a rectangle's four numbers
    rb"\s(?:1(?:\.0*)?|0?\.[4-9]\d*)\s+(?:[\d.]+\s+[\d.]+\s+r)?g\s+(?:/\w+\s+gs\s+)?(?:-?[\d.]+\s+){4}$"
)
_SAME_FILL = re.compile(rb"(?:f\*?\s+(?:-?[\d.]+\s+){4}re\s+)+")  # more rectangles, with no word of another colour


class _Signs(NamedTuple):
    """What a content stream does that could keep words from being seen."""

    invisible: bool = False  # it sets the invisible render mode
    covers: bool = False  # it fills rectangles that could hide a word


@dataclass
class HiddenWords:
    """Tells the words of one document's pages that nobody sees; what its shared drawings do is looked up once."""

    max_pixels: int
    forms: dict[int, _Signs] = field(default_factory=dict)  # by object number

    def split(
        self, page: pymupdf.Page, area: pymupdf.Rect, textpage: pymupdf.TextPage, words: PageWords
    ) -> tuple[PageWords, dict[str, str]]:
        """The words that can be seen, and the others as one text a reason. `area` and boxes are as the page is shown.

        Raises too_compressed for a content stream that unpacks beyond all measure.
        """
        signs = self._signs(page)
        reasons = _by_box(area.width, area.height, words)
        if words.texts and _is_suspicious(signs, textpage):
            reasons.update(_by_style(page, textpage, words, self.max_pixels))
        if not reasons:
            return words, {}
        texts: dict[str, list[str]] = {}
        for place, reason in sorted(reasons.items()):
            texts.setdefault(reason, []).append(words.texts[place])
        seen = [place for place in range(len(words.texts)) if place not in reasons]
        return words.at(seen), {reason: " ".join(parts) for reason, parts in texts.items()}

    def _signs(self, page: pymupdf.Page) -> _Signs:
        """The signs of the page's content streams and of the forms that they draw."""
        try:
            _refuse_image_filters(page.parent, page.get_contents())
            contents = page.read_contents()
            found = [_signs_of(contents)]
            if b" Do" in contents:
                found += [self._signs_of_form(page.parent, item[0]) for item in page.get_xobjects()]
        except (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase) as error:
            if "compression bomb" in str(error):
                raise MailroomError(ErrorCode.TOO_COMPRESSED, "a content stream is a compression bomb") from error
            return _Signs()
        return _Signs(any(signs.invisible for signs in found), any(signs.covers for signs in found))

    def _signs_of_form(self, document: pymupdf.Document, xref: int) -> _Signs:
        if xref not in self.forms:
            _refuse_image_filters(document, [xref])
            self.forms[xref] = _signs_of(document.xref_stream(xref) or b"")
        return self.forms[xref]


def _by_box(width: float, height: float, words: PageWords) -> dict[int, str]:
    x0, y0, x1, y1 = words.boxes.T
    off_page = (x1 <= 0) | (y1 <= 0) | (x0 >= width) | (y0 >= height)
    found = dict.fromkeys(np.flatnonzero(off_page).tolist(), "off_page")
    for place in np.flatnonzero(~off_page & (y1 - y0 < TINY_POINTS)).tolist():
        if x1[place] - x0[place] < TINY_POINTS * len(words.texts[place]):  # a rule's dash is low and wide
            found[place] = "tiny"
    return found


def _is_suspicious(signs: _Signs, textpage: pymupdf.TextPage) -> bool:
    """Whether the page has near-white letters, the invisible render mode, or dark shapes that could hide a word."""
    if signs.invisible or _NEAR_WHITE.search(textpage.extractHTML()):
        return True
    return signs.covers and bool(_dark_shapes(textpage))


def _signs_of(contents: bytes) -> _Signs:
    invisible = b"Tr" in contents and bool(_INVISIBLE_MODE.search(contents))
    return _Signs(invisible, _may_cover(contents))


def _may_cover(contents: bytes) -> bool:
    """Whether a rectangle that is no rule is filled in a colour that is not known to be light."""
    after = 0
    while match := _RECTANGLE.search(contents, after):
        place, after = match.span()
        if _is_no_rule(contents, place):
            if not _LIGHT_FILL.search(contents, max(0, place - 120), place):
                return True
            same = _SAME_FILL.match(contents, after)
            after = same.end() if same else after
    return False


def _refuse_image_filters(document: pymupdf.Document, xrefs: list[int]) -> None:
    """Drawing operators that are compressed as only images are unpack without bound: a trap, not a drawing."""
    if any(_IMAGE_FILTER.search(document.xref_get_key(xref, "Filter")[1]) for xref in xrefs):
        raise MailroomError(ErrorCode.TOO_COMPRESSED, "a content stream is compressed as only images are")


def _is_no_rule(contents: bytes, place: int) -> bool:
    """Whether the rectangle whose operator stands at `place` is more than a line under words or around a table."""
    try:
        width, height = (abs(float(part)) for part in contents[max(0, place - 60) : place].split()[-2:])
    except ValueError:
        return True
    return min(width, height) > 5 or max(width, height) < 20


def _dark_shapes(textpage: pymupdf.TextPage) -> list[Box]:
    """Boxes of filled shapes that are dark and high enough to hide a word."""
    found = []
    for x0, y0, x1, y1, text, _, kind in textpage.extractBLOCKS():
        if kind == _VECTORS and y1 - y0 > 5 and x1 - x0 > 5:
            colour = re.search(r"filled, color: #([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})", text)
            if colour and max(int(channel, 16) for channel in colour.groups()) < 0x60:
                found.append((x0, y0, x1, y1))
    return found


def _by_style(page: pymupdf.Page, textpage: pymupdf.TextPage, words: PageWords, max_pixels: int) -> dict[int, str]:
    matrix = page.rotation_matrix
    shapes = [pymupdf.Rect(box) * matrix for box in _dark_shapes(textpage)]
    odd = _odd_spans(textpage, matrix)
    found: dict[int, str] = {}
    for place, (box, line) in enumerate(zip(words.boxes, zip(words.blocks, words.lines, strict=True), strict=True)):
        reason = next((why for span, why in odd.get(line, ()) if _holds(span, box)), None)
        if reason is None and len(words.texts[place]) > 1 and any(_holds(shape, box) for shape in shapes):
            reason = "covered"
        if reason:
            found[place] = reason
    if {"white", "covered"} & set(found.values()):
        found = _unseen(page, words, found, max_pixels)
    invisible = sum(reason == "invisible" for reason in found.values())
    if invisible > _OCR_LAYER_SHARE * len(words.texts) and has_page_image(page):
        return {place: reason for place, reason in found.items() if reason != "invisible"}
    return found


def _unseen(page: pymupdf.Page, words: PageWords, found: dict[int, str], max_pixels: int) -> dict[int, str]:
    """Without the white and covered words that stand out from what is around them all the same."""
    try:
        picture = np.asarray(page_picture(page, _LOOK_DPI, max_pixels))
    except MailroomError:  # too large to look at: what is drawn there is not known
        return {place: reason for place, reason in found.items() if reason == "invisible"}
    dots = picture.shape[1] / page.rect.width
    return {
        place: reason
        for place, reason in found.items()
        if reason == "invisible" or not _stands_out(picture, words.boxes[place], dots)
    }


def _odd_spans(textpage: pymupdf.TextPage, matrix: pymupdf.Matrix) -> dict[tuple[int, int], list[tuple[Box, str]]]:
    """Spans that may not be seen, by the block and line of their words."""
    found: dict[tuple[int, int], list[tuple[Box, str]]] = {}
    for block in textpage.extractDICT()["blocks"]:
        for number, line in enumerate(block.get("lines", ())):
            for span in line["spans"]:
                reason = _odd(span)
                if reason:
                    found.setdefault((block["number"], number), []).append(
                        (tuple(pymupdf.Rect(span["bbox"]) * matrix), reason)
                    )
    return found


def _odd(span: dict[str, Any]) -> str | None:
    if span["alpha"] < 26 or not span["char_flags"] & _FILLED_OR_STROKED:
        return "invisible"
    return "white" if _NEAR_WHITE.match(f"color:#{span['color']:06x}") else None


def _holds(area: Box, box: Box) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return area[0] <= x <= area[2] and area[1] <= y <= area[3]


def _stands_out(picture: np.ndarray[Any, Any], box: Box, dots: float) -> bool:
    x0, y0, x1, y1 = (max(0, round(value * dots)) for value in box)
    inset = (y1 - y0) // 5  # a frame around the word is not the word
    part = picture[y0 + inset : y1 - inset, x0 + 1 : x1 - 1]
    return part.size > 0 and int(part.max()) - int(part.min()) >= _SEEN_CONTRAST


def has_page_image(page: pymupdf.Page) -> bool:
    """Whether one image lies over more than half of the page."""
    half = 0.5 * float(page.rect.get_area())
    return any(float(pymupdf.Rect(info["bbox"]).get_area()) > half for info in page.get_image_info())
