"""Numbers as documents write them: figures with either separator, and spelled-out English.

Belongs here: words to Decimal or int. Does not belong here: what the number counts (`money`, `durations`).
"""

from __future__ import annotations

import re
from decimal import Decimal

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_SCALES = {
    "thousand": 10**3, "lakh": 10**5, "lakhs": 10**5, "lac": 10**5, "lacs": 10**5, "million": 10**6,
    "crore": 10**7, "crores": 10**7, "billion": 10**9, "trillion": 10**12,
}  # fmt: skip
_VALUES = {word: number for number, word in enumerate(_SMALL.split())} | {
    word: 10 * number for number, word in enumerate(_TENS.split(), start=2)
}
_WORD = "|".join(sorted([*_VALUES, *_SCALES, "hundred"], key=len, reverse=True))

SPELLED = rf"\b(?:(?:{_WORD})\b(?:[\s-]+(?:and\s+)?(?:{_WORD})\b)*)"
"""A pattern (case to be ignored) for a spelled-out number."""

_LAST_TWO = (
    rf"(?:(?:{'|'.join(_TENS.split())})(?:[\s-]+(?:{'|'.join(_SMALL.split()[1:10])}))?|{'|'.join(_SMALL.split()[10:])})"
)
_LAST = rf"(?:{_LAST_TWO}|{'|'.join(_SMALL.split()[1:10])})"
YEAR_WORDS = (
    rf"(?:(?:two[\s-]+thousand|(?:one[\s-]+thousand,?[\s-]+(?:eight|nine)|eighteen|nineteen)[\s-]+hundred)"
    rf"(?:,?[\s-]+(?:and[\s-]+)?{_LAST}|(?=\s*[.,;:)\]\"”(]))|(?:eighteen|nineteen|twenty)[\s-]+{_LAST_TWO})\b"
)
"""A pattern (case to be ignored) for a year in words: "two thousand and nineteen", "nineteen eighty-four"."""

FIGURES = (
    r"(?:\d{1,3}(?:[,.'’\u0020\u00a0\u202f]\d{3}\b)+(?:[.,]\d{1,4}\b)?|\d{1,2}(?:,\d\d)+,\d{3}(?:\.\d+)?"
    r"|\d+(?:[.,]\d+)?)(?![.,]?\d)"
)
"""A pattern for a number in figures, grouped or not."""


def spelled_number(words: str) -> int | None:
    """The value of a spelled-out English number ("one hundred and fifty thousand"); None when it is not one."""
    total = group = 0
    parts = [part for part in re.split(r"[\s-]+", words.casefold().strip()) if part != "and"]
    for part in parts:
        if part in _VALUES:
            group += _VALUES[part]
        elif part == "hundred":
            group = (group or 1) * 100
        elif part in _SCALES:
            total += (group or 1) * _SCALES[part]
            group = 0
        else:
            return None
    return total + group if parts else None


def spelled_year(words: str) -> int:
    """The year that words of the form `YEAR_WORDS` name."""
    number = spelled_number(words.replace(",", " ")) or 0
    century, _, rest = re.sub(r"[\s-]+", " ", words.casefold()).partition(" ")
    return number if number >= 1000 else 100 * _VALUES[century] + (spelled_number(rest) or 0)


def figures(words: str, *, comma_decimal: bool = False) -> Decimal | None:
    """The value of a number in figures.

    Two kinds of separator: the last one is the decimal sign. One separator before exactly three digits groups
    thousands, except a point in a number written the English way; `comma_decimal` says it is written the
    continental way.
    """
    digits = re.sub(r"[\s'’]", "", words)
    point, comma = digits.rfind("."), digits.rfind(",")
    if point >= 0 and comma >= 0:
        decimal = max(point, comma)
    elif max(point, comma) >= 0:
        decimal = max(point, comma) if _is_decimal(digits, max(point, comma), comma_decimal) else len(digits)
    else:
        decimal = len(digits)
    whole = re.sub(r"[.,]", "", digits[:decimal]) or "0"
    fraction = re.sub(r"[.,]", "", digits[decimal + 1 :])
    if not whole.isdigit() or (fraction and not fraction.isdigit()):
        return None
    return Decimal(f"{whole}.{fraction or 0}")


def _is_decimal(digits: str, position: int, comma_decimal: bool) -> bool:
    sign = digits[position]
    if digits.count(sign) > 1:
        return len(digits) - position - 1 < 3  # "250,000,00"
    if len(digits) - position - 1 != 3 or position > 3 or digits.startswith("0"):
        return True
    return sign == "." and not comma_decimal
