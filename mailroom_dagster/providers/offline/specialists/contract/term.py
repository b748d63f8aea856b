"""The term of a contract: how long it runs, how it is renewed, and the notice that stops a renewal.

Belongs here: which of a contract's lengths of time is its term. Does not belong here: dates (`dates`), termination for
cause or convenience (`clauses`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mailroom_dagster.providers.offline.specialists.common import Sheet, Window
from mailroom_dagster.providers.offline.specialists.labelled import label, labelled
from mailroom_dagster.providers.offline.specialists.prose import Sentence
from mailroom_dagster.values.durations import DurationSpan, find_durations

_ABOUT_TERM = re.compile(
    r"\b(?:initial (?:\w+ )?term|term of (?:this|the)|(?:agreement|contract|term|lease|license|nda)\b[^.;]{0,60}?\b(?:shall|will|is|"
    r"are|be|remains?|continues?|commences?|begins?|expires?|runs?|valid)|[“\"](?:initial )?term[”\"]|period of)",
    re.IGNORECASE,
)
_BEFORE = (
    (re.compile(r"\b(?:initial|original|first|basic) (?:\w+ )?term\b[^.;]{0,120}$", re.IGNORECASE), 3),
    (re.compile(r"\bterm of (?:this|the) \w+\b[^.;]{0,140}$", re.IGNORECASE), 3),
    (re.compile(r"\b(?:agreement|contract|lease|nda)\b[^.;]{0,140}\b(?:term|period) of(?: up to)? $", re.IGNORECASE), 4),
    (re.compile(r"\b(?:agreement|contract|term|nda)\b[^.;]{0,140}\b(?:for|until|expires?|expire on|valid for|be) $", re.IGNORECASE), 3),
    (re.compile(r"\b(?:effect|force)\b[^.;]{0,60}\b(?:for|until)\b[^.;]{0,30}$", re.IGNORECASE), 2),
    (re.compile(r"\bterm\b[^.;]{0,60}$", re.IGNORECASE), 1),
    (re.compile(r"\b(?:notice|cure|within|prior|each|additional|successive|renew\w*|extend\w*|extension|after|following|least|less than|during the)\b[^.;]{0,25}$", re.IGNORECASE), -5),
    (re.compile(r"\b(?:surviv\w*|confidential\w*|warrant\w*|non-?compet\w*|terminat\w+ by|records|insurance|invoice\w*)\b", re.IGNORECASE), -4),
)  # fmt: skip
_AFTER = (
    (re.compile(r"\W{0,3}(?:from|after|following|commencing|beginning|starting|as of)\b.{0,30}\b(?:date|hereof|execution|signing|launch|closing)", re.IGNORECASE), 3),
    (re.compile(r"\W{0,3}\(?(?:the )?[“\"](?:initial )?(?:term|period)", re.IGNORECASE), 4),
    (re.compile(r"\W{0,3}(?:unless|and (?:shall|will)|,? subject to)\b", re.IGNORECASE), 1),
    (re.compile(r"\W{0,3}(?:term|period)\b", re.IGNORECASE), 1),
    (re.compile(r"\W{0,3}(?:(?:prior|advance|written|business|’|')\s?){0,3}(?:notice|before|prior|thereafter|of receipt|after the (?:expiration|termination))", re.IGNORECASE), -6),
)  # fmt: skip
_ENOUGH = 3
_TERM_LABEL = label(
    r"(?:initial |contract |nda |agreement )?term(?: of (?:the )?(?:nda|agreement|contract))?|contract period"
)
_RENEWS = re.compile(
    r"\b(?:renew(?:ed|s|al|als)?|extend(?:ed|s)?|extension)\b[^.;]{0,200}\b(?:term|period|year|month|agreement|contract|successive)"
    r"|\b(?:term|agreement|contract)\b[^.;]{0,160}\b(?:renew(?:ed|s|al)?|extend(?:ed|s)?)\b|\bmonth[- ]to[- ]month\b",
    re.IGNORECASE,
)
_AUTOMATIC = re.compile(r"\bautomatic(?:ally)?\b|\bsuccessive\b|\bmonth[- ]to[- ]month\b|\boption to renew\b|\bright to renew\b"
                        r"|\brenewal terms?\b|\badditional\b", re.IGNORECASE)  # fmt: skip
_RENEWAL_LABEL = label(r"(?:automatic )?renewal(?: terms?| period)?")
_NOT_RENEWAL = re.compile(
    r"\b(?:patent|registration|insurance|policy|letter of credit|time (?:for|of)|deadline|during the|certificate|hereby extend"
    r"|offering|warranty|trademark)\b",
    re.IGNORECASE,
)
_NOTICE = re.compile(r"\bnotice|\bnotif|\bprior to|\bbefore\b|\bdays’ written", re.IGNORECASE)


def add_term(sheet: Sheet, prose: Sequence[Sentence], window: Window) -> None:
    """Note the length of the initial term, the renewal and its notice period."""
    _add_length(sheet, prose, window)
    renewal = _add_renewal(sheet, prose, window)
    if renewal:
        _add_notice(sheet, renewal)


def _add_length(sheet: Sheet, prose: Sequence[Sentence], window: Window) -> None:
    for match in labelled(window, _TERM_LABEL):
        for found in find_durations(match["value"])[:1]:
            start = match.start("value")
            sheet.add("term_length", start + found.start, start + found.end)
            return
    best: tuple[int, Sentence, DurationSpan] | None = None
    for sentence in prose:
        if _ABOUT_TERM.search(sentence.text):
            for found in find_durations(sentence.text):
                score = _score(sentence.text, found)
                if score >= _ENOUGH and (best is None or score > best[0]):
                    best = score, sentence, found
    if best:
        sheet.add("term_length", *best[1].flat.span(best[2].start, best[2].end))


def _score(text: str, found: DurationSpan) -> int:
    before, after = text[max(0, found.start - 220) : found.start], text[found.end : found.end + 90]
    return sum(points for pattern, points in _BEFORE if pattern.search(before)) + sum(
        points for pattern, points in _AFTER if pattern.match(after)
    )


def _add_renewal(sheet: Sheet, prose: Sequence[Sentence], window: Window) -> Sentence | None:
    for match in labelled(window, _RENEWAL_LABEL):
        sheet.add_match("renewal_terms", match, "value")
        return Sentence(window.part(*match.span("value")))
    best: tuple[int, Sentence] | None = None
    for sentence in prose:
        text = sentence.text
        if not _RENEWS.search(text):
            continue
        score = 2 * bool(_AUTOMATIC.search(text)) + bool(find_durations(text)) + ("renew" in text.casefold())
        score -= 3 * bool(_NOT_RENEWAL.search(text)) + (len(text) > 900)
        if score >= _ENOUGH and (best is None or score > best[0]):
            best = score, sentence
    if best is None:
        return None
    sheet.add("renewal_terms", best[1].start, best[1].end)
    return best[1]


def _add_notice(sheet: Sheet, renewal: Sentence) -> None:
    for found in find_durations(renewal.text):
        around = renewal.text[max(0, found.start - 60) : found.end + 60]
        if found.value.months < 12 and _NOTICE.search(around):
            after = renewal.text[found.end : found.end + 45]
            if re.search(r"notice|prior|before|days", after) or re.search(r"least|less than", around):
                sheet.add("notice_period_to_terminate_renewal", *renewal.flat.span(found.start, found.end))
                return
