"""The adjudication lane: judge, arbiter, another extraction, boss, for one document that the extraction gate doubts.

Each step's answer becomes a fact of a routing table; the table leads on. The tables bound the walk: one re-extraction,
one reassignment. Nothing is written here: `settle_verdicts` writes everything at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from mailroom_dagster.agents.asking import Asked, ask
from mailroom_dagster.agents.contracts import (
    ArbiterAnswer,
    ArbiterTask,
    BossAnswer,
    BossTask,
    JudgeAnswer,
    JudgeTask,
)
from mailroom_dagster.errors import MailroomError
from mailroom_dagster.pipeline.committing import with_hashes
from mailroom_dagster.pipeline.each import traced
from mailroom_dagster.pipeline.extracting import classified, extraction_record, gate_route
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.matters import MatterFiles
from mailroom_dagster.pipeline.standing import stored_text
from mailroom_dagster.providers.base import CallSummary
from mailroom_dagster.reading.model import DocumentText
from mailroom_dagster.records.model import ClassificationRecord, Decision, ExtractionRecord, Manifest, Stage
from mailroom_dagster.routing import (
    ArbiterState,
    BossState,
    JudgeLabel,
    JudgeState,
    Route,
    route_arbiter,
    route_boss,
    route_judge,
)


@dataclass(frozen=True)
class Case:
    """One document in the lane, with every opinion so far. `route` is where the last decision led."""

    doc_id: str
    classification: ClassificationRecord
    extraction: ExtractionRecord
    route: str
    decisions: tuple[Decision, ...] = ()
    calls: tuple[CallSummary, ...] = ()
    judgement: JudgeAnswer | None = None
    arbitration: ArbiterAnswer | None = None
    adjudication: BossAnswer | None = None
    reextractions: int = 0
    reassignments: int = 0
    caveats: tuple[str, ...] = ()
    reextracted: bool = False
    error: MailroomError | None = None


@dataclass
class _Desk:
    """What every step of the lane works with."""

    mailroom: Mailroom
    manifest: Manifest
    document: DocumentText
    case: Case
    steps: dict[str, Callable[[], Case]] = field(init=False)

    def __post_init__(self) -> None:
        self.steps = {
            Route.JUDGE: self.judge,
            Route.ARBITER: self.arbitrate,
            Route.BOSS: self.adjudicate,
            Route.EXTRACT: self.reextract,
        }

    def walk(self) -> Case:
        """Follow the decisions until they lead to the report or to a person."""
        while step := self.steps.get(self.case.route):
            self.case = step()
        return self.case

    def judge(self) -> Case:
        asked = self._ask(JudgeTask(**self._fields()))
        answer = asked.reply.answer if asked.reply else None
        state = JudgeState(
            label=JudgeLabel(answer.label) if answer else JudgeLabel.UNUSABLE,
            score=answer.score if answer else 0.0,
            trouble=asked.trouble,
            **self._patience(asked),
        )
        return self._after(asked, route_judge(state), judgement=answer)

    def arbitrate(self) -> Case:
        assert self.case.judgement is not None
        asked = self._ask(ArbiterTask(judgement=self.case.judgement, **self._fields()))
        answer = asked.reply.answer if asked.reply else None
        state = ArbiterState(
            action=answer.action if answer else "",
            reextractions=self.case.reextractions,
            reextractions_allowed=self.mailroom.policy.routing.arbiter_reextractions,
            trouble=asked.trouble,
            **self._patience(asked),
        )
        caveats = answer.caveats if answer else ()
        return self._after(asked, route_arbiter(state), arbitration=answer, caveats=caveats)

    def adjudicate(self) -> Case:
        case = self.case
        task = BossTask(
            judgement=case.judgement,
            conflicts=case.extraction.conflicts,
            reassigned=bool(case.reassignments),
            **self._fields(),
        )
        asked = self._ask(task)
        answer = asked.reply.answer if asked.reply else None
        state = BossState(
            action=answer.action if answer else "review",
            class_valid=answer is not None and self._valid_class(answer),
            reassignments=case.reassignments,
            reassignments_allowed=self.mailroom.policy.routing.boss_reassignments,
            trouble=asked.trouble,
            **self._patience(asked),
        )
        return self._after(asked, route_boss(state), adjudication=answer)

    def reextract(self) -> Case:
        """Another extraction: under the boss's class, or with the judge's findings and the arbiter's fields to fix."""
        case = self.case
        reassigned = case.adjudication is not None
        classification = self._reassigned() if reassigned else case.classification
        arbitration, judgement = case.arbitration, case.judgement
        findings = (
            [f"{item.field}: {item.verdict}. {item.note}".strip() for item in judgement.findings] if judgement else []
        )
        extraction = self.mailroom.extractor.extract(
            case.doc_id,
            self.document,
            self.mailroom.store.words(case.doc_id),
            classification.doc_class,
            classification.subtype,
            feedback=() if reassigned else tuple(findings),
            fields_to_fix=arbitration.fields_to_fix if arbitration and not reassigned else (),
            earlier=None if reassigned else case.extraction.fields,
            others=MatterFiles(self.mailroom).alike(self.manifest, classification.doc_class),
        )
        manifest = with_hashes(self.manifest, [classification])
        record = extraction_record(self.mailroom, manifest, classification, extraction)
        return replace(
            case,
            classification=classification,
            extraction=record,
            route=gate_route(record),
            reextracted=True,
            reextractions=case.reextractions + (not reassigned),
            reassignments=case.reassignments + reassigned,
            calls=(*case.calls, *extraction.calls),
        )

    def _reassigned(self) -> ClassificationRecord:
        answer = self.case.adjudication
        assert answer is not None
        update = {"doc_class": answer.doc_class, "subtype": answer.subtype, "decided_by": "boss"}
        return self.case.classification.model_copy(update=update)

    def _valid_class(self, answer: BossAnswer) -> bool:
        known = self.mailroom.taxonomy.classes.get(answer.doc_class or "")
        if known is None or answer.doc_class == self.case.classification.doc_class:
            return False
        return answer.subtype in known.subtypes if known.subtypes else answer.subtype is None

    def _ask(self, task: Any) -> Asked[Any]:
        return ask(self.mailroom.provider, task, self.mailroom.policy.routing.transient_retries)

    def _patience(self, asked: Asked[Any]) -> dict[str, int]:
        return {
            "transients": asked.transients,
            "transient_retries": self.mailroom.policy.routing.transient_retries,
        }

    def _fields(self) -> dict[str, Any]:
        case = self.case
        return {
            "doc_id": case.doc_id,
            "document": self.document,
            "doc_class": case.extraction.doc_class,
            "fields": {name: item.json_value for name, item in case.extraction.fields.items()},
        }

    def _after(self, asked: Asked[Any], decision: Decision, **news: Any) -> Case:
        reason = {"reason": asked.reason} if asked.reason else {}
        calls = asked.reply.calls if asked.reply else ()
        return replace(
            self.case,
            route=decision.to,
            decisions=(*self.case.decisions, decision.model_copy(update=reason)),
            calls=(*self.case.calls, *calls),
            **news,
        )


def open_case(mailroom: Mailroom, doc_id: str) -> Case:
    """A document as the extraction gate left it."""
    extraction = mailroom.store.read(doc_id, Stage.EXTRACTION, ExtractionRecord)
    assert extraction is not None
    return Case(doc_id, classified(mailroom, doc_id), extraction, gate_route(extraction))


def adjudicate(mailroom: Mailroom, doc_id: str) -> Case:
    """Walk one document through the lane. Whatever fails is kept in the case for `settle_verdicts`."""
    case = open_case(mailroom, doc_id)
    try:
        with traced(mailroom, "adjudicate", doc_id):
            return _Desk(mailroom, mailroom.store.manifest(doc_id), stored_text(mailroom, doc_id), case).walk()
    except MailroomError as error:
        return replace(case, error=error)
