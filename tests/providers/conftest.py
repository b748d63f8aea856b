"""A fake model, a provider that asks it, and tasks to ask."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from mailroom_dagster.agents.contracts import ExtractTask, Role, SortTask
from mailroom_dagster.observability.tracing import NO_TRACING, Tracing
from mailroom_dagster.policy import LlmPolicy
from mailroom_dagster.providers.calls import logged_calls
from mailroom_dagster.providers.openai.client import Client
from mailroom_dagster.providers.openai.provider import ModelProvider
from mailroom_dagster.providers.prompts import PromptBook
from mailroom_dagster.providers.rows import CallRow
from mailroom_dagster.providers.settings import Agent, AgentSpec, Endpoint, ModelSpec, Price
from mailroom_dagster.reading.model import DocumentText, Page, PageSource
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk
from mailroom_dagster.taxonomy.model import Taxonomy, load_taxonomy
from tests.faults.model_server import MODEL, ModelServer, model_server

DOC_ID = "00112233445566aa"
SORTED = {"reasoning": "title", "doc_class": "contract", "subtype": "service", "confidence": 0.9}
PRICE = Price(input=10.0, output=20.0)  # USD per million tokens


def document(text: str = "Service Agreement between Ada Ltd and Bob Inc.") -> DocumentText:
    page = Page(number=1, start=0, end=len(text), source=PageSource.TEXT_LAYER)
    return DocumentText(text=text, pages=(page,), media_type="text/plain")


def sort_task(text: str = "Service Agreement between Ada Ltd and Bob Inc.", doc_id: str = DOC_ID) -> SortTask:
    return SortTask(doc_id=doc_id, document=document(text))


def extract_task(text: str = "Service Agreement between Ada Ltd and Bob Inc.", **more: Any) -> ExtractTask:
    return ExtractTask(doc_id=DOC_ID, document=document(text), doc_class="contract", **more)


@dataclass
class Asking:
    """A provider over a fake model. Pauses are noted instead of slept."""

    server: ModelServer
    home: Home
    prompts: Path
    taxonomy: Taxonomy
    pauses: list[float] = field(default_factory=list)

    def provider(
        self,
        policy: LlmPolicy | None = None,
        *,
        model: ModelSpec | None = None,
        logprobs: bool = False,
        tracing: Tracing = NO_TRACING,
        **spec: Any,
    ) -> ModelProvider:
        """A provider as a new process would build it."""
        endpoint = Endpoint("fake", self.server.base_url, "key-of-a-test", logprobs)
        asked = model or ModelSpec(id=MODEL, price=PRICE)
        agents = {role: Agent(role, endpoint, asked, AgentSpec(**({"max_tokens": 500} | spec))) for role in Role}
        limits = policy or LlmPolicy(timeout_seconds=5)
        client = Client(limits, self.home, Disk(), tracing, sleep=self.pauses.append, chance=lambda: 0.5)
        return ModelProvider(agents, PromptBook(self.prompts), self.taxonomy, client)

    def rows(self) -> list[CallRow]:
        """What the call log holds."""
        return list(logged_calls(self.home))

    def outcomes(self) -> list[str]:
        """How the attempts ended, in order."""
        return [row.outcome for row in self.rows()]


@pytest.fixture(scope="session")
def taxonomy() -> Taxonomy:
    return load_taxonomy()


@pytest.fixture
def prompts(tmp_path: Path, taxonomy: Taxonomy) -> Path:
    """A folder with a short prompt for every agent."""
    folder = tmp_path / "prompts"
    folder.mkdir()
    names = {*(role.value for role in Role), *(spec.specialist for spec in taxonomy.classes.values())}
    for name in names:
        (folder / f"{name}.md").write_text(f"You are the {name}.\n")
    (folder / "sorter.md").write_text("You sort.\n{{classes}}\n")
    return folder


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server(SORTED) as running:
        yield running


@pytest.fixture
def asking(server: ModelServer, home: Home, prompts: Path, taxonomy: Taxonomy) -> Asking:
    return Asking(server, home, prompts, taxonomy)
