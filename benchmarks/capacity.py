"""The capacity model of docs/scale.md: what a document leaves behind, measured, and a simulation up to 100 million.

    python -m benchmarks.capacity [--documents 50] [--set claims|corpus] [--ms 100] [--start-s 10] [--json FILE]

Measured: bytes a document in records, ledger, catalog and in Dagster's event log. Simulated: one home over a year of
working days, minute by minute, with Poisson arrivals and runs side by side of at most `batch_size` documents each, at
`--ms` a document and `--start-s` a run as measured on the machine in question. Homes are independent: N homes are N
times one.
"""

from __future__ import annotations

import argparse
import tempfile
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks.measuring import instance_at, report
from benchmarks.orchestration import BATCH, Bench, batches, documents

MINUTES, HOURS, WORKING_DAYS = 60, 24, 250
BUSY = np.repeat([0.2] * 8 + [2.2] * 10 + [0.06666] * 6, MINUTES) / (24 * MINUTES)  # share of a day's arrivals a minute


@dataclass(frozen=True)
class Load:
    """One home's year."""

    documents_a_day: int
    runs: int
    batch_size: int
    ms_a_document: float
    start_seconds: float
    retire_after_days: int


def simulate(load: Load, seed: int = 1) -> dict[str, float]:
    """Waiting times in minutes, the highest backlog and the live keys of one home."""
    dice = np.random.default_rng(seed)
    run_seconds = load.start_seconds + load.batch_size * load.ms_a_document / 1000
    full = load.runs * load.batch_size * 60 / run_seconds  # documents a minute when batches are full
    share = BUSY / BUSY.sum()
    backlog, waits, highest = 0.0, [], 0.0
    for _ in range(WORKING_DAYS):
        for arrivals in dice.poisson(load.documents_a_day * share):
            backlog = max(0.0, backlog + arrivals - full)
            highest = max(highest, backlog)
            waits.append((load.start_seconds + run_seconds) / 60 / 2 + backlog / full)
    median, late = np.quantile(waits, [0.5, 0.99])
    return {
        "capacity_documents_a_day": round(full * HOURS * MINUTES),
        "use_percent": round(100 * load.documents_a_day / (full * HOURS * MINUTES), 1),
        "wait_median_min": round(float(median), 2),
        "wait_p99_min": round(float(late), 2),
        "highest_backlog": round(highest),
        "live_keys": load.documents_a_day * load.retire_after_days,
    }


def size_of(folder: Path) -> int:
    """Bytes of all files below a folder, each inode once."""
    found = {item.stat().st_ino: item.stat().st_size for item in folder.rglob("*") if item.is_file()}
    return sum(found.values())


def measure_bytes(kind: str, count: int) -> dict[str, float]:
    """Bytes a document leaves in each place, without its original."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="mailroom-bench-")))
        bench = Bench(folder, documents(kind, count, folder), fake=kind == "claims")
        instance = stack.enter_context(instance_at(folder / "sqlite"))
        bench.once("warm", partial(batches, instance, BATCH), 2)
        before = size_of(folder / "sqlite")
        bench.once("sized", partial(batches, instance, BATCH))
        home = folder / "sized" / "1"
        originals = sum(path.stat().st_size for path in bench.files)
        return {
            "original": round(originals / count),
            "records": round((size_of(home / "documents") - originals) / count),
            "ledger": round(size_of(home / "ledger") / count),
            "catalog": round(size_of(home / "catalog") / count),
            "event_log_sqlite": round((size_of(folder / "sqlite") - before) / count),
            "files": round(sum(item.is_file() for item in (home / "documents").rglob("*")) / count, 1),
        }


def loads(ms: float, start: float) -> list[Load]:
    """A small office, one machine's worth, and one of ten homes that hold 100 million in five years."""
    day = 100_000_000 // 5 // WORKING_DAYS // 10
    return [Load(500, 2, 200, ms, start, 90), Load(5000, 2, 200, ms, start, 15), Load(day, 4, 200, ms, start, 10)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", choices=("claims", "corpus"), default="claims")
    parser.add_argument("--documents", type=int, default=50)
    parser.add_argument("--ms", type=float, default=100)
    parser.add_argument("--start-s", type=float, default=10)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    sizes = measure_bytes(options.set, options.documents)
    years = [{**asdict(load), **simulate(load)} for load in loads(options.ms, options.start_s)]
    rows: list[list[object]] = [list(years[0]), *(list(year.values()) for year in years)]
    report({"set": options.set, "bytes_a_document": sizes, "years": years}, rows, options.json)
    print(sizes)


if __name__ == "__main__":
    main()
