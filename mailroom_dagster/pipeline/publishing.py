"""The end of a batch: catalog rows for every document touched, and the queue cleared of what is at rest."""

from __future__ import annotations

from collections.abc import Sequence

from mailroom_dagster.catalog.rows import merge_rows, rows_of
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.records.model import Stage
from mailroom_dagster.records.pending import AT_REST


def publish(mailroom: Mailroom, doc_ids: Sequence[str]) -> None:
    """Append the batch to the catalog, then take resting documents off the queue; the others may be asked for again."""
    if not doc_ids:
        return
    manifests = [mailroom.store.manifest(doc_id) for doc_id in dict.fromkeys(doc_ids)]
    parts = []
    for manifest in manifests:
        records = (mailroom.store.read(manifest.doc_id, stage) for stage in Stage)
        parts.append(rows_of(manifest, [record for record in records if record], mailroom.taxonomy))
    mailroom.catalog.append(merge_rows(parts))
    mailroom.pending.remove(item.doc_id for item in manifests if item.state in AT_REST)
