"""Stage verdict: what the gate, the lane or a person decided, written down; accepted documents go on to the report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.pipeline.adjudicating import Case, open_case
from mailroom_dagster.pipeline.checks import verdict_accepts
from mailroom_dagster.pipeline.committing import CODE_VERSION, Change, call_refs, commit, rest, with_hashes
from mailroom_dagster.pipeline.each import park_again, set_aside
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.outcome import Outcome
from mailroom_dagster.pipeline.standing import fingerprint_of, standing
from mailroom_dagster.records.model import AnyRecord, Decision, Manifest, Stage, State, VerdictRecord
from mailroom_dagster.routing import Route


def settle_verdicts(mailroom: Mailroom, clear: Sequence[str], adjudicated: Sequence[Case]) -> list[Outcome]:
    """Write the verdicts of clear documents and of those that went through the lane."""
    outcomes: list[Outcome] = []
    changes: list[Change] = []
    for case in [*(open_case(mailroom, doc_id) for doc_id in clear), *adjudicated]:
        manifest = mailroom.store.manifest(case.doc_id)
        stood = None if case.reextracted else standing(mailroom, manifest, Stage.VERDICT, VerdictRecord)
        if stood and not case.error:
            outcomes.append(_outcome(manifest, stood, unchanged=True))
        else:
            changes.append(_change(mailroom, manifest, case))
    park_again(mailroom, outcomes)
    manifests = commit(mailroom, changes)
    return outcomes + [
        _outcome(manifest, change.records[-1] if change.records else None)
        for manifest, change in zip(manifests, changes, strict=True)
    ]


def _change(mailroom: Mailroom, manifest: Manifest, case: Case) -> Change:
    if case.error:
        return set_aside(manifest, Stage.VERDICT, case.error)
    before = _new_records(case)
    verdict = _record(mailroom, with_hashes(manifest, before), case)
    if verdict.accepted:
        update = {"state": State.DECIDED, "error": None, "reason": "", "gate": None}
        return Change(manifest.model_copy(update=update), records=(*before, verdict))
    last = [*case.extraction.decisions, *case.decisions][-1]
    parked = rest(manifest, Stage.VERDICT, State.PARKED, reason=_reason(last, case))
    return replace(parked, records=(*before, verdict))


def _new_records(case: Case) -> tuple[AnyRecord, ...]:
    """The records that the lane changed: the class when the boss reassigned it, the fields when read again."""
    if not case.reextracted:
        return ()
    return (case.classification, case.extraction) if case.reassignments else (case.extraction,)


def _record(mailroom: Mailroom, manifest: Manifest, case: Case) -> VerdictRecord:
    person = manifest.person
    decided_by = f"person:{person.reviewer}" if person else _decider(case)
    identity = mailroom.provider.identity(Role.JUDGE)
    return VerdictRecord(
        doc_id=case.doc_id,
        fingerprint=fingerprint_of(mailroom, manifest, Stage.VERDICT),
        code_version=CODE_VERSION,
        provider=identity.provider if case.decisions else None,
        model=identity.model if case.decisions else None,
        calls=call_refs(case.calls),
        decisions=_decisions(manifest, case),
        accepted=bool(person) or case.route == Route.REPORT,
        decided_by=decided_by,
        judgement=case.judgement,
        arbitration=case.arbitration,
        adjudication=case.adjudication,
        caveats=case.caveats,
    )


def _decisions(manifest: Manifest, case: Case) -> tuple[Decision, ...]:
    person = manifest.person
    if person is None:
        return case.decisions
    actor = f"person:{person.reviewer}"
    word = Decision(gate="person", rule=person.action, to=Route.REPORT, actor=actor, reason=person.reason)
    return (*case.decisions, word)


def _decider(case: Case) -> str:
    return case.decisions[-1].gate if case.decisions else "extract"


def _reason(last: Decision, case: Case) -> str:
    details = case.adjudication.reasoning if case.adjudication else ""
    return f"{last.reason}: {details}" if details else last.reason


def _outcome(manifest: Manifest, record: object, unchanged: bool = False) -> Outcome:
    if not isinstance(record, VerdictRecord):
        return Outcome(Stage.VERDICT, manifest, goes_on=False)
    check = verdict_accepts(record)
    return Outcome(Stage.VERDICT, manifest, record, (check,), goes_on=record.accepted, unchanged=unchanged)
