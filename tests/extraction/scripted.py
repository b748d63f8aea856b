"""A provider that answers from a script and remembers what it was asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mailroom_dagster.agents.contracts import ExtractAnswer, ExtractTask, RawValue, Role
from mailroom_dagster.errors import MailroomError
from mailroom_dagster.providers.base import Identity, Reply


class ScriptedProvider:
    """Gives its answers in turn, the last one for ever; an error of the script is raised."""

    name = "scripted"
    sees_images = False

    def __init__(self, *script: ExtractAnswer | MailroomError, input_characters: int | None = None) -> None:
        self._script = list(script)
        self._parameters: dict[str, Any] = {"input_characters": input_characters} if input_characters else {}
        self.tasks: list[ExtractTask] = []

    def identity(self, role: Role) -> Identity:
        return Identity(provider=self.name, model="script", parameters=self._parameters)

    def answer(self, task: Any) -> Reply[Any]:
        self.tasks.append(task)
        answer = self._script.pop(0) if len(self._script) > 1 else self._script[0]
        if isinstance(answer, MailroomError):
            raise answer
        return Reply(answer)


def says(**values: str | tuple[str, str] | Sequence[str | tuple[str, str]]) -> ExtractAnswer:
    """An answer: a value that is its own quote, a (value, quote) pair, or a list of those."""

    def raw(item: str | tuple[str, str]) -> RawValue:
        value, quote = item if isinstance(item, tuple) else (item, item)
        return RawValue(value=value, quote=quote)

    return ExtractAnswer(
        values={
            name: tuple(map(raw, item)) if isinstance(item, list) else (raw(item),)  # type: ignore[arg-type]
            for name, item in values.items()
        }
    )
