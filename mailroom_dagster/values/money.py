"""Amounts of money: found by their currency mark, read into Decimal and currency.

Belongs here: finding and reading amounts. An amount without a mark has no currency; a bare "$" is read as USD.
Words and figures of one amount must agree ("fifty thousand dollars ($50,000)"), else it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import NamedTuple

from mailroom_dagster.values.numbers import FIGURES, SPELLED, figures, spelled_number
from mailroom_dagster.values.spans import Found, matches_near


class Money(NamedTuple):
    """An amount and its ISO 4217 currency; None when the words name no currency."""

    amount: Decimal
    currency: str | None

    def __str__(self) -> str:
        """The canonical form: `USD 1250.00`, `1250.00` without a currency."""
        places = max(2, -int(self.amount.normalize().as_tuple().exponent))
        return f"{self.currency or ''} {self.amount:.{places}f}".strip()


MoneySpan = Found[Money]
"""An amount with the place of its words."""

_CODES = "USD|EUR|GBP|CHF|JPY|CNY|CAD|AUD|NZD|HKD|SGD|INR|KRW|SEK|NOK|DKK|PLN|CZK|ZAR|BRL|MXN|ILS|AED|RUB|TRY|THB"
_SYMBOLS = {
    "US$": "USD", "U.S.$": "USD", "U.S. $": "USD", "US $": "USD", "C$": "CAD", "CA$": "CAD", "CAN$": "CAD",
    "CDN$": "CAD", "A$": "AUD", "AU$": "AUD", "NZ$": "NZD", "HK$": "HKD", "S$": "SGD", "$": "USD", "£": "GBP",
    "€": "EUR",
    "¥": "JPY", "₹": "INR", "₩": "KRW", "Rs.": "INR", "Rs": "INR", "RMB": "CNY",
}  # fmt: skip
_NOUNS = {
    r"(?:U\.?\s?S\.?|United\s+States|American)\s+dollars?": "USD", r"Canadian\s+dollars?": "CAD",
    r"Australian\s+dollars?": "AUD", r"Hong\s+Kong\s+dollars?": "HKD", r"Singapore\s+dollars?": "SGD",
    r"dollars?": "USD", r"euros?": "EUR", r"pounds?\s+sterling": "GBP", r"Swiss\s+francs?": "CHF",
    r"(?:Japanese\s+)?yen": "JPY", r"(?:Indian\s+)?rupees?": "INR", r"(?:Chinese\s+)?(?:yuan|renminbi)": "CNY",
}  # fmt: skip
_SCALES = {
    "lakh": 5, "lakhs": 5, "lac": 5, "lacs": 5, "crore": 7, "crores": 7, "cr": 7,
    "k": 3, "thousand": 3, "m": 6, "mm": 6, "mn": 6, "mio": 6, "million": 6, "millions": 6,
    "bn": 9, "b": 9, "mrd": 9, "billion": 9, "billions": 9, "trillion": 12,
}  # fmt: skip
_BY_SYMBOL = {mark.casefold(): code for mark, code in _SYMBOLS.items()}
_CONTINENTAL = {"EUR", "CHF", "SEK", "NOK", "DKK", "PLN", "CZK", "BRL", "TRY", "RUB"}

_SYMBOL = "|".join(re.escape(mark) for mark in sorted(_SYMBOLS, key=len, reverse=True))
_NOUN = "|".join(f"(?:{noun})" for noun in sorted(_NOUNS, key=len, reverse=True))
_SCALE = "|".join(sorted(_SCALES, key=len, reverse=True))


def _amount_pattern(suffix: str = "") -> str:
    return rf"(?P<figures{suffix}>{FIGURES}|(?<!\d)\.\d{{1,3}}(?![\d.]))(?:\s?(?P<scale{suffix}>{_SCALE})\b\.?)?"


_NO_RANGE = rf"(?!\s?[-–—]\s?(?:{_SYMBOL})?\s?\d)"  # "$5-10 million" is not five dollars
_RANGE = re.compile(rf"\d\s?[-–—]\s?(?:{_SYMBOL})\s?\d")
_MARKED = re.compile(
    rf"""(?P<negative>(?<!\S)[-−–])?(?P<open>\()?(?<![\w])(?:
      (?:(?P<symbol>{_SYMBOL})|(?P<code>\b(?:{_CODES})(?![A-Za-z]))\s?(?:{_SYMBOL})?)\s?
      (?P<minus>[-−]\s?|\()?{_amount_pattern()}{_NO_RANGE}
      (?:\s+(?P<trailing>{_CODES}|{_NOUN})\b)?
    | {_amount_pattern("_b")}\s?(?P<after>(?:{_CODES}|{_NOUN})\b|[€£])
    | (?P<spelled>{SPELLED})\s+(?:and\s+(?:no|\d+)/100\s+)?(?P<noun>{_NOUN})\b
    | (?P<first>(?<!\w)rupees)\s+(?P<counted>{SPELLED})
    )(?P<close>(?<=\d)\))?""",
    re.IGNORECASE | re.VERBOSE,
)
_NOUN_STEMS = ("dollar", "euro", "sterling", "franc", "yen", "rupee", "yuan", "renminbi")
_ANCHOR = re.compile(  # without IGNORECASE, which would make it dear
    f"[{''.join(mark for mark in _SYMBOLS if len(mark) == 1)}]|{_CODES}|RMB|R[sS]\\b"
    f"|{'|'.join(form for stem in _NOUN_STEMS for form in (stem, stem.title(), stem.upper()))}"
)
_BARE = re.compile(rf"(?P<open>\()?(?P<minus>[-−])?\s?{_amount_pattern()}(?P<close>\))?", re.IGNORECASE)


def find_money(text: str) -> list[MoneySpan]:
    """Every amount of `text` that carries a currency mark, in order."""
    return list(_amounts(matches_near(_MARKED, _ANCHOR, text, before=160, after=60)))


def parse_money(words: str) -> Money | None:
    """The one amount that `words` state; None when they state none, or several that differ.

    Without a currency mark the whole of `words` must be the number.
    """
    if _RANGE.search(words):
        return None
    found = {span.value for span in _amounts(_MARKED.finditer(words))}
    if len(found) == 1:
        return found.pop()
    bare = _BARE.fullmatch(words.strip())
    if found or bare is None:
        return None
    amount = _scaled(bare["figures"], bare["scale"], None)
    negative = bool(bare["minus"]) or bool(bare["open"] and bare["close"])
    return None if amount is None else Money(-amount if negative else amount, None)


def _amounts(matches: Iterable[re.Match[str]]) -> Iterator[MoneySpan]:
    for match in matches:
        currency = _currency(match)
        amount = _amount(match, currency)
        if amount is not None:
            start, end = _edges(match)
            yield MoneySpan(Money(amount, currency), start, end)


def _edges(match: re.Match[str]) -> tuple[int, int]:
    """The span without a bracket that only stands around the amount on one side."""
    paired = bool(match["open"]) == bool(match["close"]) or match["minus"] == "("
    start = match.start() if paired or not match["open"] else match.end("open")
    end = match.end() if paired or not match["close"] else match.start("close")
    return start, end


def _currency(match: re.Match[str]) -> str | None:
    mark = match["trailing"] or match["after"] or match["noun"] or match["first"]
    if mark and (named := _named(mark)) and not (match["symbol"] and match["symbol"] != "$"):
        return named
    if match["symbol"]:
        return _BY_SYMBOL[match["symbol"].casefold()]
    return match["code"].upper() if match["code"] else None


def _named(mark: str) -> str | None:
    if mark.upper() in _CODES.split("|"):
        return mark.upper()
    if mark in _SYMBOLS:
        return _SYMBOLS[mark]
    return next((code for noun, code in _NOUNS.items() if re.fullmatch(noun, mark, re.IGNORECASE)), None)


def _amount(match: re.Match[str], currency: str | None) -> Decimal | None:
    if spelled := match["spelled"] or match["counted"]:
        number = spelled_number(spelled)
        return None if number is None else Decimal(number)
    words, scale = match["figures"] or match["figures_b"], match["scale"] or match["scale_b"]
    amount = _scaled(words, scale, currency)
    negative = match["minus"] or match["negative"] or (match["open"] and match["close"] and _is_loss(match))
    return -amount if amount is not None and negative else amount


def _is_loss(match: re.Match[str]) -> bool:
    """A bracket of its own means a negative amount; after the same amount in words it only repeats it."""
    before = match.string[max(0, match.start() - 40) : match.start()].rstrip()
    return not re.search(rf"(?:{_NOUN}|{SPELLED}|/100)$", before, re.IGNORECASE)


def _scaled(words: str, scale: str | None, currency: str | None) -> Decimal | None:
    amount = figures(words, comma_decimal=currency in _CONTINENTAL)
    if amount is None or (scale and scale.casefold() == "cr" and currency != "INR"):  # a credit
        return amount
    return amount.scaleb(_SCALES[scale.casefold()]) if scale else amount
