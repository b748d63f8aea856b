"""The date of a record or a report: where such papers carry it, asked in order.

Belongs here: front matter, date labels, lines that are a date, dates in titles. Does not belong here: the dates of
contracts (their preambles have a grammar of their own) or of letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mailroom_dagster.providers.offline.specialists.common import Sheet, Window
from mailroom_dagster.providers.offline.specialists.labelled import label, labelled
from mailroom_dagster.values.dates import DateSpan, find_dates

_LABEL = label(
    r"(?:(?:meeting|report|document|effective|adoption|issue|publication|release) )?date(?: of (?:the )?(?:meeting"
    r"|report|issue))?"
    r"|dated|adopted|last (?:updated|modified|revised)|updated|published"
)
_CUE = re.compile(
    r"(?:\b(?:held|meeting|convened|met|adopted|approved|effective|dated|amended|as of|ratified|prepared|issued"
    r"|published)\b"
    r"[^.;]{0,60}|\bon )$",
    re.IGNORECASE,
)
_HELD = re.compile(r"\bheld\b[^.;]{0,60}$", re.IGNORECASE)
_OTHER = re.compile(  # the date of another meeting or paper
    r"\b(?:approv\w+ (?:of )?(?:the )?(?:[a-z]+ )*minutes|previous|prior|last (?:meeting|month)|next meeting)\b",
    re.IGNORECASE,
)
_LINES = 40
_CLOSING = 2_000
_OPENING = 3_000
_TITLE = 700
_MAX_TITLE = 120


def add_date(sheet: Sheet, name: str, window: Window, month_first: bool | None) -> None:
    """Note the paper's own date for the field `name`, when its head carries a complete one."""
    found = next(_dates(window, month_first), None)
    if found:
        sheet.add(name, found.start, found.end, found.value)


def _dates(window: Window, month_first: bool | None) -> Iterator[DateSpan]:
    head = window.head(_OPENING)
    yield from _cued(window.head(_TITLE), _HELD, month_first)
    for match in labelled(head, _LABEL):
        yield from _within(match["value"], match.start("value"), month_first)
    lines = head.lines()[:_LINES]
    for line in lines:  # a line that is nothing but a date, or a short title with one
        for found in _within(line.text, line.start, month_first):
            rest = line.text.replace(head.text[found.start : found.end], "").strip(" .,*_#|-–()")
            if not rest or (len(line.text) <= _MAX_TITLE and "http" not in rest and not _OTHER.search(rest)):
                yield found
    yield from _cued(head, _CUE, month_first)
    for line in window.tail(_CLOSING).lines():
        for found in _within(line.text, line.start, month_first):
            if line.text.strip(" .,*_") == head.text[found.start : found.end]:
                yield found


def _cued(part: Window, cue: re.Pattern[str], month_first: bool | None) -> Iterator[DateSpan]:
    for found in _within(str(part), part.start, month_first):
        before = part.text[max(part.start, found.start - 80) : found.start]
        if cue.search(before) and not _OTHER.search(before):
            yield found


def _within(words: str, start: int, month_first: bool | None) -> Iterator[DateSpan]:
    for date in find_dates(words, month_first=month_first):
        yield DateSpan(date.value, start + date.start, start + date.end)
