"""Names of courts as opinions print them, over one or several lines.

Belongs here: finding the deciding court in the head of an opinion. How courts are called is in `court_names`;
courts-db says of an unusual line whether it names a court.
"""

from __future__ import annotations

import re

from mailroom_dagster.providers.offline.specialists.common import Flat, Line, Window
from mailroom_dagster.providers.offline.specialists.court_opinion.court_names import BARE_COURT, COURT

_WITHOUT_CIRCUIT = re.compile(r"(?:United\sStates|U\.\s?S\.)\sCourt\sof\sAppeals", re.IGNORECASE)
_LOWER_COURT = re.compile(
    r"(?:\bappeals?(?:ed)?\s(?:\w+\s){0,3}(?:from|of)|\breview\sof|\bjudgment\sof|\border\sof|\bfrom|\bto|\berror\sto|"
    r"\bcertiorari\sto|\bRules\sof|\bremand\w*\sto|\btransfer\sto|\bon\sappeal)"
    r"\s(?:(?:an?|the)\s(?:\w+\s){0,6}(?:of|by|in)\s)?(?:the\s|a\s)?$",
    re.IGNORECASE,
)
_COURTS_BY_CODE = {
    "UKSC": re.compile(
        r"\b(?:The\s+)?(?:United\s+Kingdom\s+)?Supreme\s+Court(?:\s+of\s+the\s+United\s+Kingdom)?", re.IGNORECASE
    ),
    "UKPC": re.compile(r"\b(?:Judicial\s+Committee\s+of\s+the\s+)?Privy\s+Council", re.IGNORECASE),
    "UKHL": re.compile(r"\bHouse\s+of\s+Lords", re.IGNORECASE),
    "EWCA": re.compile(r"\bCourt\s+of\s+Appeal(?:\s+\((?:Civil|Criminal)\s+Division\))?", re.IGNORECASE),
    "EWHC": re.compile(r"\bHigh\s+Court(?:\s+of\s+Justice)?", re.IGNORECASE),
}
_IN_CITATION = re.compile(
    r"\d+\s[^\n()]{3,30}\s\d+[^\n()]{0,30}\((?P<court>(?:[A-Z\d][\w.’']*\s?){1,5}?)"
    r"(?:\s(?:[A-Z][a-z]+\.?\s\d{1,2},\s)?)(?:1[89]|20)\d\d\)"
)
_HEADS_LINE = re.compile(r"(?:^|[\n\f\t])\W*(?:in\s+)?(?:the\s+)?$", re.IGNORECASE)
_MAYBE = re.compile(r"\b(?:Court|Tribunal|Panel|Commission|Board)\b", re.IGNORECASE)
_LONGEST_COURT_LINE = 90


def find_court(text: str, flat: Flat) -> tuple[int, int] | None:
    """Where the head of an opinion names the deciding court, in `flat.text`.

    A court that heads a line goes before one named in running text, and that before a court appealed from.
    """
    named = [match.span() for pattern in (COURT, _WITHOUT_CIRCUIT) for match in pattern.finditer(flat.text)]
    return min(named, key=lambda place: _rank(text, flat, place), default=None)


def _rank(text: str, flat: Flat, place: tuple[int, int]) -> tuple[int, int]:
    start = place[0]
    if _LOWER_COURT.search(flat.text[max(0, start - 60) : start]):
        return 2, start
    stored = flat.span(*place)[0]
    return int(not _HEADS_LINE.search(text[max(0, stored - 20) : stored])), start


def known_court(lines: list[Line]) -> Line | None:
    """The first short line that is "The High Court" or the like, else the first that courts-db knows as a court."""
    if bare := next((line for line in lines if BARE_COURT.fullmatch(line.text)), None):
        return bare
    candidates = [line for line in lines if len(line.text) <= _LONGEST_COURT_LINE and _MAYBE.search(line.text)]
    if not candidates:
        return None
    from courts_db import find_court as look_up  # a second to import: only for unusual courts

    return next((line for line in candidates if look_up(line.text)), None)


def court_of_citation(window: Window, neutral_citation: str) -> re.Match[str] | None:
    """Where a British opinion names the court that its neutral citation stands for."""
    code = neutral_citation.partition("] ")[2].split(" ")[0]
    pattern = _COURTS_BY_CODE.get(code)
    return window.search(pattern) if pattern else None


def court_in_citation(head: Window) -> re.Match[str] | None:
    """The court in the citation at the top of a reported case, as group `court`: "(9th Cir. 1997)"."""
    return head.search(_IN_CITATION)
