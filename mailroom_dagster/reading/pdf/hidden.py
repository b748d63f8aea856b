"""Words of a text layer that a reader of the page does not see: white, tiny, off the page, invisible, covered.

Belongs here: telling them apart with their reason. Cheap signs decide whether a page is looked at closely at all.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pymupdf

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.reading.pdf.picture import page_picture

Word = tuple[Any, ...]
Box = tuple[float, float, float, float]

TINY_POINTS = 1.6  # height of a word's box; a 1-point font makes 1.2 to 1.5
_FILLED_OR_STROKED = 16 | 32  # MuPDF's character flags
_VECTORS = 3  # MuPDF's type of block
_LOOK_DPI = 100
_SEEN_CONTRAST = 40  # grey levels within a word's box; less is nothing to be seen
_OCR_LAYER_SHARE = 0.5  # of a page's words: so many invisible ones are the text layer of a scan
_LIGHT = "(?:e[6-9a-f]|f[0-9a-f])"  # a colour channel near white
_NEAR_WHITE = re.compile(f"color:#{_LIGHT}{_LIGHT}{_LIGHT}")
_INVISIBLE_MODE = re.compile(rb"[^\d.]3\s+Tr\b")
_FILLED_RECTANGLE = re.compile(rb"\sre\s+[fB]\*?\s")


def split_hidden(
    page: pymupdf.Page, textpage: pymupdf.TextPage, words: list[Word], max_pixels: int
) -> tuple[list[Word], dict[str, str]]:
    """The words that can be seen, and the others as one text a reason. Boxes are as the page is displayed.

    Raises too_compressed for a content stream that unpacks beyond all measure.
    """
    reasons = _by_box(page, words)
    if words and _is_suspicious(page, textpage):
        reasons.update(_by_style(page, textpage, words, max_pixels))
    if not reasons:
        return words, {}
    texts: dict[str, list[str]] = {}
    for index, reason in sorted(reasons.items()):
        texts.setdefault(reason, []).append(words[index][4])
    seen = [word for index, word in enumerate(words) if index not in reasons]
    return seen, {reason: " ".join(parts) for reason, parts in texts.items()}


def _by_box(page: pymupdf.Page, words: list[Word]) -> dict[int, str]:
    width, height = page.rect.width, page.rect.height
    found = {}
    for index, (x0, y0, x1, y1, *_) in enumerate(words):
        if x1 <= 0 or y1 <= 0 or x0 >= width or y0 >= height:
            found[index] = "off_page"
        elif y1 - y0 < TINY_POINTS and x1 - x0 < TINY_POINTS * len(words[index][4]):
            found[index] = "tiny"
    return found


def _is_suspicious(page: pymupdf.Page, textpage: pymupdf.TextPage) -> bool:
    """Whether the page has near-white letters, the invisible render mode, or filled rectangles."""
    if _NEAR_WHITE.search(textpage.extractHTML()):
        return True
    contents = _contents(page)
    return bool(_INVISIBLE_MODE.search(contents)) or bool(_FILLED_RECTANGLE.search(contents) and _dark_shapes(textpage))


def _contents(page: pymupdf.Page) -> bytes:
    """The page's content streams, those of its forms included."""
    try:
        data: bytes = page.read_contents()
        if b" Do" in data:
            data += b"".join(page.parent.xref_stream(item[0]) or b"" for item in page.get_xobjects())
    except (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase) as error:
        if "compression bomb" in str(error):
            raise MailroomError(ErrorCode.TOO_COMPRESSED, "a content stream is a compression bomb") from error
        return b""
    return data


def _dark_shapes(textpage: pymupdf.TextPage) -> list[Box]:
    """Boxes of filled shapes that are dark and high enough to hide a word."""
    found = []
    for x0, y0, x1, y1, text, _, kind in textpage.extractBLOCKS():
        if kind == _VECTORS and y1 - y0 > 5 and x1 - x0 > 5:
            colour = re.search(r"filled, color: #([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})", text)
            if colour and max(int(channel, 16) for channel in colour.groups()) < 0x60:
                found.append((x0, y0, x1, y1))
    return found


def _by_style(page: pymupdf.Page, textpage: pymupdf.TextPage, words: list[Word], max_pixels: int) -> dict[int, str]:
    odd = _odd_spans(textpage, page.rotation_matrix)
    covers = [tuple(pymupdf.Rect(box) * page.rotation_matrix) for box in _dark_shapes(textpage)]
    found: dict[int, str] = {}
    for index, word in enumerate(words):
        reason = next((why for box, why in odd.get((word[5], word[6]), ()) if _holds(box, word)), None)
        if reason is None and len(word[4]) > 1 and any(_holds(box, word) for box in covers):
            reason = "covered"
        if reason:
            found[index] = reason
    if {"white", "covered"} & set(found.values()):
        look = _look(page, max_pixels)
        found = {i: why for i, why in found.items() if why == "invisible" or not _can_be_seen(look, words[i])}
    invisible = [index for index, reason in found.items() if reason == "invisible"]
    if len(invisible) > _OCR_LAYER_SHARE * len(words) and has_page_image(page):
        return {index: reason for index, reason in found.items() if reason != "invisible"}
    return found


def _odd_spans(textpage: pymupdf.TextPage, matrix: pymupdf.Matrix) -> dict[tuple[int, int], list[tuple[Box, str]]]:
    """Spans that may not be seen, by the block and line their words name."""
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


def _holds(box: Box, word: Word) -> bool:
    x, y = (word[0] + word[2]) / 2, (word[1] + word[3]) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _look(page: pymupdf.Page, max_pixels: int) -> tuple[np.ndarray[Any, Any], float]:
    """The page in grey levels, and its dots per point."""
    picture = np.asarray(page_picture(page, _LOOK_DPI, max_pixels))
    return picture, picture.shape[1] / page.rect.width


def _can_be_seen(look: tuple[np.ndarray[Any, Any], float], word: Word) -> bool:
    picture, dots = look
    x0, y0, x1, y1 = (max(0, round(value * dots)) for value in word[:4])
    inset = (y1 - y0) // 5  # a frame around the word is not the word
    part = picture[y0 + inset : y1 - inset, x0 + 1 : x1 - 1]
    return part.size > 0 and int(part.max()) - int(part.min()) >= _SEEN_CONTRAST


def has_page_image(page: pymupdf.Page) -> bool:
    """Whether one image lies over more than half of the page."""
    half = 0.5 * float(page.rect.get_area())
    return any(float(pymupdf.Rect(info["bbox"]).get_area()) > half for info in page.get_image_info())
