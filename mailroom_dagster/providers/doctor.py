"""Asking every model in use for one word, to say before the work begins what would go wrong in it.

Belongs here: the question and how its outcome is told. The question goes the way of every other call: it is logged,
counted against the caps, and teaches the dialect.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlsplit

from pydantic import BaseModel

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.errors import MailroomError
from mailroom_dagster.policy import LlmPolicy
from mailroom_dagster.providers.build import require_prices
from mailroom_dagster.providers.openai.answers import read_answer
from mailroom_dagster.providers.openai.client import Client
from mailroom_dagster.providers.openai.messages import Request
from mailroom_dagster.providers.openai.schemas import AnswerShape, reader_of, strict_object
from mailroom_dagster.providers.prompts import Prompt
from mailroom_dagster.providers.settings import Agent, load_agents, load_providers, resolve_agents
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk

PING_SECONDS = 60.0  # a small machine loads a model first
_LOOPBACK = ("127.0.0.1", "::1", "localhost")
_PROMPT = Prompt("doctor", "You are being tested. Say whether you are there.")


class Pong(BaseModel):
    """What a model is asked for."""

    here: bool


_SHAPE = AnswerShape(strict_object(here={"type": "boolean"}), reader_of(Pong))


@dataclass(frozen=True)
class Ping:
    """How one model answered, or the error that it would cause. `message` is for people."""

    provider: str
    model: str
    roles: tuple[str, ...]
    ok: bool
    message: str
    error_code: str | None = None
    answered_by: str | None = None
    seconds: float | None = None
    priced: bool = False


def ping(home: Home, disk: Disk, policy: LlmPolicy, environ: Mapping[str, str] = os.environ) -> list[Ping]:
    """Ask every model in use once; nothing when all agents are offline. Raises bad_config, provider_misconfigured."""
    agents = resolve_agents(load_agents(), load_providers(), environ)
    if not agents:
        return []
    require_prices(agents, policy)
    quick = policy.model_copy(update={"attempts": 1, "timeout_seconds": min(policy.timeout_seconds, PING_SECONDS)})
    client = Client(quick, home, disk)
    try:
        return [_ping(client, roles) for roles in _by_model(agents).values()]
    finally:
        client.close()


def _by_model(agents: Mapping[Role, Agent]) -> dict[tuple[str, str], list[Agent]]:
    models: dict[tuple[str, str], list[Agent]] = {}
    for agent in agents.values():
        models.setdefault((agent.endpoint.name, agent.model.id), []).append(agent)
    return models


def _ping(client: Client, agents: list[Agent]) -> Ping:
    agent = agents[0]
    request = Request("-", _PROMPT, _PROMPT.text, f"Test {uuid.uuid4().hex}: are you there?", shape=_SHAPE)
    told = partial(
        Ping,
        provider=agent.endpoint.name,
        model=agent.model.id,
        roles=tuple(item.role.value for item in agents),
        priced=agent.model.price is not None,
    )
    try:
        [*_, call] = client.ask(agent, request, partial(read_answer, shape=_SHAPE), Pong).calls
    except MailroomError as error:
        return told(ok=False, message=error.message, error_code=error.code.value)
    return told(ok=True, message=_remark(agent, call.model), answered_by=call.model, seconds=call.latency_seconds)


def _remark(agent: Agent, answered_by: str) -> str:
    url = urlsplit(agent.endpoint.base_url)
    remarks = ["answers"]
    if answered_by != agent.model.id:
        remarks.append(f"as {answered_by}")
    if agent.endpoint.key and url.scheme == "http" and url.hostname not in _LOOPBACK:
        remarks.append("the key travels unencrypted")
    if agent.model.price is None:
        remarks.append("no price in providers.yaml: its cost is unknown and no cap can be set")
    return "; ".join(remarks)
