"""Model calls in a document's trace: one generation an attempt, facts without text."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.observability.documents import end_traces, trace_of
from mailroom_dagster.observability.opening import build_tracing
from mailroom_dagster.observability.tracing import NO_TRACING
from mailroom_dagster.providers.calls import CallLog
from mailroom_dagster.providers.rows import CallRow, RowKind
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import ClassificationRecord, Manifest, Stage, State
from mailroom_dagster.records.store import RecordStore
from mailroom_dagster.storage import Disk
from tests.faults import model_server as faults
from tests.faults.langfuse_server import LangfuseServer, langfuse_server
from tests.providers.conftest import DOC_ID, Asking, sort_task

pytest.importorskip("langfuse", reason="the extra langfuse is not installed")
SECRET = "the parties agree in secret"


@pytest.fixture
def langfuse() -> Iterator[LangfuseServer]:
    with langfuse_server() as running:
        yield running


def manifest(state: State = State.ARCHIVED, generation: int = 0) -> Manifest:
    return Manifest(
        doc_id=DOC_ID, partition_key="p", file_name="f", original_name="f", sha256="s", bytes=1, matter_id="M-7",
        state=state, generation=generation, received_at="2026-01-02T03:04:05+00:00",
    )  # fmt: skip


def test_every_attempt_is_a_generation_of_the_stage_without_text(asking: Asking, langfuse: LangfuseServer) -> None:
    asking.server.play(faults.overloaded)
    tracing = build_tracing(langfuse.environ)
    with tracing.stage(trace_of(manifest()), "classify-document"):
        asking.provider(tracing=tracing).answer(sort_task(SECRET))
    assert tracing.close()
    calls = [span for span in langfuse.spans if span.name == "sorter"]
    assert len(calls) == 2
    assert {span.parent_span_id for span in calls} == {langfuse.span("classify-document").span_id}
    assert "server_error" in str(calls[0])
    assert SECRET not in str(langfuse.spans)
    assert "parties and" not in str(langfuse.spans)


def test_a_document_at_rest_ends_its_trace_with_its_scores(home: Home, langfuse: LangfuseServer) -> None:
    store = RecordStore(home, Disk())
    home.document(DOC_ID).mkdir()
    store.write(
        ClassificationRecord(
            doc_id=DOC_ID, fingerprint="f", code_version="1", doc_class="contract", confidence=0.9, decided_by="sorter"
        )
    )
    call = {"call_id": "c", "doc_id": DOC_ID, "role": Role.SORTER, "outcome": "answered", "cost_usd": 0.5}
    CallLog(home, Disk()).append(CallRow(kind=RowKind.ENDED, at="2026-01-02", run_id="r", **call))
    tracing = build_tracing(langfuse.environ)
    end_traces(tracing, store, [manifest().model_copy(update={"record_hashes": {Stage.CLASSIFICATION: "h"}})])
    tracing.close()
    scores = {score["name"]: score["value"] for score in langfuse.scores}
    assert scores["classification_confidence"] == 0.9
    assert (scores["llm_call_count"], scores["estimated_cost_usd"]) == (1, 0.5)
    assert langfuse.span("document-pipeline").trace_id.hex() == trace_of(manifest()).trace_id


def test_a_trace_that_cannot_be_ended_holds_no_document_up(home: Home, langfuse: LangfuseServer) -> None:
    end_traces(NO_TRACING, RecordStore(home, Disk()), [manifest()])
    tracing = build_tracing(langfuse.environ)
    end_traces(tracing, RecordStore(home, Disk()), [manifest().model_copy(update={"received_at": "yesterday"})])
    assert tracing.close()
    assert langfuse.spans == []
