"""The value of a contract: the total or headline amount that is payable under it.

Belongs here: telling that amount from caps, penalties, insurance sums and par values. Without a sentence that says what
the amount is for, there is no value.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mailroom_dagster.providers.offline.specialists.common import Sheet, Window
from mailroom_dagster.providers.offline.specialists.labelled import label, labelled, stacked
from mailroom_dagster.providers.offline.specialists.prose import Sentence
from mailroom_dagster.values.money import MoneySpan, find_money

_NAMES = r"(?:total )?(?:contract (?:value|price|sum|amount)|purchase price|total (?:fees?|price|amount))"
_LABELS = (label(_NAMES), stacked(_NAMES))
_HEADLINE = re.compile(
    r"\b(?:purchase price|contract (?:price|value|sum)|total (?:price|fees?|amount|consideration|compensation"
    r"|contract|cost)"
    r"|aggregate (?:price|fees?|amount|consideration|purchase)|(?:in )?consideration (?:of|for)|principal (?:sum|"
    r"amount) of|license (?:issue )?fee"
    r"|(?:initial )?franchise fee|sponsorship fee|base salary|annual fee|retainer|compensation|in funding"
    r"|rights fee|upfront"
    r"|up-front|initial fee|development fee|consulting fee|agency fee|pay [^.;]{0,60}\bsum of)\b",
    re.IGNORECASE,
)
_PAYS = re.compile(r"\b(?:pay|pays|paid|payable|provide|contribute|receive|invest|purchase)\b", re.IGNORECASE)
_NOT_VALUE = re.compile(
    r"\b(?:insurance|coverage|liabilit\w*|deductible|per occurrence|par value|exceed|penalt\w+|late|interest"
    r"|liquidated|damages"
    r"|fine|limit\w*|less than|minimum|net worth|bond|per share|in excess|cap\b|tax\w*|indemnif\w+|expenses?|renew\w*"
    r"|terminat\w*|advance|capital|credit\w*|refund\w*|commitment)\b",
    re.IGNORECASE,
)
_ENOUGH = 3


def add_contract_value(sheet: Sheet, prose: Sequence[Sentence], window: Window) -> None:
    """Note the headline amount: the clearest sentence's, the first of equals."""
    for match in (found for pattern in _LABELS for found in labelled(window, pattern)):
        for found in find_money(match["value"])[:1]:
            start = match.start("value")
            sheet.add("contract_value", start + found.start, start + found.end, str(found.value))
            return
    best: tuple[int, Sentence, MoneySpan] | None = None
    for sentence in prose:
        if not _HEADLINE.search(sentence.text):
            continue
        for found in find_money(sentence.text):
            score = _score(sentence.text, found)
            if score >= _ENOUGH and (best is None or score > best[0]):
                best = score, sentence, found
    if best:
        sheet.add("contract_value", *best[1].flat.span(best[2].start, best[2].end), str(best[2].value))


def _score(text: str, found: MoneySpan) -> int:
    before, around = text[max(0, found.start - 120) : found.start], text[max(0, found.start - 160) : found.end + 80]
    score = 3 * bool(_HEADLINE.search(around)) + bool(_PAYS.search(before)) - 4 * bool(_NOT_VALUE.search(around))
    return score if found.value.amount >= 100 else 0
