"""Stage extraction: fields for the whole batch; what the gate is not content with goes to the adjudication lane."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.extraction.result import Extraction
from mailroom_dagster.pipeline.checks import extraction_checks
from mailroom_dagster.pipeline.committing import CODE_VERSION, Change, call_refs, commit
from mailroom_dagster.pipeline.each import each, set_aside
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.matters import MatterFiles
from mailroom_dagster.pipeline.outcome import Outcome
from mailroom_dagster.pipeline.standing import fingerprint_of, standing, stored_text
from mailroom_dagster.records.model import ClassificationRecord, ExtractionRecord, Manifest, Stage, State
from mailroom_dagster.routing import Route


@dataclass(frozen=True)
class _Extracted:
    manifest: Manifest
    record: ExtractionRecord
    stood: bool


def extract_documents(mailroom: Mailroom, doc_ids: Sequence[str]) -> list[Outcome]:
    """Extract what has not been extracted. An outcome that goes on is either clear or doubtful, see `doubtful`."""
    files = MatterFiles(mailroom)
    done = each(mailroom, "extract-fields", doc_ids, lambda doc_id: _extract(mailroom, files, doc_id))
    stood = [
        _outcome(item.result.manifest, item.result.record, True) for item in done if item.result and item.result.stood
    ]
    changes = [
        _change(mailroom, item.doc_id, item.result, item.error)
        for item in done
        if not (item.result and item.result.stood)
    ]
    manifests = commit(mailroom, changes)
    return stood + [
        _outcome(manifest, change.records[0] if change.records else None)
        for manifest, change in zip(manifests, changes, strict=True)
    ]


def doubtful(outcome: Outcome) -> bool:
    """Whether the extraction gate led anywhere but straight to the report (a person's approval is never doubted)."""
    record = outcome.record
    return (
        isinstance(record, ExtractionRecord) and outcome.manifest.person is None and gate_route(record) != Route.REPORT
    )


def gate_route(record: ExtractionRecord) -> str:
    """Where the extraction gate's last decision led."""
    return record.decisions[-1].to if record.decisions else Route.REVIEW


def extraction_record(
    mailroom: Mailroom, manifest: Manifest, classification: ClassificationRecord, extraction: Extraction
) -> ExtractionRecord:
    """The record of an extraction made under a class."""
    identity = mailroom.provider.identity(Role.SPECIALIST)
    return ExtractionRecord(
        doc_id=manifest.doc_id,
        fingerprint=fingerprint_of(mailroom, manifest, Stage.EXTRACTION),
        code_version=CODE_VERSION,
        provider=identity.provider,
        model=identity.model,
        calls=call_refs(extraction.calls),
        decisions=extraction.decisions,
        doc_class=classification.doc_class,
        subtype=classification.subtype,
        fields=extraction.fields,
        cleared=extraction.cleared,
        errors=extraction.errors,
        confidence=extraction.confidence,
        signals=extraction.signals,
        attempts=extraction.attempts,
        trace=extraction.trace,
        conflicts=extraction.conflicts,
    )


def classified(mailroom: Mailroom, doc_id: str) -> ClassificationRecord:
    """The class a document is extracted under. Raises wrong_state when it has none."""
    record = mailroom.store.read(doc_id, Stage.CLASSIFICATION, ClassificationRecord)
    if record is None:
        raise MailroomError(ErrorCode.WRONG_STATE, "the document has not been classified", where=doc_id)
    return record


def _extract(mailroom: Mailroom, files: MatterFiles, doc_id: str) -> _Extracted:
    manifest = mailroom.store.manifest(doc_id)
    if record := standing(mailroom, manifest, Stage.EXTRACTION, ExtractionRecord):
        return _Extracted(manifest, record, stood=True)
    classification = classified(mailroom, doc_id)
    extraction = mailroom.extractor.extract(
        doc_id,
        stored_text(mailroom, doc_id),
        mailroom.store.words(doc_id),
        classification.doc_class,
        classification.subtype,
        others=files.alike(manifest, classification.doc_class),
    )
    return _Extracted(manifest, extraction_record(mailroom, manifest, classification, extraction), stood=False)


def _change(mailroom: Mailroom, doc_id: str, result: _Extracted | None, error: MailroomError | None) -> Change:
    manifest = mailroom.store.manifest(doc_id)
    if result is None:
        return set_aside(manifest, Stage.EXTRACTION, error or MailroomError(ErrorCode.INTERNAL, "no extraction"))
    update = {"state": State.EXTRACTED, "error": None, "reason": "", "gate": None}
    return Change(manifest.model_copy(update=update), records=(result.record,))


def _outcome(manifest: Manifest, record: object, unchanged: bool = False) -> Outcome:
    if not isinstance(record, ExtractionRecord):
        return Outcome(Stage.EXTRACTION, manifest, goes_on=False)
    return Outcome(Stage.EXTRACTION, manifest, record, extraction_checks(record), goes_on=True, unchanged=unchanged)
