"""What the catalog takes from sources that only grow: the call log and the ledger, each from its mark on.

Belongs here: reading on from a mark. Does not belong here: documents, whose rows come from their records
(`catalog.refreshing`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, Protocol

from mailroom_dagster.catalog.rows import Rows, call_row, duplicate_row
from mailroom_dagster.ledger.model import LedgerEntry
from mailroom_dagster.providers.rows import CallRow, row_of
from mailroom_dagster.records.home import Home

LEDGER = "ledger"


class Feed(NamedTuple):
    """New rows and the marks to set with them."""

    rows: Rows
    read_to: dict[str, int]


class Entries(Protocol):
    """What is asked of a ledger."""

    def entries(self, doc_id: str | None = None, after_seq: int = 0) -> Iterator[LedgerEntry]:
        """Entries by seq."""


def new_calls(home: Home, read_to: Mapping[str, int]) -> Feed:
    """Attempts written to the call log since the marks. An attempt that ended replaces its own start."""
    rows: dict[str, CallRow] = {}
    marks = {}
    for path in sorted(home.calls.glob("*.jsonl")):
        name = f"calls/{path.name}"
        lines, marks[name] = _whole_lines(path, read_to.get(name, 0))
        found = (row_of(line) for line in lines)
        rows |= {row.call_id: row for row in found if row and row.call_id}
    return Feed({"calls": [call_row(row) for row in rows.values()]}, marks)


def new_duplicates(ledger: Entries, read_to: Mapping[str, int]) -> Feed:
    """Arrivals of bytes that were here already, from the ledger since the mark."""
    seq, rows = read_to.get(LEDGER, 0), []
    for entry in ledger.entries(after_seq=seq):
        seq = entry.seq
        if entry.event == "duplicate":
            rows.append(duplicate_row(entry))
    return Feed({"arrivals": rows}, {LEDGER: seq})


def _whole_lines(path: Path, start: int) -> tuple[Iterable[bytes], int]:
    """The finished lines after `start`, and where the last of them ends."""
    if path.stat().st_size <= start:
        return (), start
    with path.open("rb") as file:
        file.seek(start)
        data = file.read()
    end = data.rfind(b"\n") + 1
    return data[:end].splitlines(), start + end
