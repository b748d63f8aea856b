"""Spans of documents over OpenTelemetry: any OTLP endpoint takes them, Langfuse is one of them.

Belongs here: how the interface of `tracing` becomes spans. Does not belong here: Langfuse's scores and prompts.
Imported only when chosen. Spans are sent by a thread of their own; a full queue drops them rather than wait.
Attribute names: OpenTelemetry's `gen_ai.*`, Langfuse's documented `langfuse.*`, and `mailroom.*` for the rest.
"""

from __future__ import annotations

import atexit
import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Protocol

from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.trace import (
    NonRecordingSpan,
    SpanContext,
    SpanKind,
    Status,
    StatusCode,
    TraceFlags,
    set_span_in_context,
)
from opentelemetry.trace import Span as OtelSpan

from mailroom_dagster.errors import MailroomError
from mailroom_dagster.observability.scores import Score
from mailroom_dagster.observability.tracing import DOCUMENT_SPAN, DocumentTrace, Fact, Span

EXPORT_SECONDS = 5.0
SERVICE = "mailroom_dagster"
_GEN_AI = {
    "model": "gen_ai.request.model",
    "answered_by": "gen_ai.response.model",
    "provider": "gen_ai.provider.name",
    "input_tokens": "gen_ai.usage.input_tokens",
    "output_tokens": "gen_ai.usage.output_tokens",
}

_forced_ids: ContextVar[tuple[int, int] | None] = ContextVar("forced_ids", default=None)
_document: ContextVar[DocumentTrace | None] = ContextVar("document", default=None)


class ScoreSink(Protocol):
    """Where scores go besides the spans' attributes."""

    def put(self, trace_id: str, scores: Sequence[Score], at: datetime) -> None:
        """Take scores without waiting."""

    def flush(self) -> None:
        """Send what was taken."""


class SeededIds(RandomIdGenerator):
    """Random ids, but for a document's first span, whose ids are those of its trace."""

    def generate_trace_id(self) -> int:
        """The forced trace id, if there is one."""
        forced = _forced_ids.get()
        return forced[0] if forced else super().generate_trace_id()

    def generate_span_id(self) -> int:
        """The forced span id, if there is one."""
        forced = _forced_ids.get()
        return forced[1] if forced else super().generate_span_id()


class CountingExporter(SpanExporter):
    """Another exporter, with its successes and failures counted."""

    def __init__(self, exporter: SpanExporter) -> None:
        self._exporter = exporter
        self.sent = 0
        self.failed = 0

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Export, and count."""
        result = self._exporter.export(spans)
        if result is SpanExportResult.SUCCESS:
            self.sent += len(spans)
        else:
            self.failed += len(spans)
        return result

    def shutdown(self) -> None:
        """End the other exporter."""
        self._exporter.shutdown()


class _Noting:
    """A span under way. What is noted stands in its attributes and, as a summary, in its output."""

    def __init__(self, span: OtelSpan) -> None:
        self._span = span
        self._facts: dict[str, Fact] = {}

    def note(self, **facts: Fact) -> None:
        """Add facts; unknown ones (None) are left out."""
        known = {name: value for name, value in facts.items() if value is not None}
        self._facts |= known
        self._span.set_attributes({_GEN_AI.get(name, f"mailroom.{name}"): value for name, value in known.items()})
        if "cost_usd" in known:
            self._span.set_attribute("langfuse.observation.cost_details", json.dumps({"total": known["cost_usd"]}))
        self._span.set_attribute("langfuse.observation.output", json.dumps(self._facts))


class SpanTracing:
    """Tracing over an exporter of spans, with a sink for scores where there is one."""

    def __init__(self, exporter: SpanExporter, environment: str, scores: ScoreSink | None = None) -> None:
        self._exporter = CountingExporter(exporter)
        resource = Resource.create({"service.name": SERVICE, "deployment.environment.name": environment})
        self._provider = TracerProvider(resource=resource, id_generator=SeededIds(), shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(self._exporter))
        self._tracer = self._provider.get_tracer(SERVICE)
        self._environment = environment
        self._scores = scores

    @contextmanager
    def stage(self, document: DocumentTrace, name: str, **facts: Fact) -> Iterator[Span]:
        """A span below the document's first one."""
        token = _document.set(document)
        try:
            with self._span(name, document, _below_root(document), "span", facts) as span:
                yield span
        finally:
            _document.reset(token)

    @contextmanager
    def generation(self, role: str, **facts: Fact) -> Iterator[Span]:
        """A model call below the stage under way in this thread."""
        with self._span(role, _document.get(), None, "generation", facts) as span:
            yield span

    def finish(self, document: DocumentTrace, started_at: str, scores: Sequence[Score] = (), **facts: Fact) -> None:
        """The document's first span, with the ids its stages already point to, and its scores."""
        began = datetime.fromisoformat(started_at)
        token = _forced_ids.set((int(document.trace_id, 16), int(document.root_id, 16)))
        try:
            span = self._tracer.start_span(DOCUMENT_SPAN, context=Context(), start_time=int(began.timestamp() * 1e9))
        finally:
            _forced_ids.reset(token)
        span.set_attributes(self._attributes(document, "span"))
        span.set_attributes({f"mailroom.score.{score.name}": score.value for score in scores})
        _Noting(span).note(**facts)
        span.end()
        if self._scores is not None:
            self._scores.put(document.trace_id, scores, began)

    def counters(self) -> dict[str, int]:
        """Spans that went out, and that did not."""
        return {"spans_sent": self._exporter.sent, "spans_failed": self._exporter.failed}

    def close(self, timeout_seconds: float = EXPORT_SECONDS) -> bool:
        """Send what is left, within the time; whether everything went out."""
        atexit.unregister(self.close)
        sending = threading.Thread(target=self._send_all, daemon=True)
        sending.start()
        sending.join(timeout_seconds)
        return not sending.is_alive() and self._exporter.failed == 0

    def _send_all(self) -> None:
        self._provider.force_flush()
        if self._scores is not None:
            self._scores.flush()
        self._provider.shutdown()

    @contextmanager
    def _span(
        self, name: str, document: DocumentTrace | None, parent: Context | None, kind: str, facts: dict[str, Fact]
    ) -> Iterator[Span]:
        with self._tracer.start_as_current_span(
            name,
            context=parent,
            kind=SpanKind.CLIENT if kind == "generation" else SpanKind.INTERNAL,
            attributes=self._attributes(document, kind),
            record_exception=False,  # exceptions may quote documents
            set_status_on_exception=False,
        ) as span:
            noting = _Noting(span)
            noting.note(**facts)
            try:
                yield noting
            except MailroomError as error:
                span.set_status(Status(StatusCode.ERROR, error.code.value))
                raise
            except BaseException as error:
                span.set_status(Status(StatusCode.ERROR, type(error).__name__))
                raise

    def _attributes(self, document: DocumentTrace | None, kind: str) -> dict[str, str | list[str]]:
        attributes: dict[str, str | list[str]] = {
            "langfuse.observation.type": kind,
            "langfuse.environment": self._environment,
        }
        if kind == "generation":
            attributes["gen_ai.operation.name"] = "chat"
        if document is not None:
            attributes |= {
                "langfuse.trace.name": DOCUMENT_SPAN,
                "langfuse.trace.tags": ["mailroom", self._environment, f"run-{document.generation}"],
                "session.id": document.matter_id,
                "mailroom.doc_id": document.doc_id,
            }
        return attributes


def otlp_tracing(environment: str) -> SpanTracing:
    """Spans to the endpoint of the standard OTEL_EXPORTER_OTLP_* variables; sent at exit at the latest."""
    return closing_at_exit(SpanTracing(OTLPSpanExporter(timeout=EXPORT_SECONDS), environment))


def closing_at_exit(tracing: SpanTracing) -> SpanTracing:
    """The same, closed when the process ends, so that no trace is lost at exit."""
    atexit.register(tracing.close)
    return tracing


def _below_root(document: DocumentTrace) -> Context:
    root = SpanContext(
        trace_id=int(document.trace_id, 16),
        span_id=int(document.root_id, 16),
        is_remote=True,
        trace_flags=TraceFlags(TraceFlags.SAMPLED),
    )
    return set_span_in_context(NonRecordingSpan(root), Context())
