"""Reading and writing records and manifests, each whole or not at all."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar, overload

from pydantic import ValidationError

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.reading.model import WordBoxes
from mailroom_dagster.records.home import Home, is_doc_id
from mailroom_dagster.records.model import (
    RECORD_TYPES,
    AnyRecord,
    ArchiveRecord,
    ClassificationRecord,
    ExtractionRecord,
    Manifest,
    ReportRecord,
    Stage,
    State,
    TextRecord,
    VerdictRecord,
)
from mailroom_dagster.storage import Disk, naming

R = TypeVar("R", bound=AnyRecord)

_LOCK_SECONDS = 60  # a manifest is written in far less


def utc_now() -> str:
    """UTC now, ISO 8601 with microseconds."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def record_bytes(record: AnyRecord) -> bytes:
    """A record as it is written; equal records give equal bytes."""
    return record.model_dump_json().encode()


class RecordStore:
    """The records of one home."""

    def __init__(self, home: Home, disk: Disk, rebuild: Callable[[str], Manifest | None] = lambda doc_id: None) -> None:
        self.home = home
        self.disk = disk
        self._rebuild = rebuild  # makes a manifest again that a power cut took

    def write(self, record: AnyRecord) -> str:
        """Write a record; returns the sha256 of its bytes. Not fsynced: it can be made again from what is."""
        data = record_bytes(record)
        self.disk.write_file(self.home.record(record.doc_id, record.stage), data, durable=False)
        return sha256_bytes(data)

    def write_words(self, doc_id: str, words: WordBoxes) -> str:
        """Write the word boxes beside the text record; returns their sha256."""
        data = words.model_dump_json().encode()
        self.disk.write_file(self.home.document(doc_id) / "words.json", data, durable=False)
        return sha256_bytes(data)

    def words(self, doc_id: str) -> WordBoxes:
        """The word boxes; empty when the document has none, or when a power cut tore them."""
        try:
            return WordBoxes.model_validate_json(self._read(self.home.document(doc_id) / "words.json"))
        except (FileNotFoundError, ValidationError):
            return WordBoxes()

    def holds_words(self, doc_id: str) -> bool:
        """Whether the word boxes on disk are those that the text record speaks of."""
        record = self.read(doc_id, Stage.TEXT, TextRecord)
        wanted = record.words_sha256 if record else None
        return wanted is None or self.disk.holds(self.home.document(doc_id) / "words.json", wanted)

    @overload
    def read(self, doc_id: str, stage: Stage, kind: type[TextRecord]) -> TextRecord | None: ...
    @overload
    def read(self, doc_id: str, stage: Stage, kind: type[ClassificationRecord]) -> ClassificationRecord | None: ...
    @overload
    def read(self, doc_id: str, stage: Stage, kind: type[ExtractionRecord]) -> ExtractionRecord | None: ...
    @overload
    def read(self, doc_id: str, stage: Stage, kind: type[VerdictRecord]) -> VerdictRecord | None: ...
    @overload
    def read(self, doc_id: str, stage: Stage, kind: type[ReportRecord]) -> ReportRecord | None: ...
    @overload
    def read(self, doc_id: str, stage: Stage, kind: type[ArchiveRecord]) -> ArchiveRecord | None: ...
    @overload
    def read(self, doc_id: str, stage: Stage) -> AnyRecord | None: ...
    def read(self, doc_id: str, stage: Stage, kind: type[AnyRecord] | None = None) -> AnyRecord | None:
        """A record, or None when it is missing or torn (then its stage is simply done again)."""
        try:
            return RECORD_TYPES[stage].model_validate_json(self._read(self.home.record(doc_id, stage)))
        except (FileNotFoundError, ValidationError):
            return None

    def current(self, manifest: Manifest, stage: Stage, kind: type[R]) -> R | None:
        """The record of a stage, if the manifest names one; what an earlier pass left on the disk is passed over."""
        record = self.read(manifest.doc_id, stage) if stage in manifest.record_hashes else None
        return record if isinstance(record, kind) else None

    def held(self, manifest: Manifest) -> list[AnyRecord]:
        """Every record that the manifest names, in the order of the stages."""
        found = (self.read(manifest.doc_id, stage) for stage in Stage if stage in manifest.record_hashes)
        return [record for record in found if record]

    def hash_of(self, doc_id: str, stage: Stage) -> str | None:
        """sha256 of a record's bytes on disk."""
        try:
            return self.disk.sha256(self.home.record(doc_id, stage))
        except FileNotFoundError:
            return None

    def manifest(self, doc_id: str) -> Manifest:
        """The manifest. Raises unknown_document, record_corrupt."""
        path = self.home.document(doc_id) / "manifest.json"
        try:
            with naming(path):
                return Manifest.model_validate_json(self._read(path))
        except FileNotFoundError as error:
            if self.has_original(doc_id) and (rebuilt := self._rebuild(doc_id)):
                return self.save(rebuilt, durable=True)
            raise MailroomError(ErrorCode.UNKNOWN_DOCUMENT, f"no document {doc_id}") from error
        except ValidationError as error:
            if rebuilt := self._rebuild(doc_id):
                self._set_aside(path)
                return self.save(rebuilt, durable=True)
            raise MailroomError(ErrorCode.RECORD_CORRUPT, "a manifest cannot be read", where=doc_id) from error

    def save(self, manifest: Manifest, *, durable: bool = False) -> Manifest:
        """Write a manifest with the time of now; returns what was written.

        A matter that another process linked since the manifest was read stays linked.
        """
        with self._writing(manifest.doc_id):
            return self._write(_with_matters(self._as_it_lies(manifest.doc_id), manifest), durable)

    def link_matter(self, doc_id: str, matter: str) -> Manifest:
        """Link a document to one more matter, whatever else is being written of it; returns its manifest."""
        known = self.manifest(doc_id)
        with self._writing(doc_id):
            now = self._as_it_lies(doc_id) or known
            if matter in (now.matter_id, *now.linked_matters):
                return now
            return self._write(now.model_copy(update={"linked_matters": (*now.linked_matters, matter)}))

    def _writing(self, doc_id: str) -> AbstractContextManager[None]:
        """Shut out every other writer of a manifest, here and in other processes."""
        folder = self.home.control / "manifests"
        self.disk.make_dir(folder)
        return self.disk.lock(folder / f"{doc_id[:2]}.lock", wait_seconds=_LOCK_SECONDS)

    def _read(self, path: Path) -> bytes:
        """The bytes of a file; none of what is there but cannot be read as one: that is as good as torn."""
        try:
            return self.disk.read(path)
        except (IsADirectoryError, PermissionError):
            return b""

    def _set_aside(self, path: Path) -> None:
        """Make room where a folder lies in the place of a file; `mailroom check` names it from then on."""
        if path.is_dir():
            self.disk.rename(path, path.with_name(f"{path.name}.aside-{uuid.uuid4().hex[:8]}"))

    def _as_it_lies(self, doc_id: str) -> Manifest | None:
        try:
            return Manifest.model_validate_json(self._read(self.home.document(doc_id) / "manifest.json"))
        except (FileNotFoundError, ValidationError):
            return None

    def _write(self, manifest: Manifest, durable: bool = False) -> Manifest:
        stamped = manifest.model_copy(update={"updated_at": utc_now()})
        data = stamped.model_dump_json().encode()
        self.disk.write_file(self.home.document(manifest.doc_id) / "manifest.json", data, durable=durable)
        return stamped

    def doc_ids(self) -> Iterator[str]:
        """Every document folder with a manifest, by name."""
        for path in self.disk.glob(self.home.documents, "*/manifest.json"):
            yield path.parent.name

    def has_original(self, doc_id: str) -> bool:
        """Whether a document's original is in its place; until then it is still being taken in."""
        return bool(self.disk.glob(self.home.document(doc_id) / "source", "*"))

    def with_original(self) -> list[str]:
        """Every document whose original is here, with a manifest or without, by name."""
        names = {path.parent.parent.name for path in self.disk.glob(self.home.documents, "*/source/*")}
        return sorted(filter(is_doc_id, names))

    def manifests(self, *states: State) -> Iterator[Manifest]:
        """Every readable manifest, of the given states when any are named."""
        for doc_id in self.doc_ids():
            try:
                manifest = self.manifest(doc_id)
            except MailroomError as error:
                if not error.permanent:
                    raise
                continue  # `mailroom check` names it
            if not states or manifest.state in states:
                yield manifest

    def find(self, words: str) -> Manifest:
        """The one document meant by a doc_id, a unique prefix, or part of the file name; a whole name goes before.

        Raises unknown_document, ambiguous_document.
        """
        if not words.strip():
            raise MailroomError(ErrorCode.UNKNOWN_DOCUMENT, "no document was named")
        if "/" not in words and self.disk.exists(self.home.documents / words / "manifest.json"):
            return self.manifest(words)
        needle = words.lower()
        found = [
            manifest
            for manifest in self.manifests()
            if manifest.doc_id.startswith(needle)
            or needle in manifest.file_name.lower()
            or manifest.partition_key == words
        ]
        found = [manifest for manifest in found if manifest.file_name == words] or found
        if not found:
            raise MailroomError(ErrorCode.UNKNOWN_DOCUMENT, f"no document matches {words!r}")
        if len(found) > 1:
            names = ", ".join(f"{item.file_name} ({item.doc_id})" for item in found[:5])
            raise MailroomError(ErrorCode.AMBIGUOUS_DOCUMENT, f"{len(found)} documents match {words!r}", why=names)
        return found[0]


def _with_matters(before: Manifest | None, after: Manifest) -> Manifest:
    """A manifest with the links of the one that lies there already."""
    linked = dict.fromkeys((*(before.linked_matters if before else ()), *after.linked_matters))
    return after.model_copy(update={"linked_matters": tuple(item for item in linked if item != after.matter_id)})
