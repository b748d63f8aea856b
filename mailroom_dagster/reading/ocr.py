"""Words and their places on the image of a page, by the Tesseract that PyMuPDF carries.

Belongs here: recognising, and caching by the image's hash. Does not belong here: straightening (`straighten`), which
pages need OCR (`readers`). Trained data come from Python packages, which put them below `sys.prefix`.
"""

from __future__ import annotations

import json
import os
import re
import sys
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any

import pymupdf
from PIL import Image, ImageDraw

from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.reading.japanese import JAPANESE, closed_up, is_japanese
from mailroom_dagster.reading.quality import could_be_word, word_weight
from mailroom_dagster.reading.straighten import (
    Place,
    column_skew,
    ink_share,
    is_blank,
    stance,
    turned,
    without_noise,
)
from mailroom_dagster.reading.vertical import level_text
from mailroom_dagster.storage import Disk

Word = tuple[Any, ...]  # as PyMuPDF gives it: x0, y0, x1, y1, text, block, line, number; here in pixels

OCR_VERSION = "3"  # part of the cache key
MIN_SIDE = 16  # pixels: smaller images are no pages

_OVERLOOKED = 0.05  # share of the ink outside of all words, above which a second look pays
_PLAIN = re.compile(r"[^\W\d_]+[.,:;!?]?")
_FEW_WORDS = 3  # so few are taken as they are
_SENSE = 0.5  # of the letters: weight of likely words above which a page makes sense
_WHOLE = 0.8  # of the glyphs of Japanese columns: with fewer, a column is missing
_WORDY = re.compile(r"[^\W_]|^[&$£€§%#@+=–—-]$")  # anything else is a speck on the paper

os.environ.setdefault("OMP_THREAD_LIMIT", "1")  # Tesseract would spin on every core


def tessdata_dir() -> Path | None:
    """Where trained data lie: `TESSDATA_PREFIX`, or what Python packages have put below `sys.prefix`."""
    for place in (os.environ.get("TESSDATA_PREFIX"), Path(sys.prefix) / "share" / "tessdata"):
        if place and any(Path(place).glob("*.traineddata")):
            return Path(place)
    return None


@dataclass(frozen=True)
class Ocr:
    """Recognises page images in the languages of `languages` (as Tesseract names them, joined by +)."""

    languages: str = "eng"
    cache_dir: Path | None = None

    @cached_property
    def _knows_japanese(self) -> bool:
        return Ocr(JAPANESE).available

    @cached_property
    def available(self) -> bool:
        """Whether trained data for every language are installed."""
        place = tessdata_dir()
        return place is not None and all((place / f"{name}.traineddata").exists() for name in self.languages.split("+"))

    def words(self, image: Image.Image) -> list[Word]:
        """The words on a grey page image in reading order, boxes in its pixels; empty when it says nothing."""
        if min(image.size) < MIN_SIDE or is_blank(image):
            return []
        kind = f"{OCR_VERSION} {self.languages} {self._knows_japanese} {image.size}"
        key = sha256_bytes(kind.encode() + image.tobytes())
        path = self.cache_dir / key[:2] / f"{key}.json" if self.cache_dir else None
        if path and path.exists():
            return [tuple(word) for word in json.loads(path.read_bytes())]
        found = self._best_turn(image)
        if path:
            Disk().make_dir(path.parent)
            Disk().write_file(path, json.dumps(found).encode(), durable=False)
        return found

    def _best_turn(self, image: Image.Image) -> list[Word]:
        """Read the image as it most likely stands; while that makes no sense, in columns and other ways up."""
        lying, skew = stance(image)
        turns = (90, 270, 0) if lying else (0, 180)
        best: list[Word] = []
        for turn in turns:
            words = self._read(image, turn + skew, self.languages)
            best = max(words, best, key=lambda found: word_weight(words_text(found)))
            if makes_sense(best):
                return best
            if turn == turns[0] and (columns := self._columns(image)):
                return columns
        return self._lines(image, turns[0] + skew) or best

    def _columns(self, image: Image.Image) -> list[Word]:
        """A page of Japanese in columns; no words when it is something else, or data are missing."""
        if not self._knows_japanese:
            return []
        straight, back = turned(image, column_skew(image))
        level = level_text(without_noise(straight))
        words = self._recognise(level.image, JAPANESE) if level else []
        if level is None or not is_japanese(words_text(words)) or not _is_whole(words, len(level.cells)):
            return []
        return [(*_boxed(back, level.place(word[:4])), *word[4:]) for word in words]

    def _lines(self, image: Image.Image, angle: float) -> list[Word]:
        """A page of Japanese in lines; no words when it is something else, or data are missing."""
        words = self._read(image, angle, JAPANESE) if self._knows_japanese else []
        return words if is_japanese(words_text(words)) else []

    def _read(self, image: Image.Image, angle: float, languages: str) -> list[Word]:
        straight, back = turned(image, angle)
        clear = without_noise(straight)
        words = self._recognise(clear, languages)
        rest = _without_words(clear, words)
        if words and ink_share(rest) > _OVERLOOKED * ink_share(clear):
            words = _merged(words, _only_sure_lines(self._recognise(rest, languages)))
        return [(*_boxed(back, word[:4]), *word[4:]) for word in words]

    @staticmethod
    def _recognise(image: Image.Image, languages: str) -> list[Word]:
        rgb = image.convert("RGB")  # a grey pixmap is silently not read
        pixmap = pymupdf.Pixmap(pymupdf.csRGB, rgb.width, rgb.height, rgb.tobytes(), False)
        data = pixmap.pdfocr_tobytes(compress=False, language=languages, tessdata=str(tessdata_dir()))
        with pymupdf.open("pdf", data) as page_file:
            page = page_file[0]
            scale = rgb.width / page.rect.width
            words = page.get_text("words")
        wordy = [(*(value * scale for value in word[:4]), *word[4:]) for word in words if _WORDY.search(word[4])]
        return closed_up(wordy)


def words_text(words: list[Word]) -> str:
    """The words of a page in a row."""
    return " ".join(word[4] for word in words)


def makes_sense(words: list[Word]) -> bool:
    """Whether what was recognised looks like words, or like a column of numbers."""
    text = words_text(words)
    numbers = sum(any(map(str.isdigit, word[4])) for word in words)
    if is_japanese(text):
        return True
    if len(words) <= _FEW_WORDS:
        plain = all(word[4].isdigit() or _PLAIN.fullmatch(word[4]) for word in words)
        return plain and any(len(word[4]) > 1 for word in words)
    return word_weight(text) > _SENSE * sum(map(str.isalpha, text)) or numbers > len(words) / 2


def _is_whole(words: list[Word], glyphs: int) -> bool:
    """Whether nearly all glyphs were recognised: Tesseract now and then passes over a line."""
    return sum(len(word[4]) for word in words) > _WHOLE * glyphs


def _without_words(image: Image.Image, words: list[Word]) -> Image.Image:
    rest = image.copy()
    draw = ImageDraw.Draw(rest)
    for word in words:
        draw.rectangle((word[0] - 4, word[1] - 4, word[2] + 4, word[3] + 4), fill=255)
    return rest


def _only_sure_lines(words: list[Word]) -> list[list[Word]]:
    lines = [list(line) for _, line in groupby(words, key=lambda word: word[5:7])]
    return [line for line in lines if any(len(word[4]) > 3 and could_be_word(word[4]) for word in line)]


def _merged(words: list[Word], lines: list[list[Word]]) -> list[Word]:
    """Put overlooked lines (headings, mostly) before the first block that stands below them."""
    blocks = [list(block) for _, block in groupby(words, key=lambda word: word[5])]
    for line in lines:
        bottom = line[0][3]
        place = next((i for i, block in enumerate(blocks) if block[0][1] >= bottom - 4), len(blocks))
        blocks.insert(place, line)
    return [(*word[:5], number, *word[6:]) for number, block in enumerate(blocks) for word in block]


def _boxed(place: Place, box: Any) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = box
    xs, ys = zip(*(place(x, y) for x in (x0, x1) for y in (y0, y1)), strict=True)
    return min(xs), min(ys), max(xs), max(ys)
