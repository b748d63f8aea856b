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


def _pattern(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.IGNORECASE)


_LEADS = _pattern(  # what may stand before the length of a term
    r"\b(?:term|duration) (?:of|for|under) (?:this|the) \w+\b[^.;]{0,160}$",
    r"\b(?:initial|original|primary|basic) (?:\w+ )?(?:term|period)\b[^.;]{0,100}$",
    r"\b(?:agreement|contract|lease|licen[cs]e|nda|deed|appointment|engagement)\b[^.;]{0,140}\b(?:for|of|expires?|until|be"
    r"|duration)"
    r"(?: (?:an?|the|initial|fixed|full|minimum|period|term|of|up to|on|date|that|is|at least))* $",
    r"\bterm\b[”\"]?[^.;]{0,60}\b(?:is|be|of|for|expires?|continues?|continue|until)(?: \w+){0,6} $",
)
_NAMES_TERM = _pattern(r"[^.;]{0,60}\((?:the |such |this )?[“\"](?:initial |original )?(?:term|period)[”\"]")
_FROM_START = _pattern(
    r"\W{0,3}(?:from|after|following|commencing|beginning|starting|as of)\b.{0,40}"
    r"\b(?:effective|commencement|date|hereof|execution|signing|launch)"
)
_IS_TERM = _pattern(r"\W{0,3}(?:initial )?term\b")
_OTHER_BEFORE = _pattern(
    r"\b(?:notice|cure|within|prior|each|additional|successive|renew\w*|extend\w*|extension|least|less than"
    r"|later than|more than"
    r"|during the|every|per|any|after|thereafter|following|last|previous|preceding|age of)\b[^.;]{0,30}$",
    r"\bterm\b[^.;]{0,30}\band for\b[^.;]{0,25}$",
)
_OTHER_AFTER = _pattern(
    r"\W{0,3}(?:(?:prior|advance|written|business)\s){0,3}(?:notice|before|prior|of receipt|advance)",
    r"\W{0,3}(?:after|following) (?:the |its |any |such )*(?:expiration|termination|expiry|receipt|date (?:of|on) )",
)
_OTHER_MATTER = _pattern(
    r"\b(?:surviv\w*|confidential\w*|royalt\w+|warrant\w*|non-?compet\w*|invoice\w*|directors?"
    r"|representatives? will serve"
    r"|liabilit\w+|damage|records|insurance|patent|closing time|securities)\b"
)
_ANNIVERSARY = _pattern(
    r"\b(?:term|agreement|contract)\b[^.;]{0,200}?\b(?:until|end\w*|expires?|terminates?|through)(?: and including"
    r"| on| at)* the "
    r"(?P<length>(?:[a-z]+ ?\((?:\d+)[a-z]{2}\)|[a-z-]+"
    r"|\d+[a-z]{2}) (?:year )?anniversary of (?:the )?[\w ]{4,30}?(?:date|hereof))"
)
_SHORTEST_DAYS = 28
_ENOUGH = 3
_TERM_LABEL = label(
    r"(?:initial |contract |nda |agreement )?term(?: of (?:the )?(?:nda|agreement|contract))?|contract period|duration"
)
_RENEWS = _pattern(
    r"\b(?:renew(?:ed|s|al|als)?|extend(?:ed|s)?|extension)\b[^.;]{0,200}\b(?:term|period|year|month|agreement"
    r"|contract|successive)",
    r"\b(?:term|agreement|contract|membership)\b[^.;]{0,160}\b(?:renew(?:ed|s|al)?|extend(?:ed|s)?)\b",
    r"\b(?:month[- ]to[- ]month|year[- ]to[- ]year)\b",
)
_RENEWS_ITSELF = _pattern(
    r"\b(?:shall|will|may)(?: be)?(?: thereafter)?(?: automatically)? (?:renew|extend"
    r"|continue)", r"\bautomatic(?:ally)?\b",
    r"\b(?:option|right) to (?:renew|extend)\b",
)  # fmt: skip
_PERIODS = _pattern(
    r"\b(?:successive|consecutive|additional|renewal terms?|month[- ]to[- ]month|year[- ]to[- ]year|annually)\b"
)
_NOT_RENEWAL = _pattern(
    r"\b(?:patent|registration|insurance|policy|letter of credit|time (?:for|of)|deadline|during the|certificate"
    r"|hereby extend"
    r"|offering|warranty|trademark)\b"
)
_RENEWAL_LABEL = label(r"(?:automatic )?renewal(?: terms?| period)?")
_LONG_SENTENCE = 900
_NOTICE_LEAD = _pattern(r"\b(?:at least|not less than|no less than|minimum of|upon|with|than)\W+(?:an? )?$")
_NOTICE_TAIL = _pattern(r"\W{0,3}(?:(?:prior|advance|written)\s){0,3}(?:notice|before|prior)")


def add_term(sheet: Sheet, prose: Sequence[Sentence], window: Window) -> None:
    """Note the length of the initial term, the renewal and its notice period."""
    _add_length(sheet, prose, window)
    renewal = _renewal(sheet, prose, window)
    if renewal:
        sheet.add("renewal_terms", renewal.start, renewal.end)
        _add_notice(sheet, renewal)


def _add_length(sheet: Sheet, prose: Sequence[Sentence], window: Window) -> None:
    for match in labelled(window, _TERM_LABEL):
        for found in find_durations(match["value"])[:1]:
            sheet.add("term_length", match.start("value") + found.start, match.start("value") + found.end)
            return
    best: tuple[int, Sentence, DurationSpan] | None = None
    for sentence in prose:
        for found in find_durations(sentence.text):
            score = _term_score(sentence.text, found)
            if score >= _ENOUGH and (best is None or score > best[0]):
                best = score, sentence, found
    if best:
        sheet.add("term_length", *best[1].flat.span(best[2].start, best[2].end))
        return
    for sentence in prose:
        if until := _ANNIVERSARY.search(sentence.text):
            sheet.add("term_length", *sentence.flat.span(*until.span("length")))
            return


def _term_score(text: str, found: DurationSpan) -> int:
    """How clearly a length of time is the contract's term."""
    if not found.value.months and found.value.days < _SHORTEST_DAYS:
        return 0
    before, after = text[max(0, found.start - 240) : found.start], text[found.end : found.end + 110]
    led, named = bool(_LEADS.search(before)), bool(_NAMES_TERM.match(after))
    if not (led or named) or _OTHER_AFTER.match(after):
        return 0
    score = 3 * led + 3 * named + bool(_FROM_START.match(after)) + bool(_IS_TERM.match(after))
    return score - 4 * bool(_OTHER_BEFORE.search(before)) - 4 * bool(_OTHER_MATTER.search(text))


def _renewal(sheet: Sheet, prose: Sequence[Sentence], window: Window) -> Sentence | None:
    """The sentence that says best how the term is renewed."""
    for match in labelled(window, _RENEWAL_LABEL):
        return Sentence(window.part(*match.span("value")))
    best: tuple[int, Sentence] | None = None
    for sentence in prose:
        score = _renewal_score(sentence.text)
        if score >= _ENOUGH and (best is None or score > best[0]):
            best = score, sentence
    return best[1] if best else None


def _renewal_score(text: str) -> int:
    if not _RENEWS.search(text):
        return 0
    score = 3 * bool(_RENEWS_ITSELF.search(text)) + 2 * bool(_PERIODS.search(text)) + bool(find_durations(text))
    return score - 3 * bool(_NOT_RENEWAL.search(text)) - (len(text) > _LONG_SENTENCE)


def _add_notice(sheet: Sheet, renewal: Sentence) -> None:
    """The first length of time in the renewal's sentence that is one of notice."""
    for found in find_durations(renewal.text):
        before, after = renewal.text[max(0, found.start - 30) : found.start], renewal.text[found.end : found.end + 40]
        if _NOTICE_TAIL.match(after) or (_NOTICE_LEAD.search(before) and "notice" in renewal.text):
            sheet.add("notice_period_to_terminate_renewal", *renewal.flat.span(found.start, found.end))
            return
