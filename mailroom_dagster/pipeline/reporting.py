"""Stage report: the accepted fields with their quotes and decisions, for people and machines, built by code."""

from __future__ import annotations

from collections.abc import Sequence

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.pipeline.committing import CODE_VERSION, Change, commit
from mailroom_dagster.pipeline.each import each, set_aside
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.outcome import Outcome
from mailroom_dagster.pipeline.standing import fingerprint_of, standing
from mailroom_dagster.records.model import (
    ClassificationRecord,
    ExtractionRecord,
    Manifest,
    ReportRecord,
    Stage,
    State,
    TextRecord,
    VerdictRecord,
)
from mailroom_dagster.reports import build_report


def write_reports(mailroom: Mailroom, doc_ids: Sequence[str]) -> list[Outcome]:
    """Write the reports that do not stand yet."""
    outcomes: list[Outcome] = []
    changes: list[Change] = []
    for done in each(mailroom, "compile-report", doc_ids, lambda doc_id: _report(mailroom, doc_id)):
        manifest = mailroom.store.manifest(done.doc_id)
        if done.result is None:
            changes.append(
                set_aside(manifest, Stage.REPORT, done.error or MailroomError(ErrorCode.INTERNAL, "no report"))
            )
        elif done.result[1]:
            outcomes.append(Outcome(Stage.REPORT, manifest, done.result[0], unchanged=True))
        else:
            update = {"state": State.REPORTED, "error": None, "reason": "", "gate": None}
            changes.append(Change(manifest.model_copy(update=update), records=(done.result[0],)))
    manifests = commit(mailroom, changes)
    return outcomes + [
        Outcome(Stage.REPORT, manifest, change.records[0] if change.records else None, goes_on=bool(change.records))
        for manifest, change in zip(manifests, changes, strict=True)
    ]


def _report(mailroom: Mailroom, doc_id: str) -> tuple[ReportRecord, bool]:
    manifest = mailroom.store.manifest(doc_id)
    if record := standing(mailroom, manifest, Stage.REPORT, ReportRecord):
        return record, True
    store = mailroom.store
    text = store.read(doc_id, Stage.TEXT, TextRecord)
    classification = store.read(doc_id, Stage.CLASSIFICATION, ClassificationRecord)
    extraction = store.read(doc_id, Stage.EXTRACTION, ExtractionRecord)
    verdict = store.read(doc_id, Stage.VERDICT, VerdictRecord)
    if not (text and classification and extraction and verdict and verdict.accepted):
        raise MailroomError(ErrorCode.WRONG_STATE, "only an accepted document is reported", where=doc_id)
    report = build_report(mailroom.taxonomy, manifest, text, classification, extraction, verdict)
    return _record(mailroom, manifest, report.content, report.markdown), False


def _record(mailroom: Mailroom, manifest: Manifest, content: dict[str, object], markdown: str) -> ReportRecord:
    return ReportRecord(
        doc_id=manifest.doc_id,
        fingerprint=fingerprint_of(mailroom, manifest, Stage.REPORT),
        code_version=CODE_VERSION,
        content=content,
        markdown=markdown,
    )
