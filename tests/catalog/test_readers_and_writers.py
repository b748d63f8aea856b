"""Readers never see half of a batch, and writers in several processes lose nothing."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

from mailroom_dagster.catalog import Catalog
from mailroom_dagster.catalog.rows import merge_rows, rows_of
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk
from mailroom_dagster.taxonomy.model import load_taxonomy
from tests.catalog.factories import manifest, records

TAXONOMY = load_taxonomy()
BATCHES, BATCH = 8, 5
HALF = """
    SELECT count(*) AS half FROM documents
    FULL JOIN (SELECT doc_id, count(*) AS n FROM fields GROUP BY 1) AS f USING (doc_id)
    FULL JOIN (SELECT doc_id, count(*) AS n FROM decisions GROUP BY 1) AS d USING (doc_id)
    WHERE f.n IS DISTINCT FROM documents.fields_found OR d.n IS DISTINCT FROM 2
"""


def append_batches(root: Path, first: int, compacting: bool) -> None:
    catalog = Catalog(Home(root), Disk())
    for batch in range(BATCHES):
        numbers = range(first + batch * BATCH, first + (batch + 1) * BATCH)
        held = [manifest(number) for number in numbers]
        catalog.append(merge_rows(rows_of(item, records(item.doc_id), TAXONOMY) for item in held))
        if compacting:
            catalog.compact()


def test_readers_see_whole_batches_while_two_processes_write_and_merge(home: Home) -> None:
    context = multiprocessing.get_context("fork")
    writers = [
        context.Process(target=append_batches, args=(home.root, first, first > 0)) for first in (0, BATCHES * BATCH)
    ]
    for writer in writers:
        writer.start()
    catalog = Catalog(home, Disk())
    seen = 0
    while any(writer.is_alive() for writer in writers):
        count = catalog.query("SELECT count(*) AS n FROM documents").to_pylist()[0]["n"]
        assert catalog.query(HALF).to_pylist() == [{"half": 0}]
        assert count >= seen
        assert count % BATCH == 0
        seen = count
    assert [writer.exitcode for writer in writers] == [0, 0]
    assert catalog.query("SELECT count(*) AS n FROM documents").to_pylist() == [{"n": 2 * BATCHES * BATCH}]
    assert catalog.problems() == []
