"""The cover page of a filing with the Securities and Exchange Commission, and its ownership forms 3, 4 and 5.

Belongs here: what the cover prints above, beside and below its captions in brackets. Does not belong here: the header
of a full submission (`submission`) and the forms of other agencies (`forms`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mailroom_dagster.providers.offline.specialists.common import Line, Sheet, Window
from mailroom_dagster.providers.offline.specialists.compliance_filing.form_types import note_type
from mailroom_dagster.providers.offline.specialists.naming import name_before
from mailroom_dagster.values.dates import DateSpan, find_dates

_COVER_SIZE = 12_000
_AGENCY = re.compile(r"\bSECURITIES\s+AND\s+EXCHANGE\s+COMMISSION\b", re.IGNORECASE)
_NAME_CAPTION = re.compile(
    r"^\W*(?:\d?\(?[a-z]\)\s*)?(?:(?:exact|full)\s+name\s+of|name\s+of\s+(?:the\s+)?(?:issuer|registrant|subject\s+company)|"
    r"translation\s+of\s+(?:the\s+)?registrant|(?:full\s+)?title\s+of\s+(?:the\s+)?plan)\b",
    re.IGNORECASE,
)
_STANDS_ABOVE_ITS_NAME = re.compile(r"^[^\w(]*(?:\d?\(?[a-z]\)\s*)?name\s+of|:\s*$", re.IGNORECASE)
_NAME_LABEL = re.compile(
    r"^[^\w\n]*Name\s+of\s+(?:the\s+)?(?:Issuer|Registrant|Subject\s+Company)\s*:\s*(?P<value>\S[^\n\t]*)",
    re.I | re.MULTILINE,
)
_CAPTION_IN_LINE = re.compile(
    r"\(\s*(?:Name\s+of\s+(?:Issuer|Subject\s+Company)|Exact\s+name\s+of|Translation\s+of)", re.IGNORECASE
)
_DATE_BEFORE_CAPTION = re.compile(r"(?P<value>[^()\n]{6,160}?)\s*\(\s*Date\s+of\s+(?:Event|Report)\b", re.IGNORECASE)
_ISSUER = re.compile(
    r"Issuer Name\s+and\s+Ticker or Trading Symbol\s*\n?\s*(?P<value>[^\n\[\t]+?)\s*(?:\[|\n|\t|$)", re.IGNORECASE
)
_FILE_NUMBER = re.compile(r"(?<![\w-])(?P<value>\d{1,3}-\d{4,6}(?:-\d{2})?)(?![\w-])")
_FILE_LABEL = re.compile(
    r"commission\s+file\s+(?:nos?\.?|numbers?)|registration\s+(?:statement\s+)?(?:file\s+)?(?:nos?\.?|numbers?)"
    r"|\bfile\s+nos?\.|\bfile\s+numbers?|\(commission",
    re.IGNORECASE,
)
_REACH = 260
_CIK = re.compile(
    r"\b(?:CIK|Central\s+Index\s+Key)(?:\s+(?:Number|No\.?|Code|#)|\s*\(Filer\s+ID\s+Number\)[^\d\n]{0,80})?\s*[:#]?\s*\(?(?P<value>\d{4,10})\b",
    re.IGNORECASE,
)
_ENDED = re.compile(
    r"(?:^[ \t]*|\bfor\s+(?:the\s+)?)(?:(?:quarterly|fiscal|annual|transition|six[- ]month|"
    r"semi-?annual)\s+)?(?:period|year|quarter)s?\s+end(?:ed|ing)[\s:_.*]*",
    re.IGNORECASE | re.MULTILINE,
)
_REPORTED = re.compile(
    r"(?:date\s+of\s+report(?:ing\s+period|\s*\(date\s+of\s+(?:the\s+)?earliest\s+event\s+reported\))?|"
    r"date\s+of\s+event\s+(?:requiring\s+statement|which\s+requires\s+filing\s+of\s+this\s+statement)|"
    r"date\s+of\s+earliest\s+transaction(?:\s+required\s+to\s+be\s+reported)?|issuer[’']?s?\s+fiscal\s+year\s+ended|"
    r"statement\s+for\s+(?:issuer[’']s\s+)?(?:fiscal\s+year\s+ended\s+)?|period\s+of\s+report)"
    r"(?:\s*\((?:month/day/year|mm/dd/yyyy)\))?[\s:_.*]*",
    re.IGNORECASE,
)
_DATE_CAPTION = re.compile(
    r"date\s+of\s+(?:the\s+)?(?:report|event)\b|earliest\s+event\s+reported|date\s+of\s+event\s+which\s+requires",
    re.IGNORECASE,
)
_FILED = re.compile(
    r"\b(?:as\s+filed\s+with\s+the\s+[\w\s.]{0,60}?commission|filed|filing\s+date|date\s+filed)\s*(?:on\s*)?:?\s*",
    re.IGNORECASE,
)
_CAPTION = re.compile(r"^\W*\(|^\W*$|^[-_=*\s]+$")
_CURRENT_REPORT = re.compile(r"[68]-?K")  # a report of an event: its date is the cover's own


def note_cover(window: Window, month_first: bool | None, sheet: Sheet) -> None:
    """Note what the cover page states."""
    cover = window.head(_COVER_SIZE)
    if not (agency := cover.search(_AGENCY)) and not cover.search(_NAME_CAPTION) and not cover.search(_FILE_LABEL):
        return
    sheet.add_match("regulatory_body", agency)
    note_type(window, cover, sheet)
    lines = cover.lines()
    _note_entity(cover, lines, sheet)
    _note_numbers(cover, sheet)
    _note_dates(cover, lines, month_first, sheet)


def _note_entity(cover: Window, lines: Sequence[Line], sheet: Sheet) -> None:
    for pattern in (_ISSUER, _NAME_LABEL):
        if sheet.has("entity_name") or sheet.add_match("entity_name", cover.search(pattern), "value"):
            return
    for number, line in enumerate(lines):
        if number and _NAME_CAPTION.match(line.text):
            near = _named_by_caption(lines, number)
            if near:
                sheet.add("entity_name", near.start, near.end)
                return
    flat = cover.flat()
    for caption in _CAPTION_IN_LINE.finditer(flat.text):
        if not sheet.has("entity_name") and (name := name_before(flat.text, caption.start())):
            sheet.add("entity_name", *flat.span(*name))


def _named_by_caption(lines: Sequence[Line], number: int) -> Line | None:
    """The line that a caption names: the last above it that is none itself, or the one below a caption like a label."""
    if _STANDS_ABOVE_ITS_NAME.search(lines[number].text):
        return next(iter(lines[number + 1 : number + 2]), None)
    above = [line for line in lines[max(0, number - 4) : number] if not _CAPTION.match(line.text)]
    return above[-1] if above else None


def _note_numbers(cover: Window, sheet: Sheet) -> None:
    sheet.has("cik") or sheet.add_match("cik", cover.search(_CIK), "value")
    if sheet.has("reference_number"):
        return
    for label in cover.finditer(_FILE_LABEL):
        behind = cover.part(label.end(), label.end() + 40).search(_FILE_NUMBER)
        if behind or label.group().startswith("("):
            above = list(cover.part(label.start() - _REACH, label.start()).finditer(_FILE_NUMBER))
            if sheet.add_match("reference_number", behind or (above[-1] if above else None), "value"):
                return


def _note_dates(cover: Window, lines: Sequence[Line], month_first: bool | None, sheet: Sheet) -> None:
    _note_date_behind("filing_date", _FILED, cover, month_first, sheet)
    _note_date_behind("period_of_report", _REPORTED, cover, month_first, sheet)
    _note_date_near_caption(cover, lines, month_first, sheet)
    if sheet.has("period_of_report"):
        return
    if any(_CURRENT_REPORT.match(item.value) for item in sheet.values.get("filing_type", ())):
        any(_note_date_line(line, month_first, sheet) for line in lines)
    else:
        _note_date_behind("period_of_report", _ENDED, cover, month_first, sheet)


def _note_date_behind(
    name: str, pattern: re.Pattern[str], cover: Window, month_first: bool | None, sheet: Sheet
) -> None:
    if not sheet.has(name):
        dates = (_date_at(cover, label.end(), month_first) for label in cover.finditer(pattern))
        if found := next((date for date in dates if date), None):
            sheet.add(name, found.start, found.end, found.value)


def _date_at(cover: Window, start: int, month_first: bool | None) -> DateSpan | None:
    """The date that begins right at an offset."""
    words = str(cover.part(start, start + 60))
    for span in find_dates(words, month_first=month_first):
        if not words[: span.start].strip(" \t\n:_*"):
            return DateSpan(span.value, start + span.start, start + span.end)
    return None


def _note_date_near_caption(cover: Window, lines: Sequence[Line], month_first: bool | None, sheet: Sheet) -> None:
    """A date on the line above its caption, or below it."""
    if sheet.has("period_of_report"):
        return
    for number, line in enumerate(lines):
        if number and _DATE_CAPTION.search(line.text):
            near = (lines[number - 1], lines[min(number + 1, len(lines) - 1)])
            if any(_note_date_line(other, month_first, sheet) for other in near):
                return
    for match in cover.finditer(_DATE_BEFORE_CAPTION):
        for date in find_dates(match["value"], month_first=month_first)[-1:]:
            start = match.start("value")
            sheet.add("period_of_report", start + date.start, start + date.end, date.value)
            return


def _note_date_line(line: Line, month_first: bool | None, sheet: Sheet) -> bool:
    for span in find_dates(line.text, month_first=month_first):
        aside = re.sub(r"\([^)]*\)", "", line.text[span.end :])
        if len(line.text[: span.start] + aside) <= 12:
            return sheet.add("period_of_report", line.start + span.start, line.start + span.end, span.value)
    return False
