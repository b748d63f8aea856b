"""Values that were extracted with evidence, as the first candidates of an answer.

Belongs here: which fields of a document a question asks for, and where in a section their evidence stands. A value is
quoted with the whole lines or sentences that bear it, also where it runs over several.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from mailroom_dagster.questions.decompose import active
from mailroom_dagster.questions.model import Decomposition, Place, Section
from mailroom_dagster.questions.vocabulary import Vocabulary
from mailroom_dagster.records.model import ExtractedField

Stated = Mapping[str, Sequence[Place]]  # field -> where its values stand
_GAP = 80  # characters between two places of one field that are quoted as one


def places_of(fields: Mapping[str, ExtractedField]) -> Stated:
    """Where extracted values stand in the text; a value that a person stated stands nowhere."""
    return {
        name: [(place.start, place.end) for value in field.values for place in value.evidence]
        for name, field in fields.items()
        if field.values
    }


def places_asked(parts: Decomposition, vocabulary: Vocabulary, held: Stated) -> list[Place]:
    """Where the values stand that a question asks for: by its intents, then by the words of fields' names."""
    words = set(re.findall(r"\w+", parts.question.casefold())) - vocabulary.silent
    scores: dict[str, float] = {}  # a field of two intents is meant by both
    for name, score in active(parts).items():
        for field in held.keys() & set(vocabulary.intents[name].fields):
            named = sum(word in words for word in field.split("_"))
            scores[field] = scores.get(field, named) + score
    best = max(scores.values(), default=0.0)
    return sorted(place for field, score in scores.items() if score == best for place in held[field])


def within(section: Section, places: Sequence[Place]) -> tuple[Place, ...]:
    """The places that lie in a section."""
    return tuple((start, end) for start, end in places if section.start <= start and end <= section.end)


def bearing(places: Sequence[Place], units: Sequence[Place]) -> Iterator[Place]:
    """The units that bear places, those close to each other as one."""
    for start, end in _joined(places):
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
