"""What a provider is: it answers typed tasks. Offline and model providers look the same from outside."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar, overload

from mailroom_dagster.agents.contracts import (
    AnswerTask,
    ArbiterAnswer,
    ArbiterTask,
    BossAnswer,
    BossTask,
    ExtractAnswer,
    ExtractTask,
    Interpretation,
    InterpretTask,
    JudgeAnswer,
    JudgeTask,
    Role,
    SortAnswer,
    SortTask,
    SummaryAnswer,
    SummaryTask,
    TranscribeAnswer,
    TranscribeTask,
    WrittenAnswer,
)

A = TypeVar("A", covariant=True)


@dataclass(frozen=True)
class Identity:
    """Who answers for a role, for fingerprints and records."""

    provider: str
    model: str
    prompt_hash: str = ""
    parameters: dict[str, str | int | float | None] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """`provider/model`."""
        return f"{self.provider}/{self.model}"


@dataclass(frozen=True)
class CallSummary:
    """One attempt at a model, as the call log keeps it. None means unknown, never 0."""

    call_id: str
    role: Role
    provider: str
    model: str
    outcome: str
    prompt_hash: str = ""
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_usd: float | None = None
    latency_seconds: float | None = None
    attempt: int = 1
    reused: bool = False


@dataclass(frozen=True)
class Reply(Generic[A]):
    """A validated answer with the calls it took. The offline provider makes no calls."""

    answer: A
    calls: tuple[CallSummary, ...] = ()
    token_probability: float | None = None


class Provider(Protocol):
    """Answers tasks. Raises MailroomError: provider_unavailable (transient), provider_refused, answer_unusable,
    budget_spent, provider_misconfigured."""

    @property
    def name(self) -> str:
        """offline, models, mixed."""

    @property
    def sees_images(self) -> bool:
        """Whether page images can be transcribed."""

    def identity(self, role: Role) -> Identity:
        """Who answers for this role."""

    @overload
    def answer(self, task: SortTask) -> Reply[SortAnswer]: ...
    @overload
    def answer(self, task: ExtractTask) -> Reply[ExtractAnswer]: ...
    @overload
    def answer(self, task: ArbiterTask) -> Reply[ArbiterAnswer]: ...
    @overload
    def answer(self, task: BossTask) -> Reply[BossAnswer]: ...
    @overload
    def answer(self, task: JudgeTask) -> Reply[JudgeAnswer]: ...
    @overload
    def answer(self, task: TranscribeTask) -> Reply[TranscribeAnswer]: ...
    @overload
    def answer(self, task: SummaryTask) -> Reply[SummaryAnswer]: ...
    @overload
    def answer(self, task: InterpretTask) -> Reply[Interpretation]: ...
    @overload
    def answer(self, task: AnswerTask) -> Reply[WrittenAnswer]: ...
