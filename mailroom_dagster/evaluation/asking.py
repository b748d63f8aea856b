"""How well questions are answered: retrieval, citations, answers, abstention, and the judge on corrupted answers.

Belongs here: asking a question set over a dataset's texts and counting. As in the mailroom, texts are sorted and
extracted; what was found so names the documents and may be quoted. Nothing of the truth does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from mailroom_dagster.classification.evaluate import sort_whole
from mailroom_dagster.errors import MailroomError
from mailroom_dagster.evaluation.datasets import Dataset, Sample
from mailroom_dagster.evaluation.intervals import Estimate, ratio, share
from mailroom_dagster.evaluation.question_set import Asked, answerable, unanswerable
from mailroom_dagster.evaluation.runs import texts_of
from mailroom_dagster.evaluation.texts import Texts
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.questions.archive import entry, naming
from mailroom_dagster.questions.asking import Desk
from mailroom_dagster.questions.index import SectionIndex
from mailroom_dagster.questions.judge import judge
from mailroom_dagster.questions.model import Answer, Scope, Section, Statement
from mailroom_dagster.questions.stated import Stated, places_of
from mailroom_dagster.questions.store import likeness_for
from mailroom_dagster.questions.vocabulary import Vocabulary, load_vocabulary
from mailroom_dagster.reading.model import DocumentText, Reading
from mailroom_dagster.records.model import ExtractedField
from mailroom_dagster.scoring.support import StatedFacts

UNANSWERABLE = 30
CORRUPTED = 30
SEED = 42


class Figures(BaseModel):
    """What was measured. `by_split` is answer accuracy."""

    model_config = ConfigDict(frozen=True)

    questions: int
    recall_at_5: Estimate  # of answerable questions: a section shown, of the right document, states the answer
    citation_precision: Estimate  # of citations given: right document, and the quote states the answer
    cited: Estimate  # of answered answerable questions: some citation states the answer
    accuracy: Estimate  # of answerable questions
    abstention: Estimate  # of unanswerable questions
    contradicted: int  # claims returned although contradicted
    corrupted_caught: Estimate
    by_split: dict[str, Estimate]
    by_class: dict[str, Estimate]


class Outcome(NamedTuple):
    """One question as it came out."""

    asked: Asked
    doc_class: str
    answer: Answer
    found: bool
    citations: int
    citing: int


class _Extracted(NamedTuple):
    """What the mailroom makes of a sample without a person: nothing when it would wait for one."""

    fields: Mapping[str, ExtractedField] = MappingProxyType({})
    naming: Sequence[str] = ()


class _Texts:
    """A dataset's texts as the sources of answers. The doc_id is the sample's name."""

    def __init__(self, mailroom: Mailroom, samples: Mapping[str, Sample]) -> None:
        texts = texts_of(mailroom)
        texts.prepare(samples.values())
        self._mailroom = mailroom
        self._readings = {name: reading for name, item in samples.items() if (reading := _read(texts, item))}
        self._extracted = cache(self._extract)

    @property
    def readable(self) -> Mapping[str, DocumentText]:
        return {name: reading.document for name, reading in self._readings.items()}

    def document(self, doc_id: str) -> DocumentText | None:
        """The text of a sample."""
        return self.readable.get(doc_id)

    def stated(self, doc_id: str) -> Stated:
        """Where the values stand that the mailroom extracts of a sample."""
        return places_of(self._extracted(doc_id).fields)

    def naming(self, doc_id: str) -> Sequence[str]:
        """The words that name a sample besides its text."""
        return self._extracted(doc_id).naming

    def _extract(self, doc_id: str) -> _Extracted:
        reading = self._readings[doc_id]
        sorting = sort_whole(self._mailroom.sorter, doc_id, reading.document)
        if sorting.route != "extract":
            return _Extracted()
        kind = sorting.doc_class, sorting.subtype
        fields = self._mailroom.extractor.extract(doc_id, reading.document, reading.words, *kind).fields
        return _Extracted(fields, naming(*kind, fields))

    def in_scope(self, doc_id: str, scope: Scope) -> bool:
        """Everything that could be read."""
        return doc_id in self._readings

    def waits(self, doc_id: str) -> bool:
        """Not asked here."""
        return False


def evaluate_asking(mailroom: Mailroom, dataset: Dataset) -> tuple[Figures, list[Outcome]]:
    """Ask the question set of a dataset, offline. Raises dataset_integrity."""
    sources = _Texts(mailroom, dataset.samples)
    vocabulary = load_vocabulary()
    desk = Desk(_indexed(mailroom, sources), sources, vocabulary, likeness=likeness_for(vocabulary))
    truths = {name: dataset.truth_of(dataset.samples[name]) for name in sources.readable}
    samples = [dataset.samples[name] for name in sources.readable]
    plain = {name: document.text for name, document in sources.readable.items()}
    asked = [*answerable(samples, truths), *unanswerable(samples, truths, plain, count=UNANSWERABLE, seed=SEED)]
    outcomes = []
    for item in asked:
        outcomes.append(_ask(desk, item, truths[item.sample].doc_class if item.sample else ""))
    return _figures(outcomes, desk.vocabulary), outcomes


def corrupted(statements: Sequence[Statement], count: int, seed: int = SEED) -> list[Statement]:
    """Answers made wrong on purpose: another number, negation, name or date, with the citations of the right one."""
    random = Random(seed)  # noqa: S311 (not for secrets)
    ways = (_other_number, _other_negation, _other_name, _other_year)
    wrong: list[Statement] = []
    for statement in random.sample(list(statements), len(statements)):
        text = ways[len(wrong) % len(ways)](statement.text)
        if text and len(wrong) < count:
            wrong.append(Statement(text=text, citations=statement.citations))
    return wrong


def _read(texts: Texts, sample: Sample) -> Reading | None:
    try:
        return texts.read(sample)
    except MailroomError:
        return None


def _indexed(mailroom: Mailroom, sources: _Texts) -> SectionIndex:
    index = SectionIndex(mailroom.home.root / "evaluation" / "sections", mailroom.disk)
    index.rebuild(
        entry(name, name, "", (), document, sources.naming(name)) for name, document in sources.readable.items()
    )
    return index


def _ask(desk: Desk, asked: Asked, doc_class: str) -> Outcome:
    answer = desk.ask(asked.question)
    shown = desk.shown(asked.question)
    places = [item for statement in answer.statements for item in statement.citations]
    citing = sum(item.doc_id == asked.sample and _says(asked, item.quote) for item in places)
    return Outcome(asked, doc_class, answer, any(_bears(asked, item) for item in shown), len(places), citing)


def _bears(asked: Asked, section: Section) -> bool:
    return section.doc_id == asked.sample and _says(asked, section.text)


def _says(asked: Asked, text: str) -> bool:
    facts = StatedFacts(text)
    return any(facts.says(asked.kind, value) for value in asked.values)


def _figures(outcomes: Sequence[Outcome], vocabulary: Vocabulary) -> Figures:
    known = [item for item in outcomes if item.asked.values]
    unknown = [item for item in outcomes if not item.asked.values]
    answered = [item for item in known if item.answer.answered]
    statements = [statement for item in answered for statement in item.answer.statements]
    verdicts = [judge([item], vocabulary.judge) for item in corrupted(statements, CORRUPTED)]
    claims = [item.answer.verdict.claims for item in outcomes if item.answer.answered and item.answer.verdict]
    return Figures(
        questions=len(outcomes),
        recall_at_5=share([item.found for item in known], _groups(known)),
        citation_precision=ratio(
            [item.citing for item in answered], [item.citations for item in answered], _groups(answered)
        ),
        cited=share([item.citing > 0 for item in answered], _groups(answered)),
        accuracy=_accuracy(known),
        abstention=share([not item.answer.answered for item in unknown], _groups(unknown)),
        contradicted=sum(claim.verdict == "contradicted" for held in claims for claim in held),
        corrupted_caught=share([item.hallucinated for item in verdicts], [str(n) for n in range(len(verdicts))]),
        by_split={
            split: _accuracy([item for item in known if item.asked.split == split])
            for split in sorted({item.asked.split for item in known})
        },
        by_class={
            name: _accuracy([item for item in known if item.doc_class == name])
            for name in sorted({item.doc_class for item in known})
        },
    )


def _accuracy(outcomes: Sequence[Outcome]) -> Estimate:
    return share([item.citing > 0 for item in outcomes], _groups(outcomes))


def _groups(outcomes: Sequence[Outcome]) -> list[str]:
    return [item.asked.group for item in outcomes]


def _other_number(text: str) -> str | None:
    """The first figure that is no list number, raised by one in its first digit."""
    match = re.search(r"(?<=\s)\$?(\d)(?=\d|\s|%|,)", text)
    return None if match is None else f"{text[: match.start(1)]}{int(match[1]) % 9 + 1}{text[match.end(1) :]}"


def _other_negation(text: str) -> str | None:
    if re.search(r"\b(?:shall|may|will|is|are) not\b", text):
        return re.sub(r"\b(shall|may|will|is|are) not\b", r"\1", text, count=1)
    changed = re.sub(r"\b(shall|may|will|is|are|was|were|has)\b", r"\1 not", text, count=1)
    return changed if changed != text else None


def _other_name(text: str) -> str | None:
    match = re.search(r"(?<=[a-z] )[A-Z][a-z]{3,}", text)
    return None if match is None else f"{text[: match.start()]}Drumquill{text[match.end() :]}"


def _other_year(text: str) -> str | None:
    match = re.search(r"\b(1[89]|20)(\d\d)\b", text)
    return None if match is None else f"{text[: match.start()]}{int(match.group()) - 1}{text[match.end() :]}"
