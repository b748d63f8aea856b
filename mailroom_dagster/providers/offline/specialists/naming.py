"""Reading a name that begins at a known place: companies, institutions, people, in any letter case.

Belongs here: where a name ends. Does not belong here: which name is a party or an entity (the specialists decide) or
how names are compared (`mailroom_dagster.values.names`). Text has single blanks (`common.Flat`).
"""

from __future__ import annotations

import re

from mailroom_dagster.providers.offline.specialists.common import word_set

_TOKEN = re.compile(r"[^\s,;:()\"“”\[\]{}<>|]+|\S")
_HARD_FORMS = word_set(
    "inc incorporated llc llp lllp lp ltd limited plc pllc gmbh ag nv bv cv sa sas srl sarl spa kg kgaa kk oy oyj ab "
    "asa aps as pc na pty pte bhd sdn ulc sl lda ltda"
)
_SMALL_FORMS = word_set("plc llp llc ltd ltd. inc inc. gmbh")  # as some write them
_SOFT_FORMS = word_set(
    "company corporation corp co association foundation bank trust university partnership partners group holdings "
    "institute society council authority commission fund college hospital agency department ministry center centre "
    "enterprises industries international systems technologies cooperative consortium federation laboratories "
    "pharmaceuticals services solutions"
)
_LINKS = word_set("of the for de del della di do da des du la le los y e et van von der den und & +")
_NOT_IN_NAMES = word_set(
    "and or by with whereas recitals recital witnesseth background between among a an is are as was this that these "
    "which who whose each both either having located to from on at in if it its be will shall may hereby herein "
    "hereinafter hereafter collectively individually together dated effective page exhibit schedule appendix annex "
    "article section now agreement not acting through under regarding concerning re "
    "such any all no subject when where while than dear"
)
_ABBREVIATIONS = word_set("st dr mr mrs ms jr sr bros mfg intl dept assn hon prof messrs mt ft no esq rev")
_LETTERED = re.compile(r"(?:\w\.){2,}\w?|\w\.")
_PAREN = re.compile(r"\(((?:[A-Z][\w.]*)(?: [A-Z][\w.]*)?)\) ?(?=[A-Z])")
_TRADING_AS = re.compile(r",? (?:d/b/a|dba|D/B/A|doing business as) (?=[A-Z])")
_LIST_OF_NAMES = re.compile(  # a firm of partners
    r", (?:[A-Z][\w'’-]{2,}, ){0,2}[A-Z][\w'’-]{2,},? (?:&|and) (?=[A-Z][\w'’-]+,? (?:LLP|L\.L\.P|LLC|P\.?C\b|PLLC"
    r"|L\.?P\b|Inc|Ltd|Co))"
)
_OF_PLACE = re.compile(r",? of (?!(?:the|The) )(?=[A-Z][a-z])")
_CODED = re.compile(r"[a-z]+-?\d+|\d+[a-z]{2}")
_AND_IN_NAME = re.compile(
    r"(?:and|AND) (?=(?:Trust|Loan|Sons|Company|Co|Associates|Partners|Brothers)\b)", re.IGNORECASE
)
_FORM_TAIL = re.compile(r",? de (?:C\.? ?V\.?|R\.? ?L\.?)(?: de C\.? ?V\.?)?(?!\w)")
_ROMAN = ("I", "II", "III", "IV", "V", "VI")
_COMMA = re.compile(r",? ?")
_NUMBERED_COMPANY = re.compile(  # "9188-2214 Québec Inc.", as Canada calls companies without a name
    r"\d{4,8}(?:-\d{4})? (?=(?:Canada|Ontario|Qu[eé]bec|Alberta|B\.?C\b|British Columbia|Manitoba|Saskatchewan|"
    r"Nova Scotia|New Brunswick)\b)",
    re.IGNORECASE,
)
_SERIES = re.compile(r"\d[\d-]{0,8}")
_CAPITAL_WORD = re.compile(r"(?<!\S)(?=[A-Z])")
_MAX_TOKENS = 14
_MAX_CHARS = 120


def read_name(text: str, start: int, end: int | None = None) -> tuple[int, int] | None:
    """The span of the name that begins at `start` (an article before it is left out), or None when no name does."""
    end = len(text) if end is None else end
    if text[start : start + 4] in ("the ", "THE "):
        start += 4
    numbered = _NUMBERED_COMPANY.match(text, start)
    name_end, position = start, numbered.end() if numbered else start
    for _ in range(_MAX_TOKENS):
        token = _TOKEN.match(text, position)
        if token is None or token.end() > end:
            break
        taken = _take(text, token, name_end > start)
        if taken is None:
            break
        name_end, position = taken[0] or name_end, taken[1]
        if position < 0:
            break
    return _trimmed(text, start, name_end)


def name_before(text: str, end: int, low: int = 0) -> tuple[int, int] | None:
    """The span of the longest name that ends right before `end` and begins at or behind `low`, not far before."""
    low = max(low, end - _MAX_CHARS)
    for word in _CAPITAL_WORD.finditer(text, low, end):
        name = read_name(text, word.start(), end)
        if name and not text[name[1] : end].strip(" ,:\n"):
            return name
    return None


def is_hard_form(word: str) -> bool:
    """Whether a word is a legal form that ends a company's name ("Inc.", "GmbH")."""
    return (word[:1].isupper() or word in _SMALL_FORMS) and _plain(word) in _HARD_FORMS


def has_form(name: str) -> bool:
    """Whether a name holds a legal form or a noun that only organisations have ("Foundation")."""
    return any(is_hard_form(word) or _plain(word) in _SOFT_FORMS for word in re.split(r"[ ,]+", name))


def _take(text: str, token: re.Match[str], begun: bool) -> tuple[int | None, int] | None:
    """Take one token: (the name's new end or None to leave it, where the next token is, -1 for nowhere).

    None when the token is not part of the name.
    """
    word, behind = token.group(), _after(text, token.end())
    if not begun:
        opens = _is_capital(word) or (_CODED.fullmatch(word) and _leads_to_capital(text, behind))
        return (token.end(), behind) if opens and word.rstrip(".") not in _ROMAN else None
    if word == ",":
        return _take_behind_comma(text, token, behind)
    if word == "(":
        paren = _PAREN.match(text, token.start())
        return (paren.end(1) + 1, paren.end()) if paren else None
    if is_hard_form(word):
        tail = _FORM_TAIL.match(text, token.end())
        end = tail.end() if tail else token.end()
        return end, _behind_form(text, end)
    if joined := _AND_IN_NAME.match(text, token.start()):
        return None, joined.end()
    if trading := _TRADING_AS.match(text, token.start() - 1):
        return None, trading.end()
    if _is_link(word):
        return (None, behind) if _leads_to_capital(text, behind) else None
    if not (_is_capital(word) or _SERIES.fullmatch(word)) or text[token.end() : token.end() + 1] == ":":
        return None
    return token.end(), -1 if _ends_sentence(word) else behind


def _leads_to_capital(text: str, position: int) -> bool:
    following = _TOKEN.match(text, position)
    if following and _is_link(following.group()):
        following = _TOKEN.match(text, _after(text, following.end()))
    return following is not None and _is_capital(following.group())


def _take_behind_comma(text: str, comma: re.Match[str], behind: int) -> tuple[int | None, int] | None:
    following = _TOKEN.match(text, behind)
    if following and is_hard_form(following.group()):
        return None, behind
    listed = _LIST_OF_NAMES.match(text, comma.start())
    return (None, listed.end()) if listed else None


def _behind_form(text: str, position: int) -> int:
    """Behind a legal form a name goes on only with another form, a place, or the name it trades under; else -1."""
    comma = _COMMA.match(text, position)
    start = comma.end() if comma else position
    token = _TOKEN.match(text, start)
    if token and is_hard_form(token.group()):
        return start
    match = _OF_PLACE.match(text, position) or _TRADING_AS.match(text, position)
    return match.end() if match else -1


def _is_capital(word: str) -> bool:
    if _plain(word) in _NOT_IN_NAMES and not _LETTERED.fullmatch(word):
        return False
    return "_" not in word and any(sign.isupper() for sign in word)


def _is_link(word: str) -> bool:
    return word.casefold() in _LINKS


def _ends_sentence(word: str) -> bool:
    if not word.endswith(".") or _LETTERED.fullmatch(word):
        return False
    return _plain(word) not in _ABBREVIATIONS and _plain(word) not in _SOFT_FORMS


def _is_whole_noun(word: str) -> bool:
    """Whether a point behind the word ends a sentence: "Company." does, "Co." and "Corp." do not."""
    return word.endswith(".") and len(word) > 6 and _plain(word) in _SOFT_FORMS


def _plain(word: str) -> str:
    return re.sub(r"[^\w&+/]", "", word).casefold()


def _after(text: str, position: int) -> int:
    return position + 1 if text[position : position + 1] == " " else position


def _trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    name = text[start:end].rstrip(" ,;:-–—&")
    last = name.rsplit(" ", 1)[-1]
    if (_ends_sentence(last) and not is_hard_form(last)) or _is_whole_noun(last):
        name = name[:-1]
    if not any(sign.isupper() for sign in name):
        return None
    return start, start + len(name)
