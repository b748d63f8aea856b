"""The sentences of a window, each on one line and still knowing where its words stand.

Belongs here: sentences for specialists that look for clauses. Which sentences matter is the specialists' knowledge.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from mailroom_dagster.providers.offline.specialists.common import Flat, Window
from mailroom_dagster.values.sentences import sentence_spans

_SHORTEST, _LONGEST = 15, 3_000  # characters; a longer "sentence" is a table or a list without points


@dataclass(frozen=True)
class Sentence:
    """One sentence at [start, end) of the stored text; `text` is the same words with single blanks."""

    window: Window

    @property
    def start(self) -> int:
        """Its first character in the stored text."""
        return self.window.start

    @property
    def end(self) -> int:
        """The offset behind its last character."""
        return self.window.end

    @cached_property
    def flat(self) -> Flat:
        """Its words with single blanks and their places."""
        return self.window.flat()

    @property
    def text(self) -> str:
        """Its words with single blanks."""
        return self.flat.text


def sentences(window: Window) -> list[Sentence]:
    """The sentences of a window in order; what is too short or too long to be one is left out."""
    return [
        Sentence(window.part(window.start + start, window.start + end))
        for start, end in sentence_spans(str(window))
        if _SHORTEST <= end - start <= _LONGEST
    ]
