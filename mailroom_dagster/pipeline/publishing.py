"""The end of a batch: catalog rows for every document touched, the queue cleared of what is at rest, traces ended."""

from __future__ import annotations

from collections.abc import Sequence

from mailroom_dagster import crashpoints
from mailroom_dagster.catalog.refreshing import publish as publish_rows
from mailroom_dagster.observability.documents import end_traces
from mailroom_dagster.observability.tracing import NO_TRACING
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.providers.build import close_run
from mailroom_dagster.records.pending import AT_REST


def publish(mailroom: Mailroom, doc_ids: Sequence[str]) -> None:
    """Append the batch to the catalog, then take resting documents off the queue; the others may be asked for again."""
    if not doc_ids:
        return
    publish_rows(mailroom.catalog, mailroom.store, mailroom.ledger, mailroom.taxonomy, doc_ids)
    crashpoints.reach("catalog.after_segment")
    manifests = [mailroom.store.manifest(doc_id) for doc_id in dict.fromkeys(doc_ids)]
    resting = [item for item in manifests if item.state in AT_REST]
    if mailroom.tracing is not NO_TRACING:
        queued = mailroom.pending.doc_ids()  # who is not queued, a duplicate say, did not run
        end_traces(mailroom.tracing, mailroom.store, [item for item in resting if item.doc_id in queued])
    mailroom.pending.remove(item.doc_id for item in resting)
    close_run(mailroom.provider)
