"""How a model must be asked: the JSON mode it takes, the parameters it does not know. Learned once, kept on disk.

Belongs here: the dialects and how one is changed after a refusal. Does not belong here: sending (`client`) or reading
answers. The first real call is the probe, so learning costs nothing where json_schema works. A dialect is kept only
after an answer came through it, so that an outage teaches nothing.
"""

from __future__ import annotations

import re
import threading
from enum import StrEnum
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, RootModel, ValidationError

from mailroom_dagster.providers.openai.outcomes import AttemptError, Outcome
from mailroom_dagster.providers.settings import Agent
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk

SERVER_ERRORS_OF_A_SCHEMA = 2  # some servers answer an unknown response_format with a 500
_OPTIONAL = ("temperature", "logprobs", "reasoning_effort")
_SHAPE_OUTCOMES = (Outcome.NOT_JSON, Outcome.WRONG_SHAPE)


class JsonMode(StrEnum):
    """How the answer's shape is asked for, strictest first."""

    SCHEMA = "json_schema"
    OBJECT = "json_object"
    PLAIN = "plain"


class Dialect(BaseModel):
    """What one model understands."""

    model_config = ConfigDict(frozen=True)

    json_mode: JsonMode = JsonMode.SCHEMA
    length_parameter: str = "max_tokens"
    unknown: tuple[str, ...] = ()  # parameters that it refuses
    proven: bool = False  # an answer came through

    def looser(self) -> Dialect | None:
        """The same with the next JSON mode; None after the last."""
        modes = list(JsonMode)
        following = modes[modes.index(self.json_mode) + 1 :]
        return self.model_copy(update={"json_mode": following[0], "proven": False}) if following else None


class _Kept(RootModel[dict[str, Dialect]]):
    """The file: `<base url> <model>` -> dialect."""


class Dialects:
    """The dialects of a home, shared by threads."""

    def __init__(self, home: Home, disk: Disk) -> None:
        self._path = home.calls / "dialects.json"
        self._disk = disk
        self._lock = threading.Lock()
        self._known = _read(self._path)

    def of(self, agent: Agent) -> Dialect:
        """How to ask this agent's model, as far as is known."""
        with self._lock:
            return self._known.get(_key(agent), Dialect())

    def learn(self, agent: Agent, used: Dialect, error: AttemptError, server_errors: int) -> bool:
        """Whether the model can be asked another way after this error; from then on it is."""
        with self._lock:
            if self._known.get(_key(agent), Dialect()) != used:
                return True  # another thread has learned meanwhile
            changed = adapted(used, error, server_errors)
            if changed is not None:
                self._known[_key(agent)] = changed
            return changed is not None

    def prove(self, agent: Agent, used: Dialect) -> None:
        """Keep a dialect that an answer came through."""
        with self._lock:
            if used.proven or self._known.get(_key(agent), Dialect()) != used:
                return
            self._known[_key(agent)] = used.model_copy(update={"proven": True})
            kept = _Kept({key: item for key, item in (_read(self._path) | self._known).items() if item.proven})
            self._disk.make_dir(self._path.parent)
            self._disk.write_file(self._path, kept.model_dump_json(indent=2).encode(), durable=False)

    def forget_unproven(self, agent: Agent) -> None:
        """Unlearn what only an outage may have taught."""
        with self._lock:
            if not self._known.get(_key(agent), Dialect()).proven:
                self._known.pop(_key(agent), None)


def adapted(used: Dialect, error: AttemptError, server_errors: int = 0) -> Dialect | None:
    """The dialect to try after an error; None when the error says nothing about how the model was asked."""
    if error.outcome is Outcome.REQUEST_REFUSED:
        return _after_refusal(used, error.server_words)
    if used.proven:
        return None
    if error.outcome in _SHAPE_OUTCOMES:
        return used.looser()
    if used.json_mode is JsonMode.SCHEMA and server_errors >= SERVER_ERRORS_OF_A_SCHEMA:
        return used.looser()
    return None


def _after_refusal(used: Dialect, words: str) -> Dialect | None:
    if used.length_parameter == "max_tokens" and "max_completion_tokens" in words:
        return used.model_copy(update={"length_parameter": "max_completion_tokens", "proven": False})
    for name in _OPTIONAL:
        if name not in used.unknown and re.search(rf"\b{name}", words):
            return used.model_copy(update={"unknown": (*used.unknown, name), "proven": False})
    about_shape = any(word in words for word in ("response_format", "json_schema", "json_object", "schema", "grammar"))
    return used.looser() if about_shape or not used.proven else None


def parameters(agent: Agent, dialect: Dialect, schema: dict[str, Any] | None) -> dict[str, Any]:
    """The request's parameters besides its messages, in this dialect."""
    asked: dict[str, Any] = {
        "model": agent.model.id,
        dialect.length_parameter: agent.spec.max_tokens,
        "temperature": agent.spec.temperature,
        "reasoning_effort": agent.spec.reasoning_effort,
        "logprobs": True if agent.endpoint.logprobs and schema else None,
        "response_format": _response_format(dialect.json_mode, schema) if schema else None,
    }
    return {name: value for name, value in asked.items() if value is not None and name not in dialect.unknown}


def _response_format(mode: JsonMode, schema: dict[str, Any]) -> dict[str, Any] | None:
    if mode is JsonMode.SCHEMA:
        return {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": schema}}
    return {"type": "json_object"} if mode is JsonMode.OBJECT else None


def _key(agent: Agent) -> str:
    return f"{agent.endpoint.base_url} {agent.model.id}"


def _read(path: Path) -> dict[str, Dialect]:
    try:
        return _Kept.model_validate_json(path.read_bytes()).root
    except (FileNotFoundError, ValidationError):
        return {}
