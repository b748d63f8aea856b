"""What an extraction gives to the pipeline, and what one window of it holds on the way."""

from __future__ import annotations

from dataclasses import dataclass, field

from pydantic import Field

from mailroom_dagster.agents.contracts import ExtractAnswer
from mailroom_dagster.providers.base import CallSummary
from mailroom_dagster.records.model import Decision, ExtractedField, FieldValue, Model
from mailroom_dagster.routing.routes import Route


class Extraction(Model):
    """Grounded values, what was cleared and why, and how the loop went. The last decision leads to `route`."""

    fields: dict[str, ExtractedField] = Field(default_factory=dict)
    cleared: dict[str, list[str]] = Field(default_factory=dict)
    errors: tuple[str, ...] = ()
    confidence: float = 0.0
    signals: dict[str, float] = Field(default_factory=dict)
    attempts: int = 0
    trace: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    calls: tuple[CallSummary, ...] = ()
    decisions: tuple[Decision, ...] = ()
    route: Route = Route.REVIEW


@dataclass(frozen=True)
class Claim:
    """A value that passed the validator: its canonical form, the words it is said to stand in, and where."""

    value: str
    quote: str
    start: int | None = None


@dataclass(frozen=True)
class WindowResult:
    """What one window gave in its last attempt."""

    values: dict[str, tuple[FieldValue, ...]] = field(default_factory=dict)
    cleared: dict[str, list[str]] = field(default_factory=dict)
    errors: tuple[str, ...] = ()
    answer: ExtractAnswer | None = None
    repeated: bool = False  # the same answer as the attempt before
    token_probability: float | None = None

    @property
    def feedback(self) -> tuple[str, ...]:
        """What the next attempt on this window is told, verbatim."""
        refused = (f"field {name!r}: {reason}" for name, reasons in self.cleared.items() for reason in reasons)
        return (*self.errors, *refused)
