"""The loss: when, how much, what was damaged, under which line of insurance.

Belongs here: labels of claim forms, and the sentences in which letters, mails and calls tell of a loss.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mailroom_dagster.providers.offline.specialists.common import Sheet, Window
from mailroom_dagster.providers.offline.specialists.labelled import cells_below, label, labelled, stacked
from mailroom_dagster.providers.offline.specialists.prose import Sentence
from mailroom_dagster.values.dates import DateSpan, find_dates
from mailroom_dagster.values.money import MoneySpan, find_money, parse_money

_LOSS_DATE = (
    r"(?:date|day) of (?:the )?(?:loss|accident|incident|occurrence|event|injury|theft|damage|death|"
    r"service)(?: and time)?|(?:loss|accident|incident|occurrence|event) date|dol"
)
_LOSS_HEADING = re.compile(_LOSS_DATE, re.IGNORECASE)
_LOSS_DATES = (label(_LOSS_DATE), stacked(_LOSS_DATE))
_FILED_DATES = (
    label(
        r"(?:date (?:of claim|filed|reported|submitted|received|of (?:notice|report))|claim date|(?:report|reported|"
        r"filing|notice) date|reported(?: on)?|filed(?: on)?)"
    ),
)
_HAPPENED = re.compile(
    r"\b(?:accident|collision|incident|crash|loss|stolen|theft|burglar\w*|damage[sd]?|hit|struck|fire|flood(?:ed)?|"
    r"storm|hail|injur\w+|fell|slipped|burst|occurred|happened|rear[- ]ended|bender|vandali[sz]\w+|leak\w*|crashed|"
    r"collided|overturned|tornado|hurricane|windstorm|lightning)\b",
    re.IGNORECASE,
)
_RELATIVE_DAY = re.compile(
    r"\b(?:yesterday|today|this morning|ago|"
    r"(?:last|this|on) (?:night|week|month|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?)\b",
    re.IGNORECASE,
)
_ANYTHING = re.compile(r"\w")
_JUST_BEFORE = re.compile(
    r"\b(?:on|of|dated)\s+(?:\w+day,?\s+)?(?:the\s+(?:evening|morning|night|afternoon)\s+of\s+)?$", re.IGNORECASE
)
_NOT_THE_LOSS = re.compile(
    r"\b(?:policy|effective|expir\w+|report(?:ed)?|filed|purchased|bought|since|call(?:ed)?|spoke|letter|"
    r"issued)\b[^.]{0,25}$",
    re.IGNORECASE,
)
_AMOUNTS = (
    label(
        r"(?:total )?(?:amount (?:of (?:claim|loss)|claimed)|claim(?:ed)? amount|total claim(?:ed)?|claim (?:value|"
        r"total)|loss amount|amount)"
    ),
    label(
        r"(?:grand |net )?total(?: estimated?)?(?: (?:cost|repairs?|repair cost|damages?|loss|estimate|amount|due|"
        r"claim))*|total estimate"
    ),
    label(
        r"(?:estimated?|approximate) (?:(?:repair|total|damage) )*(?:costs?|amount|value|damages?|loss|repairs?)|"
        r"(?:repair|damage) (?:costs?|estimate|amount)"
    ),
    label(r"(?:estimated )?(?:damages?|value|loss|cost|estimate)"),
)
_COSTS = re.compile(
    r"\b(?:cost|repair|estimate|damage|claim|loss|value|worth|bill|invoice|quote|replace|seek|reimburse|pay|total)\w*\b",
    re.IGNORECASE,
)
_CLAIMED = re.compile(r"\bamount claimed\b|\bclaim(?:ed|ing|s)? (?:an? |the )?(?:amount|sum|total) of\b", re.IGNORECASE)
_NOT_CLAIMED = re.compile(
    r"\b(?:deductible|premium|limit|reserve[sd]?|recover(?:y|ed)|per week|salary|amount of policy|sum insured|excess "
    r"of|coverage of)\b",
    re.IGNORECASE,
)
_DESCRIPTION = label(
    r"(?:(?:loss|damage|incident|accident|claim|initial claim) )?description(?: of (?:loss|damage|incident|accident|"
    r"events?))?|cause of loss|nature of (?:injury|loss|damage)"
)
_DAMAGED = re.compile(
    r"\b(?:damage[sd]?|destroyed|stolen|totall?ed|broken|dent\w*|crack\w*|injur\w+|struck|burn\w*)\b", re.IGNORECASE
)
_LINE_LABEL = label(
    r"(?:coverage|claim|policy|loss|insurance) type|type of (?:claim|coverage|policy|loss|insurance)|"
    r"line of business|coverage"
)
_LINES: Sequence[tuple[str, re.Pattern[str]]] = (
    ("workers_comp", re.compile(r"\b(?:workers?['’]?s?['’]? compensation|first report of injury)\b", re.IGNORECASE)),
    ("life", re.compile(r"\blife insurance\b|\bdeath benefit\b|\blife\b(?= (?:claim|policy))", re.IGNORECASE)),
    (
        "health",
        re.compile(
            r"\b(?:health|medical|dental)\b(?= (?:insurance|claim|plan|benefit|expense|treatment|bill))", re.IGNORECASE
        ),
    ),
    ("auto", re.compile(r"\b(?:auto(?:mobile)?|vehicle|motor|car)\b", re.IGNORECASE)),
    (
        "property",
        re.compile(
            r"\b(?:property|homeowners?|home|house|roof|ceiling|basement|apartment|dwelling|fire|hail)\b", re.IGNORECASE
        ),
    ),
    ("liability", re.compile(r"\b(?:general |professional )?liability\b", re.IGNORECASE)),
)
_LONGEST = 900
_HEAD_SIZE = 4_000


def note_loss(window: Window, spoken: Sequence[Sentence], month_first: bool | None, sheet: Sheet) -> None:
    """Note date, amount and description of a single loss."""
    for found in (_labelled_date(window, month_first), _told_date(spoken, month_first)):
        if found and not sheet.has("date_of_loss"):
            sheet.add("date_of_loss", found.start, found.end, found.value)
    _note_filed(window, month_first, sheet)
    if amount := _labelled_amount(window) or _told_amount(spoken):
        sheet.add("claimed_amount", amount.start, amount.end, str(amount.value))
    _note_description(window, spoken, sheet)


def note_line(window: Window, sheet: Sheet) -> None:
    """Note the line of insurance with the words that name it: a label's value, else the line named most often."""
    for match in labelled(window, _LINE_LABEL):
        part = window.part(match.start("value"), match.end("value"))
        if any(sheet.add_match("claim_type", part.search(pattern), value=line) for line, pattern in _LINES):
            return
    head = window.head(_HEAD_SIZE)
    named = {line: list(head.finditer(pattern)) for line, pattern in _LINES}
    line, found = max(named.items(), key=lambda item: len(item[1]))
    if found:
        sheet.add_match("claim_type", found[0], value=line)


def _labelled_date(window: Window, month_first: bool | None) -> DateSpan | None:
    for pattern in _LOSS_DATES:
        for match in labelled(window, pattern):
            if dates := find_dates(match["value"], month_first=month_first):
                return _moved(dates[0], match.start("value"))
    for words, value in cells_below(window.head(_HEAD_SIZE).lines()):
        if _LOSS_HEADING.fullmatch(words.text) and (dates := find_dates(value.text, month_first=month_first)):
            return _moved(dates[0], value.start)
    return None


def _told_date(spoken: Sequence[Sentence], month_first: bool | None) -> DateSpan | None:
    """The first date in a sentence that tells of a loss, one introduced by "on" before others; else the only date."""
    told = list(_told_dates(spoken, month_first, _HAPPENED))
    introduced = [date for date, is_introduced in told if is_introduced]
    if told:
        return introduced[0] if introduced else told[0][0]
    if any(_RELATIVE_DAY.search(sentence.text) for sentence in spoken):
        return None
    anywhere = [date for date, _ in _told_dates(spoken, month_first, _ANYTHING)]
    return anywhere[0] if len({date.value for date in anywhere}) == 1 else None


def _told_dates(
    spoken: Sequence[Sentence], month_first: bool | None, told: re.Pattern[str]
) -> Iterator[tuple[DateSpan, bool]]:
    for sentence in spoken:
        if not told.search(sentence.text) or len(sentence.text) > _LONGEST:
            continue
        for date in find_dates(sentence.text, month_first=month_first):
            before = sentence.text[: date.start]
            if not _NOT_THE_LOSS.search(before):
                start, end = sentence.flat.span(date.start, date.end)
                yield DateSpan(date.value, start, end), bool(_JUST_BEFORE.search(before))


def _note_filed(window: Window, month_first: bool | None, sheet: Sheet) -> None:
    for match in (found for pattern in _FILED_DATES for found in labelled(window, pattern)):
        for date in find_dates(match["value"], month_first=month_first)[:1]:
            placed = _moved(date, match.start("value"))
            sheet.add("date_filed", placed.start, placed.end, placed.value)
            return


def _labelled_amount(window: Window) -> MoneySpan | None:
    for pattern in _AMOUNTS:
        for match in labelled(window, pattern):
            amounts = find_money(match["value"])
            if amounts:
                return MoneySpan(amounts[0].value, *_shifted(amounts[0], match.start("value")))
            if amount := parse_money(match["value"]):
                return MoneySpan(amount, match.start("value"), match.end("value"))
    return None


def _told_amount(spoken: Sequence[Sentence]) -> MoneySpan | None:
    """The first amount of a sentence that tells what is claimed, else of one that tells a cost."""
    for sentence in sorted(spoken, key=lambda sentence: not _CLAIMED.search(sentence.text)):
        if _COSTS.search(sentence.text) and not _NOT_CLAIMED.search(sentence.text) and len(sentence.text) <= _LONGEST:
            for amount in find_money(sentence.text):
                return MoneySpan(amount.value, *sentence.flat.span(amount.start, amount.end))
    return None


def _note_description(window: Window, spoken: Sequence[Sentence], sheet: Sheet) -> None:
    if sheet.add_match("damages_description", next(labelled(window, _DESCRIPTION), None), "value"):
        return
    for sentence in spoken:
        is_told = 40 <= len(sentence.text) <= _LONGEST and not sentence.text.isupper()
        if is_told and _DAMAGED.search(sentence.text):
            sheet.add("damages_description", sentence.start, sentence.end)
            return


def _moved(date: DateSpan, start: int) -> DateSpan:
    return DateSpan(date.value, start + date.start, start + date.end)


def _shifted(amount: MoneySpan, start: int) -> tuple[int, int]:
    return start + amount.start, start + amount.end
