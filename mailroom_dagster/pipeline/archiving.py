"""Stage archive_entry: the original filed under matter and class, its bytes compared, its report beside it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from mailroom_dagster import crashpoints
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.pipeline.bins import REPORT_SUFFIXES, bin_name, leave_archive, source_path
from mailroom_dagster.pipeline.checks import archive_intact
from mailroom_dagster.pipeline.committing import CODE_VERSION, Change, commit, rest
from mailroom_dagster.pipeline.each import each, set_aside
from mailroom_dagster.pipeline.extracting import classified
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.outcome import Outcome
from mailroom_dagster.pipeline.standing import fingerprint_of, standing
from mailroom_dagster.records.home import safe_name
from mailroom_dagster.records.model import ArchiveRecord, Manifest, ReportRecord, Stage, State, before


def archive_documents(mailroom: Mailroom, doc_ids: Sequence[str]) -> list[Outcome]:
    """File what is not filed yet. Bytes that are not what was received are never archived."""
    outcomes: list[Outcome] = []
    changes: list[Change] = []
    for done in each(mailroom, "archive-document", doc_ids, lambda doc_id: _archive(mailroom, doc_id)):
        manifest = mailroom.store.manifest(done.doc_id)
        if done.result is None:
            error = done.error or MailroomError(ErrorCode.INTERNAL, "nothing was archived")
            changes.append(set_aside(manifest, Stage.ARCHIVE_ENTRY, error))
        elif done.result[1] and manifest.state is State.ARCHIVED:  # else another process, behind, moved it on again
            outcomes.append(_outcome(manifest, done.result[0], unchanged=True))
        else:
            archived = rest(_before_archiving(manifest), Stage.ARCHIVE_ENTRY, State.ARCHIVED)
            changes.append(Change(archived.manifest, (done.result[0],), archived.events))
    manifests = commit(mailroom, changes)
    return outcomes + [
        _outcome(manifest, change.records[0] if change.records else None)
        for manifest, change in zip(manifests, changes, strict=True)
    ]


def _before_archiving(manifest: Manifest) -> Manifest:
    """Without the archive's own record, so that coming to rest again is the entry that the ledger has already."""
    return manifest.model_copy(update={"record_hashes": before(Stage.ARCHIVE_ENTRY, manifest.record_hashes)})


def _archive(mailroom: Mailroom, doc_id: str) -> tuple[ArchiveRecord, bool]:
    manifest = mailroom.store.manifest(doc_id)
    if record := standing(mailroom, manifest, Stage.ARCHIVE_ENTRY, ArchiveRecord):
        return record, True
    source = source_path(mailroom, manifest)
    digest = mailroom.disk.sha256(source)
    if digest != manifest.sha256:
        raise MailroomError(ErrorCode.ORIGINAL_CHANGED, "an altered original is not archived", where=manifest.file_name)
    target = _file(mailroom, manifest, source)
    leave_archive(mailroom, doc_id, stays=target)
    crashpoints.reach("archive.after_link")
    _write_beside(mailroom, manifest, target)
    return (
        ArchiveRecord(
            doc_id=doc_id,
            fingerprint=fingerprint_of(mailroom, manifest, Stage.ARCHIVE_ENTRY),
            code_version=CODE_VERSION,
            inputs={"source": manifest.sha256},
            path=str(target.relative_to(mailroom.home.root)),
            sha256=digest,
            bytes=manifest.bytes,
        ),
        False,
    )


def _file(mailroom: Mailroom, manifest: Manifest, source: Path) -> Path:
    """Link the original to archive/<matter>/<class>/<name>; another document's name is never taken."""
    folder = mailroom.home.archive / safe_name(manifest.matter_id) / classified(mailroom, manifest.doc_id).doc_class
    mailroom.disk.make_dir(mailroom.home.inside(folder))
    like_a_report = manifest.file_name.lower().endswith(REPORT_SUFFIXES)
    for name in (bin_name(manifest),) if like_a_report else (manifest.file_name, bin_name(manifest)):
        target = folder / name
        try:
            mailroom.disk.link(source, target)
        except FileExistsError:
            if not mailroom.disk.holds(target, manifest.sha256):
                continue
        return target  # no other document has these bytes: what lies there was filed before
    raise MailroomError(ErrorCode.WRONG_STATE, "its place in the archive is taken", where=str(target.name))


def report_json(report: ReportRecord) -> bytes:
    """A report as it lies beside an archived original."""
    return json.dumps(report.content, indent=2, ensure_ascii=False).encode()


def _write_beside(mailroom: Mailroom, manifest: Manifest, target: Path) -> None:
    report = mailroom.store.read(manifest.doc_id, Stage.REPORT, ReportRecord)
    if report is None:
        raise MailroomError(ErrorCode.WRONG_STATE, "a document without a report is not archived", where=manifest.doc_id)
    content = report_json(report)
    mailroom.disk.write_file(target.with_name(f"{target.name}.report.json"), content, durable=False)
    mailroom.disk.write_file(target.with_name(f"{target.name}.report.md"), report.markdown.encode(), durable=False)


def _outcome(manifest: Manifest, record: object, unchanged: bool = False) -> Outcome:
    if not isinstance(record, ArchiveRecord):
        return Outcome(Stage.ARCHIVE_ENTRY, manifest, goes_on=False)
    check = archive_intact(record.sha256 == manifest.sha256)
    return Outcome(Stage.ARCHIVE_ENTRY, manifest, record, (check,), unchanged=unchanged)
