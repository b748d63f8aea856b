"""What is particular to Japanese: no spaces between words, and letters that any order of glyphs would have.

Belongs here: whether recognised text is Japanese prose, and its pieces put together. Does not belong here: recognising
(`ocr`), print in columns (`vertical`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

Word = tuple[Any, ...]  # as PyMuPDF gives it: x0, y0, x1, y1, text, block, line, number

JAPANESE = "jpn"  # Tesseract's name of its data

_LETTER = re.compile("[\u3001-\u30ff\u4e00-\u9fff]")  # kana, kanji and their punctuation
_PAIR = re.compile("(?=([\u3041-\u3096]{2}))")
_COMMON_PAIRS = frozenset(
    re.findall(
        "..",
        "するしたしてていいるいていたないなけますまししまませせんですことられれるれてれたされってったからのでではにはとはとし"
        "ようものあるありりまであためよりそのこのときたはまたおいついにおにつくださいできまでなるなりになないへという"
        "えるうにかししいけるだけそれ",
    )
)
_LETTERS = 0.85  # of the characters of prose are Japanese
_PAIRS_OF_LETTERS = 0.05  # so many common pairs a letter; print read in a wrong order has a third of it
_PAIRS_OF_PAIRS = 0.2  # of the pairs of hiragana are common ones; in a wrong order, a tenth
_GLYPH = 1.2  # times its height: no glyph is wider
_SPACE = 1.5  # times the height: what stands further apart are two words, or cells of a table


def is_japanese(text: str) -> bool:
    """Whether a text is Japanese prose in its right order: kana and kanji, the common pairs of hiragana among them."""
    joined = "".join(text.split())
    letters = len(_LETTER.findall(joined))
    pairs = _PAIR.findall(joined)
    common = sum(pair in _COMMON_PAIRS for pair in pairs)
    enough = common > max(_PAIRS_OF_LETTERS * letters, _PAIRS_OF_PAIRS * len(pairs), 1)
    return enough and letters > _LETTERS * len(joined)


def closed_up(words: Iterable[Word]) -> list[Word]:
    """Put together what stands close in a row and was recognised in pieces; words of other scripts stay as they are."""
    closed: list[Word] = []
    for word in map(_no_wider_than_its_glyphs, words):
        if closed and _is_one_word(closed[-1], word):
            x0, y0, _, y1, text, *line = closed.pop()
            word = (x0, min(y0, word[1]), word[2], max(y1, word[3]), text + word[4], *line)
        closed.append(word)
    return closed


def _no_wider_than_its_glyphs(word: Word) -> Word:
    """Tesseract's boxes of single glyphs come out many times too wide."""
    x0, y0, x1, y1, text, *line = word
    return (x0, y0, min(x1, x0 + _GLYPH * len(text) * (y1 - y0)), y1, text, *line) if _LETTER.match(text[-1]) else word


def _is_one_word(word: Word, after: Word) -> bool:
    height = max(word[3] - word[1], after[3] - after[1])
    in_a_row = abs(word[1] + word[3] - after[1] - after[3]) < height
    close = word[0] < after[0] < word[2] + _SPACE * height
    return in_a_row and close and bool(_LETTER.match(word[4][-1]) or _LETTER.match(after[4][0]))
