"""The archive as questions see it: which documents may be asked, what names them, and their text as it stands now.

Belongs here: the way from records to index entries, and the check that a section found still is what the record says
and lies within the scope, however old the index is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Protocol

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import fingerprint
from mailroom_dagster.questions.index import FORMAT, Entry, SectionIndex
from mailroom_dagster.questions.model import Found, Scope
from mailroom_dagster.questions.sections import first_title, split
from mailroom_dagster.questions.stated import Stated, places_of
from mailroom_dagster.reading.model import DocumentText
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import ExtractedField, ExtractionRecord, Manifest, Stage, State, TextRecord
from mailroom_dagster.records.store import RecordStore
from mailroom_dagster.storage import Disk

_NOT_ASKED = frozenset((State.RECEIVED, State.REJECTED, State.FAILED, State.QUARANTINED))
_HEAD_CHARACTERS, _VALUE_CHARACTERS = 1_500, 200
_NAMING_HEADERS = ("subject", "from", "to", "date")


class Sources(Protocol):
    """Where the text of documents comes from, and who may see it."""

    def document(self, doc_id: str) -> DocumentText | None:
        """The stored text; None when there is none."""

    def stated(self, doc_id: str) -> Stated:
        """Where the values stand that were extracted of a document."""

    def in_scope(self, doc_id: str, scope: Scope) -> bool:
        """Whether a question of this scope may rest on the document."""

    def waits(self, doc_id: str) -> bool:
        """Whether the document waits for a person: it may be quoted, and the reader is told."""


class Archive:
    """The documents of one home, and their index."""

    def __init__(self, home: Home, disk: Disk, store: RecordStore) -> None:
        self._store = store
        self._folder = home.questions / "index"
        self._disk = disk
        self.document = lru_cache(maxsize=32)(self._document)  # one question looks at few
        self.stated = lru_cache(maxsize=256)(self._stated)

    @cached_property
    def index(self) -> SectionIndex:
        """The index of the home's sections."""
        return SectionIndex(self._folder, self._disk)

    def refresh(self, doc_ids: Collection[str] | None = None) -> int:
        """Index what is new or changed, of a batch or of all, and drop what may not be asked; returns how many."""
        known = self.index.known()
        manifests = list(self._manifests(doc_ids))
        asked = {item.doc_id: item for item in manifests if item.state not in _NOT_ASKED}
        looked_at = {item.doc_id for item in manifests} if doc_ids is not None else known.keys() | asked.keys()
        gone = {doc_id for doc_id in known if doc_id in looked_at and doc_id not in asked}
        stale = [item for item in asked.values() if known.get(item.doc_id) != _digest(item)]
        if not stale and not gone and known:
            return 0
        self._forget()
        if not known and doc_ids is not None:  # the first index holds everything, not only the batch
            return self.rebuild()
        return self.index.update(self._entries(stale), gone)

    def rebuild(self) -> int:
        """Make the index anew from the records; returns how many documents it holds."""
        self._forget()
        return self.index.rebuild(self._entries(item for item in self._manifests(None) if item.state not in _NOT_ASKED))

    def scope(self, matter: str | None, document: str | None) -> Scope:
        """The scope that a person names. Raises bad_request for a matter without documents that may be asked,
        unknown_document, ambiguous_document, wrong_state without an index."""
        if document is None:
            if matter is not None and not self.index.has_matter(matter):
                raise MailroomError(
                    ErrorCode.BAD_REQUEST,
                    "the matter has no document that may be asked",
                    where=matter,
                    next_step="check its name, or leave the matter out",
                )
            return Scope(matter=matter)
        manifest = self._store.find(document)
        scope = Scope(matter=matter, document=manifest.doc_id)
        if not self.in_scope(manifest.doc_id, scope):
            raise MailroomError(ErrorCode.UNKNOWN_DOCUMENT, "the matter has no such document", where=str(matter))
        return scope

    def _stated(self, doc_id: str) -> Stated:
        record = self._store.read(doc_id, Stage.EXTRACTION, ExtractionRecord)
        return places_of(record.fields) if record else {}

    def in_scope(self, doc_id: str, scope: Scope) -> bool:
        """By the manifest as it is now."""
        try:
            manifest = self._store.manifest(doc_id)
        except MailroomError:
            return False
        return manifest.state not in _NOT_ASKED and (
            (scope.matter is None or scope.matter in (manifest.matter_id, *manifest.linked_matters))
            and (scope.document is None or scope.document == doc_id)
        )

    def waits(self, doc_id: str) -> bool:
        """By the manifest as it is now."""
        return self._store.manifest(doc_id).state is State.PARKED

    def _forget(self) -> None:
        self.document.cache_clear()
        self.stated.cache_clear()

    def _document(self, doc_id: str) -> DocumentText | None:
        record = self._store.read(doc_id, Stage.TEXT, TextRecord)
        return record.document if record else None

    def _manifests(self, doc_ids: Collection[str] | None) -> Iterator[Manifest]:
        if doc_ids is None:
            return self._store.manifests()
        return (self._store.manifest(doc_id) for doc_id in dict.fromkeys(doc_ids))

    def _entries(self, manifests: Iterator[Manifest] | list[Manifest]) -> Iterator[Entry]:
        for manifest in manifests:
            if document := self._document(manifest.doc_id):
                matters = (manifest.matter_id, *manifest.linked_matters)
                values = self._values(manifest.doc_id)
                yield entry(manifest.doc_id, _digest(manifest), manifest.file_name, matters, document, values)

    def _values(self, doc_id: str) -> list[str]:
        """What names a document besides its text, once it was extracted."""
        record = self._store.read(doc_id, Stage.EXTRACTION, ExtractionRecord)
        return naming(record.doc_class, record.subtype, record.fields) if record else []


def naming(doc_class: str, subtype: str | None, fields: Mapping[str, ExtractedField]) -> list[str]:
    """The words that name a document besides its text: its class, and extracted values short enough for a name."""
    kinds = [name.replace("_", " ") for name in (doc_class, subtype) if name]
    values = (item.value for field in fields.values() for item in field.values)
    return [*kinds, *(value for value in values if len(value) <= _VALUE_CHARACTERS)]


def entry(
    doc_id: str, digest: str, name: str, matters: tuple[str, ...], document: DocumentText, values: Collection[str] = ()
) -> Entry:
    """A document as the index takes it in; `values` are further words that name it."""
    headers = (document.headers.get(header, "") for header in _NAMING_HEADERS)
    about = " ".join([first_title(document), *headers, *values, document.text[:_HEAD_CHARACTERS]])
    return Entry(doc_id, digest, name, about, matters, split(doc_id, document))


def standing(sources: Sources, scope: Scope, found: Collection[Found]) -> tuple[Found, ...]:
    """The sections that are still in scope and re-read exactly."""
    return tuple(
        item
        for item in found
        if sources.in_scope(item.section.doc_id, scope)
        and (document := sources.document(item.section.doc_id))
        and document.text[item.section.start : item.section.end] == item.section.text
    )


def _digest(manifest: Manifest) -> str:
    return fingerprint(
        format=FORMAT,
        text=manifest.record_hashes.get(Stage.TEXT, ""),
        extraction=manifest.record_hashes.get(Stage.EXTRACTION, ""),
        name=manifest.file_name,
        matters=[manifest.matter_id, *manifest.linked_matters],
    )
