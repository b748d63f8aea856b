"""What is already archived in a matter, for conflict detection: read once a batch, not once a document."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.records.model import ExtractionRecord, Manifest, Stage

_ARCHIVED = "SELECT doc_id FROM documents WHERE matter_id = ? AND doc_class = ? AND state = 'archived' ORDER BY doc_id"


class MatterFiles:
    """The archived extractions of the matters that a batch touches."""

    def __init__(self, mailroom: Mailroom) -> None:
        self._mailroom = mailroom
        self._known: dict[tuple[str, str], list[ExtractionRecord]] = {}
        self._lock = threading.Lock()

    def archived(self, manifest: Manifest, doc_class: str) -> Sequence[ExtractionRecord]:
        """Other archived documents of the same matter and class, as extracted."""
        key = (manifest.matter_id, doc_class)
        with self._lock:
            if key not in self._known:
                self._known[key] = self._read(*key)
        return [record for record in self._known[key] if record.doc_id != manifest.doc_id]

    def _read(self, matter: str, doc_class: str) -> list[ExtractionRecord]:
        found = self._mailroom.catalog.connect().execute(_ARCHIVED, [matter, doc_class]).fetchall()
        records = (self._mailroom.store.read(doc_id, Stage.EXTRACTION, ExtractionRecord) for (doc_id,) in found)
        return [record for record in records if record is not None]
