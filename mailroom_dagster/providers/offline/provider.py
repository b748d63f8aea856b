"""The offline provider: rules and a local model, no network, the same answer every time.

Belongs here: who answers which task. The answers themselves are in `sorting`, `specialists` and `judging`.
"""

from __future__ import annotations

from typing import Any

from mailroom_dagster.agents.contracts import (
    ArbiterTask,
    BossTask,
    ExtractAnswer,
    ExtractTask,
    JudgeTask,
    Role,
    SortTask,
)
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.providers.base import Identity, Reply
from mailroom_dagster.taxonomy.model import Taxonomy

OFFLINE_VERSION = "6"  # raise it when the rules would answer otherwise: answers are remembered under it


class OfflineProvider:
    """Answers every role deterministically; honest about what it cannot find."""

    name = "offline"
    sees_images = False

    def __init__(self, taxonomy: Taxonomy) -> None:
        self._taxonomy = taxonomy

    def identity(self, role: Role) -> Identity:
        """The rules of this version answer every role."""
        return Identity(provider=self.name, model=f"rules-{OFFLINE_VERSION}")

    def answer(self, task: Any) -> Reply[Any]:
        """Answer a task. Raises provider_refused for a task that rules cannot answer."""
        from mailroom_dagster.providers.offline import judging, sorting
        from mailroom_dagster.providers.offline.specialists import extract

        match task:
            case SortTask():
                return Reply(sorting.sort(task))
            case ExtractTask(previous=ExtractAnswer() as same):
                return Reply(same)  # rules learn nothing from feedback; the same answer ends the loop
            case ExtractTask():
                return Reply(extract(task))
            case JudgeTask():
                return Reply(judging.judge(task, self._taxonomy))
            case ArbiterTask():
                return Reply(judging.arbitrate(task, self._taxonomy))
            case BossTask():
                return Reply(judging.adjudicate(task, self._taxonomy))
        raise MailroomError(
            ErrorCode.PROVIDER_REFUSED, f"the offline provider has no answer to a {type(task).__name__}"
        )
