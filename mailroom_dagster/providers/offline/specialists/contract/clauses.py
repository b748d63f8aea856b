"""The clauses of a contract that a reader asks for: how it may be terminated, what the parties must do.

Belongs here: telling such sentences from the rest. Each is given whole, in the contract's own words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from mailroom_dagster.providers.offline.specialists.common import Sheet
from mailroom_dagster.providers.offline.specialists.contract.preamble import ROLES
from mailroom_dagster.providers.offline.specialists.prose import Sentence

_MOST_TERMINATIONS, _MOST_DUTIES = 10, 8  # a reader wants the telling ones, not every "shall"
_MOST_OF_A_KIND = 2  # duties of one verb
_SHORTEST, _LONGEST = 30, 1_500
_TERMINATES = re.compile(
    r"\b(?:may|shall|will|can|must|right (?:to|of)|rights? of|entitled to|option to|elects? to|permitted to"
    r"|at any time)\b"
    r"[^.;]{0,140}?\b(?:terminat(?:e|es|ed|ion)|cancel(?:led|s)?)\b"
    r"|\b(?:agreement|contract|lease|nda|license)\b[^.;]{0,80}?\b(?:terminates?|(?:be|is) terminated"
    r"|until terminated)\b"
    r"|\b(?:unless|until) (?:sooner|earlier)? ?terminated\b[^.;]{0,120}?\bnotice\b",
    re.IGNORECASE,
)
_NOT_TERMINATION = re.compile(
    r"\b(?:surviv\w*|after (?:the )?termination|upon (?:any |the )?(?:expiration or )?termination of"
    r"|effects? of termination"
    r"|following (?:the )?termination|employment|prior to (?:the )?termination|means\b|shall have the meaning)",
    re.IGNORECASE,
)
_DUTY = re.compile(
    r"\b(?:shall|will|must|agrees? (?:to|that)|undertakes? to|covenants? to|hereby (?:grants?|agrees? to|assigns?"
    r"|sells?"
    r"|appoints?)|is (?:obligated|required) to|are (?:obligated|required) to)(?: \w+)? [a-z]{2,}\b"
    r"|\bhereby (?:grants?|assigns?|sells?|appoints?|engages?)\b|\b(?:cannot|may not|is (?:solely )?responsible for)\b",
    re.IGNORECASE,
)
_NO_DUTY = re.compile(
    r"\b(?:shall|will) (?:not )?(?:be (?:governed|construed|deemed|binding|liable)|mean|include|survive"
    r"|have the (?:right|meaning)"
    r"|constitute|not (?:be|constitute|affect|limit))\b|\bmeans\b|\bthis agreement (?:shall|will)\b",
    re.IGNORECASE,
)
_PARTY_SUBJECT = r"\b(?:[Ee]ach|[Ee]ither|[Bb]oth|[Tt]he) [Pp]art(?:y|ies)|\b[Yy]ou|\b[Ww]e"
_ROLE = "|".join(role.capitalize() for role in sorted(ROLES - {"you", "we", "us", "end", "party", "parties"}))
_NEAR = 100  # characters before the subject: numbering, a heading, a short condition
_CORE_DUTY = re.compile(
    r"\b(?:shall|will|must|agrees? to|hereby)(?: \w+)? (?:pay|provide|deliver|supply|sell|purchase|perform|grants?"
    r"|maintain|use"
    r"|furnish|manufacture|develop|contribute|promote|market|distribute|indemnify|hold|keep|comply|assigns?"
    r"|appoints?|operate)\b",
    re.IGNORECASE,
)
_FREE_EXIT = re.compile(
    r"\b(?:may|right to) (?:\w+ )?(?:terminate|cancel)|terminated (?:by|at any time)|\bcancel+ed\b", re.IGNORECASE
)
_GROUND = re.compile(
    r"\b(?:notice|breach|convenience|cause|insolven\w+|bankrupt\w+|default|days|at any time)\b", re.IGNORECASE
)
_MEASURE = re.compile(
    r"[$€£%]|\(\d+\)|\b(?:days|months|exclusive|sole(?:ly)?|confiden\w+|best efforts|commercially reasonable)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"^\W*(?:\(?\w{1,4}[.)] )?(?:if|in the event|notwithstanding|except|unless|subject to|upon)\b", re.IGNORECASE
)
_LONG = 600


def add_clauses(sheet: Sheet, prose: Sequence[Sentence], names: Sequence[str]) -> None:
    """Note termination clauses and main duties; `names` are what the contract calls its parties."""
    subjects = "|".join([_PARTY_SUBJECT, rf"\b(?:{_ROLE})s?\b", *(rf"\b{re.escape(name)}\b" for name in names)])
    subject = re.compile(rf"(?:{subjects})\W")
    terminations: list[Sentence] = []
    duties: list[Sentence] = []
    for sentence in prose:
        text = sentence.text
        if not _SHORTEST <= len(text) <= _LONGEST:
            continue
        if _TERMINATES.search(text) and not _NOT_TERMINATION.search(text[:160]):
            terminations.append(sentence)
        elif _is_duty(text, subject):
            duties.append(sentence)
    for sentence in _plainest(terminations, _FREE_EXIT, _GROUND)[:_MOST_TERMINATIONS]:
        sheet.add("termination_clauses", sentence.start, sentence.end)
    for sentence in _of_each_kind(_plainest(duties, _CORE_DUTY, _MEASURE))[:_MOST_DUTIES]:
        sheet.add("key_obligations", sentence.start, sentence.end)


def _plainest(found: Sequence[Sentence], core: re.Pattern[str], telling: re.Pattern[str]) -> list[Sentence]:
    """The plainest sentences first: at the core of the matter, with a measure or ground, without condition, short."""

    def rank(sentence: Sentence) -> int:
        text = sentence.text
        worse = bool(_CONDITION.match(text)) + (len(text) > _LONG)
        return worse - 2 * bool(core.search(text)) - bool(telling.search(text))

    return sorted(found, key=rank)


def _of_each_kind(found: Sequence[Sentence]) -> list[Sentence]:
    """The duties, those behind the first few of the same verb last."""
    met: Counter[str] = Counter()
    first: list[Sentence] = []
    others: list[Sentence] = []
    for sentence in found:
        core = _CORE_DUTY.search(sentence.text)
        kind = core.group().split()[-1].casefold() if core else ""
        met[kind] += 1
        (first if met[kind] <= _MOST_OF_A_KIND else others).append(sentence)
    return first + others


def _is_duty(text: str, subject: re.Pattern[str]) -> bool:
    """Whether a party is the subject near the sentence's head and a duty follows at once."""
    found = subject.search(text, 0, _NEAR)
    return bool(found and _DUTY.search(text, found.end(), found.end() + 80) and not _NO_DUTY.search(text[:300]))
