"""What each agent is asked and what it answers: typed tasks and answers, the same for every provider.

Belongs here: the shapes. How a task is answered is the providers' matter (`providers.offline`, `providers.openai`);
what follows from an answer is `routing`'s. Answers are data: nothing in them can choose a route by itself.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from mailroom_dagster.reading.model import DocumentText


class Role(StrEnum):
    """Who is asked."""

    SORTER = "sorter"
    RETRY_SORTER = "retry_sorter"
    REVIEWER = "reviewer"
    SPECIALIST = "specialist"
    JUDGE = "judge"
    ARBITER = "arbiter"
    BOSS = "boss"
    TRANSCRIBER = "transcriber"
    SUMMARIST = "summarist"
    INTERPRETER = "interpreter"
    ANSWERER = "answerer"


class Shape(BaseModel):
    """Base of tasks and answers. Their numbers are finite: the ledger can hold no others."""

    model_config = ConfigDict(frozen=True, allow_inf_nan=False)


# --- sorting


class SortAnswer(Shape):
    """One opinion about a document's class. `confidence` is the agent's own number, 0..1, never trusted alone."""

    doc_class: str
    subtype: str | None = None
    confidence: float
    reasoning: str = ""
    signals: dict[str, float] = Field(default_factory=dict)


class SortTask(Shape):
    """Sort one document. `previous` is set for the retry; the blind reviewer never sees it."""

    role: Literal[Role.SORTER, Role.RETRY_SORTER, Role.REVIEWER] = Role.SORTER
    doc_id: str
    document: DocumentText
    previous: SortAnswer | None = None
    images: tuple[bytes, ...] = ()  # pages as PNG; sent only to models that see


# --- extracting


class RawValue(Shape):
    """One value as an agent gives it: the words it claims to have read, and where it hints they stand.

    `start` is an offset into the stored text, only a hint: grounding finds and verifies the span itself.
    """

    value: str
    quote: str | None = None
    start: int | None = None


class ExtractAnswer(Shape):
    """Field name -> values in document order; an absent field is simply not there."""

    values: dict[str, tuple[RawValue, ...]] = Field(default_factory=dict)
    confidence: float | None = None
    reasoning: str = ""


class ExtractTask(Shape):
    """Extract the fields of `doc_class` from one window [window_start, window_end) of the stored text."""

    role: Literal[Role.SPECIALIST] = Role.SPECIALIST
    doc_id: str
    document: DocumentText
    doc_class: str
    subtype: str | None = None
    window_start: int = 0
    window_end: int | None = None
    feedback: tuple[str, ...] = ()  # the validator's errors, verbatim
    previous: ExtractAnswer | None = None
    fields_to_fix: tuple[str, ...] = ()  # ordered by the arbiter
    images: tuple[bytes, ...] = ()  # pages as PNG; sent only to models that see


# --- judging


class Finding(Shape):
    """What the judge says of one field."""

    field: str
    verdict: Literal["correct", "partial", "wrong", "missing", "unsupported"]
    note: str = ""


class JudgeAnswer(Shape):
    """Completeness of an extraction. Label and score must agree (complete >= .95, partial >= .5)."""

    label: Literal["complete", "partial", "incomplete"]
    score: float = Field(ge=0, le=1)
    findings: tuple[Finding, ...] = ()
    reasoning: str = ""


class _VerdictTask(Shape):
    """The extracted fields (name -> value as JSON) beside the text they came from."""

    doc_id: str
    document: DocumentText
    doc_class: str
    fields: dict[str, Any]


class JudgeTask(_VerdictTask):
    """Judge the extracted fields against the text."""

    role: Literal[Role.JUDGE] = Role.JUDGE


class ArbiterAnswer(Shape):
    """What to do about a partial or incomplete extraction."""

    action: Literal["accept", "accept_with_caveats", "re_extract", "escalate"]
    fields_to_fix: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()
    reasoning: str = ""


class ArbiterTask(_VerdictTask):
    """Decide over the judge's findings."""

    role: Literal[Role.ARBITER] = Role.ARBITER
    judgement: JudgeAnswer


class BossAnswer(Shape):
    """The last word of the machine."""

    action: Literal["accept", "reassign_class", "review"]
    doc_class: str | None = None
    subtype: str | None = None
    reasoning: str = ""


class BossTask(_VerdictTask):
    """Decide a conflict or an escalation. `conflicts` are sentences about archived documents of the matter."""

    role: Literal[Role.BOSS] = Role.BOSS
    judgement: JudgeAnswer | None = None
    conflicts: tuple[str, ...] = ()
    reassigned: bool = False


# --- reading pages, summing up, answering questions


class TranscribeAnswer(Shape):
    """The text of one page; empty when the page shows none."""

    text: str


class TranscribeTask(Shape):
    """Read one page from its image (PNG)."""

    role: Literal[Role.TRANSCRIBER] = Role.TRANSCRIBER
    doc_id: str
    page: int
    image: bytes


class SummaryAnswer(Shape):
    """A few sentences for the top of a report."""

    text: str


class SummaryTask(_VerdictTask):
    """Sum a document up for its report."""

    role: Literal[Role.SUMMARIST] = Role.SUMMARIST


class Interpretation(Shape):
    """What a question is also about: kinds of question, words that its answer may use, and names that it holds."""

    intents: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


class InterpretTask(Shape):
    """Say what a question is also about. `doc_id` is the question's id, `intents` the kinds that may be named."""

    role: Literal[Role.INTERPRETER] = Role.INTERPRETER
    doc_id: str
    question: str
    intents: tuple[str, ...]


class Passage(Shape):
    """A section that an answer may rest on. `key` is how the answer cites it."""

    key: str
    text: str
    title: str = ""


class CitedSentence(Shape):
    """One sentence of an answer with the keys of its passages."""

    text: str
    passages: tuple[str, ...]


class WrittenAnswer(Shape):
    """An answer to a question; no sentences when the passages do not answer it."""

    answered: bool
    sentences: tuple[CitedSentence, ...] = ()


class AnswerTask(Shape):
    """Answer a question from passages. `doc_id` is the question's id; `feedback` names claims refused before."""

    role: Literal[Role.ANSWERER] = Role.ANSWERER
    doc_id: str
    question: str
    passages: tuple[Passage, ...]
    feedback: tuple[str, ...] = ()
