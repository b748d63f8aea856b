"""A document's trace from its manifest, and its end with all production scores: what the pipeline calls.

Belongs here: the two lines between records and tracing. A trace that cannot be ended is logged and left.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import structlog

from mailroom_dagster.observability.scores import production_scores
from mailroom_dagster.observability.tracing import DocumentTrace, Tracing
from mailroom_dagster.providers.base import CallSummary
from mailroom_dagster.providers.calls import logged_calls
from mailroom_dagster.records.model import Manifest
from mailroom_dagster.records.store import RecordStore

log = structlog.get_logger(__name__)


def trace_of(manifest: Manifest) -> DocumentTrace:
    """The trace that a document's stages belong to; its session is the matter."""
    return DocumentTrace(manifest.doc_id, manifest.matter_id, manifest.generation)


def end_traces(tracing: Tracing, store: RecordStore, manifests: Sequence[Manifest]) -> None:
    """End the traces of documents that came to rest. Never raises."""
    if not manifests:
        return
    calls = _calls_of(store, manifests)
    for manifest in manifests:
        try:
            _end(tracing, store, manifest, calls[manifest.doc_id])
        except Exception as error:  # a document is never held up by its trace
            log.warning("trace_not_ended", doc_id=manifest.doc_id, why=type(error).__name__)


def _end(tracing: Tracing, store: RecordStore, manifest: Manifest, calls: Sequence[CallSummary]) -> None:
    seconds = (datetime.now(UTC) - datetime.fromisoformat(manifest.received_at)).total_seconds()
    scores = production_scores(manifest, store.held(manifest), calls, seconds)
    tracing.finish(trace_of(manifest), manifest.received_at, scores, state=manifest.state.value, gate=manifest.gate)


def _calls_of(store: RecordStore, manifests: Sequence[Manifest]) -> dict[str, list[CallSummary]]:
    calls: dict[str, list[CallSummary]] = {manifest.doc_id: [] for manifest in manifests}
    first_day = min(manifest.received_at[:10] for manifest in manifests)
    for row in logged_calls(store.home, first_day):
        if row.doc_id in calls:
            calls[row.doc_id].append(row.summary())
    return calls
