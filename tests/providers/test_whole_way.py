"""Documents through the whole pipeline with a model: what it costs, what is refused, and what a budget stops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.classification.fast_path import FastVerdict
from mailroom_dagster.pipeline.mailroom import Mailroom, open_mailroom
from mailroom_dagster.pipeline.running import process, process_pending
from mailroom_dagster.policy import Policy
from mailroom_dagster.providers.calls import logged_calls
from mailroom_dagster.providers.prompts import prompt_folder
from mailroom_dagster.providers.settings import ModelSpec, Price
from mailroom_dagster.reading.model import DocumentText
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import ExtractionRecord, Stage, State
from mailroom_dagster.taxonomy.model import Taxonomy
from tests.faults.model_server import ModelServer
from tests.providers.conftest import Asking

TEXT = """SERVICE AGREEMENT

This Service Agreement is made as of January 2, 2024 between Ada Analytics Ltd and Bob Bridges Inc.

1. Services. Ada Analytics Ltd shall deliver the services that are listed in Schedule A.
2. Governing law. This Agreement is governed by the laws of Ohio.
3. Termination. Either party may terminate this Agreement upon thirty days' written notice.

In witness whereof the parties have signed: Ada Analytics Ltd, Bob Bridges Inc.
"""
SORTED = {"reasoning": "parties and promises", "doc_class": "contract", "subtype": "service", "confidence": 0.99}


def grounded(*words: str) -> list[dict[str, str]]:
    return [{"value": item, "quote": item} for item in words]


FIELDS: dict[str, Any] = {
    "document_name": grounded("SERVICE AGREEMENT"),
    "parties": grounded("Ada Analytics Ltd", "Bob Bridges Inc."),
    "agreement_date": [{"value": "2024-01-02", "quote": "January 2, 2024"}],
    "effective_date": [{"value": "2024-01-02", "quote": "as of January 2, 2024"}],
    "governing_law": [{"value": "Ohio", "quote": "governed by the laws of Ohio"}],
    "termination_clauses": grounded("Either party may terminate this Agreement upon thirty days' written notice."),
    "key_obligations": grounded("Ada Analytics Ltd shall deliver the services that are listed in Schedule A."),
}


def answering(fields: dict[str, Any]) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """A good sorter, a specialist that says `fields`, and a judge that finds all well."""

    def answer(body: dict[str, Any]) -> dict[str, Any]:
        asked = body["response_format"]["json_schema"]["schema"]["properties"]
        judged = {"findings": [], "reasoning": "", "score": 1.0, "label": "complete"}
        return (
            SORTED if "doc_class" in asked else judged if "label" in asked else {"fields": fields, "confidence": 0.99}
        )

    return answer


class SureFastPath:
    """A fast path that always knows."""

    classes = ("contract",)

    def sort(self, document: DocumentText) -> FastVerdict:
        return FastVerdict("contract", "service", 0.999, 0.99, ("service agreement",), {})


@dataclass
class Way:
    """A mailroom whose agents are all answered by the fake model."""

    asking: Asking
    mailroom: Mailroom
    folder: Path
    names: Iterator[int] = field(default_factory=lambda: iter(range(1000)))

    def take_in(self, text: str = TEXT) -> str:
        path = self.folder / f"paper{next(self.names)}.txt"
        path.write_text(text)
        [(_, claimed)], _ = self.mailroom.intake.accept_files([path], None, None)
        return claimed.doc_id

    def calls(self) -> Counter[Role | None]:
        return Counter(row.role for row in logged_calls(self.mailroom.home))


@pytest.fixture
def way(home: Home, server: ModelServer, taxonomy: Taxonomy, tmp_path: Path) -> Callable[..., Way]:
    server.answer = answering(FIELDS)

    def build(policy: Policy | None = None, fast_path: SureFastPath | None = None, **model: Any) -> Way:
        asking = Asking(server, home, prompt_folder(), taxonomy)
        llm = (policy or Policy()).llm.model_copy(update={"timeout_seconds": 5})
        provider = asking.provider(llm, model=ModelSpec(id="fake-model", **model), max_tokens=500)
        mailroom = open_mailroom(home, provider)
        mailroom.__dict__["policy"] = policy or Policy()
        mailroom.__dict__["fast_path"] = fast_path
        return Way(asking, mailroom, tmp_path)

    return build


def test_a_clean_text_document_costs_two_calls(way: Callable[..., Way]) -> None:
    road = way()
    doc_id = road.take_in()
    process_pending(road.mailroom)
    assert road.mailroom.store.manifest(doc_id).state is State.ARCHIVED
    assert road.calls() == {Role.SORTER: 1, Role.SPECIALIST: 1}
    assert len(road.asking.server.requests) == 2


def test_a_clean_text_document_costs_one_call_when_the_fast_path_answers(way: Callable[..., Way]) -> None:
    road = way(fast_path=SureFastPath())
    doc_id = road.take_in()
    process_pending(road.mailroom)
    assert road.mailroom.store.manifest(doc_id).state is State.ARCHIVED
    assert road.calls() == {Role.SPECIALIST: 1}


def test_no_prompt_is_stored_with_a_document(way: Callable[..., Way]) -> None:
    """F-131: neither with its records nor in the log of calls, the ledger or the catalog."""
    road = way()
    road.take_in()
    process_pending(road.mailroom)
    [sorter] = [body["messages"][0]["content"] for body in road.asking.server.requests[:1]]
    told = max(sorter.splitlines(), key=len).encode()
    for path in road.mailroom.home.root.rglob("*"):
        assert not path.is_file() or told not in path.read_bytes()


def test_nothing_is_asked_about_a_document_that_stands(way: Callable[..., Way]) -> None:
    road = way()
    doc_id = road.take_in()
    process_pending(road.mailroom)
    process(road.mailroom, [doc_id])
    assert len(road.asking.server.requests) == 2


def test_what_is_not_in_the_text_is_cleared(way: Callable[..., Way]) -> None:
    road = way()
    invented = [{"value": "Cyrus plc", "quote": "Cyrus plc of London"}]
    road.asking.server.answer = answering(FIELDS | {"parties": [*FIELDS["parties"], *invented]})
    doc_id = road.take_in()
    process_pending(road.mailroom)
    record = road.mailroom.store.read(doc_id, Stage.EXTRACTION, ExtractionRecord)
    assert record is not None
    assert [item.value for item in record.fields["parties"].values] == ["Ada Analytics Ltd", "Bob Bridges Inc."]
    assert "parties" in record.cleared


def test_a_spent_budget_pauses_documents_and_a_raised_cap_resumes_them(way: Callable[..., Way]) -> None:
    price = {"price": Price(input=10, output=10)}
    road = way(Policy.model_validate({"llm": {"run_cost_usd": 0.06}}), **price)
    doc_ids = [road.take_in(f"{TEXT}\nCopy {number}.\n") for number in range(4)]
    process_pending(road.mailroom)
    states = Counter(road.mailroom.store.manifest(doc_id).state for doc_id in doc_ids)
    assert states[State.PAUSED_BUDGET] > 0
    paid = len(road.asking.server.requests)
    assert paid * (100 * 10 + 20 * 10) / 1e6 <= 0.06
    raised = way(Policy.model_validate({"llm": {"run_cost_usd": 1.0}}), **price)
    raised.mailroom.pending.add(item.doc_id for item in raised.mailroom.store.manifests(State.PAUSED_BUDGET))
    process_pending(raised.mailroom)
    assert {raised.mailroom.store.manifest(doc_id).state for doc_id in doc_ids} == {State.ARCHIVED}
    assert len(raised.asking.server.requests) == 8, "nothing that was paid is paid again"
