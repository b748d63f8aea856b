"""Every document's folder against its manifest, the ledger and the catalog, and those against the folders."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mailroom_dagster.catalog.rows import manifest_hash
from mailroom_dagster.checking.facts import Entered, Facts
from mailroom_dagster.checking.findings import Finding, FindingKind, stray
from mailroom_dagster.ledger.model import OWN_DOC_ID
from mailroom_dagster.records.model import Manifest
from mailroom_dagster.records.pending import AT_REST

MANIFEST = "manifest.json"
SOURCE = "source"
_RECOVER = "`mailroom recover` makes it again"
_REFRESH = "`mailroom catalog refresh`"
_RESTORE = "restore it from the backup"


def document_findings(facts: Facts) -> Iterator[Finding]:
    """All findings about documents."""
    for folder in facts.folders():
        manifest = facts.manifests.get(folder.name)
        if manifest is None:
            yield _no_manifest(facts, folder)
            continue
        entered = facts.entered.get(folder.name)
        yield from _manifest(facts, folder, manifest, entered)
        yield from _original(facts, folder, manifest)
        yield from _records(facts, folder, manifest, entered)
        if manifest.state in AT_REST and facts.catalogued is not None:
            yield from _catalogued(facts.catalogued, manifest)
    yield from _missing(facts)


def _no_manifest(facts: Facts, folder: Path) -> Finding:
    if facts.disk.exists(folder):
        return stray(facts.relative(folder), message="not a document's folder")
    message = "the manifest is missing or cannot be read"
    path = facts.relative(folder / MANIFEST)
    step = f"{_RECOVER} when it was torn; else {_RESTORE}"
    return Finding(kind=FindingKind.MANIFEST_UNREADABLE, doc_id=folder.name, path=path, message=message, next_step=step)


def _manifest(facts: Facts, folder: Path, manifest: Manifest, entered: Entered | None) -> Iterator[Finding]:
    facts.files += 1
    doc_id, path = folder.name, facts.relative(folder / MANIFEST)

    def differs(message: str) -> Finding:
        return Finding(kind=FindingKind.MANIFEST_DIFFERS, doc_id=doc_id, path=path, message=message, next_step=_RESTORE)

    if facts.disk.read(folder / MANIFEST) != manifest.model_dump_json().encode():
        yield differs("the manifest was changed by hand")
    if not facts.ledger_is_sound:
        return
    if entered is None:
        message = "the ledger knows nothing of this document"
        yield Finding(kind=FindingKind.NOT_IN_LEDGER, doc_id=doc_id, message=message, next_step="`mailroom recover`")
        return
    if manifest.sha256 != entered.sha256:
        yield differs("the manifest and the ledger state different originals")
    if manifest.state in AT_REST and (manifest.state, manifest.reason) != (entered.state, entered.reason):
        yield differs(f"the manifest says {manifest.state.value}, the ledger {entered.state or 'nothing'}")


def _original(facts: Facts, folder: Path, manifest: Manifest) -> Iterator[Finding]:
    source = folder / SOURCE
    for path in facts.disk.glob(source, "*"):
        if path.name != manifest.file_name:
            yield stray(facts.relative(path), folder.name)
    path = source / manifest.file_name
    digest = facts.sha256(path)
    if digest != manifest.sha256:
        kind = FindingKind.ORIGINAL_MISSING if digest is None else FindingKind.ORIGINAL_CHANGED
        message = "the original is missing" if digest is None else "the original is not what was received"
        yield Finding(kind=kind, doc_id=folder.name, path=facts.relative(path), message=message, next_step=_RESTORE)


def _records(facts: Facts, folder: Path, manifest: Manifest, entered: Entered | None) -> Iterator[Finding]:
    """Records and what lies beside them: the manifest's hashes, the ledger's, and the files'."""
    stated = {facts.relative(folder / f"{stage.value}.json"): sha for stage, sha in manifest.record_hashes.items()}
    outputs = entered.outputs if entered else {}
    source = facts.relative(folder / SOURCE)
    known = {path: sha for path, sha in outputs.items() if sha and not path.startswith(f"{source}/")}
    at_rest = manifest.state in AT_REST
    for path in sorted(stated.keys() | known.keys()):
        digest = facts.sha256(facts.home.root / path)
        wanted = {stated.get(path), known.get(path)} - {None} if at_rest else {stated.get(path, known.get(path))}
        if digest is None and (at_rest or path in stated):
            yield _record(FindingKind.RECORD_MISSING, folder.name, path, "a record is missing")
        elif digest is not None and at_rest and wanted != {digest}:
            yield _record(FindingKind.RECORD_CHANGED, folder.name, path, "a record is not what was entered")
    names = {Path(path).name for path in stated.keys() | outputs.keys()} | {MANIFEST, SOURCE}
    if not (at_rest and facts.ledger_is_sound):
        return  # what a broken ledger does not speak of is told by nobody
    for item in facts.disk.glob(folder, "*"):
        if item.name not in names:
            yield stray(facts.relative(item), folder.name)


def _record(kind: FindingKind, doc_id: str, path: str, message: str) -> Finding:
    return Finding(kind=kind, doc_id=doc_id, path=path, message=message, next_step=_RECOVER)


def _catalogued(rows: dict[str, str], manifest: Manifest) -> Iterator[Finding]:
    row = rows.get(manifest.doc_id)
    if row is None:
        message = "the catalog has no row of this document"
        yield Finding(kind=FindingKind.CATALOG_MISSING, doc_id=manifest.doc_id, message=message, next_step=_REFRESH)
    elif row != manifest_hash(manifest):
        message = "the catalog's row is of another state of this document"
        yield Finding(kind=FindingKind.CATALOG_STALE, doc_id=manifest.doc_id, message=message, next_step=_REFRESH)


def _missing(facts: Facts) -> Iterator[Finding]:
    """What the ledger or the catalog knows and documents/ does not hold."""
    there = {folder.name for folder in facts.folders()}
    spoken_of = facts.entered.keys() | (facts.catalogued or {}).keys()
    for doc_id in sorted(spoken_of - there - {OWN_DOC_ID}):
        message = "the document's folder is gone"
        yield Finding(kind=FindingKind.DOCUMENT_MISSING, doc_id=doc_id, message=message, next_step=_RESTORE)
