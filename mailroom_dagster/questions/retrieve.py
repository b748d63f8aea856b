"""The sections that may answer a question, with what each signal gave to their score.

Belongs here: choosing and weighing. Signals, each 0..1 and weighted by the vocabulary: words of the intent, the
section's title, BM25, the share of the question's words, the share of its names that the document bears, whether a
value that was extracted for what is asked stands there, and likeness of meaning where that is weighted. A section
whose document bears too few of the names is no candidate, however well its words fit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from mailroom_dagster.questions.amounts import rates_of
from mailroom_dagster.questions.decompose import active, focus
from mailroom_dagster.questions.index import DocumentHit, SectionHit, SectionIndex
from mailroom_dagster.questions.model import Decomposition, Found, Section
from mailroom_dagster.questions.stated import Stated, places_asked, within
from mailroom_dagster.questions.vocabulary import Intent, Vocabulary
from mailroom_dagster.values.dates import find_dates
from mailroom_dagster.values.durations import find_durations
from mailroom_dagster.values.money import find_money

Likeness = Callable[[str, str], float]

_NAMED_DOCUMENTS, _AS_WELL_NAMED = 20, 0.1
_FINDERS: Mapping[str, Callable[[str], Sequence[object]]] = {
    "date": find_dates,
    "money": find_money,
    "duration": find_durations,
}


class Retrieval(NamedTuple):
    """Sections good enough to answer from, and the nearest ones whether or not they are."""

    relevant: tuple[Found, ...]
    nearest: tuple[Found, ...]


@dataclass(frozen=True)
class Retriever:
    """Searches one index by one vocabulary.

    `stated` tells where the extracted values of a document stand; `likeness` compares two texts, 0..1, and is needed
    where the vocabulary gives meaning a weight.
    """

    index: SectionIndex
    vocabulary: Vocabulary
    stated: Callable[[str], Stated]
    likeness: Likeness | None = None

    def retrieve(self, parts: Decomposition, *, wider: bool = False) -> Retrieval:
        """The best sections for a question. `wider` looks at more of them and takes words alone for half as much."""
        rules = self.vocabulary.retrieval
        limit = rules.candidates * (4 if wider else 1)
        named = self._named_documents(parts)
        hits = self._hits(parts, list(named), limit)
        known = named | self.index.named({hit.section.doc_id for hit in hits} - named.keys())
        question = _Question(parts, self)
        top = max((hit.score for hit in hits), default=0.0) or 1.0
        found = sorted(
            (question.weigh(hit, known[hit.section.doc_id], top) for hit in hits if hit.section.doc_id in known),
            key=lambda item: (-item.score, item.section.doc_id, item.section.number),
        )
        threshold = rules.threshold / (2 if wider else 1)
        relevant = [item for item in found if item.score >= threshold and item.names_borne >= rules.names_covered]
        return Retrieval(tuple(relevant[: rules.sections]), tuple(found[: max(rules.at_least, 1)]))

    def _named_documents(self, parts: Decomposition) -> dict[str, DocumentHit]:
        """The documents that bear the question's names best."""
        if parts.scope.document:
            return self.index.named([parts.scope.document])
        names = self.index.terms(" ".join(parts.entities))
        if not names:
            return {}
        hits = self.index.documents(names, parts.scope.matter, _NAMED_DOCUMENTS)
        shares = {hit.doc_id: share(names, self.index.terms(f"{hit.name} {hit.about}"), self.index) for hit in hits}
        best = max(shares.values(), default=0.0)
        enough = max(best - _AS_WELL_NAMED, self.vocabulary.retrieval.names_covered)
        return {hit.doc_id: hit for hit in hits if shares[hit.doc_id] >= enough}

    def _hits(self, parts: Decomposition, named: Sequence[str], limit: int) -> list[SectionHit]:
        cues = [_plain(name) for name in active(parts)]
        rates = [phrase for name in parts.rates for phrase in self.vocabulary.amounts.rates[name]]
        added = parts.added.terms if parts.added else ()
        terms = self.index.terms(" ".join([*parts.words, *cues, *rates, *added]))
        names = self.index.terms(" ".join(parts.entities))
        matter = parts.scope.matter
        if parts.scope.document or named:
            return self.index.sections([*terms, *names], matter=matter, documents=named, limit=limit)
        return self.index.sections([*terms, *names], matter=matter, documents=None, limit=limit)


def share(wanted: Sequence[str], held: Sequence[str], index: SectionIndex) -> float:
    """The share of some words that are held, rare words counting more; 1 for no words."""
    weights = {term: index.weight(term) for term in wanted}
    total, there = sum(weights.values()), set(held)
    return sum(weight for term, weight in weights.items() if term in there) / total if total else 1.0


def answers(intent: Intent, text: str) -> float:
    """Whether words answer this kind of question: 1, or half when the value it asks for is missing."""
    if not intent.in_answers.search(text):
        return 0.0
    return 1.0 if intent.value is None or holds(text, intent.value) else 0.5


def holds(text: str, kind: str) -> bool:
    """Whether words state a value of a kind; a number is anything with a figure."""
    if kind == "number":
        return any(sign.isdigit() for sign in text)
    return bool(_FINDERS[kind](text))


class _Question:
    """A question's side of the comparison, made once for all sections."""

    def __init__(self, parts: Decomposition, retriever: Retriever) -> None:
        index, vocabulary = retriever.index, retriever.vocabulary
        self._asked = parts.question
        self._likeness = retriever.likeness
        self._places = cache(lambda doc_id: places_asked(parts, vocabulary, retriever.stated(doc_id)))
        self._weights = vocabulary.retrieval.weights.used
        self._amounts = vocabulary.amounts
        self._intents = [(vocabulary.intents[name], score) for name, score in active(parts).items()]
        self._index = index
        self._names = index.terms(" ".join(parts.entities))
        self._pairs = {pair for pair in pairwise(index.terms(parts.question)) if set(pair) & set(self._names)}
        self._words = index.terms(" ".join([*parts.words, *parts.rates]))
        self._focus = index.terms(" ".join(focus(parts, vocabulary)))

    def weigh(self, hit: SectionHit, document: DocumentHit, top: float) -> Found:
        section = hit.section
        naming = self._index.terms(f"{document.name} {document.about}")
        said = f"{section.title} {section.text}"
        own = self._index.terms(" ".join([said, *rates_of(said, self._amounts)]))
        held = [*own, *naming]
        borne = share(self._names, held, self._index)
        places = within(section, self._places(section.doc_id))
        signals = {
            **self._by_intent(section),
            "words": hit.score / top,
            "coverage": share(self._words, held, self._index),
            "document": borne if self._names else 0.0,
            "stated": float(bool(places)),
            "meaning": self._likeness(self._asked, said) if self._likeness and "meaning" in self._weights else 0.0,
        }
        return Found(
            section=section,
            document=document.name,
            score=round(sum(weight * signals[name] for name, weight in self._weights.items()), 4),
            signals={name: round(signals[name], 4) for name in self._weights},
            names_borne=round(borne, 4),
            focus_borne=round(share(self._focus, held, self._index), 4),
            named=round(len(self._pairs & {*pairwise(own), *pairwise(naming)}) / max(1, len(self._pairs)), 4),
            places=places,
        )

    def _by_intent(self, section: Section) -> dict[str, float]:
        return {
            "intent": max((score * answers(item, section.text) for item, score in self._intents), default=0.0),
            "title": max((score * _titled(item, section) for item, score in self._intents), default=0.0),
        }


def _titled(intent: Intent, section: Section) -> bool:
    """Whether the title names the subject; a document's first section is also the one without a title."""
    return bool(intent.in_titles.search(section.title) or (not section.number and intent.in_titles.search("")))


def _plain(name: str) -> str:
    return re.sub("_", " ", name)
