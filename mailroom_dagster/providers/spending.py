"""What was spent, added up from the rows of the call log: by run, by day, by document.

Belongs here: the sums. Does not belong here: the log (`providers.calls`) or the caps (`providers.budget`).
An attempt that never ended (a kill took it) and one whose cost is unknown count with their worst case.
"""

from __future__ import annotations

from collections import defaultdict

from mailroom_dagster.providers.rows import CallRow, RowKind


class SpendBook:
    """Sums over all rows taken so far. Costs are USD, tokens are generated ones."""

    def __init__(self) -> None:
        self._open: dict[str, CallRow] = {}
        self._runs: defaultdict[str, float] = defaultdict(float)
        self._days: defaultdict[str, float] = defaultdict(float)
        self._document_tokens: defaultdict[str, int] = defaultdict(int)
        self._latest_run = ""
        self._latest_closed = True
        self.stopped = False  # the latest run stands at a cap, and nothing was called since

    def take(self, row: CallRow) -> None:
        """Add one row of the log; rows come in the order of the log."""
        if row.run_id != self._latest_run:
            self._document_tokens.clear()
        self._latest_run, self._latest_closed = row.run_id, row.kind is RowKind.CLOSED
        if row.kind is RowKind.STARTED:
            self._open[row.call_id] = row
            self.stopped = False
        elif row.kind is RowKind.ENDED:
            self._open.pop(row.call_id, None)
            self._runs[row.run_id] += row.spent
            self._days[row.day] += row.spent
            self._document_tokens[row.doc_id] += row.generated
        elif row.kind is RowKind.STOPPED:
            self.stopped = True

    @property
    def open_run(self) -> str | None:
        """The run that was not ended: its spending goes on counting. None after a clean end."""
        return None if self._latest_closed else self._latest_run

    def run(self, run_id: str) -> float:
        """USD of a run, attempts under way at their worst case."""
        return self._runs[run_id] + sum(row.spent for row in self._open.values() if row.run_id == run_id)

    def day(self, day: str) -> float:
        """USD of a UTC day (YYYY-MM-DD), attempts under way at their worst case."""
        return self._days[day] + sum(row.spent for row in self._open.values() if row.day == day)

    def document_tokens(self, doc_id: str) -> int:
        """Tokens generated for a document in the latest run, attempts under way at their worst case."""
        under_way = sum(row.generated for row in self._open.values() if row.doc_id == doc_id)
        return self._document_tokens[doc_id] + under_way
