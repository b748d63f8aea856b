"""The provider that the configuration names: offline, models, or some agents of each.

Belongs here: the choice, and refusing at the start what could not work later. Does not belong here: answering.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from typing import Any, Protocol, runtime_checkable

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.observability.tracing import NO_TRACING, Tracing
from mailroom_dagster.policy import LlmPolicy, Policy
from mailroom_dagster.providers.base import Identity, Provider, Reply
from mailroom_dagster.providers.offline.provider import OfflineProvider
from mailroom_dagster.providers.prompts import Fetch, PromptBook
from mailroom_dagster.providers.settings import (
    Agent,
    AgentsConfig,
    load_agents,
    load_providers,
    misconfigured,
    resolve_agents,
)
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk
from mailroom_dagster.taxonomy.model import Taxonomy


@runtime_checkable
class Spending(Protocol):
    """What providers that call models offer besides answering."""

    def close_run(self) -> None:
        """End the run cleanly: the next call counts towards a new run's cap."""

    def close(self) -> None:
        """Close the connections."""


class MixedProvider:
    """Some roles answered offline, the others by models."""

    name = "mixed"

    def __init__(self, models: Provider, model_roles: Collection[Role], offline: Provider) -> None:
        self._models = models
        self._model_roles = model_roles
        self._offline = offline

    def _of(self, role: Role) -> Provider:
        return self._models if role in self._model_roles else self._offline

    @property
    def sees_images(self) -> bool:
        """Whether page images can be transcribed."""
        return self._of(Role.TRANSCRIBER).sees_images

    def identity(self, role: Role) -> Identity:
        """Who answers for a role."""
        return self._of(role).identity(role)

    def answer(self, task: Any) -> Reply[Any]:
        """Answer a task by its role's provider."""
        return self._of(task.role).answer(task)

    def close_run(self) -> None:
        """End the run."""
        close_run(self._models)

    def close(self) -> None:
        """Close the connections."""
        close_provider(self._models)


def build_provider(
    home: Home,
    disk: Disk,
    policy: Policy,
    taxonomy: Taxonomy,
    *,
    tracing: Tracing = NO_TRACING,
    environ: Mapping[str, str] = os.environ,
) -> Provider:
    """Who answers for the agents. Nothing is called yet. Raises bad_config, provider_misconfigured."""
    config = load_agents()
    agents = resolve_agents(config, load_providers(), environ)
    offline = OfflineProvider(taxonomy)
    if not agents:
        return offline
    require_prices(agents, policy.llm)

    from mailroom_dagster.providers.openai.client import Client  # the SDK takes a second to import
    from mailroom_dagster.providers.openai.messages import require_fillable
    from mailroom_dagster.providers.openai.provider import ModelProvider

    prompts = PromptBook(fetch=_fetch(config, environ))
    require_fillable(agents, PromptBook(), taxonomy)
    models = ModelProvider(agents, prompts, taxonomy, Client(policy.llm, home, disk, tracing))
    return models if len(agents) == len(Role) else MixedProvider(models, set(agents), offline)


def close_run(provider: Provider) -> None:
    """End the run cleanly, once everything it was for is done. Nothing for providers that spend nothing."""
    if isinstance(provider, Spending):
        provider.close_run()


def close_provider(provider: Provider) -> None:
    """Close what a provider holds open. Nothing for providers that hold nothing."""
    if isinstance(provider, Spending):
        provider.close()


def _fetch(config: AgentsConfig, environ: Mapping[str, str]) -> Fetch | None:
    if config.prompts.source != "langfuse":
        return None
    from mailroom_dagster.observability.managed_prompts import fetcher

    return fetcher(environ, config.prompts.label)


def require_prices(agents: Mapping[Role, Agent], policy: LlmPolicy) -> None:
    """Refuse a cost cap over models without a price: it could not be kept. Raises provider_misconfigured."""
    if policy.run_cost_usd is None and policy.day_cost_usd is None:
        return
    unpriced = sorted(
        {f"{item.endpoint.name}: {item.model.id}" for item in agents.values() if item.model.price is None}
    )
    if unpriced:
        raise misconfigured(
            "a cost cap needs a price for every model", f"providers.yaml has none for {', '.join(unpriced)}"
        )
