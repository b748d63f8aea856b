"""The organisation whose record it is.

Belongs here: the places in minutes, charters, bylaws and consents that name it, and which of them is trusted most.
Placeholders such as "[Full legal name]" name nobody.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from mailroom_dagster.providers.offline.specialists.common import Flat, Sheet, Window, word_set
from mailroom_dagster.providers.offline.specialists.labelled import is_blank, label, labelled
from mailroom_dagster.providers.offline.specialists.naming import has_form, read_name

_HEAD_CHARS = 12_000
_BODIES = (
    r"(?:(?:governing |executive |advisory )?board(?: of (?:directors|trustees|governors|managers))?|directors"
    r"|trustees|share"
    r"holders|stockholders|members(?:hip)?|managers|(?:sole )?incorporator|(?:[a-z]+ )?committee|(?:[a-z]+ )?council)"
)
_BODY = re.compile(rf"(?:the )?{_BODIES}(?: meeting)?", re.IGNORECASE)
_BODY_LEADS = re.compile(rf"(?:of )?(?:the )?{_BODIES} of\b", re.IGNORECASE)
_BODY_OF = re.compile(rf"\b{_BODIES}(?: and [a-z ]{{3,40}})? of (?:the )?", re.IGNORECASE)
_MEETING = re.compile(r"\b(?:meeting|minutes|consent|resolutions?|undersigned|being all|action|held)\b", re.IGNORECASE)
_RECORD_OF = re.compile(
    r"\b(?:by-?laws|charter|constitution|certificate of (?:incorporation|formation|amendment|organization)"
    r"|articles of \w+"
    r"|memorandum of association|minutes|resolutions?|operating agreement|code of conduct|policies)\s(?:of"
    r"|for)\s(?:the\s)?",
    re.IGNORECASE,
)
_NAME_IS = re.compile(
    r"\bname of (?:the|this) (?:corporation|company|foundation|organi[sz]ation|association|entity|society"
    r"|limited liability"
    r" company)(?: \([^)]{0,60}\))? (?:is|shall be)[:,]? [“\"]?(?:the )?(?=[A-Z])",
    re.IGNORECASE,
)
_FORMED = re.compile(
    r"(?: \([^)]{0,40}\))?,? an? (?:[A-Z][\w ]{2,30} )?(?:non-?profit |not-for-profit |public benefit |stock |mutual )*"
    r"(?:corporation|company|foundation|association|limited liability company|membership corporation|trust|501\(c\))",
)
_DEFINED = re.compile(
    r",? ?(?:an? [^.;()\[\]]{0,120})?"
    r"\((?:the )?[“\"](?:Company|Corporation|Foundation|Association|Organi[sz]ation|Society)"
)
_TITLE = re.compile(
    r"^[\W_]*(?P<name>[A-Z][^|:]{1,80}?)\s*(?:\([^)]*\))?\s+(?:(?:Global|Special|Regular|Annual|Governing"
    r"|Executive|Draft|DRAFT"
    r"|Board|Monthly|of Directors)\s+)*(?:Meeting|Minutes|MINUTES|Charter|CHARTER|By-?[Ll]aws|BY-?LAWS|Polic(?:y"
    r"|ies)|Constitution"
    r"|Resolutions?|Agenda|Governance|Board)\b"
)
_RECORD_WORD = re.compile(
    r"\b(?:consent|minutes|resolutions?|by-?laws|certificate|meeting|agenda)\b|\b(?:of|for|to|and)$", re.IGNORECASE
)
_TOWN = re.compile(r"(?:town|city|county|village|borough|township|parish) of \w", re.IGNORECASE)
_OFFICER_OF = re.compile(
    r"\b(?:Secretary|President|Director|Chair(?:man|person|woman)?|Treasurer|Clerk|Manager|Partner|"
    r"offices?) of (?:the )?(?=[A-Z])"
)
_MEETING_OF = re.compile(
    r"(?:^|[.:] |\b(?:[Mm]inutes|MINUTES) (?:of|for)?[^.:]{0,30}? )(?:A|The|the|a)(?: [a-z]+){0,4} meeting of (?:the )?"
)
_LABEL = label(r"(?:name of )?(?:company|corporation|entity|organi[sz]ation)(?: name)?")
_SHORT_FORM = re.compile(r"Company|Corporation|Foundation|Association|Society|Organi[sz]ation", re.IGNORECASE)
_CALENDAR = re.compile(
    r"^(?:january|february|march|april|may|june|july|august|september|october|november|december|special|regular"
    r"|annual|board"
    r"|\d|meeting|minutes|the$|global|virtual|draft)",
    re.IGNORECASE,
)
_NOUN_NAMED = re.compile(
    r"\b(?:[A-Z][\w&.’'-]*,? ){1,5}(?:Foundation|Association|Society|Institute|Corporation|Company|Trust"
    r"|University|Club|Union"
    r"|League|Alliance|Consortium|Cooperative|Inc\.|LLC|Ltd\.?)(?!\w)"
)
_ACRONYM = re.compile(
    r"(?<![\w./@-])(?<![A-Z] )[A-Z]{3,8}(?![\w/@-])(?! [A-Z]{3})"
)  # not part of a heading in capitals
_NOT_ENTITY = word_set(
    "PDF URL UTC CEO CFO COO CTO USA AGM EST PST CET EDT GMT HTML FAQ TBD CPA GDPR API USD YTD KPI IRS LLC INC THE AND"
    " FOR NOT ALL NEW OLD CALL ORDER BOARD AGENDA MINUTES MEETING DRAFT ACTION VOTE MOTION REPORT REPORTS NOTE OTHER"
    " STAFF CHANGES APPROVAL FINAL PUBLIC RELEASE SPECIAL PRESENT ABSENT ATTENDANCE ATTENDEES APOLOGIES STATE "
    "RESOLVED WHEREAS FURTHER BYLAWS CHARTER POLICY CONFLICT"
    " INTEREST"
)


@dataclass(frozen=True)
class _Candidate:
    score: int
    start: int  # in the stored text
    end: int


def add_entity(sheet: Sheet, window: Window) -> None:
    """Note the organisation: the most trusted place's name, the first of equals; else the name met most often."""
    head = window.head(_HEAD_CHARS)
    candidates = list(_candidates(head))
    named = [found for found in candidates if not _SHORT_FORM.fullmatch(sheet.text, found.start, found.end)]
    formed = [found for found in named if has_form(sheet.text[found.start : found.end])]
    best = max((formed and named) or candidates, key=lambda found: (found.score, -found.start), default=None)
    if best is None:
        best = _most_frequent(window)
    if best:
        sheet.add("entity_name", best.start, best.end)


def _candidates(head: Window) -> Iterator[_Candidate]:
    flat = head.flat()
    for pattern, score in ((_NAME_IS, 8), (_RECORD_OF, 6), (_BODY_OF, 4), (_OFFICER_OF, 2), (_MEETING_OF, 2)):
        for match in pattern.finditer(flat.text):
            near = _MEETING.search(flat.text, max(0, match.start() - 120), match.end())
            yield from _named(flat, match.end(), score + bool(near))
    for match in re.finditer(r"(?<![\w])(?=[A-Z][\w]* [A-Z])", flat.text[:4000]):
        name = read_name(flat.text, match.start())
        if name and (_FORMED.match(flat.text, name[1]) or _DEFINED.match(flat.text, name[1])):
            yield from _named(flat, match.start(), 5)
    yield from _in_titles(head)
    for match in labelled(head, _LABEL):
        yield from _named(head.part(*match.span("value")).flat(), 0, 3)


def _named(flat: Flat, position: int, score: int) -> Iterator[_Candidate]:
    name = read_name(flat.text, position)
    if name and _is_entity(flat.text[name[0] : name[1]]):
        yield _Candidate(score + has_form(flat.text[name[0] : name[1]]), *flat.span(*name))


def _in_titles(head: Window) -> Iterator[_Candidate]:
    """Names in the first lines: an organisation alone on its line, or before the kind of record."""
    for number, line in enumerate(head.lines()[:12]):
        words = line.text.strip("#*_ ")
        start = line.start + line.text.index(words) if words else line.start
        name = read_name(words, 0)
        titled = _TITLE.match(line.text)
        whole = name and not titled and not words[name[1] :].strip(" .,*_")
        if name and whole and _is_entity(words) and (has_form(words) or _TOWN.match(words)):
            yield _Candidate(5 - number // 6, start + name[0], start + name[1])
        if titled and _is_entity(titled["name"]) and not is_blank(titled["name"]) and _is_telling(titled["name"]):
            yield _Candidate(
                3 + 2 * has_form(titled["name"]), line.start + titled.start("name"), line.start + titled.end("name")
            )


def _is_telling(name: str) -> bool:
    """Whether a name before "Board", "Meeting" or "Minutes" is one: several words, or one that is not a plain word."""
    return " " in name or sum(sign.isupper() for sign in name) > 1


def _is_entity(name: str) -> bool:
    words = name.split()
    return (
        bool(words)
        and len(name) <= 100
        and not _CALENDAR.match(name)
        and not _BODY.fullmatch(name)
        and not _BODY_LEADS.match(name)
        and not _RECORD_WORD.search(name)
        and name.upper() not in _NOT_ENTITY
        and not all(word.upper() in _NOT_ENTITY for word in words)
    )


def _most_frequent(window: Window) -> _Candidate | None:
    """The organisation's name used most in the whole window; else the acronym that is used clearly most."""
    text = window.flat()
    named = Counter(match.group() for match in _NOUN_NAMED.finditer(text.text) if _is_entity(match.group()))
    acronyms = Counter(match.group() for match in _ACRONYM.finditer(text.text) if match.group() not in _NOT_ENTITY)
    leading = acronyms.most_common(2)
    acronym = leading[0][0] if leading and (len(leading) == 1 or leading[0][1] > leading[1][1]) else None
    if acronym:  # prefer the full name that holds the acronym
        full = [name for name, _ in named.most_common() if acronym in name.split()]
        return _first(text, full[0] if full else acronym)
    return _first(text, named.most_common(1)[0][0]) if named else None


def _first(flat: Flat, name: str) -> _Candidate:
    start = flat.text.index(name)
    return _Candidate(1, *flat.span(start, start + len(name)))
