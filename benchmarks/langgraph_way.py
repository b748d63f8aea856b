"""The same state machine on LangGraph: one durable thread a document, the domain's stages as nodes.

Its checkpoints are what is durable here (SQLite, as LangGraph keeps them): the domain's own waits for the disk are
switched off in the home it gets, and no catalog is written. Needs the extra `bench`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypedDict

from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph

from mailroom_dagster.pipeline.adjudicating import Case, adjudicate
from mailroom_dagster.pipeline.archiving import archive_documents
from mailroom_dagster.pipeline.deciding import settle_verdicts
from mailroom_dagster.pipeline.extracting import doubtful, extract_documents
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.reading import read_documents
from mailroom_dagster.pipeline.reporting import write_reports
from mailroom_dagster.pipeline.running import going_on
from mailroom_dagster.pipeline.sorting import Sorted, second_opinion, settle_classifications, sort_documents
from mailroom_dagster.storage import Disk


class NoWaiting(Disk):
    """A disk that is not waited for: durability is the checkpointer's here."""

    def _fsync(self, descriptor: int) -> None:
        """Nothing."""


class Thread(TypedDict, total=False):
    """One document's state."""

    doc_id: str
    item: Sorted
    case: Case | None
    goes_on: bool
    uncertain: bool
    doubtful: bool


def state_machine(mailroom: Mailroom) -> StateGraph[Thread]:
    """read - sort - (second opinion) - settle - extract - (adjudicate) - verdict - report - archive."""

    def sort(state: Thread) -> Thread:
        [item] = sort_documents(mailroom, [state["doc_id"]])
        return {"item": item, "uncertain": item.uncertain}

    def extract(state: Thread) -> Thread:
        [outcome] = extract_documents(mailroom, [state["doc_id"]])
        return {"goes_on": outcome.goes_on, "doubtful": outcome.goes_on and doubtful(outcome), "case": None}

    def verdict(state: Thread) -> Thread:
        case = state["case"]
        outcomes = settle_verdicts(mailroom, [] if case else [state["doc_id"]], [case] if case else [])
        return {"goes_on": bool(going_on(outcomes))}

    def whole(stage: Any) -> Any:
        return lambda state: {"goes_on": bool(going_on(stage(mailroom, [state["doc_id"]])))}

    graph = StateGraph(Thread)
    graph.add_node("read", whole(read_documents))
    graph.add_node("sort", sort)
    graph.add_node("second_opinion", lambda state: {"item": second_opinion(mailroom, state["item"])})
    graph.add_node(
        "settle", lambda state: {"goes_on": bool(going_on(settle_classifications(mailroom, [state["item"]])))}
    )
    graph.add_node("extract", extract)
    graph.add_node("adjudicate", lambda state: {"case": adjudicate(mailroom, state["doc_id"])})
    graph.add_node("verdict", verdict)
    graph.add_node("report", whole(write_reports))
    graph.add_node("archive", whole(archive_documents))
    graph.add_edge(START, "read")
    graph.add_conditional_edges("read", lambda state: "sort" if state["goes_on"] else END)
    graph.add_conditional_edges("sort", lambda state: "second_opinion" if state["uncertain"] else "settle")
    graph.add_edge("second_opinion", "settle")
    graph.add_conditional_edges("settle", lambda state: "extract" if state["goes_on"] else END)
    graph.add_conditional_edges("extract", _after_extraction)
    graph.add_edge("adjudicate", "verdict")
    graph.add_conditional_edges("verdict", lambda state: "report" if state["goes_on"] else END)
    graph.add_conditional_edges("report", lambda state: "archive" if state["goes_on"] else END)
    graph.add_edge("archive", END)
    return graph


def _after_extraction(state: Thread) -> str:
    if not state["goes_on"]:
        return END
    return "adjudicate" if state["doubtful"] else "verdict"


def process_on_langgraph(mailroom: Mailroom, doc_ids: Sequence[str], database: Path) -> None:
    """Every document through the state machine, each step durable before the next."""
    with SqliteSaver.from_conn_string(str(database)) as saver:
        saver.serde = JsonPlusSerializer(pickle_fallback=True)
        app = state_machine(mailroom).compile(checkpointer=saver)
        for doc_id in doc_ids:
            app.invoke({"doc_id": doc_id}, {"configurable": {"thread_id": doc_id}}, durability="sync")
