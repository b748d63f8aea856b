"""Where the time of a batch goes: own CPU and waiting time by package, from the profiler, over one Dagster batch.

    python -m benchmarks.profiling [--documents 40] [--set claims|corpus] [--json FILE]

Shares only: a profiler slows small functions down, so that its seconds are no measure of speed.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import tempfile
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.measuring import instance_at, report
from benchmarks.orchestration import BATCH, Bench, batches, documents

PLACES = {
    "/mailroom_dagster/": "the domain",
    "/assets/": "assets",
    "/dagster": "Dagster",
    "/sqlalchemy/": "SQLAlchemy",
    "/pydantic/": "pydantic",
    "/duckdb/": "DuckDB",
    "/pyarrow/": "PyArrow",
    "/sklearn/": "scikit-learn",
    "/numpy/": "NumPy",
}
BUILTINS = {
    "fsync": "waiting for the disk (fsync)",
    "sqlite3": "SQLite",
    "acquire": "waiting for readers",
    "poll": "waiting for readers",
    "DuckDB": "DuckDB",
    "duckdb": "DuckDB",
    "pyarrow": "PyArrow",
    "pydantic": "pydantic",
}


def place_of(file: str, name: str) -> str:
    """Whose time it is."""
    if file == "~":
        return next((place for word, place in BUILTINS.items() if word in name), "Python's own")
    return next((place for word, place in PLACES.items() if word in file), "other libraries")


def shares(profile: cProfile.Profile) -> dict[str, float]:
    """Percent of own time by place."""
    own: Counter[str] = Counter()
    for (file, _, name), (_, _, seconds, _, _) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        own[place_of(file, name)] += seconds
    total = sum(own.values())
    return {place: round(100 * seconds / total, 1) for place, seconds in own.most_common()}


def measure(kind: str, count: int) -> dict[str, Any]:
    """Shares of one warm batch on SQLite."""
    profile = cProfile.Profile()
    with tempfile.TemporaryDirectory(prefix="mailroom-bench-") as name:
        folder = Path(name)
        bench = Bench(folder, documents(kind, count, folder), fake=kind == "claims")
        with instance_at(folder / "sqlite") as instance:
            work = partial(batches, instance, BATCH)
            bench.once("warm", work, 2)
            bench.once("profiled", lambda room, ids: partial(profile.runcall, work(room, ids)))
    return {"set": kind, "documents": count, "percent_of_own_time": shares(profile)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", choices=("claims", "corpus"), default="claims")
    parser.add_argument("--documents", type=int, default=40)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    result = measure(options.set, options.documents)
    rows: list[list[object]] = [["place", "percent"], *map(list, result["percent_of_own_time"].items())]
    report(result, rows, options.json)


if __name__ == "__main__":
    main()
