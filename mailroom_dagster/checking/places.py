"""Everything outside documents/: bins, archive, duplicates, call log, keys and the ledger's own files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mailroom_dagster.checking.facts import Facts
from mailroom_dagster.checking.findings import Finding, FindingKind, stray
from mailroom_dagster.errors import MailroomError
from mailroom_dagster.hashing import doc_id_of
from mailroom_dagster.ledger.keys import PRIVATE_SUFFIX, private_folder, public_keys
from mailroom_dagster.ledger.model import OWN_DOC_ID
from mailroom_dagster.ledger.notes import PrivateKey
from mailroom_dagster.pipeline.archiving import report_json
from mailroom_dagster.pipeline.bins import bin_name, note_of
from mailroom_dagster.providers.rows import row_of
from mailroom_dagster.records.model import ArchiveRecord, Manifest, ReportRecord, Stage, State

_BINS = {State.PARKED: "review", State.FAILED: "failed", State.QUARANTINED: "failed"}
_REBUILD = "`mailroom recover` makes it again"


def place_findings(facts: Facts) -> Iterator[Finding]:
    """All findings outside documents/."""
    for manifest in facts.manifests.values():
        if manifest.state in _BINS:
            yield from _bin(facts, manifest)
        yield from _archived(facts, manifest)
    yield from _strays(facts)
    yield from _duplicates(facts)
    yield from _call_log(facts)
    yield from _keys(facts)


def _bin(facts: Facts, manifest: Manifest) -> Iterator[Finding]:
    """The link in review/ or failed/, and the note beside it, which says what the manifest says."""
    link = facts.home.root / _BINS[manifest.state] / bin_name(manifest)
    yield from _same_bytes(facts, manifest, link)
    note = link.with_name(f"{link.name}.json")
    facts.files += 1
    if not _holds(facts, note, note_of(manifest)):
        yield _differs(facts, manifest, note, "the note is missing or does not say what the manifest says")


def _archived(facts: Facts, manifest: Manifest) -> Iterator[Finding]:
    record = facts.store.read(manifest.doc_id, Stage.ARCHIVE_ENTRY, ArchiveRecord)
    report = facts.store.read(manifest.doc_id, Stage.REPORT, ReportRecord)
    if record is None or report is None or manifest.state is not State.ARCHIVED:
        return
    target = facts.home.root / record.path
    yield from _same_bytes(facts, manifest, target)
    facts.files += 2
    beside = (target.with_name(f"{target.name}.report.json"), target.with_name(f"{target.name}.report.md"))
    if not _holds(facts, beside[0], report_json(report)):
        yield _differs(facts, manifest, beside[0], "the report in the archive is not that of the record")
    if not _holds(facts, beside[1], report.markdown.encode()):
        yield _differs(facts, manifest, beside[1], "the report in the archive is not that of the record")


def _holds(facts: Facts, path: Path, content: bytes) -> bool:
    return facts.disk.exists(path) and not path.is_symlink() and facts.disk.read(path) == content


def _same_bytes(facts: Facts, manifest: Manifest, link: Path) -> Iterator[Finding]:
    digest = None if link.is_symlink() else facts.sha256(link)
    if digest is None:
        path = facts.relative(link)
        yield Finding(
            kind=FindingKind.BIN_MISSING, doc_id=manifest.doc_id, path=path, message="not there", next_step=_REBUILD
        )
    elif digest != manifest.sha256:
        yield _differs(facts, manifest, link, "its bytes are not those of the original")


def _differs(facts: Facts, manifest: Manifest, path: Path, message: str) -> Finding:
    return Finding(
        kind=FindingKind.BIN_DIFFERS,
        doc_id=manifest.doc_id,
        path=facts.relative(path),
        message=message,
        next_step=_REBUILD,
    )


def _strays(facts: Facts) -> Iterator[Finding]:
    """Files in bins, archive and ledger that no document and no entry accounts for."""
    known = set(facts.entered[OWN_DOC_ID].outputs) if OWN_DOC_ID in facts.entered else set()
    for manifest in facts.manifests.values():
        known |= set(_places_of(facts, manifest))
    known |= {"ledger/active.jsonl", "ledger/lock"}
    for folder in (facts.home.review, facts.home.failed, facts.home.archive, facts.home.ledger):
        for path in facts.disk.glob(folder, "**/*") if facts.ledger_is_sound else ():
            if not path.is_dir() and path.suffix != PRIVATE_SUFFIX and facts.relative(path) not in known:
                yield stray(facts.relative(path))


def _places_of(facts: Facts, manifest: Manifest) -> Iterator[str]:
    if manifest.state in _BINS:
        link = f"{_BINS[manifest.state]}/{bin_name(manifest)}"
        yield from (link, f"{link}.json")
    record = facts.store.read(manifest.doc_id, Stage.ARCHIVE_ENTRY, ArchiveRecord)
    if record:
        yield from (record.path, f"{record.path}.report.json", f"{record.path}.report.md")


def _duplicates(facts: Facts) -> Iterator[Finding]:
    for path in sorted(facts.home.duplicates.glob("*")):
        digest = facts.sha256(path)
        if digest is None or doc_id_of(digest) not in facts.manifests:
            message = "its bytes are those of no document here"
            yield Finding(kind=FindingKind.BIN_DIFFERS, path=facts.relative(path), message=message)


def _call_log(facts: Facts) -> Iterator[Finding]:
    for path in sorted(facts.home.calls.glob("*.jsonl")):
        facts.files += 1
        for number, line in enumerate(path.read_bytes().split(b"\n"), start=1):
            if line and row_of(line) is None:
                message = f"line {number} was cut or changed"
                yield Finding(kind=FindingKind.CALL_LOG_DAMAGED, path=facts.relative(path), message=message)


def _keys(facts: Facts) -> Iterator[Finding]:
    """Signing keys that cannot be used, or whose public part is not known."""
    try:
        known = public_keys(facts.ledger)
    except MailroomError:
        known = []
    for path in sorted(private_folder(facts.ledger).glob(f"*{PRIVATE_SUFFIX}")):
        facts.files += 1
        try:
            sound = PrivateKey.parse(path.read_text().removesuffix("\n")).public in known
        except (MailroomError, OSError, UnicodeDecodeError):
            sound = False
        if not sound:
            message = "a signing key cannot be read, is damaged or unknown"
            yield Finding(kind=FindingKind.KEY_DAMAGED, path=path.name, message=message)
