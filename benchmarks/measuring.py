"""How the benchmarks measure: interleaved rounds A B A B, medians with their range, instances to measure on."""

from __future__ import annotations

import json
import socket
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import dagster as dg

QUIET = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}


def seconds(work: Callable[[], object]) -> float:
    """Wall-clock seconds of one call."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def interleaved(ways: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, list[float]]:
    """Every way once a round, in turn; each gives the figure of that round."""
    found: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            found[name].append(way())
            print(f"{name}: {found[name][-1]:.1f}", file=sys.stderr, flush=True)  # a long run shows that it lives
    return found


def spread(figures: Sequence[float], digits: int = 2) -> dict[str, float]:
    """Median, lowest and highest, and how many."""
    return {
        "median": round(statistics.median(figures), digits),
        "low": round(min(figures), digits),
        "high": round(max(figures), digits),
        "n": len(figures),
    }


def instance_at(folder: Path, postgres_url: str | None = None) -> dg.DagsterInstance:
    """An instance on SQLite in a folder, or on a PostgreSQL database."""
    folder.mkdir(parents=True, exist_ok=True)
    overrides: dict[str, Any] = {"telemetry": {"enabled": False}}
    if postgres_url:
        overrides["storage"] = {"postgres": {"postgres_url": postgres_url}}
    return dg.DagsterInstance.local_temp(str(folder), overrides=overrides)


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        return int(place.getsockname()[1])


def report(result: Mapping[str, Any], rows: Sequence[Sequence[object]], target: Path | None) -> None:
    """Print the rows as a table; write the whole result as JSON."""
    widths = [max(len(str(row[column])) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("  ".join(str(cell).ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    if target:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


def hide_script() -> None:
    """Let reader processes not import the benchmark that starts them, as they import nothing of a Dagster run."""
    main = sys.modules["__main__"]
    main.__spec__ = None
    main.__dict__.pop("__file__", None)
