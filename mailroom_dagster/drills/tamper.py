"""The tamper drill: every act of `tampering` on a copy of its own, and what verification said of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mailroom_dagster.drills.scratch import copy_home, require_documents
from mailroom_dagster.drills.tampering import ACTS, Act
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.ledger import open_ledger
from mailroom_dagster.ledger.findings import Problem
from mailroom_dagster.ledger.heads import Head, sign_head
from mailroom_dagster.ledger.model import LedgerEvent
from mailroom_dagster.ledger.verify import verify
from mailroom_dagster.ledger.witness import Witness, have_witnessed
from mailroom_dagster.policy import LedgerPolicy
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk


@dataclass(frozen=True)
class TamperOutcome:
    """What was done, and the first thing that was noticed."""

    act: Act
    problems: tuple[Problem, ...]

    @property
    def as_expected(self) -> bool:
        """Noticed as one of the kinds it should be, or not at all when it cannot be."""
        kinds = {problem.kind for problem in self.problems}
        return bool(kinds & self.act.noticed_as) if self.act.noticed_as else not kinds


def drill_tamper(home: Home, scratch: Path, acts: Sequence[Act] = ACTS) -> Iterator[TamperOutcome]:
    """Do each act to a copy of `home` below `scratch`. Raises bad_request, and ledger_broken for a home not sound."""
    base, head = _witnessed_copy(home, scratch)
    for act in acts:
        copy = copy_home(base, scratch / act.name)
        act.do(copy)
        yield TamperOutcome(act, verify(copy, heads=[head]).problems)


def _witnessed_copy(home: Home, scratch: Path) -> tuple[Home, Head]:
    """A copy with some entries for the acts, a witnessed head, and one entry after it."""
    doc_ids = require_documents(home, 2)
    base = copy_home(home, scratch / "base")
    ledger = open_ledger(base, Disk(), LedgerPolicy())
    ledger.append([_drill_event(number, doc_ids[number % 2]) for number in range(6)])
    head = have_witnessed(ledger, sign_head(ledger), Witness(scratch / "witness", Disk()))
    ledger.append([_drill_event(6, doc_ids[0])])
    report = verify(base, heads=[head])
    if not report.ok:
        raise MailroomError(
            ErrorCode.LEDGER_BROKEN, "the home does not verify before the drill", why=report.problems[0].message
        )
    return base, head


def _drill_event(number: int, doc_id: str) -> LedgerEvent:
    return LedgerEvent(event_id=f"drill-{number}", doc_id=doc_id, stage="drill", event="drill", actor="drill")
