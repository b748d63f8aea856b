"""Bringing the catalog up to what records, call log and ledger say: a batch, what was missed, or all of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from mailroom_dagster.catalog.feeds import Entries, Feed, new_calls, new_duplicates
from mailroom_dagster.catalog.rows import Rows, manifest_hash, merge_rows, rows_of
from mailroom_dagster.catalog.store import Catalog
from mailroom_dagster.records.store import RecordStore
from mailroom_dagster.taxonomy.model import Taxonomy

BATCH = 500  # documents whose rows are held in memory at once


def refresh(catalog: Catalog, store: RecordStore, ledger: Entries, taxonomy: Taxonomy) -> int:
    """Add what the catalog has missed; returns how many documents that were. Cheap when it has missed nothing."""
    late = list(_late(catalog, store))
    for doc_ids in _chunks(late):
        catalog.append(document_rows(store, taxonomy, doc_ids))
    feeds = (new_calls(store.home, catalog.read_to), new_duplicates(ledger, catalog.read_to))
    if any(rows for feed in feeds for rows in feed.rows.values()):
        catalog.append(*_joined(feeds))
    return len(late)


def publish(catalog: Catalog, store: RecordStore, ledger: Entries, taxonomy: Taxonomy, doc_ids: Sequence[str]) -> None:
    """The normal end of a batch: its documents' rows, with the calls and duplicates that came since the last one."""
    rows, marks = _joined((new_calls(store.home, catalog.read_to), new_duplicates(ledger, catalog.read_to)))
    catalog.append(merge_rows((document_rows(store, taxonomy, doc_ids), rows)), marks)


def rebuild(catalog: Catalog, store: RecordStore, ledger: Entries, taxonomy: Taxonomy) -> int:
    """Make the whole catalog again; returns the number of documents. Readers see the old one until it is done."""
    doc_ids = [manifest.doc_id for manifest in store.manifests()]
    rows, read_to = _joined((new_calls(store.home, {}), new_duplicates(ledger, {})))
    batches: Iterator[Rows] = (document_rows(store, taxonomy, chunk) for chunk in _chunks(doc_ids))
    catalog.replace(_then(batches, rows), read_to)
    return len(doc_ids)


def document_rows(store: RecordStore, taxonomy: Taxonomy, doc_ids: Sequence[str]) -> Rows:
    """The rows of some documents as one batch. Raises unknown_document, record_corrupt."""
    parts = []
    for manifest in map(store.manifest, dict.fromkeys(doc_ids)):
        parts.append(rows_of(manifest, store.held(manifest), taxonomy))
    return merge_rows(parts)


def _late(catalog: Catalog, store: RecordStore) -> Iterator[str]:
    known = catalog.query("SELECT doc_id, manifest_sha256 FROM documents").to_pydict()
    hashes = dict(zip(known["doc_id"], known["manifest_sha256"], strict=True))
    for manifest in store.manifests():
        if manifest_hash(manifest) != hashes.get(manifest.doc_id):
            yield manifest.doc_id


def _joined(feeds: Iterable[Feed]) -> tuple[Rows, dict[str, int]]:
    marks = {name: mark for feed in feeds for name, mark in feed.read_to.items()}
    return merge_rows(feed.rows for feed in feeds), marks


def _chunks(doc_ids: Iterable[str]) -> Iterator[list[str]]:
    rest = iter(doc_ids)
    while chunk := list(islice(rest, BATCH)):
        yield chunk


def _then(batches: Iterator[Rows], last: Rows) -> Iterator[Rows]:
    yield from batches
    yield last
