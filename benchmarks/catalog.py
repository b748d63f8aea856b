"""The catalog at 1,000 and at 100,000 documents: adding and merging 100 new ones, and the queries of the notebook.

    python benchmarks/catalog.py [--documents 100000] [--json FILE]

Synthetic rows, 12 fields and 12 evidence rows a document. Prints medians of CPU and wall seconds.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from mailroom_dagster.catalog import Catalog
from mailroom_dagster.catalog.rows import Rows
from mailroom_dagster.hashing import doc_id_of, sha256_bytes
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk

FIELDS = 12
NEW = 100
REPEATS = 7
CLASSES = ("contract", "court_opinion", "correspondence", "compliance_filing", "insurance_claim")
QUERIES = {
    "documents by class and state": "SELECT doc_class, state, count(*) FROM documents GROUP BY ALL",
    "confidence by class": "SELECT doc_class, quantile_cont(class_confidence, [.1, .5, .9]) FROM documents GROUP BY 1",
    "rules by gate": "SELECT gate, rule, count(*) FROM decisions GROUP BY ALL ORDER BY 3 DESC",
    "fields found": "SELECT field, count(*), avg(grounded::INT) FROM fields GROUP BY 1",
    "fields with evidence of a document": (
        "SELECT field, value, quote FROM fields JOIN evidence USING (doc_id, field, position) "
        "WHERE doc_id = (SELECT min(doc_id) FROM documents)"
    ),
    "amounts by matter": "SELECT matter_id, sum(amount) FROM fields WHERE amount IS NOT NULL GROUP BY 1 LIMIT 20",
    "matters": "SELECT * FROM matters ORDER BY documents DESC LIMIT 20",
    "cost by model": "SELECT model, sum(cost_usd) FROM calls GROUP BY 1",
}


def rows(numbers: range) -> Rows:
    """The rows of some synthetic documents."""
    batch: dict[str, list[Any]] = {
        name: [] for name in ("documents", "fields", "evidence", "decisions", "calls", "arrivals")
    }
    for number in numbers:
        sha256 = sha256_bytes(str(number).encode())
        doc_id, matter = doc_id_of(sha256), f"M-{number % 500}"
        doc_class = CLASSES[number % len(CLASSES)]
        at = datetime(2026, 1, 1) + timedelta(seconds=number)
        batch["documents"].append(
            {"doc_id": doc_id, "file_name": f"file {number}.pdf", "matter_id": matter, "sha256": sha256, "bytes": 1,
             "state": "archived" if number % 10 else "parked", "doc_class": doc_class, "pages": number % 40,
             "class_confidence": (number % 1000) / 1000, "received_at": at, "updated_at": at}
        )  # fmt: skip
        for place in range(FIELDS):
            key = {"doc_id": doc_id, "field": f"field_{place}", "position": 0}
            batch["fields"].append(
                {**key, "matter_id": matter, "doc_class": doc_class, "value": f"value {number} {place}",
                 "words": f"value {number}", "grounded": True, "page": place, "amount": number if place == 3 else None}
            )  # fmt: skip
            batch["evidence"].append(
                {**key, "ordinal": 0, "page": place, "start_offset": place * 100, "end_offset": place * 100 + 20,
                 "quote": f"value {number} {place}", "boxes": [{"x0": 1.0, "y0": 2.0, "x1": 3.0, "y1": 4.0}]}
            )  # fmt: skip
        for ordinal, gate in enumerate(("classify", "extract")):
            batch["decisions"].append(
                {"doc_id": doc_id, "ordinal": ordinal, "gate": gate, "rule": "high", "numbers": "{}"}
            )
        batch["calls"].append({"call_id": f"c{number}", "doc_id": doc_id, "model": "m", "cost_usd": 0.001})
        batch["arrivals"].append({"arrival_id": f"{doc_id}:first", "doc_id": doc_id, "kind": "first", "arrived_at": at})
    return batch


def fill(catalog: Catalog, documents: int) -> None:
    """Bring a catalog to a size, in batches of 1,000, merged now and then."""
    for start in range(0, documents, 1000):
        catalog.append(rows(range(start, min(start + 1000, documents))))
        if start % 10_000 == 0:
            catalog.compact()
    catalog.compact()


def seconds(work: Callable[[], object]) -> tuple[float, float]:
    """CPU seconds of all threads, and wall seconds."""
    start, clock = time.process_time(), time.perf_counter()
    work()
    return time.process_time() - start, time.perf_counter() - clock


def medians(times: list[tuple[float, float]]) -> dict[str, float]:
    cpu, wall = zip(*times, strict=True)
    return {"cpu": round(statistics.median(cpu), 4), "wall": round(statistics.median(wall), 4)}


def measure(documents: int) -> dict[str, Any]:
    """Medians for one size: appending 100 new documents, merging them, opening, and each query."""
    with tempfile.TemporaryDirectory() as folder:
        catalog = Catalog(Home(Path(folder)), Disk())
        fill(catalog, documents)
        appends, merges = [], []
        for repeat in range(REPEATS):
            for part in range(4):
                first = documents + repeat * NEW + part * NEW // 4
                batch = rows(range(first, first + NEW // 4))
                appends.append(seconds(lambda batch=batch: catalog.append(batch)))
            merges.append(seconds(catalog.compact))
        opens = [seconds(lambda: catalog.connect().close()) for _ in range(REPEATS)]
        connection = catalog.connect()
        queries = {
            name: medians([seconds(connection.sql(sql).to_arrow_table) for _ in range(REPEATS)])
            for name, sql in QUERIES.items()
        }
        return {
            "documents": documents,
            "append_25": medians(appends),
            "compact_100_new": medians(merges),
            "open": medians(opens),
            "queries": queries,
            "megabytes": round(sum(path.stat().st_size for path in Path(folder).rglob("*.parquet")) / 1e6, 1),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    found = [measure(1000), measure(arguments.documents)]
    ratios = {
        kind: round(found[1]["compact_100_new"][kind] / found[0]["compact_100_new"][kind], 2)
        for kind in ("cpu", "wall")
    }
    result = {"sizes": found, "compaction_ratio": ratios}
    print(json.dumps(result, indent=2))
    if arguments.json:
        arguments.json.write_text(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
