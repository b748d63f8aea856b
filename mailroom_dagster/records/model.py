"""The records: what each stage says of one document, and the manifest that holds its state.

Records are deterministic: no clock, no random number. The same input under the same fingerprint gives the same bytes,
so a record that a power cut takes is made again with the hash that the ledger knows. Times live in the manifest, the
ledger and the catalog.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from mailroom_dagster.agents.contracts import ArbiterAnswer, BossAnswer, JudgeAnswer, SortAnswer
from mailroom_dagster.reading.model import DocumentText


class Stage(StrEnum):
    """The six assets, in order."""

    TEXT = "text"
    CLASSIFICATION = "classification"
    EXTRACTION = "extraction"
    VERDICT = "verdict"
    REPORT = "report"
    ARCHIVE_ENTRY = "archive_entry"


class State(StrEnum):
    """Where a document stands. The last six are rests: the machine does nothing more by itself."""

    RECEIVED = "received"
    READ = "read"
    CLASSIFIED = "classified"
    EXTRACTED = "extracted"
    DECIDED = "decided"
    REPORTED = "reported"
    ARCHIVED = "archived"
    PARKED = "parked"
    REJECTED = "rejected"
    FAILED = "failed"
    QUARANTINED = "quarantined"
    PAUSED_BUDGET = "paused_budget"


def before(stage: Stage, hashes: Mapping[Stage, str]) -> dict[Stage, str]:
    """The hashes of the stages before one."""
    order = list(Stage)
    return {item: digest for item, digest in hashes.items() if order.index(item) < order.index(stage)}


class Model(BaseModel):
    """Base of all records: frozen; unknown keys of a newer version are an error, not a loss."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ErrorInfo(Model):
    """A named failure as scripts see it."""

    code: str
    message: str


class Decision(Model):
    """One routing step: what the gate looked at, which row matched, where it led, who acted."""

    gate: str  # classify | extract | judge | arbiter | boss | person
    rule: str  # the row's name
    to: str
    numbers: dict[str, Any] = Field(default_factory=dict)
    actor: str = "routing"
    reason: str = ""


class Evidence(Model):
    """Where a value stands: `quote` is the stored text at [start, end). Boxes are points on the page."""

    page: int
    start: int
    end: int
    quote: str
    boxes: tuple[tuple[float, float, float, float], ...] = ()


class FieldValue(Model):
    """One typed value. `value` is canonical: ISO date, `USD 1250.00`, verbatim id, clean name, label, text."""

    value: str
    words: str  # as the document says it
    evidence: tuple[Evidence, ...] = ()
    stated_by: str | None = None  # a reviewer who typed it in


class ExtractedField(Model):
    """A field with its values (one, or a list for `many` fields). Absent is an empty tuple, null in JSON views."""

    name: str
    many: bool = False
    values: tuple[FieldValue, ...] = ()

    @property
    def json_value(self) -> str | list[str] | None:
        """The plain value: null when absent."""
        if self.many:
            return [item.value for item in self.values] or None
        return self.values[0].value if self.values else None


class CallRef(Model):
    """A call of the call log that this record rests on."""

    call_id: str
    role: str
    provider: str
    model: str
    prompt_hash: str = ""


class Record(Model):
    """What all records share. `inputs` maps what it was made from to its sha256."""

    doc_id: str
    fingerprint: str
    code_version: str
    inputs: dict[str, str] = Field(default_factory=dict)
    provider: str | None = None
    model: str | None = None
    calls: tuple[CallRef, ...] = ()
    decisions: tuple[Decision, ...] = ()


class TextRecord(Record):
    """Stage text."""

    stage: Literal[Stage.TEXT] = Stage.TEXT
    document: DocumentText
    words_sha256: str | None = None  # of words.json beside it


class ClassificationRecord(Record):
    """Stage classification: the class that goes on, our calibrated confidence and every opinion."""

    stage: Literal[Stage.CLASSIFICATION] = Stage.CLASSIFICATION
    doc_class: str
    subtype: str | None = None
    confidence: float  # of a parked document what the last decision looked at
    decided_by: str  # fast_path | sorter | retry_sorter | reviewer | boss | person:<name>
    signals: dict[str, float] = Field(default_factory=dict)
    opinions: dict[str, SortAnswer] = Field(default_factory=dict)
    because: tuple[str, ...] = ()  # words and structures that carried it


class ExtractionRecord(Record):
    """Stage extraction: grounded values, what was cleared, and the loop's trace."""

    stage: Literal[Stage.EXTRACTION] = Stage.EXTRACTION
    doc_class: str
    subtype: str | None = None
    fields: dict[str, ExtractedField] = Field(default_factory=dict)
    cleared: dict[str, list[str]] = Field(default_factory=dict)  # field -> why its values were refused
    errors: tuple[str, ...] = ()  # validator errors that stayed
    confidence: float = 0.0
    signals: dict[str, float] = Field(default_factory=dict)
    attempts: int = 1
    trace: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()


class VerdictRecord(Record):
    """Stage verdict: whether the extraction is accepted, by whom, with which findings."""

    stage: Literal[Stage.VERDICT] = Stage.VERDICT
    accepted: bool
    decided_by: str  # extract | judge | arbiter | boss | person:<name>
    judgement: JudgeAnswer | None = None
    arbitration: ArbiterAnswer | None = None
    adjudication: BossAnswer | None = None
    caveats: tuple[str, ...] = ()


class ReportRecord(Record):
    """Stage report: the same content for machines (`content`) and for people (`markdown`)."""

    stage: Literal[Stage.REPORT] = Stage.REPORT
    content: dict[str, Any]
    markdown: str


class ArchiveRecord(Record):
    """Stage archive_entry: where the original is filed, relative to home, with its hash."""

    stage: Literal[Stage.ARCHIVE_ENTRY] = Stage.ARCHIVE_ENTRY
    path: str
    sha256: str
    bytes: int


AnyRecord = TextRecord | ClassificationRecord | ExtractionRecord | VerdictRecord | ReportRecord | ArchiveRecord

RECORD_TYPES: dict[Stage, type[AnyRecord]] = {
    Stage.TEXT: TextRecord,
    Stage.CLASSIFICATION: ClassificationRecord,
    Stage.EXTRACTION: ExtractionRecord,
    Stage.VERDICT: VerdictRecord,
    Stage.REPORT: ReportRecord,
    Stage.ARCHIVE_ENTRY: ArchiveRecord,
}


class PersonDecision(Model):
    """What a reviewer decided. `fields` are corrections by field name (null clears a field).

    `generation` is that of the document they looked at: after a re-run their decision is no longer on what they saw.
    """

    action: Literal["approve", "correct", "reject", "requeue"]
    reviewer: str
    reason: str = ""
    doc_class: str | None = None
    subtype: str | None = None
    fields: dict[str, str | list[str] | None] = Field(default_factory=dict)
    generation: int | None = None


class Manifest(Model):
    """The state of one document. Times are UTC ISO 8601; `generation` counts ordered re-runs."""

    doc_id: str
    partition_key: str
    file_name: str  # sanitised
    original_name: str  # as it came, for people only
    sha256: str
    bytes: int
    matter_id: str
    linked_matters: tuple[str, ...] = ()
    parent: str | None = None
    state: State = State.RECEIVED
    reason: str = ""  # why it rests where it rests
    gate: str | None = None  # the gate that parked it
    error: ErrorInfo | None = None
    attempts: int = 0
    generation: int = 0
    forced: dict[Stage, int] = Field(default_factory=dict)  # ordered re-runs by stage
    received_at: str = ""
    updated_at: str = ""
    record_hashes: dict[Stage, str] = Field(default_factory=dict)
    person: PersonDecision | None = None
    notes: tuple[str, ...] = ()

    def with_record(self, stage: Stage, digest: str) -> Manifest:
        """The manifest with a record that was just made: it comes last, and what rested on another one is forgotten.

        Where a person decided, the later records are theirs and stay.
        """
        kept = dict(self.record_hashes)
        if kept.pop(stage, digest) != digest and self.person is None:
            kept = before(stage, kept)
        return self.model_copy(update={"record_hashes": kept | {stage: digest}})

    def redone_from(self, stage: Stage) -> Manifest:
        """The manifest of a re-run from a stage on: its record and later ones no longer stand, nor a person's word."""
        stages = list(Stage)
        forced = self.forced | {later: self.forced.get(later, 0) + 1 for later in stages[stages.index(stage) :]}
        update = {"forced": forced, "generation": self.generation + 1, "person": None}
        return self.model_copy(update=update | {"record_hashes": before(stage, self.record_hashes)})
