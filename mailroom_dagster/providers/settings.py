"""Who answers for each agent, where, with which model and at what price: `agents.yaml` and `providers.yaml`.

Belongs here: the two files' models and what the environment overrides. Does not belong here: calling anybody.
Keys come from the environment alone and are never shown; a placeholder counts as missing.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pydantic import Field, model_validator

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.configuration import ConfigModel, config_dir, load_yaml
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.providers.keys import is_placeholder

OFFLINE = "offline"
PROVIDER_VARIABLE = "MAILROOM_PROVIDER"
MODEL_VARIABLE = "MAILROOM_MODEL"


class Price(ConfigModel):
    """USD per million tokens."""

    input: float = Field(ge=0)
    output: float = Field(ge=0)


class ModelSpec(ConfigModel):
    """One served model. Without a price its cost is unknown, never 0."""

    id: str
    price: Price | None = None
    sees_images: bool = False
    image_tokens: int = Field(5000, ge=1)  # at most, for one page image; for the estimate before a call

    def cost(self, input_tokens: int | None, output_tokens: int | None) -> float | None:
        """USD for these tokens; None when the price or a count is unknown."""
        if self.price is None or input_tokens is None or output_tokens is None:
            return None
        return (input_tokens * self.price.input + output_tokens * self.price.output) / 1_000_000


class ProviderSpec(ConfigModel):
    """One OpenAI-compatible endpoint."""

    base_url: str | None = None
    base_url_env: str | None = None
    key_env: str | None = None  # None: the endpoint takes no key
    key_required: bool = True
    free: bool = False  # runs on your own machines: every model costs 0
    logprobs: bool = False  # asked for token probabilities
    models: dict[str, ModelSpec] = Field(default_factory=dict)

    def model(self, name: str) -> ModelSpec:
        """The model that an agent calls `name`; an unmapped name is sent as it is."""
        spec = self.models.get(name) or ModelSpec(id=name)
        return spec.model_copy(update={"price": Price(input=0, output=0)}) if self.free else spec


class ProvidersConfig(ConfigModel):
    """config/providers.yaml as a whole."""

    providers: dict[str, ProviderSpec]

    @model_validator(mode="after")
    def _offline_is_taken(self) -> ProvidersConfig:
        if OFFLINE in self.providers:
            raise ValueError("`offline` is built in and cannot be an endpoint")
        return self


class AgentSpec(ConfigModel):
    """How one agent is asked."""

    provider: str | None = None
    model: str = "standard"
    temperature: float | None = Field(0.1, ge=0, le=2)
    max_tokens: int = Field(4096, ge=1)
    input_characters: int = Field(25_000, ge=500)
    reasoning_effort: Literal["none", "minimal", "low", "medium", "high"] | None = None


class PromptSettings(ConfigModel):
    """Where prompt texts come from."""

    source: Literal["files", "langfuse"] = "files"
    label: str = "production"


class AgentsConfig(ConfigModel):
    """config/agents.yaml as a whole."""

    provider: str = OFFLINE
    prompts: PromptSettings = PromptSettings()
    agents: dict[Role, AgentSpec] = Field(default_factory=dict)


@dataclass(frozen=True)
class Endpoint:
    """Where a provider answers. The key is never shown."""

    name: str
    base_url: str
    key: str = field(repr=False)
    logprobs: bool = False


@dataclass(frozen=True)
class Agent:
    """Everything decided about one agent: whom it asks and how."""

    role: Role
    endpoint: Endpoint
    model: ModelSpec
    spec: AgentSpec


def load_agents(folder: Path | None = None) -> AgentsConfig:
    """Read `agents.yaml`. Raises bad_config."""
    return load_yaml((folder or config_dir()) / "agents.yaml", AgentsConfig)


def load_providers(folder: Path | None = None) -> ProvidersConfig:
    """Read `providers.yaml`. Raises bad_config."""
    return load_yaml((folder or config_dir()) / "providers.yaml", ProvidersConfig)


def resolve_agents(
    agents: AgentsConfig, providers: ProvidersConfig, environ: Mapping[str, str] = os.environ
) -> dict[Role, Agent]:
    """The agents that models answer for; every other role is the offline provider's. Raises provider_misconfigured."""
    resolved = {role: _resolve(role, agents, providers, environ) for role in Role}
    return {role: agent for role, agent in resolved.items() if agent is not None}


def _resolve(role: Role, agents: AgentsConfig, providers: ProvidersConfig, environ: Mapping[str, str]) -> Agent | None:
    spec = agents.agents.get(role, AgentSpec())
    name = environ.get(PROVIDER_VARIABLE) or spec.provider or agents.provider
    if name == OFFLINE:
        return None
    if name not in providers.providers:
        known = ", ".join([OFFLINE, *providers.providers])
        raise misconfigured(f"no provider is called {name!r}", f"agents.yaml and {PROVIDER_VARIABLE} may name: {known}")
    provider = providers.providers[name]
    model = provider.model(environ.get(MODEL_VARIABLE) or spec.model)
    return Agent(role, _endpoint(name, provider, environ), model, spec)


def _endpoint(name: str, spec: ProviderSpec, environ: Mapping[str, str]) -> Endpoint:
    url = (environ.get(spec.base_url_env) if spec.base_url_env else None) or spec.base_url
    if not url:
        raise misconfigured(
            f"the provider {name} has no address", f"set {spec.base_url_env} or base_url in providers.yaml"
        )
    if not re.match(r"https?://[^/\s]+", url):
        raise misconfigured(f"the address of the provider {name} is not an http(s) URL", "mend it and try again")
    return Endpoint(name, url, _key(name, spec, environ), spec.logprobs)


def _key(name: str, spec: ProviderSpec, environ: Mapping[str, str]) -> str:
    key = environ.get(spec.key_env, "").strip() if spec.key_env else ""
    if key and not is_placeholder(key):
        return key
    if spec.key_env and spec.key_required:
        problem = "is a placeholder" if key else "is not set"
        raise misconfigured(f"the provider {name} needs a key", f"the environment variable {spec.key_env} {problem}")
    return ""


def misconfigured(what: str, why: str) -> MailroomError:
    """A provider_misconfigured error."""
    return MailroomError(ErrorCode.PROVIDER_MISCONFIGURED, what, why=why)
