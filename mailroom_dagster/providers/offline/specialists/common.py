"""What every specialist works with: the window it may read, its lines, and the sheet it writes values on.

Belongs here: handling of spans, lines and answers. Does not belong here: knowledge of any class or field (that is in
the specialist's own files) or how words become typed values (`mailroom_dagster.values`).
All offsets are offsets into the stored text.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from mailroom_dagster.agents.contracts import ExtractAnswer, ExtractTask, RawValue
from mailroom_dagster.values.spans import HYPHENATED, unhyphenated

_LINE = re.compile(r"[^\n\r\f\v\u2028]+")
_WORD = re.compile(r"\S+")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class Line:
    """One printed line that is not blank, without the white space around it."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """The offset behind its last character."""
        return self.start + len(self.text)


@dataclass(frozen=True)
class Window:
    """The part of the stored text that a task allows: [start, end)."""

    text: str  # the whole stored text
    start: int
    end: int

    @classmethod
    def of(cls, task: ExtractTask) -> Window:
        """The window a task names; its end is the text's end when it names none."""
        length = len(task.document.text)
        end = length if task.window_end is None else min(task.window_end, length)
        return cls(task.document.text, min(task.window_start, end), end)

    @property
    def opens_document(self) -> bool:
        """Whether nothing but white space stands before it."""
        return not self.text[: self.start].strip()

    @property
    def closes_document(self) -> bool:
        """Whether nothing but white space stands behind it."""
        return not self.text[self.end :].strip()

    def head(self, size: int) -> Window:
        """Its part within the first `size` characters of the document: where titles and captions stand."""
        return self.part(self.start, size)

    def tail(self, size: int) -> Window:
        """Its part within the last `size` characters of the document: where signatures stand."""
        return self.part(len(self.text) - size, self.end)

    def part(self, start: int, end: int) -> Window:
        """Its overlap with [start, end)."""
        low = max(self.start, min(start, self.end))
        return Window(self.text, low, max(low, min(end, self.end)))

    def lines(self) -> list[Line]:
        """Its lines that are not blank."""
        lines = []
        for match in self.finditer(_LINE):
            words = match.group()
            if stripped := words.strip():
                lines.append(Line(stripped, match.start() + words.index(stripped[0])))
        return lines

    def finditer(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """All matches within it, with offsets into the stored text."""
        return pattern.finditer(self.text, self.start, self.end)

    def search(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The first match within it."""
        return pattern.search(self.text, self.start, self.end)

    def flat(self) -> Flat:
        """Its words with one blank between, so that a pattern need not know of line breaks."""
        return Flat.of_spans(self.text, [(self.start, self.end)])

    def __str__(self) -> str:
        return self.text[self.start : self.end]


@dataclass(frozen=True)
class Flat:
    """Words with one blank between, each knowing where it stands in the stored text.

    A word that a line's end splits is one.
    """

    text: str
    flat_starts: Sequence[int]  # of each word in `text`, rising
    starts: Sequence[int]  # of each word in the stored text

    @classmethod
    def of_spans(cls, text: str, spans: Iterable[tuple[int, int]]) -> Flat:
        """Put the words of some pieces of the stored text together."""
        pieces, flat_starts, starts, length = [], array("L"), array("L"), 0
        for span in spans:
            for word in _WORD.finditer(text, *span):
                split = HYPHENATED.match(text, word.start()) if word.group()[-1] in "-‐" else None
                piece = split[split.lastgroup or 0] if split and split.end() < span[1] else word.group() + " "
                pieces.append(piece)
                flat_starts.append(length)
                starts.append(word.start())
                length += len(piece)
        return cls("".join(pieces).rstrip(" "), flat_starts, starts)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where `text[start:end]` (not blank at its edges) stands in the stored text."""
        return self._stored(start), self._stored(end - 1) + 1

    def _stored(self, offset: int) -> int:
        word = bisect_right(self.flat_starts, offset) - 1
        return self.starts[word] + offset - self.flat_starts[word]


@dataclass
class Sheet:
    """The values found so far, each with the words it stands in."""

    text: str
    values: dict[str, list[RawValue]] = field(default_factory=dict)
    _known: set[tuple[str, str]] = field(default_factory=set)

    def add(self, name: str, start: int, end: int, value: str | None = None) -> bool:
        """Note the words at [start, end) for a field; `value` when it is not simply those words.

        White space around them is left out. Blank words and a value the field already has are not noted.
        """
        words = self.text[start:end]
        if not (quote := words.strip()):
            return False
        value = squeeze(quote) if value is None else value
        key = name, value.casefold()
        if not value or key in self._known:
            return False
        self._known.add(key)
        place = start + words.index(quote[0])
        self.values.setdefault(name, []).append(RawValue(value=value, quote=quote, start=place))
        return True

    def add_match(self, name: str, match: re.Match[str] | None, group: int | str = 0, value: str | None = None) -> bool:
        """Note a group of a match, if there is one."""
        if match is None or match.group(group) is None:
            return False
        return self.add(name, match.start(group), match.end(group), value)

    def has(self, name: str) -> bool:
        """Whether the field has a value."""
        return bool(self.values.get(name))

    def answer(self) -> ExtractAnswer:
        """Everything noted, in document order within each field."""
        values = {name: tuple(sorted(items, key=_place)) for name, items in self.values.items() if items}
        return ExtractAnswer(values=values)


def word_set(words: str) -> frozenset[str]:
    """A closed set of words, written as one string."""
    return frozenset(words.split())


def squeeze(words: str) -> str:
    """Words on one line: every run of white space is one blank, a word split at a line's end is one."""
    return _SPACE.sub(" ", unhyphenated(words)).strip()


def join(words: Iterable[str]) -> str:
    """Words with one blank between."""
    return squeeze(" ".join(words))


def _place(value: RawValue) -> int:
    return value.start or 0
