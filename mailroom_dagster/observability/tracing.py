"""Traces of documents: what the rest of the mailroom calls, and the tracing that does nothing.

Belongs here: the interface and the deterministic ids. Does not belong here: the choice of a backend (`opening`) and the
backends (`spans`, `langfuse`). Spans carry ids, names, numbers and labels, never document text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Protocol

from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.observability.scores import Score

DOCUMENT_SPAN = "document-pipeline"

Fact = str | int | float | bool | None


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
