"""Kill, EIO and ENOSPC at every file system call of an append, a seal and a claim."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from mailroom_dagster.hashing import doc_id_of, sha256_bytes
from mailroom_dagster.intake.claiming import Intake
from mailroom_dagster.ledger import open_ledger
from mailroom_dagster.ledger.verify import verify
from mailroom_dagster.policy import IntakePolicy, LedgerPolicy
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.store import RecordStore
from mailroom_dagster.storage import Disk
from tests.ledger.conftest import event
from tests.storage.tracing import CALLS, DONE, FAULTS, MOST, do_under_fault, require_strace

pytestmark = pytest.mark.slow
assert pd.__name__  # pyarrow loads pandas when it is first used; here, so that its files are not among the calls
ALWAYS_CALLED = ("openat", "write", "fsync", "flock")
LETTER = b"Dear Sir, this is the letter.\n"


def walk(
    tmp_path: Path,
    call: str,
    fault: str,
    make: Callable[[Home], Callable[[], None]],
    judge: Callable[[Home, int], None],
) -> None:
    """Do the act in a new home for the first, second … call, until the act is over before the fault."""
    require_strace(tmp_path)
    for number in range(1, MOST):
        home = Home(tmp_path / f"home{number}")
        for folder in home.folders:
            folder.mkdir(parents=True)
        ended, reached = do_under_fault(make(home), call, fault, number)
        judge(home, ended)
        if not reached:
            assert ended == DONE
            assert number > 1 or call not in ALWAYS_CALLED
            return
    pytest.fail("the act never ended")


def entered(home: Home) -> list[str]:
    return [entry.event_id for entry in open_ledger(home, Disk(), LedgerPolicy()).entries()]


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("call", CALLS)
def test_an_append_is_whole_or_not_at_all(tmp_path: Path, call: str, fault: str) -> None:
    def make(home: Home) -> Callable[[], None]:
        open_ledger(home, Disk(), LedgerPolicy()).append([event("before")])
        return lambda: _append(home, "one", "two")

    def judge(home: Home, ended: int) -> None:
        present = entered(home)
        assert present in (["before"], ["before", "one", "two"])
        if ended == DONE:
            assert len(present) == 3
        _append(home, "one", "two", "after")
        assert [item for item in entered(home) if not item.startswith("torn")] == ["before", "one", "two", "after"]
        assert verify(home).ok

    walk(tmp_path, call, fault, make, judge)


def _append(home: Home, *event_ids: str) -> None:
    open_ledger(home, Disk(), LedgerPolicy()).append([event(event_id) for event_id in event_ids])


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("call", CALLS)
def test_a_seal_loses_nothing(tmp_path: Path, call: str, fault: str) -> None:
    names = [f"e{number}" for number in range(5)]

    def make(home: Home) -> Callable[[], None]:
        ledger = open_ledger(home, Disk(), LedgerPolicy())
        ledger.append([event(name) for name in names])
        return lambda: open_ledger(home, Disk(), LedgerPolicy()).seal()

    def judge(home: Home, ended: int) -> None:
        assert [item for item in entered(home) if item in names] == names
        assert verify(home).ok
        ledger = open_ledger(home, Disk(), LedgerPolicy())
        ledger.append([event("after")])
        ledger.seal()
        assert [item for item in entered(home) if item in names] == names
        assert verify(home).ok

    walk(tmp_path, call, fault, make, judge)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("call", CALLS)
def test_a_claim_loses_no_file(tmp_path: Path, call: str, fault: str) -> None:
    doc_id = doc_id_of(sha256_bytes(LETTER))

    def make(home: Home) -> Callable[[], None]:
        (home.inbox / "letter.txt").write_bytes(LETTER)
        return lambda: _claim(home)

    def judge(home: Home, ended: int) -> None:
        bytes_found = [path for path in home.root.rglob("*") if path.is_file() and path.read_bytes() == LETTER]
        assert bytes_found, "the letter is gone"
        _claim(home)
        originals = list((home.document(doc_id) / "source").iterdir())
        assert [path.read_bytes() for path in originals] == [LETTER]
        assert not list(home.inbox.iterdir())
        assert entered(home).count("claimed") == 1
        assert verify(home).ok

    walk(tmp_path, call, fault, make, judge)


def _claim(home: Home) -> None:
    disk = Disk()
    ledger = open_ledger(home, disk, LedgerPolicy())
    Intake(home, disk, IntakePolicy(stable_seconds=0), RecordStore(home, disk), ledger).claim_inbox()
