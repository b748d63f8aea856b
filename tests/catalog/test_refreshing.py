"""The catalog can be made again from what lasts: records, call log, ledger; and it catches up with what it missed."""

from __future__ import annotations

import pytest

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.catalog import Catalog
from mailroom_dagster.catalog.feeds import new_calls
from mailroom_dagster.catalog.refreshing import rebuild, refresh
from mailroom_dagster.catalog.schemas import TABLES
from mailroom_dagster.ledger import Ledger, open_ledger
from mailroom_dagster.ledger.model import LedgerEvent
from mailroom_dagster.policy import LedgerPolicy
from mailroom_dagster.providers.rows import CallRow, RowKind, line_of
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.store import RecordStore
from mailroom_dagster.storage import Disk
from mailroom_dagster.taxonomy.model import load_taxonomy
from tests.catalog.factories import manifest, records

TAXONOMY = load_taxonomy()


@pytest.fixture
def store(home: Home) -> RecordStore:
    return RecordStore(home, Disk())


@pytest.fixture
def catalog(home: Home) -> Catalog:
    return Catalog(home, Disk())


@pytest.fixture
def ledger(home: Home) -> Ledger:
    return open_ledger(home, Disk(), LedgerPolicy())


def keep(store: RecordStore, number: int, **changes: object) -> str:
    item = manifest(number, **changes)
    store.disk.make_dir(store.home.document(item.doc_id))
    for record in records(item.doc_id):
        store.write(record)
    store.save(item)
    return item.doc_id


def log_call(home: Home, call_id: str, kind: RowKind, outcome: str = "", cost: float | None = None) -> None:
    row = CallRow(
        kind=kind, at="2026-01-05T10:00:00+00:00", run_id="r", call_id=call_id, role=Role.SORTER, outcome=outcome,
        cost_usd=cost,
    )  # fmt: skip
    with (home.calls / "2026-01-05.jsonl").open("ab") as file:
        file.write(line_of(row))


def duplicate(ledger: Ledger, doc_id: str, name: str) -> None:
    detail = {"file_name": name, "matter": "M-2"}
    event = LedgerEvent(
        event_id=f"duplicate:{name}", doc_id=doc_id, stage="intake", event="duplicate", actor="mailroom", detail=detail
    )
    ledger.append([event])


def test_refresh_adds_what_was_missed_and_nothing_twice(
    home: Home, store: RecordStore, catalog: Catalog, ledger: Ledger
) -> None:
    doc_id = keep(store, 1)
    duplicate(ledger, doc_id, "again.txt")
    log_call(home, "c1", RowKind.STARTED)
    assert refresh(catalog, store, ledger, TAXONOMY) == 1
    assert catalog.query("SELECT outcome FROM calls").to_pylist() == [{"outcome": "started"}]
    log_call(home, "c1", RowKind.ENDED, "answered", 0.5)
    keep(store, 2)
    keep(store, 1, matter_id="M-7")
    assert refresh(catalog, store, ledger, TAXONOMY) == 2
    assert refresh(catalog, store, ledger, TAXONOMY) == 0
    assert catalog.query("SELECT outcome, cost_usd, role FROM calls").to_pylist() == [
        {"outcome": "answered", "cost_usd": 0.5, "role": "sorter"}
    ]
    arrivals = catalog.query("SELECT kind, matter_id FROM arrivals ORDER BY ALL").to_pylist()
    assert arrivals == [
        {"kind": "duplicate", "matter_id": "M-2"},
        {"kind": "first", "matter_id": "M-1"},
        {"kind": "first", "matter_id": "M-7"},
    ]


def test_a_rebuilt_catalog_equals_the_one_that_grew(
    home: Home, store: RecordStore, catalog: Catalog, ledger: Ledger
) -> None:
    for number in range(3):
        doc_id = keep(store, number)
        duplicate(ledger, doc_id, f"again {number}.txt")
        log_call(home, f"c{number}", RowKind.ENDED, "answered")
        refresh(catalog, store, ledger, TAXONOMY)
    before = {name: catalog.query(f"SELECT * FROM {name} ORDER BY ALL").to_pylist() for name in TABLES}
    assert rebuild(catalog, store, ledger, TAXONOMY) == 3
    assert {name: catalog.query(f"SELECT * FROM {name} ORDER BY ALL").to_pylist() for name in TABLES} == before
    assert refresh(catalog, store, ledger, TAXONOMY) == 0


def test_a_document_with_a_broken_manifest_is_left_out_and_the_rest_is_there(
    store: RecordStore, catalog: Catalog, ledger: Ledger
) -> None:
    keep(store, 1)
    broken = keep(store, 2)
    (store.home.document(broken) / "manifest.json").write_text("{")
    assert refresh(catalog, store, ledger, TAXONOMY) == 1
    assert rebuild(catalog, store, ledger, TAXONOMY) == 1


def test_an_unfinished_line_of_the_call_log_waits(home: Home) -> None:
    log_call(home, "c1", RowKind.ENDED, "answered")
    path = home.calls / "2026-01-05.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:20])
    feed = new_calls(home, {})
    assert [row["call_id"] for row in feed.rows["calls"]] == ["c1"]
    assert feed.read_to == {"calls/2026-01-05.jsonl": len(whole)}
    path.write_bytes(whole + whole.replace(b"c1", b"c2"))
    assert new_calls(home, feed.read_to).rows["calls"] == []
