"""The date of decision among all the dates of an opinion.

Belongs here: what stands before a date in the head and the tail, and which of them says "decided". Dates themselves are
read by `values.dates`.
"""

from __future__ import annotations

import re
from datetime import date

from mailroom_dagster.providers.offline.specialists.common import Window
from mailroom_dagster.values.dates import DateSpan, find_dates, reads_month_first

_HEAD_SIZE = 9_000
_TAIL_SIZE = 3_000
_LABEL_REACH = 200
_LONGEST_REST = 30  # characters on a date's line besides the date, for the line to be a date line
_LONGEST_WAIT = 400  # days between hearing and decision when neither is labelled

_HANDED_DOWN = re.compile(
    r"(?:\bdate\s+(?:and\s+time\s+)?(?:for|of)\s+hand(?:ing)?[- ]?down\b|"
    r"\bthis\s+judgment\s+(?:was|has\s+been|is)\s+handed\s+down)[^;]{0,140}$",
    re.IGNORECASE,
)
_DECIDED = re.compile(
    r"(?:\bDecided|\bDECIDED|\bOpinion\s+(?:[Ff]iled|[Ii]ssued|[Dd]elivered)|;\s+decided)[\s:,]*(?:(?i:on|the|this)\s+){0,2}$"
)
_DATED = re.compile(
    r"(?:\bdate(?:d|\s+filed|\s+entered|\s+of\s+(?:decision|judge?ment|orders?))?|\bfiled|\bentered|\bissued|\bordered|"
    r"\bsigned|\bdelivered|\bannounced|\breleased|\brendered|\bpronounced|"
    r"\b(?:judge?ment|decision|orders?|ruling)(?:\s+(?:given|date))?(?=\s*(?::|given|date)))"
    r"[\s:,.]*(?:(?:this|on|at|the)\s+|in\s+chambers\s+|[A-Z][\w.]+,\s+(?:[A-Z][\w.]+,?\s+)?(?:this\s+)?(?:the\s+)?)*$",
    re.IGNORECASE,
)
_ORDERED = re.compile(
    r"(?:\bit\s+is(?:[,\s]+(?:therefore|hereby|so|accordingly))*[,\s]+(?:on\s+)?this|"
    r"\b(?:judge?ment|decision|ruling)\b[^.;:\d]{0,80}\b(?:delivered|given|pronounced)\s+(?:on\s+)?(?:the\s+)?)\s*$",
    re.IGNORECASE,
)
_STAMP = re.compile(r"\b(?:Filed|Date Filed|Case)\b[^\n]{0,60}$")
_OTHER_EVENT = (
    r"(?:\bargued|\bsubmitted|\bheard|\bhearings?|\brehearing|\btransfer|\bdenied|\bamended|\bmodified|\beffective|"
    r"\brevised|\bdraft|\bdue|\bbefore|\bsince|\buntil|\bbetween|\bterm|\bof\s+birth|\bpetition|\bmotion|"
    r"\bapplication)\b"
)
_OTHER = re.compile(rf"{_OTHER_EVENT}[^.;\n]{{0,40}}$", re.IGNORECASE)
_OTHER_LABEL = re.compile(rf"{_OTHER_EVENT}[^.;\n\d]{{0,20}}$", re.IGNORECASE)  # right before "dated", "filed"

_ENDS_BRACKET = re.compile(r"[.\s]{0,3}\]")
_IN_BRACKET = re.compile(r"\[[^\]]*\bNos?\.[^\]]*$")  # "[No. 123. Second Dist. Sept. 5, 1967.]", as California reports
_WEEKDAY = re.compile(r"\b(?:sun|mon|tues|wednes|thurs|fri|satur)day\b", re.IGNORECASE)
_DATE_LINE = 3.0
_MOST_BARE_DATES = 3  # more of them are a table
_GAP = re.compile(r"\t|[^\S\n]{4,}")  # parts the columns of a line


def find_decided(window: Window) -> DateSpan | None:
    """The date of decision with its place in the stored text; None when the head and the tail name none."""
    month_first = reads_month_first(str(window))
    head = _ranked(window.head(_HEAD_SIZE), month_first)
    tail = _ranked(window.tail(_TAIL_SIZE), month_first)
    best = max([*head, *tail], key=lambda item: item[0], default=None)
    if best is None:
        return None
    rank, found = best
    later = [span for other, span in tail if other == rank and 0 < _days(found, span) <= _LONGEST_WAIT]
    return later[-1] if rank == _DATE_LINE and later else found


def _ranked(part: Window, month_first: bool | None) -> list[tuple[float, DateSpan]]:
    """The part's dates that may be the decision's, in document order, each with a rank."""
    ranked = []
    for span in find_dates(str(part), month_first=month_first):
        placed = DateSpan(span.value, part.start + span.start, part.start + span.end)
        if rank := _rank(part.text, placed):
            ranked.append((rank, placed))
    bare = sum(rank == _DATE_LINE for rank, _ in ranked)
    return ranked if bare <= _MOST_BARE_DATES else [item for item in ranked if item[0] != _DATE_LINE]


def _rank(text: str, span: DateSpan) -> float:
    before = " ".join(text[max(0, span.start - _LABEL_REACH) : span.start].split()) + " "
    if _HANDED_DOWN.search(before):
        return 6.0
    if _DECIDED.search(before):
        return 5.0
    if _ORDERED.search(before):
        return 4.5
    line_start = text.rfind("\n", 0, span.start) + 1
    line_end = min(place if place >= 0 else len(text) for place in (text.find(sign, span.end) for sign in "\n\f"))
    line_start = max([line_start, *(gap.end() for gap in _GAP.finditer(text, line_start, span.start))])
    line_end = min([line_end, *(gap.start() for gap in _GAP.finditer(text, span.end, line_end))])
    if _STAMP.search(text[line_start : span.start]) and re.match(r"[\d/-]+$", text[span.start : span.end]):
        return 2.5
    rest = text[line_start : span.start] + text[span.end : line_end]
    if _ENDS_BRACKET.match(text, span.end) and _IN_BRACKET.search(before):
        return 3.5
    if _is_other(before, text[line_start : span.start]) or len(rest.strip()) > _LONGEST_REST + len("Dated this day of"):
        return 0.0
    if _DATED.search(before):
        return 4.0
    return _DATE_LINE if len(_WEEKDAY.sub("", rest).strip(" ,.\t")) <= 8 else 0.0


def _is_other(before: str, line: str) -> bool:
    """Whether the words before a date, or before its label, give it to a hearing, a motion or the like."""
    dated = _DATED.search(before)
    if dated is None:
        return _OTHER.search(before) is not None
    in_line = _DATED.search(" ".join(line.split()) + " ")
    ahead = in_line.string[: in_line.start()] if in_line else before[: dated.start()]
    return _OTHER_LABEL.search(ahead) is not None


def _days(first: DateSpan, second: DateSpan) -> int:
    return (date.fromisoformat(second.value) - date.fromisoformat(first.value)).days
