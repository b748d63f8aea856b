"""A typed value beside the place of its words, and how finders keep to the places where one can be.

Belongs here: what the finders of this room share. Does not belong here: evidence with pages and boxes
(`records.model.Evidence`), which grounding makes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Found(NamedTuple, Generic[T]):
    """`text[start:end]` are the words of `value`."""

    value: T
    start: int
    end: int


def matches_near(
    pattern: re.Pattern[str], anchor: re.Pattern[str], text: str, *, before: int, after: int
) -> Iterator[re.Match[str]]:
    """The matches of a dear `pattern`, looked for only around the matches of a cheap `anchor` that each contains.

    `before` and `after` are how many characters a match may reach beyond its anchor on either side.
    """
    low = high = 0
    for hit in anchor.finditer(text):
        if hit.start() - before <= high:
            high = max(high, hit.end() + after)
            continue
        yield from pattern.finditer(text, low, high)
        low, high = hit.start() - before, hit.end() + after
    yield from pattern.finditer(text, max(0, low), high)
