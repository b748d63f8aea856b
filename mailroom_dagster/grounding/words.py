"""The words of a passage for comparing, each with its place: no case, punctuation or grouping signs in numbers."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

NEGATIONS = frozenset(("not", "no", "nor", "never", "none", "neither", "without", "except", "unless", "cannot", "non"))
_WORD = re.compile(r"\d+(?:[.,]\d+)+|\w+(?:['’]\w+)*")


class Word(NamedTuple):
    """One word, folded, and where it starts in the passage."""

    text: str
    start: int
    end: int


def words_of(passage: str) -> list[Word]:
    """The passage's words in order."""
    return [Word(_fold(match.group()), match.start(), match.end()) for match in _WORD.finditer(passage)]


def _fold(word: str) -> str:
    if word[0].isdigit():
        return word.replace(",", "")
    return unicodedata.normalize("NFKC", word).casefold().replace("’", "'")
