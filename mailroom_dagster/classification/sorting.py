"""Sorting one document: fast path, sorter, retry, blind reviewer, each step decided by routing's tables.

Belongs here: who is asked in which order, and what is kept of the answers. Does not belong here: when to go on, retry
or stop (`routing`), how sure an answer is (`confidence`), or what makes it unsound (`guards`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from mailroom_dagster.agents.contracts import Role, SortAnswer, SortTask
from mailroom_dagster.classification.confidence import Temperatures, load_temperatures
from mailroom_dagster.classification.evidence import evidence_of
from mailroom_dagster.classification.fast_path import FastSorter, FastVerdict
from mailroom_dagster.classification.guards import answer_violations, document_violations
from mailroom_dagster.classification.opinions import NO_ANSWER, Asker, Opinion
from mailroom_dagster.classification.view import shown_to
from mailroom_dagster.configuration import models_dir
from mailroom_dagster.policy import Policy
from mailroom_dagster.providers.base import CallSummary, Provider
from mailroom_dagster.reading.model import DocumentText
from mailroom_dagster.records.model import Decision
from mailroom_dagster.routing import (
    ClassifyState,
    FastPathState,
    MediumGate,
    ReviewerVerdict,
    Route,
    route_classify,
    route_fast_path,
)
from mailroom_dagster.taxonomy.model import UNKNOWN, Taxonomy

SortRole = Literal[Role.SORTER, Role.RETRY_SORTER, Role.REVIEWER]
SortRoute = Literal["extract", "uncertain", "review"]
_ROUTES: dict[str, SortRoute] = {Route.EXTRACT: "extract", Route.REVIEWER: "uncertain"}


class Sorting(BaseModel):
    """Where a document stands in sorting: the opinion that counts, all opinions, and every decision."""

    model_config = ConfigDict(frozen=True)

    doc_class: str = UNKNOWN
    subtype: str | None = None
    confidence: float = 0.0
    decided_by: str = "routing"
    signals: dict[str, float] = Field(default_factory=dict)
    because: tuple[str, ...] = ()
    opinions: dict[str, SortAnswer] = Field(default_factory=dict)
    decisions: tuple[Decision, ...] = ()
    calls: tuple[CallSummary, ...] = ()
    attempts: int = 0  # of sorter and retries
    route: SortRoute = "review"
    reason: str = ""

    @property
    def weighed(self) -> float:
        """The confidence that the last decision looked at. A parked document may keep the class of a surer opinion
        before it; where no answer came at all, that opinion's confidence stands, too."""
        last = self.decisions[-1].numbers.get("confidence") if self.decisions else None
        return float(last or self.confidence)

    def decided(self, decision: Decision, **changes: Any) -> Sorting:
        """The sorting after one more decision."""
        return self.model_copy(
            update={
                "decisions": (*self.decisions, decision),
                "route": _ROUTES.get(decision.to, "review"),
                "reason": decision.reason,
                **changes,
            }
        )


class Sorter:
    """Sorts documents of one taxonomy with one provider. Safe to share between threads."""

    def __init__(
        self,
        taxonomy: Taxonomy,
        policy: Policy,
        provider: Provider,
        fast_path: FastSorter | None = None,
        medium_gate: MediumGate | None = None,
        temperatures: Temperatures | None = None,
    ) -> None:
        self._taxonomy = taxonomy
        self._transient_retries = policy.routing.transient_retries
        self._fast_path = fast_path
        self._medium_gate = medium_gate
        known = load_temperatures(models_dir()) if temperatures is None else temperatures
        self._asker = Asker(provider, taxonomy, self._transient_retries, known)

    def first_pass(self, doc_id: str, document: DocumentText) -> Sorting:
        """Fast path, then sorter and retries. `route` is extract, uncertain (a reviewer is wanted) or review.

        Raises budget_spent; any other failure of the provider is a decision."""
        if not document.readable:
            return Sorting().decided(route_fast_path(FastPathState(readable=False)))
        problems = document_violations(document)
        evidence = evidence_of(document, self._fast_path)
        sorting = self._after_look(evidence.verdict, problems)
        previous: Opinion | None = None
        while sorting.decisions[-1].to in (Route.SORTER, Route.RETRY):
            role: SortRole = Role.RETRY_SORTER if previous else Role.SORTER
            opinion = self._asker.opinion(_task(role, doc_id, document, previous), evidence)
            sorting = self._after_opinion(sorting, role, opinion, problems, previous)
            previous = opinion
        return sorting

    def second_opinion(self, doc_id: str, document: DocumentText, sorting: Sorting) -> Sorting:
        """The blind reviewer's opinion beside the first. `route` is extract or review. Raises budget_spent."""
        evidence = evidence_of(document, self._fast_path)
        opinion = self._asker.opinion(_task(Role.REVIEWER, doc_id, document), evidence)
        same = opinion.answer.doc_class == sorting.doc_class
        verdict = ReviewerVerdict.AGREES if same else ReviewerVerdict.OVERRIDES
        state = replace(self._state(sorting, opinion, document_violations(document)), reviewer=verdict)
        decision = route_classify(state)
        kept = sorting.decided(
            decision,
            opinions=sorting.opinions | {Role.REVIEWER.value: opinion.answer},
            calls=sorting.calls + opinion.calls,
        )
        return _speaks(kept, Role.REVIEWER, opinion, state)

    def _after_look(self, verdict: FastVerdict | None, problems: tuple[str, ...]) -> Sorting:
        answer = verdict.as_answer() if verdict else NO_ANSWER
        state = FastPathState(
            available=verdict is not None,
            deferred=answer.doc_class in self._taxonomy.defer_classes,
            stated=answer.confidence,
            bars=self._taxonomy.bars(answer.doc_class),
            violations=answer_violations(answer, self._taxonomy) + problems,
            doc_class=answer.doc_class,
            signals=answer.signals,
        )
        sorting = Sorting().decided(route_fast_path(state))
        if verdict is None:
            return sorting
        return sorting.model_copy(
            update={
                "doc_class": answer.doc_class,
                "subtype": answer.subtype,
                "confidence": state.confidence,
                "decided_by": "fast_path",
                "signals": verdict.signals,
                "because": verdict.because,
                "opinions": {"fast_path": answer},
            }
        )

    def _after_opinion(
        self, sorting: Sorting, role: Role, opinion: Opinion, problems: tuple[str, ...], previous: Opinion | None
    ) -> Sorting:
        attempts = sorting.attempts + 1
        state = self._state(sorting, opinion, problems, repeated=_repeats(opinion, previous))
        name = role.value if attempts <= 2 else f"{role.value}_{attempts - 1}"
        heard = sorting.decided(
            route_classify(state, self._medium_gate),
            attempts=attempts,
            opinions=sorting.opinions | {name: opinion.answer},
            calls=sorting.calls + opinion.calls,
        )
        return _speaks(heard, role, opinion, state)

    def _state(
        self, sorting: Sorting, opinion: Opinion, problems: tuple[str, ...], repeated: bool = False
    ) -> ClassifyState:
        return ClassifyState(
            trouble=opinion.trouble,
            transients=opinion.transients,
            transient_retries=self._transient_retries,
            stated=opinion.confidence,
            bars=self._taxonomy.bars(opinion.answer.doc_class),
            attempts=sorting.attempts + 1,
            repeated=repeated,
            violations=opinion.problems + problems,
            doc_class=opinion.answer.doc_class,
            signals=opinion.signals,
        )


def _task(role: SortRole, doc_id: str, document: DocumentText, previous: Opinion | None = None) -> SortTask:
    """The question for a role; only the retry is told of an earlier answer."""
    return SortTask(
        role=role, doc_id=doc_id, document=shown_to(role, document), previous=previous.answer if previous else None
    )


def _repeats(opinion: Opinion, previous: Opinion | None) -> bool:
    """Whether an agent said the same again: class, subtype and confidence."""
    if previous is None:
        return False
    now, before = opinion.answer, previous.answer
    return (now.doc_class, now.subtype, now.confidence) == (before.doc_class, before.subtype, before.confidence)


def _speaks(sorting: Sorting, role: Role, opinion: Opinion, state: ClassifyState) -> Sorting:
    """The sorting with this opinion as the one that counts; a parked document keeps the class of the surest one."""
    if sorting.route == "review" and state.confidence < sorting.confidence:
        return sorting
    return sorting.model_copy(
        update={
            "doc_class": opinion.answer.doc_class,
            "subtype": opinion.answer.subtype,
            "confidence": state.confidence,
            "decided_by": role.value,
            "signals": sorting.signals | opinion.signals,
            "because": (opinion.answer.reasoning,) if opinion.answer.reasoning else sorting.because,
        }
    )
