"""Doing one thing to every document of a batch, so that no document's failure touches another.

Documents run side by side when a model provider answers (waiting is what costs then), else one after the other.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Generic, TypeVar

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.pipeline.committing import Change, commit, rest
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.outcome import Outcome
from mailroom_dagster.records.model import ErrorInfo, Manifest, Stage, State

T = TypeVar("T")
R = TypeVar("R")
log = logging.getLogger("mailroom.pipeline")


@dataclass(frozen=True)
class Done(Generic[T, R]):
    """One item's result or error, with the seconds it took."""

    item: T
    result: R | None
    error: MailroomError | None
    seconds: float


def each(mailroom: Mailroom, items: Sequence[T], work: Callable[[T], R]) -> list[Done[T, R]]:
    """`work` on every item, in the order of the items; whatever it raises becomes that item's error."""

    def guarded(item: T) -> Done[T, R]:
        begun = time.perf_counter()
        try:
            return Done(item, work(item), None, time.perf_counter() - begun)
        except MailroomError as error:
            return Done(item, None, error, time.perf_counter() - begun)
        except Exception as error:
            log.exception("a document failed in an unforeseen way")
            named = MailroomError(ErrorCode.INTERNAL, f"unforeseen {type(error).__name__}")
            return Done(item, None, named, time.perf_counter() - begun)

    if mailroom.provider.name == "offline" or len(items) < 2:
        return [guarded(item) for item in items]
    with ThreadPoolExecutor(max_workers=mailroom.policy.llm.concurrency) as pool:
        return list(pool.map(guarded, items))


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
