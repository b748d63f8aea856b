"""Traces: one a document, with ids that can be foretold, and never in the document's way."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.observability.langfuse import LangfuseScores, ensure_score_configs, langfuse_api
from mailroom_dagster.observability.opening import build_tracing, environment_of
from mailroom_dagster.observability.scores import SCORE_KINDS, Score
from mailroom_dagster.observability.tracing import NO_TRACING, DocumentTrace, Tracing
from mailroom_dagster.pipeline.mailroom import open_mailroom
from mailroom_dagster.records.home import Home
from tests.faults.langfuse_server import NOW, LangfuseServer, langfuse_server

pytest.importorskip("langfuse", reason="the extra langfuse is not installed")

DOCUMENT = DocumentTrace("00112233445566aa", "M-1")
SECRET = "the parties agree in secret"


@pytest.fixture
def server() -> Iterator[LangfuseServer]:
    with langfuse_server() as running:
        yield running


def attributes(span: Any) -> dict[str, Any]:
    def plain(value: Any) -> Any:
        kind = value.WhichOneof("value")
        return [plain(item) for item in value.array_value.values] if kind == "array_value" else getattr(value, kind)

    return {item.key: plain(item.value) for item in span.attributes}


def trace_one(tracing: Tracing) -> None:
    with tracing.stage(DOCUMENT, "classify-document", doc_class="contract") as span:
        with tracing.generation("sorter", model="m") as call:
            call.note(answered_by="m-1", input_tokens=10, output_tokens=5, cost_usd=0.25, outcome="answered")
        span.note(confidence=0.97, nothing=None)
    tracing.finish(
        DOCUMENT, NOW, [Score("classification_confidence", 0.97), Score("stage_completed", True)], state="archived"
    )


def test_a_document_is_one_tree_with_its_matter_as_the_session(server: LangfuseServer) -> None:
    tracing = build_tracing(server.environ)
    trace_one(tracing)
    assert tracing.close()
    root, stage, call = (server.span(name) for name in ("document-pipeline", "classify-document", "sorter"))
    assert {span.trace_id.hex() for span in server.spans} == {DOCUMENT.trace_id}
    assert root.span_id.hex() == DOCUMENT.root_id
    assert root.parent_span_id == b""
    assert (stage.parent_span_id, call.parent_span_id) == (root.span_id, stage.span_id)
    assert {attributes(span)["session.id"] for span in server.spans} == {"M-1"}
    assert attributes(call)["langfuse.observation.type"] == "generation"
    assert attributes(call)["gen_ai.usage.input_tokens"] == 10
    assert json.loads(attributes(call)["langfuse.observation.cost_details"]) == {"total": 0.25}
    assert attributes(stage)["mailroom.confidence"] == 0.97
    assert attributes(root)["mailroom.score.stage_completed"] is True
    assert tracing.counters() == {"spans_sent": 3, "spans_failed": 0}


def test_the_same_document_gives_the_same_trace_and_a_rerun_another() -> None:
    """F-89."""
    again = DocumentTrace(DOCUMENT.doc_id, "another matter")
    rerun = DocumentTrace(DOCUMENT.doc_id, "M-1", generation=1)
    assert (again.trace_id, again.root_id) == (DOCUMENT.trace_id, DOCUMENT.root_id)
    assert rerun.trace_id != DOCUMENT.trace_id


def test_scores_arrive_with_ids_that_replace_themselves(server: LangfuseServer) -> None:
    """F-90, F-95: sent twice, a score is still one score, on the trace it belongs to."""
    tracing = build_tracing(server.environ)
    trace_one(tracing)
    trace_one(tracing)
    tracing.close()
    confidences = [score for score in server.scores if score["name"] == "classification_confidence"]
    assert len(confidences) == 2
    assert len({(score["id"], score["timestamp"]) for score in confidences}) == 1
    assert {score["traceId"] for score in server.scores} == {DOCUMENT.trace_id}
    assert {(score["name"], score["value"], score["dataType"]) for score in server.scores} == {
        ("classification_confidence", 0.97, "NUMERIC"),
        ("stage_completed", 1, "BOOLEAN"),
    }


def test_score_configs_are_made_once_and_only_those_that_are_missing(server: LangfuseServer) -> None:
    api = langfuse_api(server.environ)
    assert ensure_score_configs(api) == list(SCORE_KINDS)
    assert ensure_score_configs(api) == []
    assert [config["name"] for config in server.configs] == list(SCORE_KINDS)


def test_a_failing_server_is_asked_for_score_configs_once_in_ten_minutes(server: LangfuseServer) -> None:
    """F-91."""
    server.refused = "score-configs"
    now = [0.0]
    scores = LangfuseScores(langfuse_api(server.environ), "live", clock=lambda: now[0])

    def tried() -> int:
        for _ in range(3):
            scores.put("t", [Score("parse_error", False)], datetime.fromisoformat(NOW))
            scores.flush()
        return sum("score-configs" in call for call in server.calls)

    first = tried()
    assert tried() == first
    now[0] = 601.0
    assert tried() == 2 * first
    assert (scores.sent, scores.lost) == (9, 0)


@pytest.mark.parametrize("mode", ["refusing", "hanging", "down"])
def test_a_langfuse_that_fails_neither_raises_nor_holds_anybody_up(server: LangfuseServer, mode: str) -> None:
    environ = server.environ | ({"LANGFUSE_BASE_URL": "http://127.0.0.1:9"} if mode == "down" else {})
    server.mode = mode
    tracing = build_tracing(environ)
    trace_one(tracing)
    assert tracing.close(timeout_seconds=0.3) is False


def test_an_error_is_named_by_its_code_and_keeps_its_words_to_itself(server: LangfuseServer) -> None:
    tracing = build_tracing(server.environ)
    with pytest.raises(MailroomError), tracing.stage(DOCUMENT, "one"):
        raise MailroomError(ErrorCode.NO_TEXT, SECRET)
    with pytest.raises(ValueError, match="secret"), tracing.stage(DOCUMENT, "two"):
        raise ValueError(SECRET)
    tracing.close()
    assert [span.status.message for span in server.spans] == ["no_text", "ValueError"]
    assert all(SECRET not in str(span) for span in server.spans)


def test_without_keys_nothing_is_traced() -> None:
    assert build_tracing({}) is NO_TRACING
    assert build_tracing({"OBSERVABILITY_PROVIDER": "langfuse"}) is NO_TRACING
    assert build_tracing({"OBSERVABILITY_PROVIDER": " "}) is NO_TRACING


def test_a_choice_that_there_is_not_is_refused_before_anything_runs(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OBSERVABILITY_PROVIDER", "nonsense")
    with pytest.raises(MailroomError, match="'nonsense' is none of auto, langfuse, otlp, none") as refusal:
        open_mailroom(home)
    assert refusal.value.code is ErrorCode.BAD_CONFIG


def test_none_turns_tracing_off_in_spite_of_keys(server: LangfuseServer) -> None:
    tracing = build_tracing(server.environ | {"OBSERVABILITY_PROVIDER": "none"})
    trace_one(tracing)
    assert tracing.close()
    assert (tracing.counters(), server.calls) == ({}, [])


def test_the_same_spans_go_to_any_otlp_endpoint(server: LangfuseServer, monkeypatch: pytest.MonkeyPatch) -> None:
    address = f"{server.base_url}/api/public/otel/v1/traces"
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", address)
    for choice in ("otlp", "auto"):
        server.spans.clear()
        tracing = build_tracing({"OBSERVABILITY_PROVIDER": choice, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": address})
        trace_one(tracing)
        assert tracing.close()
        assert {span.name for span in server.spans} == {"document-pipeline", "classify-document", "sorter"}
    assert server.scores == []


def test_environments_are_named() -> None:
    assert environment_of({}) == "live"
    assert environment_of({"LANGFUSE_TRACING_ENVIRONMENT": "pilot"}) == "pilot"
    assert environment_of({"LANGFUSE_TRACING_ENVIRONMENT": "a", "OBSERVABILITY_ENVIRONMENT": "b"}) == "b"


NOT_IMPORTED = """
import sys
from mailroom_dagster.observability.opening import build_tracing
from mailroom_dagster.providers.build import build_provider
import mailroom_dagster.observability.reaching
build_tracing({})
print([name for name in ("langfuse", "opentelemetry", "openai") if name in sys.modules])
"""


def test_nothing_is_imported_that_was_not_chosen() -> None:
    done = subprocess.run([sys.executable, "-c", NOT_IMPORTED], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


AT_EXIT = """
import os
from mailroom_dagster.observability.opening import build_tracing
from mailroom_dagster.observability.tracing import DocumentTrace
tracing = build_tracing(os.environ)
with tracing.stage(DocumentTrace("00112233445566aa"), "last-words"):
    pass
"""


def test_a_trace_is_not_lost_at_exit(server: LangfuseServer) -> None:
    """F-92."""
    environ = server.environ | {"PATH": "", "PYTHONPATH": str(Path.cwd())}
    subprocess.run([sys.executable, "-c", AT_EXIT], env=environ, check=True)
    assert [span.name for span in server.spans] == ["last-words"]
