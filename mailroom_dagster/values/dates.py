"""Dates as documents write them, found by pattern and read without a clock.

Belongs here: finding and reading complete calendar dates. Nothing is completed from today's date: "2024",
"March 2024", "Q3 2020", "soon" and blanks are not dates. A numeric date such as 03/04/2024 is read only when its
order is certain or the document gives a reason for one. Beside a month's name, days and years may be words ("the
twelfth day of May, two thousand and nineteen"), and l, I and O may stand for the figures they are misread from. Month
names come from dateparser's locale data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from dateparser.data.date_translation_data import de, en, es, fr, it, nl, pt

from mailroom_dagster.values.numbers import YEAR_WORDS, spelled_year
from mailroom_dagster.values.spans import Found, matches_near

DateSpan = Found[str]
"""A date in ISO form with the place of its words."""

_ENGLISH = "january february march april may june july august september october november december"
MONTHS: dict[str, int] = {
    name.casefold(): number
    for locale in (pt, nl, it, es, fr, de, en)  # English last: it wins where languages share a word
    for number, month in enumerate(_ENGLISH.split(), start=1)
    for name in [*locale.info[month], month]
    if len(name) >= 3
}
_ORDINAL_WORDS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third "
    "twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first"
)
_ORDINALS = {word: number for number, word in enumerate(_ORDINAL_WORDS.split(), start=1)}
_MISREAD = str.maketrans("oOlLiI", "001111")
_YEAR = (
    r"(?P<{0}>(?:1[5-9]\d\d|2[01]\d\d)(?![\d_])|(?:2[0o1]|[1li]9)(?:\d[\doli]|[oli]\d)(?!\w)|" + YEAR_WORDS + ")"
)  # fmt: skip
_DAY = r"(?P<{0}>[\doli]?\d|\d[oli])"
_MONTH = r"(?P<{0}>" + "|".join(sorted(map(re.escape, MONTHS), key=len, reverse=True)) + ")"
_ENDING = r"s\s?t|n\s?d|r\s?d|t\s?h"  # a converter may have split it
_DAY_WORD = r"(?P<{0}>" + "|".join(sorted(_ORDINALS, key=len, reverse=True)).replace("-", "[ -]") + ")"
_AGAIN = r"(?:\s?\(\s?[\w-]{1,14}\s?\))?"  # "first (1st)", "12th (twelfth)"
_IN_YEAR = r"(?:(?:(?:of|in)\s+)?(?:the\s+)?year\s+(?:of\s+our\s+lord,?\s+)?|(?:of|del?)\s+|a\.?\s?d\.?,?\s+)?"
_PATTERN = re.compile(
    rf"""(?<![\d\w]) (?:
      (?<![^\s>:])(?P<compact>(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?![^\s<])
    | (?P<iso_y>\d{{4}})(?P<iso_sep>[-/.])(?P<iso_m>\d{{1,2}})(?P=iso_sep)(?P<iso_d>\d{{1,2}})(?!\d|[-/.]\d)
    | (?P<num_a>\d{{1,2}})\s?(?P<num_sep>[-/.])\s?(?P<num_b>\d{{1,2}})\s?(?P=num_sep)\s?
      (?P<num_y>\d{{4}}|\d\d)(?!\d|[-/.]\d)
    | (?: {_DAY.format("dmy_d")} (?:\s?(?:{_ENDING}|er|º|\.))? | {_DAY_WORD.format("dmy_w")} ) {_AGAIN}
      (?:\s*-\s*|\s*(?:day\s+)?(?:(?:of|de)\s+)?)
      {_MONTH.format("dmy_m")} \.? (?:\s*-\s*|\s*[,.]?\s*{_IN_YEAR})
      (?:{_YEAR.format("dmy_y")}|(?<=-)(?P<dmy_yy>\d\d)(?![\d-]))
    | {_MONTH.format("mdy_m")} (?:\s*\.\s*|\s+|\s*-\s*) (?:the\s+)?
      (?: {_DAY.format("mdy_d")} (?:\s?(?:{_ENDING}))? | {_DAY_WORD.format("mdy_w")} ) {_AGAIN}
      (?:\s*[,.]\s*|\s+|\s*-\s*){_IN_YEAR} {_YEAR.format("mdy_y")}
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_ANCHOR = re.compile(
    r"[1lI2][5-9oO01][\doOlI]{2}|\d\s?[-/.]\s?\w{1,3}\s?[-/.]\s?\d\d"
    r"|[Tt]wo[\s-]+[Tt]housand|TWO[\s-]+THOUSAND|[Oo]ne[\s-]+[Tt]housand|ONE[\s-]+THOUSAND"
    r"|(?:[Nn]ine|[Ee]igh)teen|NINETEEN|EIGHTEEN|[Tt]wenty[\s-]+[TtEeFfSsNn]|TWENTY[\s-]+[TEFSN]"
)
_US_MARKS = re.compile(
    r"\b(?:United States|UNITED STATES)\b|\bU\.\s?S\.(?:A\.|C\.)?|\bUSA\b|\b[A-Z]{2},?\s\d{5}(?:-\d{4})?\b|US\$"
    r"|(?i:\b(?:state|commonwealth)\s+of\s+(?:new\s+(?:york|jersey|hampshire|mexico)|north\s|south\s+(?:c|d)|west\s+v|rhode|"
    r"alabama|alaska|arkansas|arizona|california|colorado|connecticut|delaware|florida|hawaii|idaho|illinois|indiana|"
    r"iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|"
    r"nebraska|nevada|ohio|oklahoma|oregon|pennsylvania|tennessee|texas|utah|vermont|virginia|washington|wisconsin|"
    r"wyoming)\b)"
)
_DAY_FIRST_MARKS = re.compile(
    r"\b(?:United Kingdom|UNITED KINGDOM|England|ENGLAND|Australia|AUSTRALIA|Ireland|IRELAND|India|INDIA)\b|\bGmbH\b|"
    r"[£€]"
    r"|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b"
)


def find_dates(text: str, *, month_first: bool | None = None) -> list[DateSpan]:
    """Every complete date of `text`, in order.

    `month_first` says how numeric dates such as 03/04/2024 are to be read (see `reads_month_first`); with None an
    ambiguous one is left out.
    """
    return list(_dates(text, month_first))


def parse_date(words: str, *, month_first: bool | None = None) -> str | None:
    """The one date that `words` state, in ISO form; None when they state none, several, or an ambiguous one."""
    values = {span.value for span in _dates(words, month_first)}
    return values.pop() if len(values) == 1 else None


def reads_month_first(text: str) -> bool | None:
    """Which order this document's numeric dates have, by reasons in it; None when it gives none.

    Unambiguous numeric dates decide when they agree; without any, marks of the United States (postal codes, the
    country's name) against marks of places that write the day first.
    """
    votes = set()
    for match in _matches(text):
        if match["num_a"] and match["num_sep"] != ".":
            first, second = int(match["num_a"]), int(match["num_b"])
            votes |= {True} if second > 12 >= first else {False} if first > 12 >= second else set()
    if votes:
        return votes.pop() if len(votes) == 1 else None
    american, other = bool(_US_MARKS.search(text)), bool(_DAY_FIRST_MARKS.search(text))
    return american if american != other else None


def _dates(text: str, month_first: bool | None) -> Iterator[DateSpan]:
    for match in _matches(text):
        value = _read(match, month_first)
        if value:
            yield DateSpan(value, match.start(), match.end())


def _matches(text: str) -> Iterator[re.Match[str]]:
    """Everything that looks like a date; each contains a year or a short numeric form."""
    return matches_near(_PATTERN, _ANCHOR, text, before=120, after=60)


def _read(match: re.Match[str], month_first: bool | None) -> str | None:
    if digits := match["compact"]:
        return _iso(int(digits[:4]), int(digits[4:6]), int(digits[6:]))
    if match["iso_y"]:
        return _iso(int(match["iso_y"]), int(match["iso_m"]), int(match["iso_d"]))
    if match["num_a"]:
        return _numeric(match, month_first)
    day, month, year = (match["dmy_" + part] or match["mdy_" + part] for part in "dmy")
    named = match["dmy_w"] or match["mdy_w"]
    number = _ORDINALS[re.sub(r"[ -]", "-", named.casefold())] if named else _number(day)
    return _iso(_year(year or match["dmy_yy"]), MONTHS[month.casefold()], number)


def _numeric(match: re.Match[str], month_first: bool | None) -> str | None:
    first, second, year = int(match["num_a"]), int(match["num_b"]), _year(match["num_y"])
    if match["num_sep"] == ".":
        month_first = False  # points are written where the day comes first
    if first == second or second > 12:
        month_first = True
    elif first > 12:
        month_first = False
    if month_first is None:
        return None
    return _iso(year, first, second) if month_first else _iso(year, second, first)


def _year(words: str) -> int:
    if not any(map(str.isdecimal, words)):
        return spelled_year(words)
    year = _number(words)
    if len(words) == 4:
        return year
    return year + (1900 if year >= 69 else 2000)  # the convention of strptime's %y


def _number(figures: str) -> int:
    return int("".join(sign for sign in figures.translate(_MISREAD) if sign.isdecimal()) or 0)


def _iso(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat() if 1500 <= year < 2200 else None
    except ValueError:
        return None
