"""What is already archived in a matter, for conflict detection: what a document is about, told from the catalog.

Belongs here: finding the few documents that may be about the same thing, so that a matter of thousands costs one query
a batch, no reading of what differs, and one of what many documents of the batch are alike to. Does not belong here:
whether two of them conflict (`extraction.conflicts`).
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from mailroom_dagster.extraction.conflicts import Facts, Fields, Filed, Others, facts_of, filed_as
from mailroom_dagster.extraction.merging import value_key
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.records.model import ExtractionRecord, Manifest, Stage
from mailroom_dagster.taxonomy.model import DocumentClass

_IDENTITIES = """
SELECT doc_id, field, value FROM fields JOIN documents USING (doc_id)
WHERE documents.matter_id = ? AND documents.doc_class = ? AND documents.state = 'archived' AND list_contains(?, field)
AND (grounded OR stated_by IS NOT NULL)
"""

Index = Mapping[str, Mapping[str, set[str]]]  # field -> key of a value -> the documents that state it


class MatterFiles:
    """The archived documents of the matters that a batch touches."""

    def __init__(self, mailroom: Mailroom) -> None:
        self._mailroom = mailroom
        self._known: dict[tuple[str, str], Index] = {}
        self._filed: dict[str, Filed | None] = {}
        self._lock = threading.Lock()

    def alike(self, manifest: Manifest, doc_class: str) -> Others:
        """Finds other archived documents of the document's matter and of a class by what they are about."""
        spec = self._mailroom.taxonomy.classes.get(doc_class)
        if spec is None:
            return lambda fields: ()

        def others(fields: Fields) -> Sequence[Filed]:
            index = self._index(manifest.matter_id, doc_class, spec)
            doc_ids = sorted(_candidates(index, facts_of(spec, fields)) - {manifest.doc_id})
            return [filed for doc_id in doc_ids if (filed := self._filed_as(doc_id))]

        return others

    def _filed_as(self, doc_id: str) -> Filed | None:
        if doc_id not in self._filed:
            record = self._mailroom.store.read(doc_id, Stage.EXTRACTION, ExtractionRecord)
            self._filed[doc_id] = filed_as(self._mailroom.taxonomy, record) if record else None
        return self._filed[doc_id]

    def _index(self, matter: str, doc_class: str, spec: DocumentClass) -> Index:
        with self._lock:
            if (matter, doc_class) not in self._known:
                self._known[matter, doc_class] = self._read(matter, doc_class, spec)
            return self._known[matter, doc_class]

    def _read(self, matter: str, doc_class: str, spec: DocumentClass) -> Index:
        names = [name for name, field in spec.fields.items() if field.identity]
        index: dict[str, defaultdict[str, set[str]]] = {name: defaultdict(set) for name in names}
        asked = [matter, doc_class, names]
        for doc_id, name, value in self._mailroom.catalog.connect().execute(_IDENTITIES, asked).fetchall():
            index[name][value_key(spec.fields[name], value)].add(doc_id)
        return index


def _candidates(index: Index, facts: Facts) -> set[str]:
    """Documents that share a value of some identity field, and of every one that both state."""
    stated = {name: facts[name] for name in index if facts.get(name)}
    sharing = {name: _union(index[name].get(key, ()) for key in values) for name, values in stated.items()}
    found = _union(sharing.values())
    for name, matching in sharing.items():
        found -= _union(index[name].values()) - matching
    return found


def _union(groups: Iterable[Iterable[str]]) -> set[str]:
    return {item for group in groups for item in group}
