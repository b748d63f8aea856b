"""The governing law of a contract, as the name of the place.

Belongs here: the sentences that choose a law. A forum ("courts of …"), a place of arbitration and the law of another
document are not the governing law.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from mailroom_dagster.providers.offline.specialists.common import Sheet, Window, squeeze
from mailroom_dagster.providers.offline.specialists.labelled import label, labelled, stacked
from mailroom_dagster.providers.offline.specialists.places import place_name, read_place
from mailroom_dagster.providers.offline.specialists.prose import Sentence

_GOVERN = (
    r"(?:govern(?:ed|s)?|determined|constru(?:ed|ction)|interpret(?:ed|ation)|enforced|subject to|in accordance with"
    r"|under)"
)
_LAWS_OF = re.compile(
    rf"\b{_GOVERN}\b[^.;]{{0,120}}?\b(?:laws?|legislation|statutes)\b(?: and [a-z]+)?(?: in force)?"
    r"(?: applicable)?(?: of| in| as applied in)(?=,? )",
    re.IGNORECASE,
)
_LAW_GOVERNS = re.compile(r"\blaws? of (?=[^.;]{3,60}? (?:shall|will)? ?(?:govern|apply|control))", re.IGNORECASE)
_PLACE_LAW = re.compile(
    rf"\b{_GOVERN}\b(?: [a-z]+){{0,6}}? (?P<place>(?:[A-Z][A-Za-z]+ ){{1,3}})(?:state )?(?:substantive )?law\b"
)
_LAW_APPLIES = re.compile(
    r"(?:^|(?<=[.:;)] )|(?<=\d ))(?:The )?(?P<place>(?:[A-Z][A-Za-z]+ ){1,3})laws? (?:shall |will )?(?:appl(?:y|"
    r"ies)|governs?|controls?)\b"
)
_SUBJECT = re.compile(
    r"\b(?:this|the|these|such|it|its|all|any)\b[^.;]{0,60}?\b(?:agreement|contract|lease|amendment|letter|nda"
    r"|addendum|terms"
    r"|guaranty|note|license|matters|construction|validity|interpretation|disputes?|it|undersigned|deed)\b"
    r"|\bagreement\b",
    re.IGNORECASE,
)
_HEADING = re.compile(r"\b(?:governing law|applicable law|choice of law|law application|laws?)\b", re.IGNORECASE)
_ELSEWHERE = re.compile(
    r"\b(?:arbitration (?:shall|will) be|debt financing|financing sources|lenders?|confidentiality agreement|"
    r"organi[sz]ed|incorporated|formed|registered|existing|good standing|duly|corporation|partnership)\b[^.;]{0,60}$",
    re.IGNORECASE,
)
_BEYOND_DOUBT = 4  # clarity of "this agreement shall be governed by the laws of …"
_NAMES = r"governing law|applicable law|choice of law"
_LABELS = (label(rf"{_NAMES}|law"), stacked(_NAMES))
_DESCRIBED = re.compile(r"(?:the )?(?:state|country|jurisdiction) (?:in which|where) [^,.;]{5,80}", re.IGNORECASE)


def add_governing_law(sheet: Sheet, prose: Iterable[Sentence], window: Window) -> None:
    """Note whose law governs: the clearest sentence's place. Sentences that say it beyond doubt are all noted.

    Where those name different places the contract contradicts itself, and the validator does not take either.
    """
    for match in (found for pattern in _LABELS for found in labelled(window, pattern)):
        place = _place_in_label(match["value"])
        if place:
            start = match.start("value")
            _add(sheet, start + place[0], start + place[1])
            return
    choices = list(_chosen(prose))
    clearest = max((score for score, _, _ in choices), default=0)
    clear = [(start, end) for score, start, end in choices if score == clearest]
    for start, end in clear if clearest >= _BEYOND_DOUBT else clear[:1]:
        _add(sheet, start, end)


def _chosen(prose: Iterable[Sentence]) -> Iterator[tuple[int, int, int]]:
    """The place that each sentence chooses most clearly, the first of equals: (score, start, end)."""
    for sentence in prose:
        if "law" in sentence.text.casefold():
            text = sentence.text
            choices = [(_clarity(text, start, clear), start, end) for start, end, clear in _places(text)]
            score, start, end = max(choices, key=lambda choice: (choice[0], -choice[1]), default=(0, 0, 0))
            if score > 0:
                yield score, *sentence.flat.span(start, end)


def _clarity(text: str, start: int, clear: int) -> int:
    score = clear + 2 * bool(_SUBJECT.search(text[:start])) + bool(_HEADING.search(text[:80]))
    return score - 4 * bool(_ELSEWHERE.search(text[:start]))


def _places(text: str) -> Iterator[tuple[int, int, int]]:
    for pattern, clear in ((_LAWS_OF, 1), (_LAW_GOVERNS, 1)):
        for match in pattern.finditer(text):
            if place := read_place(text, match.end() + (text[match.end() : match.end() + 1] == " ")):
                yield *place, clear + ("govern" in match.group().casefold())
            elif described := _DESCRIBED.match(text, match.end() + 1):
                yield *described.span(), clear
    for match in (*_PLACE_LAW.finditer(text), *_LAW_APPLIES.finditer(text)):
        if place := read_place(text, match.start("place")):
            yield *place, 1 + ("govern" in match.group().casefold())


def _place_in_label(value: str) -> tuple[int, int] | None:
    for match in re.finditer(r"\blaws? of ", value, re.IGNORECASE):
        return read_place(value, match.end())
    place = read_place(value, 0)
    return place if place and not value[place[1] :].strip(" .,;").count(" ") > 3 else None


def _add(sheet: Sheet, start: int, end: int) -> None:
    sheet.add("governing_law", start, end, place_name(squeeze(sheet.text[start:end])))
