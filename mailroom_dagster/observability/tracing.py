"""Traces of documents: what the rest of the mailroom calls, and the tracing that does nothing.

Belongs here: the interface, the deterministic ids, and the choice of a backend. Does not belong here: OpenTelemetry or
Langfuse, which are imported only when they are chosen (`observability.spans`, `observability.langfuse`). Spans carry
ids, names, numbers and labels, never document text.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Protocol

import structlog

from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.observability.scores import Score

CHOICE_VARIABLE = "OBSERVABILITY_PROVIDER"
ENVIRONMENT_VARIABLES = ("OBSERVABILITY_ENVIRONMENT", "LANGFUSE_TRACING_ENVIRONMENT")
CHOICES = ("auto", "langfuse", "otlp", "none")
DOCUMENT_SPAN = "document-pipeline"

Fact = str | int | float | bool | None

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class DocumentTrace:
    """What names a document's trace. A re-run is a trace of its own (F-89)."""

    doc_id: str
    matter_id: str = "DEFAULT"
    generation: int = 0

    @property
    def seed(self) -> str:
        """What the ids are made from."""
        return f"{self.doc_id}-run{self.generation}" if self.generation else self.doc_id

    @property
    def trace_id(self) -> str:
        """32 hex digits; the same document and generation always give the same trace."""
        return sha256_bytes(self.seed.encode())[:32]

    @property
    def root_id(self) -> str:
        """16 hex digits: the id of the trace's first span, below which all stages stand."""
        return sha256_bytes(self.seed.encode())[32:48]


class Span(Protocol):
    """Something that is going on; facts may be added to it until it ends."""

    def note(self, **facts: Fact) -> None:
        """Add facts."""


class Tracing(Protocol):
    """Where traces go. No method raises, and none waits for a network except `close`, which is bounded."""

    def stage(self, document: DocumentTrace, name: str, **facts: Fact) -> AbstractContextManager[Span]:
        """A span of a document's trace; calls inside it become its generations."""

    def generation(self, role: str, **facts: Fact) -> AbstractContextManager[Span]:
        """A model call, below the stage under way in this thread."""

    def finish(self, document: DocumentTrace, started_at: str, scores: Sequence[Score] = (), **facts: Fact) -> None:
        """End a document's trace: its first span from `started_at` (ISO 8601) to now, and its scores."""

    def counters(self) -> dict[str, int]:
        """Spans that went out, and that did not."""

    def close(self, timeout_seconds: float = 5.0) -> bool:
        """Send what is left, within the time; whether everything went out."""


class NoSpan:
    """A span that keeps nothing."""

    def note(self, **facts: Fact) -> None:
        """Nothing."""


@contextmanager
def _no_span() -> Iterator[Span]:
    yield NoSpan()


class NoTracing:
    """Traces nothing."""

    def stage(self, document: DocumentTrace, name: str, **facts: Fact) -> AbstractContextManager[Span]:
        """Nothing."""
        return _no_span()

    def generation(self, role: str, **facts: Fact) -> AbstractContextManager[Span]:
        """Nothing."""
        return _no_span()

    def finish(self, document: DocumentTrace, started_at: str, scores: Sequence[Score] = (), **facts: Fact) -> None:
        """Nothing."""

    def counters(self) -> dict[str, int]:
        """Nothing to count."""
        return {}

    def close(self, timeout_seconds: float = 5.0) -> bool:
        """Nothing was left."""
        return True


NO_TRACING = NoTracing()


def build_tracing(environ: Mapping[str, str] = os.environ) -> Tracing:
    """The tracing that the environment asks for; without its keys or its package none, with a word in the log."""
    choice = environ.get(CHOICE_VARIABLE, "auto").strip().lower()
    if choice not in CHOICES:
        log.warning("tracing_off", why=f"{CHOICE_VARIABLE} is none of {', '.join(CHOICES)}")
        return NO_TRACING
    try:
        return _built(choice, environ)
    except Exception as error:  # nothing about tracing may stop the mailroom
        log.warning("tracing_off", why=type(error).__name__)
        return NO_TRACING


def _built(choice: str, environ: Mapping[str, str]) -> Tracing:
    keys = bool(environ.get("LANGFUSE_PUBLIC_KEY") and environ.get("LANGFUSE_SECRET_KEY"))
    if choice == "langfuse" or (choice == "auto" and keys):
        if keys and _installed("langfuse"):
            from mailroom_dagster.observability.langfuse import langfuse_tracing

            return langfuse_tracing(environ, environment_of(environ))
        log.warning("tracing_off", why="Langfuse needs its keys and `pip install mailroom-dagster[langfuse]`")
    elif choice == "otlp" or (choice == "auto" and _otlp_address(environ)):
        if _installed("opentelemetry.sdk"):
            from mailroom_dagster.observability.spans import otlp_tracing

            return otlp_tracing(environment_of(environ))
        log.warning("tracing_off", why="OTLP needs `pip install mailroom-dagster[otlp]`")
    return NO_TRACING


def environment_of(environ: Mapping[str, str]) -> str:
    """The name of the environment that traces carry: live unless it is said."""
    return next((environ[name] for name in ENVIRONMENT_VARIABLES if environ.get(name)), "live")


def _otlp_address(environ: Mapping[str, str]) -> bool:
    names = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
    return any(environ.get(name) for name in names)


def _installed(package: str) -> bool:
    try:
        return importlib.util.find_spec(package) is not None
    except ModuleNotFoundError:
        return False
