"""The provider of agents that models answer: from a typed task to a typed, validated reply.

Belongs here: which agent is asked, and putting the room's parts in order. Does not belong here: any of those parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

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
    Shape,
    SortAnswer,
    SortTask,
    SummaryAnswer,
    SummaryTask,
    TranscribeAnswer,
    TranscribeTask,
    WrittenAnswer,
)
from mailroom_dagster.hashing import fingerprint
from mailroom_dagster.providers.base import Identity, Reply
from mailroom_dagster.providers.openai.answers import read_answer, read_text
from mailroom_dagster.providers.openai.client import Client
from mailroom_dagster.providers.openai.messages import prompt_names, render
from mailroom_dagster.providers.openai.schemas import shape_of
from mailroom_dagster.providers.prompts import PromptBook
from mailroom_dagster.providers.settings import Agent
from mailroom_dagster.taxonomy.model import Taxonomy

_ANSWERS: dict[type[Shape], type[Shape]] = {
    SortTask: SortAnswer,
    ExtractTask: ExtractAnswer,
    JudgeTask: JudgeAnswer,
    ArbiterTask: ArbiterAnswer,
    BossTask: BossAnswer,
    TranscribeTask: TranscribeAnswer,
    SummaryTask: SummaryAnswer,
    InterpretTask: Interpretation,
    AnswerTask: WrittenAnswer,
}


class ModelProvider:
    """Answers the tasks of its agents' roles. Thread-safe."""

    name = "models"

    def __init__(self, agents: Mapping[Role, Agent], prompts: PromptBook, taxonomy: Taxonomy, client: Client) -> None:
        self._agents = agents
        self._prompts = prompts
        self._taxonomy = taxonomy
        self._client = client

    @property
    def sees_images(self) -> bool:
        """Whether page images can be transcribed."""
        agent = self._agents.get(Role.TRANSCRIBER)
        return agent is not None and agent.model.sees_images

    def identity(self, role: Role) -> Identity:
        """Who answers for a role. A specialist's prompt hash is over the prompts of all classes."""
        agent = self._agents[role]
        hashes = {name: self._prompts.get(name).sha256 for name in prompt_names(role, self._taxonomy)}
        return Identity(
            provider=agent.endpoint.name,
            model=agent.model.id,
            prompt_hash=next(iter(hashes.values())) if len(hashes) == 1 else fingerprint(prompts=hashes),
            parameters={
                "temperature": agent.spec.temperature,
                "max_tokens": agent.spec.max_tokens,
                "input_characters": agent.spec.input_characters,
                "reasoning_effort": agent.spec.reasoning_effort,
            },
        )

    def answer(self, task: Any) -> Reply[Any]:
        """Answer a task, as `providers.base.Provider` says."""
        agent = self._agents[task.role]
        shape = shape_of(task, self._taxonomy)
        kind = _ANSWERS[type(task)]
        read = partial(read_answer, shape=shape) if shape else partial(read_text, kind=kind)
        return self._client.ask(agent, render(task, agent, self._prompts, self._taxonomy, shape), read, kind)

    def close_run(self) -> None:
        """End the run for the run's cost cap, once everything it was for is done."""
        self._client.close_run()

    def close(self) -> None:
        """Close the connections."""
        self._client.close()
