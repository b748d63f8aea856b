"""A provider whose sorting agents answer what a test says, and count what they are asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mailroom_dagster.agents.contracts import Role, SortAnswer, SortTask
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.providers.base import Identity, Reply

Answer = SortAnswer | MailroomError | Callable[[SortTask], SortAnswer]


class Scripted:
    """Answers in order; the last answer stays. A role may have its own script."""

    name = "scripted"
    sees_images = False

    def __init__(self, *answers: Answer, reviewer: Answer | None = None) -> None:
        self.answers = list(answers)
        self.reviewer = reviewer
        self.asked: list[SortTask] = []

    def identity(self, role: Role) -> Identity:
        return Identity(provider=self.name, model="test")

    def answer(self, task: Any) -> Reply[Any]:
        self.asked.append(task)
        if task.role is Role.REVIEWER and self.reviewer is not None:
            answer = self.reviewer
        else:
            answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, MailroomError):
            raise answer
        return Reply(answer if isinstance(answer, SortAnswer) else answer(task))


def said(doc_class: str, confidence: float, subtype: str | None = None) -> SortAnswer:
    return SortAnswer(doc_class=doc_class, subtype=subtype, confidence=confidence)


def failure(code: ErrorCode) -> MailroomError:
    return MailroomError(code, "the test wants it so")
