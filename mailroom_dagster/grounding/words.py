"""The words of a passage for comparing, each with its place: no case, punctuation or grouping signs in numbers."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from mailroom_dagster.reading.model import PAGE_BREAK

NEGATIONS = frozenset(("not", "no", "nor", "never", "none", "neither", "without", "except", "unless", "cannot", "non"))
_WORD = re.compile(r"\d+(?:[.,]\d+)+|\w+(?:['’]\w+)*")

_PAGE_NUMBER = r"[^\S\n]*(?:page\s+)?[-–—]?[^\S\n]*\d{1,4}(?:\s+of\s+\d{1,4})?[^\S\n]*[-–—]?[^\S\n]*"
_SHORT_LINE = r"[^\n\f]{0,70}"
_RUNNING_LINES = re.compile(
    rf"(?:\n[^\S\n]*\n{_SHORT_LINE}|\n{_PAGE_NUMBER})?\s*{PAGE_BREAK}"
    rf"(?:{_PAGE_NUMBER}\n|\n?{_SHORT_LINE}\n(?=[^\S\n]*\n))?\s*",
    re.IGNORECASE,
)


class Word(NamedTuple):
    """One word, folded, and where it starts in the passage."""

    text: str
    start: int
    end: int


def words_of(passage: str) -> list[Word]:
    """The passage's words in order."""
    return [Word(_fold(match.group()), match.start(), match.end()) for match in _WORD.finditer(passage)]


def without_running_lines(passage: str) -> str:
    """The passage without the header and footer lines around a page break in it.

    Such a line is short and set apart by a blank line, or is only a page number.
    """
    return _RUNNING_LINES.sub(" ", passage) if PAGE_BREAK in passage else passage


def _fold(word: str) -> str:
    if word[0].isdigit():
        return word.replace(",", "")
    return unicodedata.normalize("NFKC", word).casefold().replace("’", "'")
