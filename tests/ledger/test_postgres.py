"""The ledger's growing part in a real PostgreSQL: the same promises as in a file."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from pathlib import Path

import psycopg2
import pytest

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.ledger import Ledger, open_ledger
from mailroom_dagster.ledger.findings import Kind
from mailroom_dagster.ledger.heads import sign_head
from mailroom_dagster.ledger.verify import verify
from mailroom_dagster.policy import LedgerPolicy
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk
from tests.ledger.conftest import event
from tests.ledger.test_append import assert_chained
from tests.postgres import postgres_server, postgres_url

__all__ = ["postgres_server", "postgres_url"]
pytestmark = pytest.mark.postgres


@pytest.fixture(autouse=True)
def _in_postgres(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAILROOM_LEDGER_POSTGRES", postgres_url)


def test_entries_chain_and_seal(home: Home, open_again: Callable[..., Ledger]) -> None:
    one, two = open_again(seal_every=5), open_again()
    for number in range(6):
        one.append([event(f"one-{number}")])
        two.append([event(f"two-{number}")])
    two.seal()
    assert one.append([event("one-0")])[0].seq == 1
    head = sign_head(one)
    assert not (home.ledger / "active.jsonl").exists()
    assert_chained(list(one.entries()))
    report = verify(home, heads=[head])
    assert report.ok, report.problems
    assert report.entries == one.head().seq


def test_an_edited_row_is_named(home: Home, open_again: Callable[..., Ledger], postgres_url: str) -> None:
    open_again().append([event("a"), event("b"), event("c")])
    with psycopg2.connect(postgres_url) as connection, connection.cursor() as cursor:
        cursor.execute("UPDATE mailroom_ledger SET line = overlay(line placing '\\x58' from 120) WHERE seq = 2")
    (problem,) = verify(home).problems
    assert (problem.kind, problem.seq) == (Kind.EDIT, 2)


def _append_many(root: Path, name: str) -> None:
    ledger = open_ledger(Home(root), Disk(), LedgerPolicy(seal_every=20))
    for number in range(10):
        ledger.append([event(f"{name}-{number}-{part}", f"{number:016}") for part in range(3)])


def test_writers_on_several_machines_make_one_chain(home: Home, open_again: Callable[..., Ledger]) -> None:
    context = multiprocessing.get_context("fork")
    workers = [context.Process(target=_append_many, args=(home.root, f"w{number}")) for number in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0] * 4
    entries = list(open_again().entries())
    assert_chained(entries)
    assert sum(entry.event == "text" for entry in entries) == 120


def test_a_held_lock_is_named_busy(open_again: Callable[..., Ledger]) -> None:
    holder = open_again()
    holder.append([event("a")])
    with holder.active.locked(), pytest.raises(MailroomError) as caught:
        open_again(lock_wait_seconds=0.05).append([event("b")])
    assert caught.value.code is ErrorCode.LEDGER_BUSY


def test_a_lost_connection_loses_nothing(open_again: Callable[..., Ledger], postgres_url: str) -> None:
    ledger = open_again()
    ledger.append([event("a")])
    with psycopg2.connect(postgres_url) as connection, connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    with pytest.raises(MailroomError) as caught:
        ledger.append([event("b")])
    assert not caught.value.permanent
    ledger.append([event("b")])
    assert_chained(list(ledger.entries()))
