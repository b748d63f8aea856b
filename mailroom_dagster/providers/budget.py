"""What may be spent: asked before every attempt, by all threads and processes of a home together.

Belongs here: the caps. The sums come from the call log (`providers.spending`), so they survive a kill. An attempt is
entered with its worst case before it leaves; it leaves only if everything under way could come out at its worst case
and the caps still hold. A run is everything from its first call to its clean end: a killed or stopped one goes on.
"""

from __future__ import annotations

import threading
import uuid
from collections import defaultdict
from dataclasses import dataclass

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.policy import LlmPolicy
from mailroom_dagster.providers.calls import CallLog
from mailroom_dagster.providers.rows import CallRow, RowKind
from mailroom_dagster.providers.spending import SpendBook
from mailroom_dagster.records.store import utc_now


@dataclass(frozen=True)
class _Stop:
    """What stands against an attempt, in words; a cap stops the run, else only one document."""

    reason: str
    at_cap: bool = True


class Budget:
    """The caps of one policy over one call log."""

    def __init__(self, log: CallLog, policy: LlmPolicy) -> None:
        self._log = log
        self._policy = policy
        self._changed = threading.Condition()
        self._under_way: dict[str, CallRow] = {}
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._run_id: str | None = None

    @property
    def run_id(self) -> str:
        """The run that calls are counted in: the one that was not ended, else a new one."""
        if self._run_id is None:
            with self._log.exclusive() as book:
                self._run_id = self._run_id or book.open_run or uuid.uuid4().hex[:16]
        return self._run_id

    def begin(self, row: CallRow) -> None:
        """Enter an attempt before it leaves; waits while only attempts under way stand against it.

        Raises budget_spent.
        """
        with self._changed:
            while (stop := self._enter(row)) is not None:
                if not self._under_way or self._hopeless(row):
                    raise self._spent(row, stop)
                self._changed.wait()
            self._under_way[row.call_id] = row
        if self._policy.run_cost_usd or self._policy.day_cost_usd:
            self._log.sync()

    def end(self, row: CallRow) -> None:
        """Enter how an attempt ended, durably, before anybody uses its answer."""
        try:
            self._log.append(row)
            self._log.sync()
        finally:
            self.abandon(row)

    def abandon(self, row: CallRow) -> None:
        """Let others go on after an attempt; one that was never entered as ended keeps counting at its worst case."""
        with self._changed:
            self._under_way.pop(row.call_id, None)
            self._seconds[row.doc_id] += row.latency_seconds or 0.0
            self._changed.notify_all()

    def seconds_left(self, doc_id: str) -> float:
        """Time in calls that a document still has. Raises budget_spent at its deadline."""
        left = self._policy.document_deadline_seconds - self._seconds[doc_id]
        if left <= 0:
            raise spent(
                f"document {doc_id} has used its {self._policy.document_deadline_seconds:g} seconds of model time"
            )
        return left

    def waited(self, doc_id: str, seconds: float) -> None:
        """Count a pause between two attempts against the document's deadline."""
        with self._changed:
            self._seconds[doc_id] += seconds

    def close_run(self) -> None:
        """End the run: the next call begins a new one, with its own cap. A run that stands at a cap stays open."""
        with self._log.exclusive() as book:
            if book.stopped:
                return
            if book.open_run is not None:
                self._log.append(CallRow(kind=RowKind.CLOSED, at=utc_now(), run_id=book.open_run))
            self._run_id = None

    def _enter(self, row: CallRow) -> _Stop | None:
        with self._log.exclusive() as book:
            stop = self._against(row, book, spared=0.0)
            if stop is None:
                self._log.append(row)
            return stop

    def _hopeless(self, row: CallRow) -> bool:
        """Whether the attempt would not fit even if everything under way here came to nothing."""
        with self._log.exclusive() as book:
            return self._against(row, book, spared=sum(item.spent for item in self._under_way.values())) is not None

    def _against(self, row: CallRow, book: SpendBook, spared: float) -> _Stop | None:
        policy = self._policy
        caps = (("run", policy.run_cost_usd, book.run(row.run_id)), ("day", policy.day_cost_usd, book.day(row.day)))
        for name, cap, so_far in caps:
            if cap is not None and so_far - spared + row.spent > cap:
                return _Stop(f"the cap of {cap:g} USD a {name} leaves no room for the next call ({so_far:.6f} so far)")
        tokens = book.document_tokens(row.doc_id) + row.generated
        if policy.document_tokens is not None and tokens > policy.document_tokens:
            return _Stop(f"document {row.doc_id} has used its {policy.document_tokens} generated tokens", at_cap=False)
        return None

    def _spent(self, row: CallRow, stop: _Stop) -> MailroomError:
        with self._log.exclusive() as book:
            if stop.at_cap and not book.stopped:
                self._log.append(CallRow(kind=RowKind.STOPPED, at=row.at, run_id=row.run_id, why=stop.reason))
        return spent(stop.reason)


def spent(why: str) -> MailroomError:
    """A budget_spent error."""
    return MailroomError(ErrorCode.BUDGET_SPENT, "no further model call is made", why=why)
