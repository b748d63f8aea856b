"""When a record stands: the same fingerprint, untouched on disk. Then nothing is done or paid again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import fingerprint
from mailroom_dagster.pipeline.committing import CODE_VERSION, Change, commit, event
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.reading import READER_VERSION
from mailroom_dagster.reading.model import DocumentText
from mailroom_dagster.records.model import AnyRecord, Manifest, Stage, State, TextRecord

R = TypeVar("R", bound=AnyRecord)

ORDER = list(Stage)
_ROLES: dict[Stage, tuple[Role, ...]] = {
    Stage.TEXT: (Role.TRANSCRIBER,),
    Stage.CLASSIFICATION: (Role.SORTER, Role.RETRY_SORTER, Role.REVIEWER),
    Stage.EXTRACTION: (Role.SPECIALIST,),
    Stage.VERDICT: (Role.JUDGE, Role.ARBITER, Role.BOSS),
    Stage.REPORT: (),
    Stage.ARCHIVE_ENTRY: (),
}
_POLICY: dict[Stage, tuple[str, ...]] = {
    Stage.TEXT: ("reading",),
    Stage.CLASSIFICATION: ("routing", "sorting"),
    Stage.EXTRACTION: ("routing",),
    Stage.VERDICT: ("routing",),
    Stage.REPORT: (),
    Stage.ARCHIVE_ENTRY: (),
}


def fingerprint_of(mailroom: Mailroom, manifest: Manifest, stage: Stage) -> str:
    """What a stage's record rests on: inputs, code, prompts, provider, model, parameters, taxonomy and policy."""
    earlier = ORDER[: ORDER.index(stage)]
    identities = [mailroom.provider.identity(role) for role in _ROLES[stage]]
    return fingerprint(
        code=CODE_VERSION,
        source=manifest.sha256,
        inputs={item.value: manifest.record_hashes.get(item) for item in earlier},
        reader=READER_VERSION if stage is Stage.TEXT else None,
        agents=[[item.provider, item.model, item.prompt_hash, item.parameters] for item in identities],
        models=mailroom.models_digest if stage in (Stage.CLASSIFICATION, Stage.EXTRACTION) else None,
        taxonomy=None if stage is Stage.TEXT else mailroom.taxonomy.digest,
        policy=mailroom.policy.digest_of(*_POLICY[stage]),
        matter=manifest.matter_id if stage in (Stage.REPORT, Stage.ARCHIVE_ENTRY) else None,
        forced=manifest.forced.get(stage, 0),
    )


def standing(mailroom: Mailroom, manifest: Manifest, stage: Stage, kind: type[R]) -> R | None:
    """The record of a stage if it stands. What a person decided stands whatever the configuration became."""
    digest = manifest.record_hashes.get(stage)
    if digest is None or mailroom.store.hash_of(manifest.doc_id, stage) != digest:
        return None
    record = mailroom.store.current(manifest, stage, kind)
    if record and (manifest.person or record.fingerprint == fingerprint_of(mailroom, manifest, stage)):
        return record
    return None


def stored_text(mailroom: Mailroom, doc_id: str) -> DocumentText:
    """The text that later stages work on. Raises wrong_state when the document has not been read."""
    record = mailroom.store.read(doc_id, Stage.TEXT, TextRecord)
    if record is None:
        raise MailroomError(ErrorCode.WRONG_STATE, "the document has no stored text", where=doc_id)
    return record.document


def order_rerun(mailroom: Mailroom, doc_ids: Sequence[str], stage: Stage, batch: str | None = None) -> None:
    """Order a re-run from a stage on, for documents in any state; the order is an entry in the ledger.

    `batch` names who does it; None leaves them to whoever looks into the queue next.
    """
    manifests = [mailroom.store.manifest(doc_id).redone_from(stage) for doc_id in doc_ids]
    ordered = [item.model_copy(update={"state": State.RECEIVED, "attempts": 0}) for item in manifests]
    changes = [
        Change(item, events=(event(item, f"rerun:{item.generation}", stage, "rerun_ordered", {"from": stage.value}),))
        for item in ordered
    ]
    commit(mailroom, changes)
    mailroom.pending.add(doc_ids, batch)
