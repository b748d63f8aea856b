"""A manifest that a power cut took is made again from what cannot be lost: ledger, records, a person's decision.

A document that was at rest is at rest again. One that was under way counts as received, and its newest record is made
again; the stages before it stand, so nothing is paid twice.
"""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import ValidationError

from mailroom_dagster.ledger.model import LedgerEntry
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import ErrorInfo, Manifest, PersonDecision, Stage, State
from mailroom_dagster.records.pending import AT_REST
from mailroom_dagster.storage import Disk

_DECIDED = ("review_approve", "review_correct", "review_reject")


def rebuild_manifest(home: Home, disk: Disk, entries: Iterable[LedgerEntry]) -> Manifest | None:
    """The manifest that a document's entries tell of; None when they do not tell of its claim."""
    manifest: Manifest | None = None
    for entry in entries:
        if entry.event == "claimed":
            manifest = _claimed(entry)
        elif manifest:
            manifest = _after(home, disk, manifest, entry)
    if manifest and manifest.state not in AT_REST:
        return manifest.model_copy(update={"record_hashes": dict(list(manifest.record_hashes.items())[:-1])})
    return manifest


def _claimed(entry: LedgerEntry) -> Manifest:
    detail = entry.detail
    return Manifest(
        doc_id=entry.doc_id,
        partition_key=detail["partition_key"],
        file_name=detail["file_name"],
        original_name=detail["file_name"],
        sha256=entry.doc_sha256,
        bytes=detail["bytes"],
        matter_id=detail["matter"],
        parent=detail["parent"],
        received_at=entry.ts,
        notes=tuple(detail["notes"]),
    )


def _after(home: Home, disk: Disk, manifest: Manifest, entry: LedgerEntry) -> Manifest:
    """The manifest after one more entry."""
    if entry.event in AT_REST:
        return _rested(manifest, entry)
    if entry.event == "duplicate":
        return _linked(manifest, entry.detail["matter"])
    if entry.event == "rerun_ordered":
        return _moving(manifest.redone_from(Stage(entry.detail["from"])))
    if entry.event == "review_requeue":
        return _moving(manifest.redone_from(Stage.TEXT))
    if entry.event in _DECIDED:
        return _moving(manifest.model_copy(update={"person": _decision(home, disk, manifest)}))
    made = entry.output_hashes.get(f"documents/{manifest.doc_id}/{entry.stage}.json")
    return _moving(manifest, Stage(entry.stage), made) if made else manifest


def _rested(manifest: Manifest, entry: LedgerEntry) -> Manifest:
    detail = entry.detail
    error = ErrorInfo(code=detail["error"], message=detail["reason"]) if detail["error"] else None
    update = {"state": State(entry.event), "gate": detail["gate"], "reason": detail["reason"], "error": error}
    return manifest.model_copy(update=update)


def _moving(manifest: Manifest, stage: Stage | None = None, made: str | None = None) -> Manifest:
    """Under way again, with a new record when one was made: it becomes the newest."""
    going = manifest.with_record(stage, made) if stage and made else manifest
    return going.model_copy(update={"state": State.RECEIVED, "gate": None, "reason": "", "error": None})


def _linked(manifest: Manifest, matter: str) -> Manifest:
    known = (manifest.matter_id, *manifest.linked_matters)
    return manifest if matter in known else manifest.model_copy(update={"linked_matters": (*known[1:], matter)})


def _decision(home: Home, disk: Disk, manifest: Manifest) -> PersonDecision | None:
    path = home.document(manifest.doc_id) / f"decision-{manifest.generation}.json"
    try:
        return PersonDecision.model_validate_json(disk.read(path))
    except (OSError, ValidationError):
        return None
