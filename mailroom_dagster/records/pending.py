"""The queue of documents that the machine still has to bring to rest: one small file a document.

A marker names the batch that a document was handed to, if any. Markers are hints that make a tick cheap: a lost one is
put back from the manifests by `restore`, and one too many only costs a look.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from mailroom_dagster.records.home import Home, is_doc_id
from mailroom_dagster.records.model import State
from mailroom_dagster.records.store import RecordStore
from mailroom_dagster.storage import Disk

AT_REST = frozenset(
    {State.ARCHIVED, State.PARKED, State.REJECTED, State.FAILED, State.QUARANTINED, State.PAUSED_BUDGET}
)


class Pending:
    """The markers of one home."""

    def __init__(self, home: Home, disk: Disk) -> None:
        self._folder = home.control / "pending"
        self._disk = disk

    def add(self, doc_ids: Iterable[str], batch: str | None = None) -> None:
        """Queue documents, or hand queued ones to a batch."""
        self._disk.make_dir(self._folder)
        data = json.dumps({"batch": batch}).encode()
        for doc_id in doc_ids:
            self._disk.write_file(self._folder / doc_id, data, durable=False)

    def remove(self, doc_ids: Iterable[str]) -> None:
        """Take documents off the queue."""
        for doc_id in doc_ids:
            self._disk.remove(self._folder / doc_id)

    def batches(self) -> dict[str | None, list[str]]:
        """Queued documents by batch; None holds those that no batch has."""
        found: dict[str | None, list[str]] = {}
        for doc_id in sorted(self.doc_ids()):
            found.setdefault(self.batch_of(doc_id), []).append(doc_id)
        return found

    def doc_ids(self) -> set[str]:
        """Every queued document."""
        names = (marker.name for marker in self._folder.iterdir()) if self._folder.is_dir() else ()
        return set(filter(is_doc_id, names))

    def batch_of(self, doc_id: str) -> str | None:
        """The batch that a queued document belongs to, if any."""
        try:
            return _batch_of((self._folder / doc_id).read_bytes())
        except FileNotFoundError:
            return None

    def restore(self, store: RecordStore) -> list[str]:
        """Queue every document that is not at rest and has no marker; returns their ids."""
        queued = self.doc_ids()
        moving = (item.doc_id for item in store.manifests() if item.state not in AT_REST)
        lost = [doc_id for doc_id in moving if doc_id not in queued and store.has_original(doc_id)]
        self.add(lost)
        return lost


def _batch_of(data: bytes) -> str | None:
    try:
        batch = json.loads(data).get("batch")
    except (ValueError, AttributeError):
        return None
    return batch if isinstance(batch, str) else None
