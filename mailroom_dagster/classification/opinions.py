"""Asking an agent for its opinion of a document's class, and what routing has to know of the answer.

Belongs here: one question, one opinion. Does not belong here: the order of questions (`sorting`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mailroom_dagster.agents.asking import ask
from mailroom_dagster.agents.contracts import SortAnswer, SortTask
from mailroom_dagster.classification.confidence import Temperatures, combine
from mailroom_dagster.classification.evidence import Evidence
from mailroom_dagster.classification.guards import answer_violations
from mailroom_dagster.classification.subtypes import normalise_subtype
from mailroom_dagster.errors import ErrorCode
from mailroom_dagster.providers.base import CallSummary, Provider
from mailroom_dagster.routing import Trouble
from mailroom_dagster.taxonomy.model import UNKNOWN, Taxonomy

NO_ANSWER = SortAnswer(doc_class=UNKNOWN, confidence=0.0, reasoning="no usable answer came")


@dataclass(frozen=True)
class Opinion:
    """An answer, our confidence in it, the guards it breaks, and the trouble there was."""

    answer: SortAnswer
    confidence: float = 0.0
    signals: dict[str, float] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    trouble: Trouble = Trouble.NONE
    transients: int = 0
    calls: tuple[CallSummary, ...] = ()


@dataclass(frozen=True)
class Asker:
    """Asks one provider about documents of one taxonomy."""

    provider: Provider
    taxonomy: Taxonomy
    transient_retries: int
    temperatures: Temperatures

    def opinion(self, task: SortTask, evidence: Evidence) -> Opinion:
        """Ask for one opinion. An answer that cannot be used is a broken guard; raises budget_spent alone."""
        asked = ask(self.provider, task, self.transient_retries)
        if asked.reply is None:
            unusable = asked.code is ErrorCode.ANSWER_UNUSABLE
            return Opinion(
                NO_ANSWER,
                problems=("the answer cannot be used",) if unusable else (),
                trouble=Trouble.NONE if unusable else asked.trouble,
                transients=asked.transients,
            )
        answer = _with_known_subtype(asked.reply.answer, self.taxonomy)
        temperature = self.temperatures.of(self.provider.identity(task.role))
        confidence, signals = combine(answer, asked.reply.token_probability, temperature)
        return Opinion(
            answer,
            confidence,
            signals | evidence.signals_of(answer.doc_class),
            answer_violations(answer, self.taxonomy) + evidence.problems_of(answer.doc_class),
            transients=asked.transients,
            calls=asked.reply.calls,
        )


def _with_known_subtype(answer: SortAnswer, taxonomy: Taxonomy) -> SortAnswer:
    """The answer with a free-text subtype ("Services Agreement") as the key it means, where it means one."""
    known = taxonomy.classes.get(answer.doc_class)
    if known is None or answer.subtype is None or answer.subtype in known.subtypes:
        return answer
    meant = normalise_subtype(answer.subtype, known) if known.subtypes else None
    return answer.model_copy(update={"subtype": meant or answer.subtype})
