"""Sentences of legal prose as spans: "1.5 %", "No. 12", "Inc.", "v." and "U.S.C." do not end one."""

from __future__ import annotations

import re


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_ALWAYS = _set(
    "inc corp co ltd llc llp lp plc v vs u.s u.s.c u.s.a c.f.r f.3d f.2d s.ct l.ed fed cir app ct rev stat supp secs "
    "al e.g i.e cf ibid viz approx dept div mr mrs ms dr prof hon sr jr st ave blvd rd ste esq jan feb apr jun jul aug "
    "sept sep oct nov dec mt ft a.m p.m n.a c.j jj cty dist ass'n bros int'l nat'l gov messrs m/s tel ext"
)
_BEFORE_A_NUMBER = _set("no nos nr sec art arts para pp p ch cl ex exs exh fig vol ed eds id rule reg rs")
_CAPITALISED = _set(  # names of states and months that are also words
    "cal tex fla ill mass pa va del ga wash ariz colo conn ind kan ky la md me mich minn miss mo mont neb nev okla or "
    "ore tenn vt wis wyo mar"
)
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n\s*|\f\s*")
_GOES_ON = re.compile(r"[a-z]{2,}[ ,]|[a-z]{2,}\n")
_CLOSES = frozenset(".:;!?…")
_STOP = re.compile(r"(?<![.!?…])[.!?…]++[\"”’')\]]*+(?=\s)")
_NUMBER_AHEAD = re.compile(r"[\d#§]|[A-Z]{1,4}[- ]?\d")  # also "No. CV 12"
_LAST_WORD = re.compile(r"(?:^|[\s(\[\"“])([^\s(\[\"“]*)$")


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Spans [start, end) of the sentences of `text`, in order, without white space at their edges.

    Blank lines and page breaks end a sentence too, unless it plainly goes on behind them. Cost is linear in the text.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for gap in _BLANK_LINE.finditer(text):
        if _GOES_ON.match(text, gap.end()) and text[gap.start() - 1 : gap.start()] not in _CLOSES:
            continue
        _split(text, start, gap.start(), spans)
        start = gap.end()
    _split(text, start, len(text), spans)
    return spans


def sentence_at(text: str, offset: int, *, reach: int = 4000) -> tuple[int, int]:
    """The sentence of `text` that holds `offset`, looked for within `reach` characters on either side."""
    low, high = max(0, offset - reach), min(len(text), offset + reach)
    for start, end in sentence_spans(text[low:high]):
        if low + start <= offset < low + end:
            return low + start, low + end
    return offset, offset


def _split(text: str, start: int, end: int, spans: list[tuple[int, int]]) -> None:
    for stop in _STOP.finditer(text, start, end):
        if _ends(text, start, stop, end):
            _add(text, start, stop.end(), spans)
            start = stop.end()
    _add(text, start, end, spans)


def _ends(text: str, start: int, stop: re.Match[str], end: int) -> bool:
    if text[stop.start()] != "." or stop.group().startswith(".."):
        return True
    following = text[stop.end() : min(end, stop.end() + 12)].lstrip()
    if not following or following[0].islower():
        return not following
    before = _LAST_WORD.search(text[max(start, stop.start() - 30) : stop.start()])
    word = before[1].strip("'’") if before else ""
    return not (_is_abbreviation(word, following) or _numbers_item(word, text, start, stop))


def _is_abbreviation(word: str, following: str) -> bool:
    low = word.casefold()
    if low in _BEFORE_A_NUMBER:
        return bool(_NUMBER_AHEAD.match(following))
    if low in _CAPITALISED:
        return word[0].isupper()
    return low in _ALWAYS or bool(re.fullmatch(r"[A-Z]|(?:[A-Za-z]\.)+[A-Za-z]", word))


def _numbers_item(word: str, text: str, start: int, stop: re.Match[str]) -> bool:
    """Whether the point belongs to a list number or section number at the head ("12. Term")."""
    return bool(re.fullmatch(r"[\d.]+|[IVXLCivxlc]+", word)) and not text[start : stop.start() - len(word)].strip()


def _add(text: str, start: int, end: int, spans: list[tuple[int, int]]) -> None:
    piece = text[start:end]
    kept = piece.strip()
    if kept:
        first = start + len(piece) - len(piece.lstrip())
        spans.append((first, first + len(kept)))
