"""What Dagster's events cost a document, on SQLite and on PostgreSQL: one by one, pooled, and in batches.

    python -m benchmarks.events [--documents 100] [--rounds 5] [--json FILE]

Six materializations a document as the pipeline makes them (six stages over a batch), without the pipeline. An empty run
is taken off, so that the figure is the events' own; batches have ten times the documents. `checks` is two evaluations a
document, pooled. PostgreSQL is a real one with fsync on.
"""

import argparse
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import dagster as dg
from sqlalchemy.pool import NullPool

from assets.event_log import pool_connections, store_materializations
from benchmarks.measuring import QUIET, instance_at, interleaved, report, seconds, spread
from mailroom_dagster.records.model import Stage
from tests.postgres import as_url, cluster, create_database

CHECKS = 2  # evaluations a document in a small run, for comparison
MORE = 10  # times as many documents where they cost so little that the run itself would hide it


def materializations(stage: Stage, documents: int) -> list[dg.AssetMaterialization]:
    """One stage's events as the pipeline makes them."""
    return [
        dg.AssetMaterialization(
            stage.value,
            partition=f"a-document-of-the-benchmark--{number:016x}",
            metadata={"file_name": "a document.pdf", "matter": "M-1", "state": "archived", "confidence": 0.97},
        )
        for number in range(documents)
    ]


def job(way: str, documents: int) -> dg.JobDefinition:
    """A job of one step that tells `documents` documents' six stages in one way."""

    @dg.op(out=dg.Out(dg.Nothing, is_required=False))
    def tell(context: dg.OpExecutionContext) -> Iterator[Any]:
        if way in ("pooled", "checks"):
            pool_connections(context.instance)
        for stage in Stage if way != "empty" else ():
            items = materializations(stage, documents)
            if way == "batched":
                store_materializations(context, items)
            elif way != "checks":
                yield from items
        for item in materializations(Stage.TEXT, documents * CHECKS) if way == "checks" else ():
            yield dg.AssetCheckEvaluation(
                asset_key=item.asset_key, check_name="text_readable", passed=True, metadata={},
                partition=item.partition, blocking=False,
            )  # fmt: skip

    @dg.job(name="tell_" + way.replace(" ", "_"))
    def telling() -> None:
        tell()

    return telling


def one_run(open_instance: Callable[[], dg.DagsterInstance], way: str, documents: int) -> Callable[[], float]:
    """Milliseconds a document of one run, without what an empty run takes; on fresh connections to one instance."""
    count = documents * MORE if way == "batched" else documents
    work, nothing = job(way, count), job("empty", 0)

    def run() -> float:
        with open_instance() as instance:
            unpooled(instance)
            empty = seconds(lambda: nothing.execute_in_process(instance=instance, run_config=QUIET))
        with open_instance() as instance:
            full = seconds(lambda: work.execute_in_process(instance=instance, run_config=QUIET))
        return 1000 * (full - empty) / count

    return run


def unpooled(instance: dg.DagsterInstance) -> None:
    """Make sure that nothing was pooled before."""
    engine = getattr(instance.event_log_storage, "_engine", None)
    assert engine is None or isinstance(engine.pool, NullPool)


def measure(documents: int, rounds: int) -> dict[str, Any]:
    """Milliseconds a document by storage and way."""
    with tempfile.TemporaryDirectory(prefix="mailroom-bench-") as folder, cluster(fsync=True) as server:
        url = as_url(create_database(server))
        storages: dict[str, Callable[[], dg.DagsterInstance]] = {
            "SQLite": lambda: instance_at(Path(folder) / "sqlite"),
            "PostgreSQL": lambda: instance_at(Path(folder) / "postgres", url),
        }
        ways = {
            f"{storage}, {way}": one_run(opened, way, documents)
            for way in ("one by one", "pooled", "batched", "checks")
            for storage, opened in storages.items()
            if (storage, way) != ("SQLite", "pooled")
        }
        found = interleaved(ways, rounds)
    figures = {name: spread(times) for name, times in found.items()}
    return {"documents": documents, "rounds": rounds, "ms_a_document": figures}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    result = measure(options.documents, options.rounds)
    rows = [["events", "ms a document", "low", "high"]]
    rows += [[name, item["median"], item["low"], item["high"]] for name, item in result["ms_a_document"].items()]
    report(result, rows, options.json)


if __name__ == "__main__":
    main()
