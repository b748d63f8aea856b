"""One question from words to a judged answer: the loop and its bounds.

Belongs here: the order of the steps and what a retry changes. At most two retries; each changes what is looked at or
who answers, and says so (a retry that would change nothing is not made). After them the fallback says that the archive
does not answer, and shows the nearest sections.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.errors import MailroomError
from mailroom_dagster.hashing import fingerprint
from mailroom_dagster.providers.base import Provider
from mailroom_dagster.questions.answer import Writer
from mailroom_dagster.questions.archive import Sources, standing
from mailroom_dagster.questions.decompose import active, decompose
from mailroom_dagster.questions.index import SectionIndex
from mailroom_dagster.questions.interpreting import interpreted
from mailroom_dagster.questions.judge import judge
from mailroom_dagster.questions.model import Answer, Attempt, Decomposition, Found, Scope, Section, Statement, Verdict
from mailroom_dagster.questions.retrieve import Likeness, Retriever
from mailroom_dagster.questions.vocabulary import Vocabulary

FALLBACK = "The archive does not answer this question with enough support. The nearest sections are listed."
COUNTED = "sections do not tell how many documents there are; the catalog does (`mailroom catalog query`)"
OFFLINE = "offline"
_HINT = 3  # an intent is hinted at from a third of the strongest one's score


class _Round(NamedTuple):
    """How one attempt goes about it."""

    changed: str
    parts: Decomposition
    wider: bool = False
    by_model: bool = False


class _Tried(NamedTuple):
    """What one attempt gave."""

    attempt: Attempt
    statements: tuple[Statement, ...]
    sections: tuple[Found, ...]
    nearest: tuple[Found, ...]
    verdict: Verdict | None

    @property
    def good(self) -> bool:
        return self.verdict is not None and not self.verdict.hallucinated


@dataclass(frozen=True)
class Desk:
    """Where questions are answered: an index, the texts behind it, the vocabulary, and who writes."""

    index: SectionIndex
    sources: Sources
    vocabulary: Vocabulary
    provider: Provider | None = None  # None or the offline one: key sentences instead of written answers
    likeness: Likeness | None = None

    def ask(self, question: str, scope: Scope | None = None) -> Answer:
        """The judged answer to a question. Raises bad_request, wrong_state without an index."""
        parts = decompose(question, self.vocabulary, scope)
        question_id = question_id_of(parts)
        if self.provider and self._by_model(Role.INTERPRETER):
            parts = interpreted(parts, question_id, self.vocabulary, self.provider)
        tried: list[_Tried] = []
        for plan in self._rounds(parts):
            feedback = _refused(tried[-1]) if tried else ()
            tried.append(self._try(question_id, plan, feedback))
            if tried[-1].good:
                break
        return self._answer(question_id, parts, tried)

    def shown(self, question: str, scope: Scope | None = None) -> tuple[Section, ...]:
        """The sections that a question's first attempt looks at, best first."""
        parts = decompose(question, self.vocabulary, scope)
        relevant = self._retriever.retrieve(parts).relevant
        return tuple(item.section for item in standing(self.sources, parts.scope, relevant))

    def _rounds(self, parts: Decomposition) -> Iterator[_Round]:
        """The first attempt and the retries, each different from all before it."""
        by_model = self._by_model(Role.ANSWERER)
        hinted = (name for name, score in parts.intents.items() if score * _HINT >= parts.intents[parts.intent])
        rival = parts.model_copy(update={"intents": dict.fromkeys(hinted, 1.0)})
        rounds = [_Round("as asked", parts, by_model=by_model)]
        if by_model:
            rounds.append(_Round("the refused claims are named to the model", parts, wider=True, by_model=True))
            rounds.append(_Round("key sentences in the documents' own words instead of the model", parts))
        else:
            rounds.append(_Round("more sections, and a lower threshold", parts, wider=True))
            if active(rival).keys() != active(parts).keys():
                rounds.append(
                    _Round("weaker intents of the question count as much as the strongest", rival, wider=True)
                )
        retries = 0 if parts.wanted == "count" else self.vocabulary.judge.retries
        yield from rounds[: 1 + retries]

    @property
    def _retriever(self) -> Retriever:
        return Retriever(self.index, self.vocabulary, self.sources.stated, self.likeness)

    def _by_model(self, role: Role) -> bool:
        return self.provider is not None and self.provider.identity(role).provider != OFFLINE

    def _try(self, question_id: str, plan: _Round, feedback: Sequence[str]) -> _Tried:
        scope = plan.parts.scope
        relevant, near = self._retriever.retrieve(plan.parts, wider=plan.wider)
        sections, nearest = (standing(self.sources, scope, items) for items in (relevant, near))
        statements, problem = self._write(question_id, plan, sections, feedback)
        verdict = judge(statements, self.vocabulary.judge) if statements else None
        outcome = problem or _outcome(sections, verdict)
        confidence = verdict.confidence if verdict else None
        attempt = Attempt(changed=plan.changed, outcome=outcome, sections=len(sections), confidence=confidence)
        return _Tried(attempt, statements, sections, nearest, verdict)

    def _write(
        self, question_id: str, plan: _Round, sections: Sequence[Found], feedback: Sequence[str]
    ) -> tuple[tuple[Statement, ...], str]:
        """The sentences, and what went wrong with the model, if anything did."""
        writer = Writer(self.index, self.vocabulary, self._suspect)
        if plan.parts.wanted == "count":
            return (), COUNTED
        if not sections:
            return (), ""
        if not (plan.by_model and self.provider):
            return writer.key_sentences(plan.parts, sections), ""
        try:
            return writer.written(self.provider, question_id, plan.parts, sections, feedback), ""
        except MailroomError as error:
            return (), f"the model gave no answer ({error.code.value})"

    def _suspect(self, doc_id: str) -> Sequence[tuple[int, int]]:
        document = self.sources.document(doc_id)
        return document.suspect if document else ()

    def _caveats(self, tried: _Tried) -> Iterator[str]:
        cited = {place.doc_id: place.document for item in tried.statements for place in item.citations}
        for doc_id, document in cited.items():
            if self.sources.waits(doc_id):
                yield f"{document} waits for a person's decision: what it is has not been settled."

    def _answer(self, question_id: str, parts: Decomposition, tried: Sequence[_Tried]) -> Answer:
        last = tried[-1]
        shown = last.sections if last.good else last.nearest
        return Answer(
            question_id=question_id,
            decomposition=parts,
            answered=last.good,
            text=" ".join(item.text for item in last.statements) if last.good else FALLBACK,
            statements=last.statements if last.good else (),
            sections=shown,
            caveats=tuple(self._caveats(last)) if last.good else (),
            verdict=last.verdict,
            attempts=tuple(item.attempt for item in tried),
            weights=self.vocabulary.retrieval.weights.used,
            threshold=self.vocabulary.retrieval.threshold,
            provider=self.provider.identity(Role.ANSWERER).provider if self.provider else OFFLINE,
        )


def question_id_of(parts: Decomposition) -> str:
    """16 hex digits: the same for the same question and scope."""
    return fingerprint(question=parts.question, scope=parts.scope.model_dump(mode="json"))[:16]


def _refused(tried: _Tried) -> tuple[str, ...]:
    claims = tried.verdict.claims if tried.verdict else ()
    return tuple(f"{claim.text} ({claim.reason})" for claim in claims if claim.verdict != "supported")


def _outcome(sections: Sequence[Found], verdict: Verdict | None) -> str:
    if not sections:
        return "no section is relevant enough"
    if verdict is None:
        return "no sentence of the sections answers"
    counts = ", ".join(f"{count} {name}" for name, count in verdict.counts.items() if count)
    return f"{'refused' if verdict.hallucinated else 'returned'}: {counts}"
