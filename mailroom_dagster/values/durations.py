"""Lengths of time: "two (2) years", "24 months", "12-month", "thirty (30) days".

Belongs here: finding and reading durations. Years and months count in months, weeks and days in days; the two are
never turned into each other, so that 24 months equal two years and 30 days are not a month.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from mailroom_dagster.values.numbers import SPELLED, spelled_number
from mailroom_dagster.values.spans import Found, matches_near


class Duration(NamedTuple):
    """Calendar months and days."""

    months: int = 0
    days: int = 0

    def __str__(self) -> str:
        """ISO 8601: `P24M`, `P30D`."""
        return (
            "P" + (f"{self.months}M" if self.months else "") + (f"{self.days}D" if self.days or not self.months else "")
        )


DurationSpan = Found[Duration]
"""A duration with the place of its words."""

_UNITS = {"year": (12, 0), "month": (1, 0), "week": (0, 7), "day": (0, 1)}
_PATTERN = re.compile(
    rf"(?:(?P<spelled>{SPELLED})\s*(?:\(\s*(?P<repeated>\d{{1,4}})\s*\))?|(?<![\d.,])(?P<figures>\d{{1,4}}))"
    r"\s*[-‑–]?\s*(?:(?:full|calendar|consecutive|business|working|successive|additional)\s+)*"
    r"(?P<unit>year|month|week|day)s?\b",
    re.IGNORECASE,
)
_ANCHOR = re.compile("|".join(form for unit in _UNITS for form in (unit, unit.title(), unit.upper())))


def find_durations(text: str) -> list[DurationSpan]:
    """Every duration of `text`, in order; one whose words and figures disagree is left out."""
    found = []
    for match in matches_near(_PATTERN, _ANCHOR, text, before=120, after=2):
        count = _count(match)
        if count is not None:
            months, days = _UNITS[match["unit"].casefold()]
            found.append(DurationSpan(Duration(count * months, count * days), match.start(), match.end()))
    return found


def parse_duration(words: str) -> Duration | None:
    """The first duration that `words` state ("one year, renewable for 5 years" is one year); None without one."""
    found = find_durations(words)
    return found[0].value if found else None


def _count(match: re.Match[str]) -> int | None:
    if match["figures"]:
        return int(match["figures"])
    spelled = spelled_number(match["spelled"])
    if match["repeated"] and spelled != int(match["repeated"]):
        return None
    return spelled
