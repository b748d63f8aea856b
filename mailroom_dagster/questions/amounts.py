"""What an amount is an amount of, and how often it falls due.

Belongs here: keeping sentences that only share words with a question for an amount from answering it. The rent is not
the damages owed beside it, and a yearly sum is not the monthly one. The words are the vocabulary's.
"""

from __future__ import annotations

import re

from mailroom_dagster.questions.vocabulary import Amounts
from mailroom_dagster.values.money import find_money

_BREAK = re.compile(r"[,;:]|\b(?:and|plus|or)\b", re.IGNORECASE)
_NOT_OF = re.compile(  # before a thing that an amount is not of
    r"\b(?:beyond|besides?|above|over|exceed(?:s|ing)?|exclud(?:es|ing)|except|without|apart from|other than"
    r"|(?:in )?addition to|net of|exclusive of)(?: \w+){0,3} ?$",
    re.IGNORECASE,
)
_BREAK_CHARACTERS = 20  # how far a comma or "and" sets a thing off from an amount


def rates_of(text: str, amounts: Amounts) -> tuple[str, ...]:
    """The rates that a text names, in any of their forms ("monthly" also for "per month")."""
    return tuple(name for name, pattern in amounts.rate_patterns.items() if pattern.search(text))


def without_rates(text: str, amounts: Amounts) -> str:
    """A text without the words of rates."""
    for pattern in amounts.rate_patterns.values():
        text = pattern.sub(" ", text)
    return text


def things_of(text: str, amounts: Amounts) -> frozenset[str]:
    """The things of which there are amounts that a text names."""
    return frozenset(name for name, _, _ in _things(text, amounts))


def amount_fits(asked: frozenset[str], text: str, title: str, amounts: Amounts) -> bool:
    """Whether one of a sentence's amounts is of a thing that is asked for; true where nothing is, or no amount stands.

    An amount is of the thing nearest to it; in a sentence that names none, of what the section's title names.
    """
    found = find_money(text)
    if not asked or not found:
        return True
    named = _things(text, amounts)
    if not named:
        return bool(asked & things_of(title, amounts))
    return any(_nearest(text, (money.start, money.end), named) in asked for money in found)


def _things(text: str, amounts: Amounts) -> list[tuple[str, int, int]]:
    return [
        (match.lastgroup or "", *match.span())
        for match in amounts.thing_pattern.finditer(text)
        if not _NOT_OF.search(text, 0, match.start())
    ]


def _nearest(text: str, money: tuple[int, int], named: list[tuple[str, int, int]]) -> str:
    def distance(thing: tuple[str, int, int]) -> int:
        _, start, end = thing
        between = text[end : money[0]] if end <= money[0] else text[money[1] : start]
        return len(between) + _BREAK_CHARACTERS * len(_BREAK.findall(between))

    return min(named, key=distance)[0]
