"""Appending: chains, idempotency, several writers, torn ends, sealing."""

from __future__ import annotations

import errno
import multiprocessing
import os
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import duckdb
import pytest

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.ledger import Ledger, open_ledger
from mailroom_dagster.ledger.findings import Kind
from mailroom_dagster.ledger.model import GENESIS, LedgerEntry
from mailroom_dagster.ledger.sql import ledger_sql
from mailroom_dagster.ledger.verify import verify
from mailroom_dagster.policy import LedgerPolicy
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk
from tests.ledger.conftest import DOC, event
from tests.storage.faulty import BrokenDisk, FullDisk

OTHER = "f" * 16


def assert_chained(entries: list[LedgerEntry]) -> None:
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    assert entries[0].prev_hash == GENESIS
    assert all(after.prev_hash == before.entry_hash for before, after in pairwise(entries))
    last: dict[str, str] = {}
    for entry in entries:
        assert entry.doc_prev_hash == last.get(entry.doc_id, GENESIS)
        last[entry.doc_id] = entry.entry_hash


def test_entries_chain_globally_and_by_document(ledger: Ledger) -> None:
    ledger.append([event("a"), event("a", OTHER), event("b")])
    ledger.append([event("b", OTHER)])
    entries = list(ledger.entries())
    assert_chained(entries)
    assert [(entry.doc_id, entry.event_id) for entry in entries] == [(DOC, "a"), (OTHER, "a"), (DOC, "b"), (OTHER, "b")]
    assert ledger.head().entry_hash == entries[-1].entry_hash


def test_an_event_id_is_entered_once_in_its_document(ledger: Ledger, open_again: Callable[..., Ledger]) -> None:
    (first,) = ledger.append([event("a", detail={"n": 1})])
    again = open_again().append([event("a", detail={"n": 2}), event("b"), event("b")])
    assert again[0] == first
    assert again[1] == again[2]
    assert ledger.head().seq == 2


def test_an_event_id_is_entered_once_across_segments(open_again: Callable[..., Ledger]) -> None:
    (first,) = open_again().append([event("a")])
    open_again().seal()
    ledger = open_again()
    assert ledger.append([event("a")]) == [first]
    (later,) = ledger.append([event("b")])
    assert later.doc_prev_hash == first.entry_hash


def test_two_open_ledgers_see_each_other(open_again: Callable[..., Ledger]) -> None:
    one, two = open_again(), open_again()
    for number in range(4):
        one.append([event(f"one-{number}")])
        two.append([event(f"two-{number}")])
        if number == 1:
            two.seal()
    assert_chained(list(one.entries()))
    assert one.head().seq == 9  # eight and the seal


def test_sealing_by_size_keeps_every_entry_and_binds_the_segment(home: Home, open_again: Callable[..., Ledger]) -> None:
    ledger = open_again(seal_every=5)
    for number in range(17):
        ledger.append([event(f"e{number}", DOC if number % 2 else OTHER)])
    entries = list(open_again().entries())
    assert_chained(entries)
    seals = [entry for entry in entries if entry.event == "sealed"]
    assert len(list((home.ledger / "segments").iterdir())) == len(seals) == 4
    assert [entry.event_id for entry in ledger.entries(DOC)] == [f"e{number}" for number in range(1, 17, 2)]
    assert [entry.seq for entry in ledger.entries(after_seq=12)] == list(range(13, 22))


@pytest.mark.parametrize("torn", [b'{"entry_hash":"half', b"\0" * 4096, b'{"entry_hash":"ha\0\0\0\0lf"}\n' * 2])
def test_a_torn_end_is_cut_kept_and_entered(home: Home, open_again: Callable[..., Ledger], torn: bytes) -> None:
    open_again().append([event("a")])
    with (home.ledger / "active.jsonl").open("ab") as file:
        file.write(torn)
    open_again().append([event("b")])
    entries = list(open_again().entries())
    assert_chained(entries)
    assert [entry.event for entry in entries] == ["text", "torn_end_cut", "text"]
    ((path, _),) = entries[1].output_hashes.items()
    assert (home.root / path).read_bytes() == torn


def test_damage_before_a_whole_line_is_no_torn_end_and_nothing_is_cut(
    home: Home, open_again: Callable[..., Ledger]
) -> None:
    open_again().append([event("a"), event("b"), event("c")])
    path = home.ledger / "active.jsonl"
    data = bytearray(path.read_bytes())
    data[data.index(b"\n") + 20] = 0
    path.write_bytes(data + b'{"torn')
    with pytest.raises(MailroomError) as broken:
        open_again().append([event("d")])
    assert broken.value.code is ErrorCode.LEDGER_BROKEN
    assert path.read_bytes() == data + b'{"torn'
    assert {(problem.kind, problem.seq) for problem in verify(home).problems} == {(Kind.EDIT, 2), (Kind.TORN_END, 4)}


def test_an_edited_line_stops_the_next_append(home: Home, open_again: Callable[..., Ledger]) -> None:
    open_again().append([event("a"), event("b")])
    path = home.ledger / "active.jsonl"
    path.write_bytes(path.read_bytes().replace(b"reader", b"raeder", 1))
    with pytest.raises(MailroomError) as caught:
        open_again().append([event("c")])
    assert caught.value.code is ErrorCode.LEDGER_BROKEN


def test_what_is_not_json_is_refused_and_nothing_is_entered(ledger: Ledger) -> None:
    with pytest.raises(MailroomError) as caught:
        ledger.append([event("a"), event("b", detail={"n": 2**60})])
    assert caught.value.code is ErrorCode.BAD_REQUEST
    assert ledger.head().seq == 0
    assert [entry.seq for entry in ledger.append([event("b")])] == [1]


def _append_many(root: Path, name: str) -> None:
    ledger = open_ledger(Home(root), Disk(), LedgerPolicy(seal_every=20))
    for number in range(10):
        ledger.append([event(f"{name}-{number}-{part}", f"{number:016}") for part in range(3)])


def test_four_processes_append_to_one_chain(home: Home, open_again: Callable[..., Ledger]) -> None:
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


def test_a_full_disk_is_named_leaves_nothing_and_is_forgotten(home: Home, open_again: Callable[..., Ledger]) -> None:
    open_again().append([event("a")])
    full = FullDisk(room=100)
    ledger = open_ledger(home, full, LedgerPolicy())
    with pytest.raises(MailroomError) as caught:
        ledger.append([event("b")])
    assert (caught.value.code, caught.value.permanent) == (ErrorCode.DISK_FULL, False)
    assert [entry.event_id for entry in open_again().entries()] == ["a"]
    full.room = 10_000
    ledger.append([event("b")])
    assert_chained(list(open_again().entries()))
    assert ledger.head().seq == 2


def test_what_did_not_reach_the_disk_is_not_acknowledged(home: Home, open_again: Callable[..., Ledger]) -> None:
    open_again().append([event("a")])
    broken = BrokenDisk()
    ledger = open_ledger(home, broken, LedgerPolicy())
    with pytest.raises(MailroomError):
        ledger.append([event("b")])
    assert [entry.event_id for entry in open_again().entries()] == ["a"]
    broken.broken = False
    ledger.append([event("b")])
    assert_chained(list(open_again().entries()))


def test_a_seal_that_fails_does_not_fail_the_append(home: Home, open_again: Callable[..., Ledger]) -> None:
    full = FullDisk(room=2_500)
    ledger = open_ledger(home, full, LedgerPolicy(seal_every=3))
    for number in range(3):
        ledger.append([event(f"e{number}")])
    assert not list((home.ledger / "segments").iterdir())
    full.room = 100_000
    ledger.append([event("e3")])
    assert len(list((home.ledger / "segments").iterdir())) == 1
    assert_chained(list(open_again().entries()))


def test_a_clock_that_is_set_back_changes_nothing(
    ledger: Ledger, open_again: Callable[..., Ledger], monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger.append([event("a")])
    monkeypatch.setattr("mailroom_dagster.ledger.store.utc_now", lambda: "1999-12-31T23:59:59.000000+00:00")
    ledger.append([event("b")])
    monkeypatch.undo()
    ledger.append([event("c")])
    entries = list(open_again().entries())
    assert_chained(entries)
    assert entries[1].ts < entries[0].ts
    assert verify(ledger.home).ok


def test_reading_needs_no_right_to_write(home: Home, ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger.append([event("a")])
    ledger.seal()
    real_open = os.open

    def read_only(path: str, flags: int, *more: int, **named: int) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return real_open(path, flags, *more, **named)

    monkeypatch.setattr(os, "open", read_only)
    reader = Ledger(home, Disk(), LedgerPolicy())
    assert verify(home).ok
    assert (len(list(reader.entries())), reader.head().seq) == (2, 2)
    with pytest.raises(MailroomError) as caught:
        reader.append([event("b")])
    assert caught.value.code is ErrorCode.HOME_UNWRITABLE


def test_sql_sees_every_entry_once(home: Home, open_again: Callable[..., Ledger]) -> None:
    ledger = open_again()
    assert duckdb.sql(ledger_sql(home)).fetchall() == []
    ledger.append([event("a", detail={"n": [1, {"é": 2.5}]}), event("b")])
    before = (home.ledger / "active.jsonl").read_bytes()
    ledger.seal()
    ledger.append([event("c")])
    after = (home.ledger / "active.jsonl").read_bytes()
    (home.ledger / "active.jsonl").write_bytes(before + after + b'{"torn')
    rows = duckdb.sql(
        f"SELECT seq, event_id, entry_hash, detail->>'n' FROM ({ledger_sql(home)}) ORDER BY seq"
    ).fetchall()
    (home.ledger / "active.jsonl").write_bytes(after)
    assert [row[:3] for row in rows] == [(entry.seq, entry.event_id, entry.entry_hash) for entry in ledger.entries()]
    assert rows[0][3] == '[1,{"é":2.5}]'
