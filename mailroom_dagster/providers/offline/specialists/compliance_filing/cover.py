"""The cover page of a filing with the Securities and Exchange Commission, and its ownership forms 3, 4 and 5.

Belongs here: what the cover prints above, beside and below its captions in brackets. Does not belong here: the header
of a full submission (`submission`) and the forms of other agencies (`forms`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mailroom_dagster.providers.offline.specialists.common import Line, Sheet, Window
from mailroom_dagster.values.dates import DateSpan, find_dates

_COVER_SIZE = 12_000
_AGENCY = re.compile(r"\bSECURITIES\s+AND\s+EXCHANGE\s+COMMISSION\b", re.IGNORECASE)
_TYPE = (
    r"(?:10-?[KQ](?:SB|405|T)?|8-?K(?:12[BG]\d?)?|6-K|20-F|40-F|11-K|18-K|1-[AKSUZ]|S-(?:1|2|3|4|6|8|11)(?:ASR|MEF|"
    r"D)?|F-(?:1|3|4|6|8|10)"
    r"(?:EF|MEF|ASR)?|N-(?:1A|2|CSR|CEN|PORT|PX|Q|SAR|14|8A)\w*|24F-2(?:NT)?|8-A(?:12[BG])?|10-12[BG]|15-12[BG]|15|"
    r"25(?:-NSE)?|13F(?:-HR|-NT)?|"
    r"SC(?:HEDULE)?\s13[DGE](?:-?\d)?|SC(?:HEDULE)?\s(?:TO|14[ACDF])(?:-\w+)?|DEF[AMR]?\s?14[AC]|PRE[MR]?\s?14[AC]|"
    r"424B\d|144|[345]|ADV|BD|MA|PF|CB|NT\s10-[KQ]|D|C|SD|TA-1|U-1|X-17A-5|ABS-\w+|CORRESP|UPLOAD)(?:/A)?"
)
_DOCUMENT_LINE = re.compile(rf"^[^\S\n]*(?P<type>{_TYPE})\s+\d{{1,2}}\s+\S+\.(?:htm|html|txt|xml)\b", re.MULTILINE)
_FORM_LINE = re.compile(rf"^[^\n]{{0,40}}?\bFORM\s+(?P<type>{_TYPE})(?![\w-])", re.MULTILINE)
_TITLED_LINE = re.compile(rf"^[^\w\n]*Form\s+(?P<type>{_TYPE})[^\w\n]*$", re.MULTILINE)
_SCHEDULE_LINE = re.compile(
    r"^[^\w\n]*(?P<type>SCHEDULE\s+(?:13[DGE](?:-\d)?|14[ACDF]|TO)(?:/A)?)(?![\w-])", re.MULTILINE | re.IGNORECASE
)
_MENTION = re.compile(
    rf"\b(?:[Tt]his|[Oo]ur|[Tt]he)\s+(?:[A-Z]?\w+\s+){{0,5}}(?:[Oo]n\s+)?F(?:orm|ORM)\s+(?P<type>{_TYPE})(?![\w-])"
)
_NAME_CAPTION = re.compile(
    r"^\W*(?:exact\s+name\s+of|name\s+of\s+(?:the\s+)?(?:issuer|registrant|subject\s+company)|"
    r"(?:full\s+)?title\s+of\s+(?:the\s+)?plan)\b",
    re.IGNORECASE,
)
_NAME_LABEL = re.compile(
    r"^[^\w\n]*Name\s+of\s+(?:the\s+)?(?:Issuer|Registrant|Subject\s+Company)\s*:\s*(?P<value>\S[^\n\t]*)",
    re.I | re.MULTILINE,
)
_NAME_BEFORE_CAPTION = re.compile(
    r"(?:[)*:]|_{3,}|-{3,}|\s{2,})\s*(?P<value>[^()*_\n]{2,80}?)\s*\(\s*(?:Name\s+of\s+(?:Issuer|Subject\s+Company)|"
    r"Exact\s+name\s+of)",
    re.I,
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
    r"\b(?:CIK|Central\s+Index\s+Key)(?:\s+(?:Number|No\.?|Code|#))?\s*[:#]?\s*\(?(?P<value>\d{4,10})\b", re.IGNORECASE
)
_ENDED = re.compile(
    r"(?:^[ \t]*|\bfor\s+(?:the\s+)?)(?:(?:quarterly|fiscal|annual|transition|six[- ]month|"
    r"semi-?annual)\s+)?(?:period|year|quarter)s?\s+end(?:ed|ing)[\s:_.*]*",
    re.IGNORECASE | re.MULTILINE,
)
_REPORTED = re.compile(
    r"(?:date\s+of\s+report(?:\s*\(date\s+of\s+(?:the\s+)?earliest\s+event\s+reported\))?|"
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
    _note_type(window, cover, sheet)
    lines = cover.lines()
    _note_entity(cover, lines, sheet)
    _note_numbers(cover, sheet)
    _note_dates(cover, lines, month_first, sheet)


def _note_type(window: Window, cover: Window, sheet: Sheet) -> None:
    if sheet.has("filing_type"):
        return
    for pattern in (_DOCUMENT_LINE, _FORM_LINE, _TITLED_LINE, _SCHEDULE_LINE, _MENTION):
        if sheet.add_match("filing_type", (cover if pattern is not _MENTION else window).search(pattern), "type"):
            return


def _note_entity(cover: Window, lines: Sequence[Line], sheet: Sheet) -> None:
    for pattern in (_ISSUER, _NAME_LABEL):
        if sheet.has("entity_name") or sheet.add_match("entity_name", cover.search(pattern), "value"):
            return
    for number, line in enumerate(lines):
        if number and _NAME_CAPTION.match(line.text):
            above = [other for other in lines[max(0, number - 4) : number] if not _CAPTION.match(other.text)]
            if above:
                sheet.add("entity_name", above[-1].start, above[-1].end)
                return
    sheet.add_match("entity_name", cover.search(_NAME_BEFORE_CAPTION), "value")


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
