"""Answers out of sections: key sentences in the documents' own words, or a model's sentences with their sources.

Belongs here: what is said and where it stands. Whether it may be said is the judge's matter. A sentence without a
citation, or one that cites a section that was not shown, is never said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from mailroom_dagster.agents.contracts import AnswerTask, Passage
from mailroom_dagster.providers.base import Provider
from mailroom_dagster.providers.offline.specialists.common import squeeze
from mailroom_dagster.questions.amounts import amount_fits, rates_of, things_of
from mailroom_dagster.questions.decompose import active
from mailroom_dagster.questions.facts import facts_of
from mailroom_dagster.questions.index import SectionIndex
from mailroom_dagster.questions.model import Citation, Decomposition, Found, Section, Statement
from mailroom_dagster.questions.retrieve import answers, holds, share
from mailroom_dagster.questions.stated import bearing
from mailroom_dagster.questions.vocabulary import Intent, Vocabulary
from mailroom_dagster.values.sentences import sentence_spans

_SHORTEST = 6  # characters of a line that may answer: "No. 12"
_PROSE_LINE = 55  # characters: a block of shorter lines on average is a list or a form, read line by line
_LABEL, _LABEL_ENDS = 40, (":", ",")  # "BEFORE:", "Sincerely,": what follows belongs to it
_LINE_END = re.compile(r"[^\S\n]*\n\s*")
_GOES_ON = re.compile(r"[a-z]{2,}(?![^\n]{0,30}:)")  # "laws of Ohio", not "total: 12"
_LEFT_OPEN = re.compile(r"\b(?:a|an|and|at|between|by|for|from|in|of|on|or|that|the|this|to|under|with)$")
_NUMBERING = re.compile(r"^\W*\d+(?:\.\d+)*[.)]?\s+")
_CONNECTIVE = 9  # characters that tell whether a line is left open
_BESIDE = 0.9  # further sentences must be this good beside the best one
_STATED = 10.0  # added to the score of a sentence that bears an extracted value: above what words can reach
_LESS_NAMED = 0.2  # sections that bear the question's names so much less beside each other are not quoted beside it
_FOCUS = 0.5  # share of the words beyond names and intents that sentence or section must hold


@dataclass(frozen=True)
class Writer:
    """Writes answers. `suspect` tells the stretches of a document that address a machine: they are no evidence."""

    index: SectionIndex
    vocabulary: Vocabulary
    suspect: Callable[[str], Sequence[tuple[int, int]]]

    def key_sentences(self, parts: Decomposition, found: Sequence[Found]) -> tuple[Statement, ...]:
        """The sentences that answer best, in the documents' own words; none when no sentence does.

        Where a value stands that was extracted for what is asked, no sentence is quoted for its words alone.
        """
        ranked = sorted(self._ranked(parts, found), key=lambda item: -item[0])
        if not ranked:
            return ()
        best, first = ranked[0][:2]
        least = max(_BESIDE * best, _STATED) if best >= _STATED else _BESIDE * best
        chosen: dict[str, Statement] = {}
        for score, section, start, end in ranked:
            as_well_named = section.named >= first.named - _LESS_NAMED
            if score >= least and as_well_named and len(chosen) < self.vocabulary.answer.sentences:
                text = squeeze(section.section.text[start - section.section.start : end - section.section.start])
                chosen.setdefault(text, Statement(text=text, citations=(_cite(section, start, end),)))
        return tuple(chosen.values())

    def written(
        self,
        provider: Provider,
        question_id: str,
        parts: Decomposition,
        found: Sequence[Found],
        feedback: Sequence[str],
    ) -> tuple[Statement, ...]:
        """A model's answer; none when it says that the sections do not answer. Raises what the provider raises."""
        shown = {f"S{number}": item for number, item in enumerate(found, start=1)}
        task = AnswerTask(
            doc_id=question_id,
            question=parts.question,
            passages=tuple(self._passage(key, item.section) for key, item in shown.items()),
            feedback=tuple(feedback),
        )
        reply = provider.answer(task).answer
        cited = ((item.text, [shown[key] for key in item.passages if key in shown]) for item in reply.sentences)
        return tuple(
            Statement(text=text, citations=tuple(self._place(text, section) for section in sections))
            for text, sections in cited
            if sections and reply.answered
        )

    def _ranked(self, parts: Decomposition, found: Sequence[Found]) -> Iterator[tuple[float, Found, int, int]]:
        top = max((item.score for item in found), default=1.0)
        for item in found:
            if item.focus_borne < _FOCUS:
                continue
            units = list(self._sentences(item.section))
            stated = set(bearing(item.places, units))
            for start, end in sorted(stated.union(units)):  # of equals the first in the document
                text = item.section.text[start - item.section.start : end - item.section.start]
                fit = self._fit(parts, item, text)
                fits = self._right_amount(parts, item, text) and self._right_document(parts, text)
                if fits and (fit or (start, end) in stated):
                    yield fit + _STATED * ((start, end) in stated) + item.score / top, item, start, end

    def _right_amount(self, parts: Decomposition, item: Found, text: str) -> bool:
        """Whether a sentence names the rates that are asked for and, asked for an amount, the amount of that thing."""
        amounts, title = self.vocabulary.amounts, item.section.title
        asked = any(self.vocabulary.intents[name].value == "money" for name in active(parts))
        things = things_of(parts.question, amounts) if asked else frozenset()
        return set(parts.rates) <= set(rates_of(f"{title}\n{text}", amounts)) and amount_fits(
            things, text, title, amounts
        )

    def _right_document(self, parts: Decomposition, text: str) -> bool:
        """Whether a sentence that is to tell which documents are asked for states a name or value that they go by."""
        if parts.wanted != "documents" or not (parts.entities or parts.constraints):
            return True
        said = set(self.index.terms(text))
        named = any(said.issuperset(self.index.terms(name)) for name in parts.entities)
        return named or bool(_constrained(parts, text))

    def _fit(self, parts: Decomposition, item: Found, text: str) -> float:
        """How well a sentence answers in its words; 0 when it does not, or only repeats the question as headings do."""
        said = self.index.terms(text)
        if set(self.index.terms(_NUMBERING.sub("", text))) <= set(self.index.terms(parts.question)):
            return 0.0
        intents = [(self.vocabulary.intents[name], score) for name, score in active(parts).items()]
        covered = share(self.index.terms(" ".join(parts.words)), said, self.index)
        enough = float(covered >= self.vocabulary.answer.coverage)
        fit = _intended(intents, text, not item.section.number) if intents else enough
        return 2 * fit + covered + _constrained(parts, text) if fit else 0.0

    def _sentences(self, section: Section) -> Iterator[tuple[int, int]]:
        """Sentences of a section, in pieces of the longest quote; suspect ones are left out."""
        longest = self.vocabulary.answer.quote_characters
        suspect = self.suspect(section.doc_id)
        for low, high in _quotable(section.text, longest):
            start, end = section.start + low, section.start + high
            heading = section.number and section.title in section.text[low:high] and high - low < len(section.title) + 9
            if end - start >= _SHORTEST and not heading and not any(start < b and a < end for a, b in suspect):
                yield start, end

    def _passage(self, key: str, section: Section) -> Passage:
        """A section as a model may see it: stretches that address a machine are blanked out."""
        text = section.text
        for low, high in self.suspect(section.doc_id):
            low, high = max(0, low - section.start), max(0, high - section.start)
            text = text[:low] + " " * len(text[low:high]) + text[high:]
        return Passage(key=key, text=text, title=section.title)

    def _place(self, text: str, item: Found) -> Citation:
        """The sentence of a section that is nearest to a written one."""
        wanted = self.index.terms(text)
        places = list(self._sentences(item.section)) or [(item.section.start, item.section.end)]
        base = item.section.start

        def near(place: tuple[int, int]) -> float:
            return share(wanted, self.index.terms(item.section.text[place[0] - base : place[1] - base]), self.index)

        return _cite(item, *max(places, key=near))


def units(text: str) -> Iterator[tuple[int, int]]:
    """What can answer: sentences of prose, lines of lists, forms and captions; a label goes with its value."""
    label: int | None = None
    for low, high in _pieces(text):
        start = low if label is None else label
        if high - start <= _LABEL and text[high - 1] in _LABEL_ENDS:
            label = start
            continue
        yield start, high
        label = None
    if label is not None:
        yield label, len(text.rstrip())


def _quotable(text: str, longest: int) -> Iterator[tuple[int, int]]:
    """Units, those longer than a quote in pieces that end at a semicolon, a comma or at least between words."""
    for start, high in units(text):
        low = start
        while high - low > longest:
            ends = (text.rfind(mark, low + longest // 2, low + longest) for mark in ("; ", ", ", " "))
            end = next((at + 1 for at in ends if at >= 0), low + longest)
            yield low, end
            low = end
        yield low + len(text[low:high]) - len(text[low:high].lstrip()), high


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    for low, high in sentence_spans(text):
        lines = text[low:high].splitlines(keepends=True)
        if (high - low) / max(1, len(lines)) >= _PROSE_LINE or len(lines) == 1:
            yield low, high
            continue
        yield from _lines(text, low, high)


def _lines(text: str, low: int, high: int) -> Iterator[tuple[int, int]]:
    """The lines between two offsets; one that plainly goes on is one with the next."""
    for gap in _LINE_END.finditer(text, low, high):
        if not (
            _GOES_ON.match(text, gap.end(), high)
            or _LEFT_OPEN.search(text, max(low, gap.start() - _CONNECTIVE), gap.start())
        ):
            yield low, gap.start()
            low = gap.end()
    yield low, high


def _intended(intents: Sequence[tuple[Intent, float]], text: str, in_head: bool) -> float:
    """How well a sentence answers; one without the value that is asked for does not.

    What stands in heads is taken from there first, and a value also without the words that go with it elsewhere. Other
    questions are not answered by a heading within the text.
    """
    heading = text.isupper() and len(text) <= _LABEL and not holds(text, "number")
    fits = [
        score * (1.0 + (item.head and in_head))
        for item, score in intents
        if answers(item, text) == 1.0 and (item.head or not heading)
    ]
    if in_head:
        fits += [score for item, score in intents if item.head and item.value and holds(text, item.value)]
    return max(fits, default=0.0)


def _constrained(parts: Decomposition, text: str) -> float:
    """1 when the sentence states a value that the question names."""
    return float(bool(parts.constraints) and any(item.value in parts.constraints for item in facts_of(text)))


def _cite(item: Found, start: int, end: int) -> Citation:
    section = item.section
    return Citation(
        doc_id=section.doc_id,
        document=item.document,
        title=section.title,
        page=section.page,
        start=start,
        end=end,
        quote=section.text[start - section.start : end - section.start],
    )
