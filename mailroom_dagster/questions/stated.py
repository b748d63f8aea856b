"""Values that were extracted with evidence, as the first candidates of an answer.

Belongs here: which fields of a document a question asks for, and where in a section their evidence stands. A value is
quoted with the whole lines or sentences that bear it, also where it runs over several.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from mailroom_dagster.questions.model import Decomposition, Section
from mailroom_dagster.questions.vocabulary import Vocabulary
from mailroom_dagster.records.model import ExtractedField

Place = tuple[int, int]  # code points in the stored text
Stated = Mapping[str, Sequence[Place]]  # field -> where its values stand
_RIVAL = 0.5  # an intent counts from this share of the strongest one's score
_GAP = 80  # characters between two places of one field that are quoted as one


def active(parts: Decomposition) -> dict[str, float]:
    """The intents that count, the strongest as 1."""
    strongest = max(parts.intents.values(), default=0.0)
    return {name: score / strongest for name, score in parts.intents.items() if score >= _RIVAL * strongest}


def places_of(fields: Mapping[str, ExtractedField]) -> Stated:
    """Where extracted values stand in the text; a value that a person stated stands nowhere."""
    return {
        name: [(place.start, place.end) for value in field.values for place in value.evidence]
        for name, field in fields.items()
        if field.values
    }


def places_asked(parts: Decomposition, vocabulary: Vocabulary, held: Stated) -> list[Place]:
    """Where the values stand that a question asks for: by its intents, then by the words of fields' names."""
    words = set(re.findall(r"\w+", parts.question.casefold()))
    scores: dict[str, float] = {}
    for name, score in active(parts).items():
        for field in held.keys() & set(vocabulary.intents[name].fields):
            named = sum(word in words for word in field.split("_"))
            scores[field] = max(scores.get(field, 0.0), score + named)
    best = max(scores.values(), default=0.0)
    return sorted(place for field, score in scores.items() if score == best for place in held[field])


def stated_in(section: Section, places: Sequence[Place], units: Sequence[Place]) -> Iterator[Place]:
    """The units of a section that bear the places, those close to each other as one."""
    inside = [(start, end) for start, end in places if section.start <= start and end <= section.end]
    for start, end in _joined(inside):
        touched = [unit for unit in units if unit[0] < end and start < unit[1]]
        if touched:
            yield touched[0][0], touched[-1][1]


def _joined(places: Sequence[Place]) -> Iterator[Place]:
    low = high = -1
    for start, end in places:
        if low >= 0 and start - high > _GAP:
            yield low, high
            low = -1
        low, high = (start if low < 0 else low), max(high, end)
    if low >= 0:
        yield low, high
