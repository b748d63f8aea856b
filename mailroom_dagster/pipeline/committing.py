"""How a stage's work becomes lasting: records, then one ledger commit for the batch, then bins and states.

If the ledger append fails, no state advances and the stage is done again. Everything before that can be repeated.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from mailroom_dagster import crashpoints
from mailroom_dagster.errors import MailroomError
from mailroom_dagster.hashing import fingerprint, sha256_bytes
from mailroom_dagster.ledger.model import LedgerEvent
from mailroom_dagster.pipeline.bins import place
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.providers.base import CallSummary
from mailroom_dagster.records.model import AnyRecord, CallRef, Decision, ErrorInfo, Manifest, Stage, State
from mailroom_dagster.records.store import record_bytes

CODE_VERSION = "2"
ACTOR = "mailroom"


@dataclass(frozen=True)
class Change:
    """One document's new manifest, the records that led there and the events to enter, in order."""

    manifest: Manifest
    records: tuple[AnyRecord, ...] = ()
    events: tuple[LedgerEvent, ...] = ()


def commit(mailroom: Mailroom, changes: Sequence[Change]) -> list[Manifest]:
    """Make the changes last; returns the manifests as written. Raises what the ledger raises."""
    if not changes:
        return []
    crashpoints.reach("stage.before_record")
    written = [_write_records(mailroom, change) for change in changes]
    crashpoints.reach("stage.before_ledger")
    mailroom.ledger.append([event for change in written for event in change.events])
    crashpoints.reach("stage.after_ledger")
    for change in written:
        place(mailroom, change.manifest)
    manifests = [mailroom.store.save(change.manifest) for change in written]
    crashpoints.reach("stage.after_manifest")
    return manifests


def _write_records(mailroom: Mailroom, change: Change) -> Change:
    manifest = change.manifest
    events: list[LedgerEvent] = []
    for record in change.records:
        before = manifest.record_hashes
        digest = mailroom.store.write(record)
        mailroom.progress(record.stage.value)
        crashpoints.reach("stage.after_record")
        manifest = manifest.with_record(record.stage, digest)
        events += _record_events(manifest, record, before, digest)
    return Change(manifest, change.records, (*events, *change.events))


def _record_events(manifest: Manifest, record: AnyRecord, before: dict[Stage, str], digest: str) -> list[LedgerEvent]:
    """The stage's own entry, followed by one for every decision in the record."""
    prefix = f"{record.stage}:{digest[:16]}:{manifest.generation}"
    outputs = {f"documents/{record.doc_id}/{record.stage}.json": digest}
    if words := getattr(record, "words_sha256", None):
        outputs[f"documents/{record.doc_id}/words.json"] = words
    stage_event = event(
        manifest,
        prefix,
        record.stage,
        record.stage.value,
        {"fingerprint": record.fingerprint, "provider": record.provider, "model": record.model},
        inputs={f"{stage}.json": before[stage] for stage in before} | record.inputs,
        outputs=outputs,
    )
    decisions = [
        decision_event(manifest, f"{prefix}:{number}", record.stage, decision)
        for number, decision in enumerate(record.decisions)
    ]
    return [stage_event, *decisions]


def decision_event(manifest: Manifest, event_id: str, stage: Stage, decision: Decision) -> LedgerEvent:
    """One routing step as a ledger event."""
    detail = decision.model_dump(exclude={"actor"})
    return event(manifest, event_id, stage, "decision", detail, actor=decision.actor)


def with_hashes(manifest: Manifest, records: Iterable[AnyRecord]) -> Manifest:
    """A manifest as it will be once these records are written, for the fingerprints of what rests on them."""
    digests = {record.stage: sha256_bytes(record_bytes(record)) for record in records}
    return manifest.model_copy(update={"record_hashes": manifest.record_hashes | digests})


def rest(
    manifest: Manifest, stage: Stage, state: State, error: MailroomError | None = None, reason: str = ""
) -> Change:
    """Bring a document to rest in a state, with the reason people read; its attempts are forgiven unless it failed."""
    why = error.message if error else reason
    update = {
        "state": state,
        "error": ErrorInfo(code=error.code.value, message=error.message) if error else None,
        "reason": why,
        "gate": stage.value,
        "attempts": manifest.attempts if state is State.QUARANTINED else 0,
    }
    rested = manifest.model_copy(update=update)
    return Change(rested, events=(state_event(rested, stage, why),))


def state_event(manifest: Manifest, stage: Stage, reason: str = "") -> LedgerEvent:
    """That a document came to rest, or was set going again."""
    where = {"state": manifest.state.value, "gate": manifest.gate, "error": manifest.error and manifest.error.code}
    marks = {stage.value: digest for stage, digest in manifest.record_hashes.items()}
    key = fingerprint(**where, records=marks, generation=manifest.generation, attempts=manifest.attempts)[:16]
    return event(manifest, f"state:{key}", stage, manifest.state.value, where | {"reason": reason})


def call_refs(calls: Iterable[CallSummary]) -> tuple[CallRef, ...]:
    """What a record keeps of the calls it rests on."""
    return tuple(
        CallRef(
            call_id=call.call_id,
            role=call.role.value,
            provider=call.provider,
            model=call.model,
            prompt_hash=call.prompt_hash,
        )
        for call in calls
    )


def event(
    manifest: Manifest,
    event_id: str,
    stage: Stage | str,
    name: str,
    detail: dict[str, Any],
    *,
    actor: str = ACTOR,
    inputs: dict[str, str] | None = None,
    outputs: dict[str, str] | None = None,
) -> LedgerEvent:
    """A ledger event about one document."""
    return LedgerEvent(
        event_id=event_id,
        doc_id=manifest.doc_id,
        doc_sha256=manifest.sha256,
        stage=str(stage),
        event=name,
        actor=actor,
        code_version=CODE_VERSION,
        input_hashes=inputs or {},
        output_hashes=outputs or {},
        detail=detail,
    )
