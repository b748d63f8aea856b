"""What a document's way through the pipeline leaves in its trace."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailroom_dagster.observability.documents import trace_of
from mailroom_dagster.observability.opening import build_tracing
from mailroom_dagster.pipeline.publishing import publish
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.records.home import Home
from tests.faults.langfuse_server import langfuse_server
from tests.obedient import claim, drop, obedient_mailroom

pytest.importorskip("langfuse", reason="the extra langfuse is not installed")


def test_every_stage_of_a_document_stands_below_its_one_trace(home: Home, tmp_path: Path) -> None:
    with langfuse_server() as server:
        mailroom, _ = obedient_mailroom(home)
        mailroom.tracing = build_tracing(server.environ)
        doc_id = drop(mailroom, tmp_path / "in", claim=claim())["claim"]
        process_pending(mailroom)
        publish(mailroom, [doc_id])  # as for a duplicate of it: nothing ran, no second end
        assert mailroom.tracing.close()
        names = [span.name for span in server.spans]
        assert {"classify-document", "extract-fields", "compile-report", "archive-document"} <= set(names)
        assert names.count("document-pipeline") == 1
        trace = trace_of(mailroom.store.manifest(doc_id))
        assert {span.trace_id.hex() for span in server.spans} == {trace.trace_id}
        assert "stage_completed" in {score["name"] for score in server.scores}
