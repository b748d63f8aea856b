"""The dates of a contract: of the agreement, of its effect, of the end of its initial term.

Belongs here: which of a contract's dates is which. Does not belong here: how a date is written (`values.dates`), how
long a term is (`term`). A blank such as "____ day of May" gives no date; nothing is computed from a term.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mailroom_dagster.providers.offline.specialists.common import Sheet, Window, squeeze
from mailroom_dagster.providers.offline.specialists.contract.head import TAIL_CHARS, Head
from mailroom_dagster.providers.offline.specialists.labelled import label, labelled
from mailroom_dagster.providers.offline.specialists.prose import Sentence
from mailroom_dagster.values.dates import DateSpan, find_dates

_CUE = re.compile(
    r"(?:dated|made|entered(?: into)?|executed|concluded|signed|effective|date|as of|on|this|the|day|and|is|in)"
    r"(?:[\s,:(]|as of|effective|entered into|made|on|this|the|and|date|of|is|executed|delivered)*$",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"\b(?:to (?:the|that|an?)|that certain|the (?:original|existing|prior)|under the|pursuant to|amend(?:s|ed|ing))\b"
    r"[^.;]{0,80}?\b(?:agreement|contract|lease|plan|indenture|note|letter|amendment|deed)\b[^.;]{0,40}$"
    r"|\bof the (?-i:(?:[A-Z][\w&-]* |and |of ){2,8}(?:Agreement|Contract|Lease))\b[^;]{0,80}$",
    re.IGNORECASE,
)
_MADE = re.compile(r"\b(?:made|entered into|executed)\b(?:[\s,]|and|effective|as of|on|this|the)*$", re.IGNORECASE)
_IN_EFFECT = re.compile(r"\beffective\b[^,;()]{0,24}$", re.IGNORECASE)
_DATED = re.compile(r"\b(?:dated|made|entered into|date:|updated:)(?: as of)?(?: the| this| on)*\W*$", re.IGNORECASE)
_AS_OF = re.compile(r"(?:as of|effective)\W*(?:(?:on|as of|this|the)\W*)*$", re.IGNORECASE)
_BLANK = re.compile(
    r"\b(?:as of|dated|made|this|day of|effective|on|date:?)\W{0,4}(?:the |this |day of |[A-Z][a-z]+ )*"
    r"(?:_{2,}|\[[^\]]{0,40}\]|\{[^}]{0,40}\}|[•●])",
    re.IGNORECASE,
)
_BLANK_LINE = re.compile(
    r"(?:dated?:?|as of|\s)*(?:[A-Z][a-z]+ )?_{2,}[^.]{0,20}(?:,? ?(?:19|20)[\d_]{2})?$", re.IGNORECASE
)
_LINE_CUE = re.compile(r"(?:dated?|made|effective|entered)?(?: as of| of)?(?: the| this)?:?\s*", re.IGNORECASE)
_TITLE_WORD = re.compile(r"\b(?:agreement|contract|lease|amendment)\b", re.IGNORECASE)
_NAMED_EFFECTIVE = re.compile(
    r"[\s,]*\(?[^()“”\"]{0,50}[“\"](?:the )?(?:Effective Date|Commencement Date|Start Date)", re.IGNORECASE
)
_EFFECTIVE_CUE = re.compile(
    r"(?:\beffective(?: date)?(?: is| as of| on| from|:)*|[“\"]effective date[”\"] (?:means|shall mean|is|shall be)"
    r"|\b(?:take effect|become effective|come into (?:force|effect)|commences?|begins?|starts?|in force)(?: on|"
    r" as of| from)*)"
    r"[\s,]*(?:the |this )?$",
    re.IGNORECASE,
)
_ON_SIGNING = re.compile(
    r"(?:take effect|become effective|come into (?:force|effect)|effective)(?: on| as of| upon| from)* "
    r"the date (?:of (?:this|the) agreement|hereof|first (?:above )?written)",
    re.IGNORECASE,
)
_EFFECTIVE_LABEL = label(r"(?:effective|commencement|start) date", anywhere=True)
_DATE_LABEL = label(r"(?:agreement |contract )?dated?")
_EXPIRY_LABEL = label(
    r"(?:expir(?:ation|y)|end|termination) date(?: of (?:the )?(?:initial )?term)?|expires(?: on)?", anywhere=True
)
_EXPIRY_CUE = re.compile(
    r"(?:\bexpir(?:es?|ing|ation)|\bterminat(?:es?|ing)|\bends?\b|\bending|\buntil|\bthrough|\bcontinu(?:es?|ing) to"
    r"|\b(?:expire|terminate|end)\b[^.;]{0,40} on|[“\"](?:expiration|termination|end) date[”\"] (?:means|shall mean|is)"
    r"|\bfrom\b.{6,30}\d{4} (?:to|–|-)|\b(?:expire|terminate|end)s?\b[^.;]{0,120} (?:no event|not?) later than)"
    r"(?: and including| on| at| as of|,|:| the| midnight| close of business| 11:59 ?[ap]\.?m\.?[^,]{0,20}| of"
    r"| date)*\s*$",
    re.IGNORECASE,
)
_NAMED_EXPIRY = re.compile(r"[\s,]*\((?:the )?[“\"](?:Expiration|Termination|Expiry|End) Date[”\"]", re.IGNORECASE)
_TERM = re.compile(r"\b(?:term|agreement|contract|lease|license|initial period)\b", re.IGNORECASE)
_OTHER_PERIOD = re.compile(
    r"\b(?:years?|periods?|quarters?|months?) (?:then )?end(?:ed|ing|s)?\b|\b(?:fiscal|calendar|financial) (?:year"
    r"|quarter)\b"
    r"|\b(?:options?|warrants?|rights?|offer|patent|insurance|lease) [^.;]{0,40}expir\w*|\bprior (?:term|agreement)\b",
    re.IGNORECASE,
)
_SIGNED = re.compile(
    r"(?:^|[\n\t|]|\. )\W*(?:date(?: signed)?:?|(?:signed|executed|dated)(?: (?:at|in|on|this|as of"
    r"|the) ?)*(?:[A-Z]\w+,? )?)"
    r"[\s_:]*$",
    re.IGNORECASE,
)
_COVER_LINES = 60
_OPENING = 4_000
_MAX_LINE = 120


def add_dates(sheet: Sheet, head: Head, prose: Sequence[Sentence], window: Window, month_first: bool | None) -> None:
    """Note the agreement's date and its effective date; `prose` and `window` are those that open the contract."""
    agreed = _agreement_date(head, window, month_first)
    if agreed:
        sheet.add("agreement_date", agreed.start, agreed.end, agreed.value)
    effective = _effective_date(head, month_first)
    if effective is None and agreed and _takes_effect_when_agreed(head, agreed, prose):
        effective = agreed
    if effective:
        sheet.add("effective_date", effective.start, effective.end, effective.value)


def add_expiration(sheet: Sheet, window: Window, month_first: bool | None) -> None:
    """Note the date on which the initial term ends, when the contract states one."""
    if found := _labelled_date(window, _EXPIRY_LABEL, month_first):
        sheet.add("expiration_date", found.start, found.end, found.value)
        return
    flat = window.flat()
    for date in find_dates(flat.text, month_first=month_first):
        before = flat.text[max(0, date.start - 260) : date.start]
        ends = _EXPIRY_CUE.search(before) or _NAMED_EXPIRY.match(flat.text, date.end)
        if ends and _TERM.search(before) and not _OTHER_PERIOD.search(before):
            sheet.add("expiration_date", *flat.span(date.start, date.end), date.value)
            return


def _agreement_date(head: Head, window: Window, month_first: bool | None) -> DateSpan | None:
    if head.preamble:
        low, high = max(0, head.preamble.start - 400), head.preamble.end + 160
        zone = head.flat.text[low:high]
        dates = [date for date in find_dates(zone, month_first=month_first) if _CUE.search(zone, 0, date.start)]
        ends = [0, *(date.end for date in dates)]
        own = [date for date, end in zip(dates, ends, strict=False) if not _OTHER.search(zone[end : date.start])]
        blank = _BLANK.search(zone)
        if own and not (blank and blank.start() < own[0].start):
            agreed = min(
                own,
                key=lambda date: (not _MADE.search(zone, 0, date.start), bool(_IN_EFFECT.search(zone[: date.start]))),
            )
            return _stored(head, agreed, low)
        if blank:
            return None
    if any(_BLANK_LINE.fullmatch(line.text) for line in head.window.lines()[:_COVER_LINES]):
        return None
    return (
        next(_cover_dates(head, month_first), None) or _dated(head, month_first) or _signing_date(window, month_first)
    )


def _cover_dates(head: Head, month_first: bool | None) -> Iterator[DateSpan]:
    """A date on a line of its own, behind a label, or at the end of a line that names the contract."""
    for line in head.window.lines()[:_COVER_LINES]:
        if len(line.text) > _MAX_LINE:
            continue
        for date in find_dates(line.text, month_first=month_first):
            before, after = line.text[: date.start], line.text[date.end :].strip(" .")
            titled = _TITLE_WORD.search(before) and "ource:" not in before and not _OTHER.search(before)
            if not after and (titled or _LINE_CUE.fullmatch(before.strip("*_# "))):
                yield DateSpan(date.value, line.start + date.start, line.start + date.end)
    if found := _labelled_date(head.window, _DATE_LABEL, month_first):
        yield found


def _dated(head: Head, month_first: bool | None) -> DateSpan | None:
    """The first date of the head that the contract is "dated", where the text has no lines."""
    text = head.flat.text[:_OPENING]
    for date in find_dates(text, month_first=month_first):
        before = text[max(0, date.start - 120) : date.start]
        if _DATED.search(before) and not _OTHER.search(before):
            return _stored(head, date, 0)
    return None


def _signing_date(window: Window, month_first: bool | None) -> DateSpan | None:
    """The latest date of the signatures."""
    tail = window.tail(TAIL_CHARS)
    text = str(tail)
    signed = [
        DateSpan(date.value, tail.start + date.start, tail.start + date.end)
        for date in find_dates(text, month_first=month_first)
        if _SIGNED.search(text[max(0, date.start - 60) : date.start])
    ]
    return max(signed, key=lambda date: date.value, default=None)


def _effective_date(head: Head, month_first: bool | None) -> DateSpan | None:
    if found := _labelled_date(head.window, _EFFECTIVE_LABEL, month_first):
        return found
    text = head.flat.text
    for date in find_dates(text, month_first=month_first):
        if _NAMED_EFFECTIVE.match(text, date.end) or _EFFECTIVE_CUE.search(text, max(0, date.start - 60), date.start):
            return _stored(head, date, 0)
    return None


def _takes_effect_when_agreed(head: Head, agreed: DateSpan, prose: Sequence[Sentence]) -> bool:
    """Whether the contract is made "as of" its date, or says that it takes effect on it."""
    before = squeeze(head.window.text[max(0, agreed.start - 40) : agreed.start])
    return bool(_AS_OF.search(before)) or any(_ON_SIGNING.search(sentence.text) for sentence in prose)


def _labelled_date(window: Window, pattern: re.Pattern[str], month_first: bool | None) -> DateSpan | None:
    for match in labelled(window, pattern):
        for date in find_dates(match["value"], month_first=month_first)[:1]:
            start = match.start("value")
            return DateSpan(date.value, start + date.start, start + date.end)
    return None


def _stored(head: Head, date: DateSpan, low: int) -> DateSpan:
    return DateSpan(date.value, *head.flat.span(low + date.start, low + date.end))
