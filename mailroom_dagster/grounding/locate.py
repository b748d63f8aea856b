"""From a quote to its place in the stored text: exact, then normalised, then fuzzy.

Belongs here: finding a span. A fuzzy place must keep every number and every negation of the quote, and may differ only
as misread or differently printed words do; a page break with its running lines may stand inside. Cost is linear in the
window.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from rapidfuzz import fuzz
from rapidfuzz.distance import Indel, Opcodes

from mailroom_dagster.grounding.words import NEGATIONS, without_running_lines, words_of
from mailroom_dagster.reading.model import DocumentText

FUZZY_SCORE = 88.0  # rapidfuzz ratio, 0..100, under which nothing is taken for the quote
PART_SCORE = 75.0  # the same for the first and the last part of it
WORD_LIKENESS = 0.6  # Indel similarity of two words that may be one word misread
MOST_CANDIDATES = 5
LONGEST_INSERT = 200  # characters of running lines around a page break inside a quote
LONGEST_QUOTE = 20_000


class Span(NamedTuple):
    """`text[start:end]` of the stored text."""

    start: int
    end: int


def ground(document: DocumentText, quote: str, hint: int | None, window: tuple[int, int]) -> Span | None:
    """The span of `quote` within [window), the one nearest to `hint` where it stands several times; None without one.

    `hint` is an offset that the quote's giver claims; it is never trusted alone.
    """
    quote = quote.strip()
    if not any(sign.isalnum() for sign in quote) or len(quote) > LONGEST_QUOTE:
        return None
    text, (low, high) = document.text, window
    near = low if hint is None else hint
    hinted = Span(near, near + len(quote))
    if low <= near and hinted.end <= high and text.startswith(quote, near) and _on_word_borders(text, *hinted):
        return hinted
    return (
        _nearest(_exact(text, quote, low, high), near)
        or _nearest(_normalised(text, quote, low, high), near)
        or _fuzzy(text, quote, low, high)
    )


def _nearest(spans: Iterator[Span], near: int) -> Span | None:
    return min(spans, key=lambda span: abs(span.start - near), default=None)


def _exact(text: str, quote: str, low: int, high: int) -> Iterator[Span]:
    at = text.find(quote, low, high)
    while at >= 0:
        if _on_word_borders(text, at, at + len(quote)):
            yield Span(at, at + len(quote))
        at = text.find(quote, at + 1, high)


def _on_word_borders(text: str, start: int, end: int) -> bool:
    """Whether the span does not cut a word or number in two."""
    before = start > 0 and text[start - 1].isalnum() and text[start].isalnum()
    after = end < len(text) and text[end].isalnum() and text[end - 1].isalnum()
    return not before and not after


def _normalised(text: str, quote: str, low: int, high: int) -> Iterator[Span]:
    """Matches that differ in case, white space, line breaks, quotation marks, dashes and other punctuation."""
    parts = re.findall(r"[^\W_]+", quote)
    pattern = re.compile(r"(?<!\w)" + r"[\W_]{1,40}".join(parts) + r"(?!\w)", re.IGNORECASE)
    for match in pattern.finditer(text, low, high):
        yield Span(match.start(), match.end())


def _fuzzy(text: str, quote: str, low: int, high: int) -> Span | None:
    best: tuple[float, Span] | None = None
    for start in _candidates(text, quote, low, high):
        reach = len(quote) // 4 + 40
        begin, end = max(low, start - reach), min(high, start + len(quote) + reach + LONGEST_INSERT)
        span = _ends_of(text, quote, begin, end)
        score = _same_words(quote, text[span.start : span.end]) if span else 0.0
        if span and score >= FUZZY_SCORE and (best is None or score > best[0]):
            best = score, span
    return best[1] if best else None


def _ends_of(text: str, quote: str, begin: int, end: int) -> Span | None:
    """Where the first and the last part of the quote stand in [begin, end); something may stand between them."""
    size = min(64, max(16, len(quote) // 3))
    head = fuzz.partial_ratio_alignment(quote[:size], text[begin:end], score_cutoff=PART_SCORE)
    tail = fuzz.partial_ratio_alignment(quote[-size:], text[begin:end], score_cutoff=PART_SCORE)
    if head is None or tail is None or head.dest_start >= tail.dest_end:
        return None
    return _word_span(text, begin + head.dest_start, begin + tail.dest_end, begin, end)


def _candidates(text: str, quote: str, low: int, high: int) -> list[int]:
    """Places where the quote may start, by votes of its longest words."""
    words = sorted({word.text: word for word in words_of(quote)}.values(), key=lambda word: -len(word.text))[:8]
    bucket = max(64, len(quote) // 4)
    votes: Counter[int] = Counter()
    for word in words:
        pattern = re.compile(rf"(?<!\w){re.escape(word.text)}(?!\w)", re.IGNORECASE)
        votes.update({(match.start() - word.start) // bucket for match in pattern.finditer(text, low, high)})
    return [place * bucket for place, _ in votes.most_common(MOST_CANDIDATES)]


def _word_span(text: str, start: int, end: int, low: int, high: int) -> Span:
    """The span widened to whole words and freed of white space at its edges."""
    while start > low and text[start - 1].isalnum() and text[start : start + 1].isalnum():
        start -= 1
    while end < high and text[end].isalnum() and text[end - 1 : end].isalnum():
        end += 1
    piece = text[start:end]
    kept = piece.strip()
    first = start + piece.find(kept) if kept else start
    return Span(first, first + len(kept))


def _same_words(quote: str, found: str) -> float:
    """How alike two passages are, 0..100; 0 when they differ by more than print or reading errors."""
    a = [word.text for word in words_of(quote)]
    b = [word.text for word in words_of(without_running_lines(found))]
    if _weighty(a) != _weighty(b) or not _only_misread(a, b, Indel.opcodes(a, b)):
        return 0.0
    return fuzz.ratio(" ".join(a), " ".join(b))


def _weighty(words: list[str]) -> list[str]:
    """The words that carry the meaning whatever else is misread: numbers and negations, in order."""
    return [word for word in words if word in NEGATIONS or any(sign.isdigit() for sign in word)]


def _only_misread(a: list[str], b: list[str], operations: Opcodes) -> bool:
    """Whether every stretch of differing words is one stretch misread: alike, letter by letter."""
    left: list[str] = []
    right: list[str] = []
    for operation in operations:
        if operation.tag != "equal":
            left += a[operation.src_start : operation.src_end]
            right += b[operation.dest_start : operation.dest_end]
            continue
        if not _alike(left, right):
            return False
        left, right = [], []
    return _alike(left, right)


def _alike(left: list[str], right: list[str]) -> bool:
    if not left and not right:
        return True
    return Indel.normalized_similarity("".join(left), "".join(right)) >= WORD_LIKENESS
