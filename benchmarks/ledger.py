"""How fast the ledger appends and verifies, beside a plain sha256 loop over the same bytes.

`python benchmarks/ledger.py [--entries N] [--json]`. Verification runs in a process of its own, on one core, so that
its peak memory is its own. The entries are like the pipeline's: eight a document, some 800 bytes each.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import os
import resource
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from mailroom_dagster.ledger import open_ledger
from mailroom_dagster.ledger.blocks import Stored
from mailroom_dagster.ledger.columns import canonical_bytes
from mailroom_dagster.ledger.heads import sign_head
from mailroom_dagster.ledger.model import LedgerEvent
from mailroom_dagster.ledger.verify import verify
from mailroom_dagster.policy import LedgerPolicy
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk

PER_DOCUMENT = 8
BATCH = 1000
APPENDS = 20  # batches a process in the append benchmark


def events(first: int, count: int) -> list[LedgerEvent]:
    """Events as the pipeline enters them."""
    return [_event(number) for number in range(first, first + count)]


def _event(number: int) -> LedgerEvent:
    doc_id = f"{number // PER_DOCUMENT:016x}"
    stage = ("text", "classification", "extraction", "verdict")[number % 4]
    digest = hashlib.sha256(number.to_bytes(8, "big")).hexdigest()
    return LedgerEvent(
        event_id=f"{stage}:{digest[:16]}:0",
        doc_id=doc_id,
        doc_sha256=doc_id * 4,
        stage=stage,
        event=stage,
        actor="mailroom",
        code_version="1",
        input_hashes={"source": digest[::-1]},
        output_hashes={f"documents/{doc_id}/{stage}.json": digest},
        detail={"fingerprint": digest, "numbers": {"confidence": 0.97, "attempts": 1}, "reason": "confident"},
    )


def append_some(root: Path, first: int) -> None:
    """One process's share of the append benchmark."""
    ledger = open_ledger(Home(root), Disk(), LedgerPolicy())
    for number in range(APPENDS):
        ledger.append(events(first + number * BATCH, BATCH))


def measure_appends(scratch: Path, processes: int) -> dict[str, Any]:
    """Entries a second with so many processes at once."""
    root = scratch / f"append{processes}"
    context = multiprocessing.get_context("fork")
    workers = [
        context.Process(target=append_some, args=(root, number * APPENDS * BATCH)) for number in range(processes)
    ]
    seconds = _timed(lambda: _run(workers))
    count = processes * APPENDS * BATCH
    return {"processes": processes, "entries": count, "batch": BATCH, "entries_per_second": round(count / seconds)}


def measure_growth(home: Home, entries: int) -> dict[str, Any]:
    """Fill a ledger; milliseconds a batch at the beginning and at the end, the batches that seal apart."""
    ledger = open_ledger(home, Disk(), LedgerPolicy())
    times = [_timed(lambda at=at: ledger.append(events(at, BATCH))) for at in range(0, entries, BATCH)]
    ordinary = [seconds for number, seconds in enumerate(times) if (number + 1) % 10]
    tenth = max(1, len(ordinary) // 10)
    return {
        "entries": entries,
        "first_batches_ms": _median_ms(ordinary[:tenth]),
        "last_batches_ms": _median_ms(ordinary[-tenth:]),
        "sealing_batches_ms": _median_ms(times[9::10] or times),
        "sign_head_s": round(_timed(lambda: sign_head(ledger)), 2),
        "sign_next_head_s": round(_sign_after_one_more(home), 3),
    }


def _sign_after_one_more(home: Home) -> float:
    ledger = open_ledger(home, Disk(), LedgerPolicy())
    ledger.append([LedgerEvent(event_id="one more", doc_id="-", stage="x", event="x", actor="x")])
    return _timed(lambda: sign_head(ledger))


def measure_verify(home: Home) -> dict[str, Any]:
    """Seconds and peak memory of a verification of the whole chain and its heads, in this process."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    began_cpu, began = time.process_time(), time.perf_counter()
    report = verify(home, sample=0)
    assert report.ok, report.problems[:3]
    return {
        "entries": report.entries,
        "seconds": round(time.perf_counter() - began, 1),
        "cpu_seconds": round(time.process_time() - began_cpu, 1),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def measure_plain_hashing(home: Home) -> dict[str, Any]:
    """Seconds of sha256 alone over the same bytes, in this process."""
    ledger = open_ledger(home, Disk(), LedgerPolicy())
    total, count, seconds, cpu = 0, 0, 0.0, 0.0
    for bodies in _bodies(ledger.stored()):
        began = time.process_time()
        seconds += _timed(lambda bodies=bodies: [hashlib.sha256(body).digest() for body in bodies])
        cpu += time.process_time() - began
        total, count = total + sum(map(len, bodies)), count + len(bodies)
    megabytes = total // 1_000_000
    return {"entries": count, "megabytes": megabytes, "seconds": round(seconds, 1), "cpu_seconds": round(cpu, 1)}


def _bodies(stored: Stored) -> Iterator[list[bytes]]:
    for segment in stored.segments:
        yield canonical_bytes(segment.read())


def _in_child(measure: Callable[[Home], dict[str, Any]], home: Home) -> dict[str, Any]:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(measure, (home,))


def _run(workers: list[Any]) -> None:
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
        assert worker.exitcode == 0


def _timed(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def _median_ms(seconds: list[float]) -> float:
    return round(sorted(seconds)[len(seconds) // 2] * 1000, 1)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=1_000_000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    scratch = Path(tempfile.mkdtemp(prefix="mailroom-ledger-benchmark-"))
    try:
        home = Home(scratch / "home")
        result = {
            "append": [measure_appends(scratch, processes) for processes in (1, 4)],
            "growth": measure_growth(home, options.entries),
            "verify": _in_child(measure_verify, home),
            "plain_sha256": _in_child(measure_plain_hashing, home),
        }
    finally:
        shutil.rmtree(scratch)
    print(json.dumps(result, indent=None if options.json else 2))


if __name__ == "__main__":
    main()
