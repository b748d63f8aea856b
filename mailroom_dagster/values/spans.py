"""A typed value beside the place of its words, and how finders keep to the places where one can be.

Belongs here: what the finders of this room share. Does not belong here: evidence with pages and boxes
(`records.model.Evidence`), which grounding makes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

OTHER_COLUMN = re.compile(
    r"(?:^[^\S\n]*[)\]§|](?=\s)|^[^\S\n]{24,}|^\t"
    r"|(?<=\S)(?:[^\S\n]{3,}|[^\S\n]*\t|[^\S\n]+[)\]§|](?=\s)))[^\n]*(?=\n)",
    re.MULTILINE,
)
"""What a line of a value over several lines prints in another column, right of the value's words: a party's caption."""

HYPHENATED = re.compile(
    r"(?<![\w-])(?!(?:non|self|co|pre|post|anti|re|multi|well|long|short|semi|sub|inter|third|full|part|high|low|first|"
    r"second|on|off|year|day|month|quarter|half|one|two|three|four|five|six|ten|NON|twenty|thirty|forty|fifty|cross|counter|on)-)"
    r"(?:(?P<begins>[A-Za-z]+[a-z])[-‐][^\S\n]*(?:\n[^\S\n]*){1,2}(?=[a-z]{2})"
    r"|(?P<capitals>[A-Z]{3,})[-‐][^\S\n]*(?:\n[^\S\n]*){1,2}(?=[A-Z]{2})"
    r"(?!APPELL|PLAINTIFF|DEFENDANT|RESPONDENT|PETITIONER|CLAIMANT|CROSS|COUNTER|INTERVEN|DEBTOR))"
)
"""A word that a printed line's end split, up to where it goes on; compounds such as "non-exclusive" are none."""


class Found(NamedTuple, Generic[T]):
    """`text[start:end]` are the words of `value`."""

    value: T
    start: int
    end: int


def unhyphenated(text: str) -> str:
    """The text with every word that a line's end splits put together."""
    return HYPHENATED.sub(lambda split: split[split.lastgroup or 0], text)


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
