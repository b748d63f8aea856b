"""The facts that words state, in canonical form, so that a question, a claim and a source can be compared.

Belongs here: putting the finders of `values` together, and percentages and plain numbers, which they leave over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from mailroom_dagster.questions.model import Constraint
from mailroom_dagster.values.dates import find_dates
from mailroom_dagster.values.durations import find_durations
from mailroom_dagster.values.money import find_money
from mailroom_dagster.values.numbers import FIGURES, SPELLED, figures, spelled_number
from mailroom_dagster.values.spans import Found

_PERCENT = re.compile(
    rf"(?P<number>{FIGURES}|{SPELLED})\s*(?:\(\s*{FIGURES}\s*%?\s*\)\s*)?(?:%|per\s?cent)", re.IGNORECASE
)
_NUMBER = re.compile(rf"(?<![\w.]){FIGURES}", re.IGNORECASE)
_WORD_NUMBER = re.compile(SPELLED, re.IGNORECASE)
_TOO_SMALL = 2  # "one" is a pronoun more often than a count


def facts_of(text: str) -> list[Found[Constraint]]:
    """Dates, amounts, durations, percentages and other numbers of `text`, each with its place; no place twice."""
    found: list[Found[Constraint]] = []
    finders: tuple[tuple[str, Sequence[Found[Any]]], ...] = (
        ("date", find_dates(text)),
        ("money", find_money(text)),
        ("duration", find_durations(text)),
        ("percentage", list(_percentages(text))),
        ("number", list(_numbers(text))),
    )
    for kind, spans in finders:
        found.extend(_free(kind, spans, [(item.start, item.end) for item in found]))
    return sorted(found, key=lambda item: item.start)


def _free(kind: str, spans: Sequence[Found[Any]], taken: list[tuple[int, int]]) -> Iterator[Found[Constraint]]:
    for span in spans:
        if not any(span.start < end and start < span.end for start, end in taken):
            yield Found(Constraint(kind=kind, value=str(span.value)), span.start, span.end)


def _percentages(text: str) -> Iterator[Found[object]]:
    for match in _PERCENT.finditer(text):
        value = _value(match["number"])
        if value is not None:
            yield Found(value, match.start(), match.end())


def _numbers(text: str) -> Iterator[Found[object]]:
    for pattern in (_NUMBER, _WORD_NUMBER):
        for match in pattern.finditer(text):
            value = _value(match.group())
            if value is not None and (pattern is _NUMBER or float(value) >= _TOO_SMALL):
                yield Found(value, match.start(), match.end())


def _value(words: str) -> str | None:
    """A number without grouping signs or trailing zeros."""
    number = figures(words)
    if number is None:
        spelled = spelled_number(words)
        return None if spelled is None else str(spelled)
    return f"{number.normalize():f}"
