"""What a stage says of one document, for whoever reports it: Dagster events, the command line, tests."""

from __future__ import annotations

from dataclasses import dataclass

from mailroom_dagster.records.model import AnyRecord, Manifest, Stage


@dataclass(frozen=True)
class Check:
    """One quality gate's reading. `integrity` marks what is broken rather than unsure."""

    name: str
    passed: bool
    description: str
    numbers: dict[str, float]
    integrity: bool = False


@dataclass(frozen=True)
class Outcome:
    """One document after one stage. No record means that the stage could not be done; the manifest says why."""

    stage: Stage
    manifest: Manifest
    record: AnyRecord | None = None
    checks: tuple[Check, ...] = ()
    goes_on: bool = True
    unchanged: bool = False  # the record stood; nothing was done or paid again
    seconds: float = 0.0

    @property
    def doc_id(self) -> str:
        """The document's id."""
        return self.manifest.doc_id
