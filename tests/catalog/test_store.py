"""The catalog keeps batches whole, shows the newest rows, and survives merging, damage and older layouts."""

from __future__ import annotations

import datetime
import os
from decimal import Decimal
from pathlib import Path

import duckdb
import pyarrow.parquet as pq
import pytest

from mailroom_dagster import catalog as catalog_room
from mailroom_dagster.catalog import Catalog
from mailroom_dagster.catalog.rows import Rows, merge_rows, rows_of
from mailroom_dagster.catalog.schemas import FIELDS, TABLES
from mailroom_dagster.catalog.snapshot import Segment, read_snapshot, write_snapshot
from mailroom_dagster.catalog.store import FANOUT, GRACE_SECONDS, due_for_merge
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk
from mailroom_dagster.taxonomy.model import load_taxonomy
from tests.catalog.factories import manifest, records

TAXONOMY = load_taxonomy()


@pytest.fixture
def catalog(home: Home) -> Catalog:
    return Catalog(home, Disk())


def batch(*numbers: int, fields: bool = True, **changes: object) -> Rows:
    held = [manifest(number, **changes) for number in numbers]
    return merge_rows(rows_of(item, records(item.doc_id, fields=fields), TAXONOMY) for item in held)


def one(catalog: Catalog, sql: str) -> object:
    return catalog.query(sql).to_pylist()[0].popitem()[1]


def test_rows_of_a_document_can_be_queried_with_their_types(catalog: Catalog) -> None:
    catalog.append(batch(1))
    row = catalog.query("SELECT * FROM documents").to_pylist()[0]
    assert (row["doc_class"], row["pages"], row["ocr_pages"], row["fields_found"]) == ("insurance_claim", 1, 1, 3)
    assert (row["values_found"], row["values_grounded"], row["error_code"]) == (3, 2, None)
    assert row["updated_at"] == datetime.datetime(2026, 1, 5, 10, 0)
    typed = catalog.query("SELECT field, value_date, amount, currency, grounded FROM fields ORDER BY field").to_pylist()
    assert [item["field"] for item in typed] == ["claim_number", "claimed_amount", "date_of_loss"]
    assert (typed[1]["amount"], typed[1]["currency"], typed[1]["grounded"]) == (Decimal("1250.0000"), "USD", False)
    assert typed[2]["value_date"] == datetime.date(2026, 1, 2)
    evidence = catalog.query("SELECT quote, start_offset, boxes FROM evidence WHERE field = 'claim_number'").to_pylist()
    assert evidence == [{"quote": "C-1", "start_offset": 6, "boxes": [{"x0": 1.0, "y0": 2.0, "x1": 3.0, "y1": 4.0}]}]
    assert catalog.query("SELECT gate, destination FROM decisions ORDER BY ordinal").to_pylist() == [
        {"gate": "classify", "destination": "extract"},
        {"gate": "extract", "destination": "report"},
    ]


def test_the_newest_version_of_a_document_replaces_all_its_rows(catalog: Catalog) -> None:
    catalog.append(batch(1, 2))
    catalog.append(batch(1, fields=False, matter_id="M-2"))
    assert one(catalog, "SELECT count(*) FROM documents") == 2
    assert one(catalog, "SELECT count(*) FROM fields") == 3
    assert (
        one(catalog, "SELECT count(*) FROM fields JOIN documents USING (doc_id) WHERE documents.matter_id = 'M-2'") == 0
    )
    assert one(catalog, "SELECT count(*) FROM arrivals") == 2


def test_matters_count_linked_documents_too(catalog: Catalog) -> None:
    catalog.append(batch(1, linked_matters=("M-9",)))
    found = catalog.query("SELECT matter_id, documents, archived FROM matters ORDER BY 1").to_pylist()
    assert found == [
        {"matter_id": "M-1", "documents": 1, "archived": 1},
        {"matter_id": "M-9", "documents": 1, "archived": 1},
    ]


def test_an_empty_catalog_has_all_tables(catalog: Catalog) -> None:
    for name in [*TABLES, "matters"]:
        assert one(catalog, f"SELECT count(*) FROM {name}") == 0


def test_unknown_columns_and_tables_are_refused(catalog: Catalog) -> None:
    with pytest.raises(ValueError, match="surprise"):
        catalog.append({"documents": [{"doc_id": "a", "surprise": 1}]})
    with pytest.raises(ValueError, match="surprises"):
        catalog.append({"surprises": [{}]})
    assert one(catalog, "SELECT count(*) FROM documents") == 0


def test_compaction_changes_nothing_that_can_be_seen(catalog: Catalog) -> None:
    for number in range(4):
        catalog.append(batch(number, number + 1))
    before = {name: catalog.query(f"SELECT * FROM {name} ORDER BY ALL").to_pylist() for name in TABLES}
    left = catalog.compact()
    assert left == {"documents": 1, "fields": 1, "evidence": 1, "decisions": 1, "calls": 0, "arrivals": 1}
    assert {name: catalog.query(f"SELECT * FROM {name} ORDER BY ALL").to_pylist() for name in TABLES} == before
    assert sum(item.rows for item in read_snapshot(catalog.folder, Disk()).of("documents")) == 5
    assert catalog.problems() == []


def test_compaction_leaves_large_segments_alone_until_a_level_is_full() -> None:
    def merged_levels(*levels: int) -> list[int]:
        segments = [Segment(file=str(n), sha256="", rows=1, bytes=1, level=level) for n, level in enumerate(levels)]
        return [segment.level for segment in due_for_merge(segments)]

    assert merged_levels() == merged_levels(0) == merged_levels(1, 1, 0) == []
    assert merged_levels(2, 1, 0, 0) == [0, 0]
    assert merged_levels(*[1] * FANOUT) == []
    assert merged_levels(3, *[1] * (FANOUT - 1), 0, 0) == [0, 0, *[1] * (FANOUT - 1)]
    assert merged_levels(*[2] * (FANOUT - 1), *[1] * (FANOUT - 1), 0, 0).count(2) == FANOUT - 1


def test_a_connection_opened_before_a_compaction_still_reads(catalog: Catalog) -> None:
    catalog.append(batch(1))
    catalog.append(batch(2))
    connection = catalog.connect()
    catalog.compact()
    assert connection.sql("SELECT count(*) FROM fields").fetchall() == [(6,)]


def test_what_was_merged_is_removed_an_hour_later(catalog: Catalog) -> None:
    catalog.append(batch(1))
    catalog.append(batch(2))
    catalog.compact()
    files = list(catalog.folder.glob("documents/*.parquet"))
    assert len(files) == 3
    for file in files:
        past = file.stat().st_mtime - GRACE_SECONDS - 1
        os.utime(file, (past, past))
    catalog.compact()
    assert len(list(catalog.folder.glob("documents/*.parquet"))) == 1
    assert one(catalog, "SELECT count(*) FROM documents") == 2


def test_a_flipped_bit_and_a_missing_segment_are_named(catalog: Catalog) -> None:
    catalog.append(batch(1))
    path = next(catalog.folder.glob("fields/*.parquet"))
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    assert [path.name in problem for problem in catalog.problems()] == [True]
    path.unlink()
    assert [path.name in problem for problem in catalog.problems()] == [True]
    with pytest.raises(MailroomError) as error:
        catalog.query("SELECT 1")
    assert error.value.code is ErrorCode.RECORD_CORRUPT
    assert "rebuild" in error.value.message


def test_replace_mends_a_catalog_in_any_state(catalog: Catalog) -> None:
    catalog.append(batch(1, 2))
    (catalog.folder / "snapshot.json").write_text("{")
    with pytest.raises(MailroomError):
        catalog.query("SELECT 1")
    catalog.replace([batch(2)])
    assert one(catalog, "SELECT count(*) FROM documents") == 1
    catalog.append(batch(3))
    assert one(catalog, "SELECT count(*) FROM documents") == 2


def test_files_of_an_older_and_of_a_newer_layout_open_and_merge(catalog: Catalog) -> None:
    catalog.append(batch(1))
    older = Catalog(Home(catalog.folder.parent), Disk())
    snapshot = read_snapshot(catalog.folder, Disk())
    segment = snapshot.of("fields")[0]
    rows = pq.read_table(catalog.folder / segment.file)
    old_layout = rows.drop_columns(["currency", "amount"]).append_column("from_the_future", rows["value"])
    data_path = catalog.folder / "fields" / "old.parquet"
    pq.write_table(old_layout, data_path)
    changed = segment.model_copy(update={"file": "fields/old.parquet", "bytes": data_path.stat().st_size})
    listed = snapshot.model_copy(update={"segments": snapshot.segments | {"fields": (changed,)}})
    write_snapshot(catalog.folder, listed, Disk())
    assert older.query("SELECT * FROM fields").column_names == list(FIELDS.columns)
    assert one(older, "SELECT count(*) FROM fields WHERE currency IS NULL") == 3
    catalog.append(batch(2))
    catalog.compact()
    assert one(catalog, "SELECT count(currency) FROM fields") == 1
    assert one(catalog, "SELECT count(*) FROM fields") == 6


def test_types_are_those_of_the_schema_even_when_a_whole_column_is_null(catalog: Catalog) -> None:
    catalog.append({"calls": [{"call_id": "c", "doc_id": "d"}]})
    catalog.append({"calls": [{"call_id": "e", "doc_id": "d", "cost_usd": 0.5, "input_tokens": 3}]})
    catalog.compact()
    found = {row["column_name"]: row["column_type"] for row in catalog.query("DESCRIBE calls").to_pylist()}
    assert (found["cost_usd"], found["input_tokens"], found["role"]) == ("DOUBLE", "BIGINT", "VARCHAR")


def test_open_gives_a_connection_in_one_line(catalog: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    catalog.append(batch(1))
    assert catalog_room.open(catalog.folder.parent).sql("FROM documents").df().shape[0] == 1
    monkeypatch.setenv("MAILROOM_HOME", str(catalog.folder.parent))
    assert catalog_room.open().sql("FROM documents").df().shape[0] == 1


def test_a_folder_name_with_a_quote_is_no_injection(tmp_path: Path) -> None:
    catalog = Catalog(Home(tmp_path / "o'brien"), Disk())
    catalog.append(batch(1))
    assert one(catalog, "SELECT count(*) FROM documents") == 1


def test_an_opened_connection_reaches_no_other_file(catalog: Catalog, tmp_path: Path) -> None:
    catalog.append(batch(1))
    connection = catalog.connect()
    secret = tmp_path / "secret.csv"
    secret.write_text("a\n1\n")
    for sql in (
        f"FROM read_csv('{secret}')",
        f"COPY documents TO '{tmp_path}/out.parquet'",
        "SET memory_limit = '1GB'",
    ):
        with pytest.raises(duckdb.Error):
            connection.execute(sql)
    assert not (tmp_path / "out.parquet").exists()
