"""What opening the review queue costs with many parked documents among many more that are archived.

    python benchmarks/review_queue.py [--parked 10000] [--archived 20000] [--json]

Synthetic manifests and records on disk, and their catalog. Prints medians of seconds by the clock and of CPU: the
queue's page, where a document stands in the queue, and the look of the review sensor for decisions left undone.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from mailroom_dagster.catalog.refreshing import rebuild
from mailroom_dagster.hashing import doc_id_of, sha256_bytes
from mailroom_dagster.pipeline.mailroom import Mailroom, open_mailroom
from mailroom_dagster.records.home import Home, partition_key
from mailroom_dagster.records.model import (
    ClassificationRecord,
    ExtractedField,
    ExtractionRecord,
    FieldValue,
    Manifest,
    State,
)
from mailroom_dagster.review.decisions import undone
from mailroom_dagster.web.showing import neighbours, queue_page

CLASSES = ("insurance_claim", "correspondence", "contract")
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
REPEATS = 3


def fill(mailroom: Mailroom, parked: int, archived: int) -> str:
    """Write manifests and records without waiting for the disk, then the catalog; returns one parked doc_id."""
    for manifest, doc_class in manifests(parked, archived):
        folder = mailroom.home.document(manifest.doc_id)
        folder.mkdir()
        (folder / "manifest.json").write_text(manifest.model_dump_json())
        common = {"doc_id": manifest.doc_id, "fingerprint": "f", "code_version": "1", "doc_class": doc_class}
        mailroom.store.write(ClassificationRecord(confidence=0.8, decided_by="sorter", **common))
        amount = FieldValue(value=f"USD {int(manifest.doc_id[:4], 16)}.00", words="that much")
        fields = {"claimed_amount": ExtractedField(name="claimed_amount", values=(amount,))}
        mailroom.store.write(ExtractionRecord(fields=fields if doc_class == CLASSES[0] else {}, **common))
    rebuild(mailroom.catalog, mailroom.store, mailroom.ledger, mailroom.taxonomy)
    return next(manifests(1, 0))[0].doc_id


def manifests(parked: int, archived: int) -> Iterator[tuple[Manifest, str]]:
    """The documents, with their classes."""
    for number in range(parked + archived):
        sha256 = sha256_bytes(str(number).encode())
        doc_id, name = doc_id_of(sha256), f"file {number}.pdf"
        waits = number < parked
        at = (BEGIN + timedelta(seconds=number)).isoformat()
        manifest = Manifest(
            doc_id=doc_id, partition_key=partition_key(name, doc_id), file_name=name, original_name=name, sha256=sha256,
            bytes=1, matter_id=f"M-{number % 500}", state=State.PARKED if waits else State.ARCHIVED,
            reason="the sorter is not sure" if waits else "", gate="classification" if waits else None,
            received_at=at, updated_at=at,
        )  # fmt: skip
        yield manifest, CLASSES[number % len(CLASSES)]


def median_seconds(act: Callable[[], object]) -> dict[str, float]:
    """By the clock and of CPU, of REPEATS calls after one that warms up."""
    act()
    walls, cpus = [], []
    for _ in range(REPEATS):
        began, began_cpu = time.perf_counter(), time.process_time()
        act()
        walls.append(time.perf_counter() - began)
        cpus.append(time.process_time() - began_cpu)
    return {"seconds": round(statistics.median(walls), 3), "cpu_seconds": round(statistics.median(cpus), 3)}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parked", type=int, default=10_000)
    parser.add_argument("--archived", type=int, default=20_000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mailroom-queue-benchmark-") as scratch:
        mailroom = open_mailroom(Home(Path(scratch) / "home"))
        doc_id = fill(mailroom, options.parked, options.archived)
        result = {
            "parked": options.parked,
            "archived": options.archived,
            "queue_page": median_seconds(lambda: queue_page(mailroom, {})),
            "place_in_queue": median_seconds(lambda: neighbours(mailroom, doc_id)),
            "undone_decisions": median_seconds(lambda: undone(mailroom)),
        }
    print(json.dumps(result, indent=None if options.json else 2))


if __name__ == "__main__":
    main()
