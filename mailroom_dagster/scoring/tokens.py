"""Words as the scorers see them: tokens, what is negated among them, and how much two bags of them share.

Belongs here: comparing bags and sequences of tokens. Numbers keep their value ("100,000" is "100000").
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

_TOKEN = re.compile(r"\d+(?:[.,]\d+)*(?![^\W_])|[^\W_]+(?:['’][^\W\d_]+)?")


def word_set(words: str) -> frozenset[str]:
    """The words of a line."""
    return frozenset(words.split())


NEGATORS = word_set("not no never neither nor without cannot except nothing none")
FUNCTION_WORDS = word_set(
    "the a an of and or for to in on by as is be are was were with its their his her this that such from at it "
    "shall will may any all each which who than then"
)
JURISDICTION_WORDS = word_set("state states law laws commonwealth republic province")


def tokens(text: str) -> list[str]:
    """Lower-case words and numbers, without accents, punctuation and thousands separators."""
    flat = unicodedata.normalize("NFKD", text).casefold()
    flat = "".join(sign for sign in flat if not unicodedata.combining(sign)).replace("’", "'")
    found = []
    for token in _TOKEN.findall(flat):
        if token.endswith("n't"):
            found += ["not"]
        else:
            found.append(_number(token) if token[0].isdigit() else token.replace("'", ""))
    return found


def _number(token: str) -> str:
    """Thousands separators go, a decimal part of zeros goes."""
    plain = re.sub(r",(?=\d{3}(?:\D|$))", "", token)
    return re.sub(r"\.0+$", "", plain)


def negated(words: Sequence[str]) -> set[str]:
    """The words that a negation stands before: in "shall not pay" that is "pay"."""
    found = set()
    for position, word in enumerate(words):
        if word in NEGATORS:
            rest = [item for item in words[position + 1 :] if item not in FUNCTION_WORDS]
            if rest and not (word == "no" and rest[0][0].isdigit()):  # "No. 5" is a number
                found.add(rest[0])
    return found


def contradicts(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether one side denies a word that the other states."""
    return _denies(one, other) or _denies(other, one)


def _denies(one: Sequence[str], other: Sequence[str]) -> bool:
    here, there = negated(one), negated(other)
    stated_here = {word for index, word in enumerate(one) if word in here and not _under_negation(one, index)}
    return bool((here - stated_here - there) & set(other))


def _under_negation(words: Sequence[str], index: int) -> bool:
    before = [word for word in words[:index] if word not in FUNCTION_WORDS]
    return bool(before) and before[-1] in NEGATORS


def overlap_f1(one: Sequence[str], other: Sequence[str]) -> float:
    """F1 over the two multisets of tokens, as SQuAD scores answers; 0..1, symmetric."""
    if not one or not other:
        return float(list(one) == list(other))
    shared = sum((Counter(one) & Counter(other)).values())
    return 2 * shared / (len(one) + len(other))


def content(words: Sequence[str]) -> set[str]:
    """The words that carry the meaning; all of them when nothing else would remain."""
    kept = set(words) - FUNCTION_WORDS
    return (kept - JURISDICTION_WORDS) or kept or set(words)


def coverage(found: Sequence[str], wanted: Sequence[str]) -> float:
    """Share of the wanted content words that were found; 0..1."""
    needed = content(wanted)
    return len(needed & set(found)) / len(needed) if needed else 1.0


def contains_run(words: Sequence[str], run: Sequence[str]) -> bool:
    """Whether `run` stands in `words` word for word."""
    return f" {' '.join(run)} " in f" {' '.join(words)} "
