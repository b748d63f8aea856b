"""Doing one thing to every document of a batch, so that no document's failure touches another; traced, when it is.

Documents run side by side when a model provider answers (waiting is what costs then), else one after the other.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.observability.documents import trace_of
from mailroom_dagster.observability.tracing import NO_TRACING
from mailroom_dagster.pipeline.committing import Change, commit, rest
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.outcome import Outcome
from mailroom_dagster.records.model import ErrorInfo, Manifest, Stage, State

WORKERS_A_CALL = 2  # one prepares or reads an answer while another waits; the client bounds the calls

R = TypeVar("R")
log = logging.getLogger("mailroom.pipeline")


@dataclass(frozen=True)
class Done(Generic[R]):
    """One document's result or error, with the seconds it took."""

    doc_id: str
    result: R | None
    error: MailroomError | None
    seconds: float


def each(mailroom: Mailroom, span: str, doc_ids: Sequence[str], work: Callable[[str], R]) -> list[Done[R]]:
    """`work` on every document, in their order; whatever it raises becomes that document's error.

    `span` names the work in the document's trace.
    """

    def guarded(doc_id: str) -> Done[R]:
        begun = time.perf_counter()
        try:
            with traced(mailroom, span, doc_id):
                return Done(doc_id, work(doc_id), None, time.perf_counter() - begun)
        except MailroomError as error:
            return Done(doc_id, None, error, time.perf_counter() - begun)
        except Exception as error:
            log.exception("a document failed in an unforeseen way")
            named = MailroomError(ErrorCode.INTERNAL, f"unforeseen {type(error).__name__}")
            return Done(doc_id, None, named, time.perf_counter() - begun)

    if mailroom.provider.name == "offline" or len(doc_ids) < 2:
        return [guarded(doc_id) for doc_id in doc_ids]
    with ThreadPoolExecutor(max_workers=WORKERS_A_CALL * mailroom.policy.llm.concurrency) as pool:
        return list(pool.map(guarded, doc_ids))


@contextmanager
def traced(mailroom: Mailroom, span: str, doc_id: str) -> Iterator[None]:
    """A span of the document's trace, below which its model calls stand; nothing when nobody listens."""
    if mailroom.tracing is NO_TRACING:
        yield
        return
    with mailroom.tracing.stage(trace_of(mailroom.store.manifest(doc_id)), span):
        yield


def set_aside(manifest: Manifest, stage: Stage, error: MailroomError) -> Change:
    """What an error does to a document: budget pauses it, a named permanent one parks it, the rest is tried again."""
    if error.code is ErrorCode.BUDGET_SPENT:
        return rest(manifest, stage, State.PAUSED_BUDGET, error)
    if error.permanent and error.code is not ErrorCode.INTERNAL:
        return rest(manifest, stage, State.PARKED, error)
    return Change(manifest.model_copy(update={"error": ErrorInfo(code=error.code.value, message=error.message)}))


def park_again(mailroom: Mailroom, stood: Sequence[Outcome]) -> None:
    """Documents set going again whose standing record still leads to a person go back to rest."""
    parked = [
        rest(item.manifest, item.stage, State.PARKED, reason=item.checks[0].description)
        for item in stood
        if not item.goes_on and item.manifest.state is not State.PARKED
    ]
    commit(mailroom, parked)
