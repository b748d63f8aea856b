"""Asking an agent so that a failure becomes a fact for routing instead of an exception.

A spent budget is not a fact about the document and is raised on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.providers.base import Provider, Reply
from mailroom_dagster.routing.routes import Trouble

A = TypeVar("A")


@dataclass(frozen=True)
class Asked(Generic[A]):
    """A reply, or the trouble there was instead."""

    reply: Reply[A] | None
    trouble: Trouble = Trouble.NONE
    reason: str = ""
    transients: int = 0
    code: ErrorCode | None = None


def ask(provider: Provider, task: Any, transient_retries: int) -> Asked[Any]:
    """Ask, and ask again after a passing failure, at most `transient_retries` times more. Raises budget_spent."""
    transients = 0
    while True:
        try:
            return Asked(provider.answer(task), transients=transients)
        except MailroomError as error:
            if error.code is ErrorCode.BUDGET_SPENT:
                raise
            if error.permanent:
                return Asked(None, Trouble.PERMANENT, error.message, transients, error.code)
            transients += 1
            if transients > transient_retries:
                return Asked(None, Trouble.TRANSIENT, error.message, transients, error.code)
