"""What a batch costs as partition keys grow, how long keys take to be added, and how long the partition page waits.

    python -m benchmarks.keys [--documents 20] [--rounds 5] [--sizes 1000 10000 50000] [--json FILE]

An instance on SQLite for every size, each key with a materialized text. Batches of new small texts with fake agents, in
turn over the sizes. The page's question is asked of a real webserver over the largest set.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import dagster as dg
import httpx

from assets.event_log import store_materializations
from assets.partitions import DOCUMENTS
from benchmarks.measuring import QUIET, free_port, hide_script, instance_at, interleaved, report, seconds, spread
from benchmarks.orchestration import BATCH, Bench, batches
from tests.obedient import claim

CHUNK = 500  # keys a request, as the inbox sensor adds them
PAGE = """query Page { assetNodeOrError(assetKey: {path: ["text"]}) { ... on AssetNode {
  partitionKeysByDimension { partitionKeys }
  assetPartitionStatuses { ... on DefaultPartitionStatuses { materializedPartitions failedPartitions } } } } }"""
WAIT_SECONDS = 300


def filled(folder: Path, keys: int) -> tuple[dg.DagsterInstance, list[float]]:
    """An instance with so many keys and a materialized text each; the seconds of every request that added keys."""
    instance = instance_at(folder)
    names = [f"a-document-filed-long-ago--{number:016x}" for number in range(keys)]
    times = [
        seconds(lambda first=first: instance.add_dynamic_partitions(DOCUMENTS, names[first : first + CHUNK]))
        for first in range(0, keys, CHUNK)
    ]
    news = [dg.AssetMaterialization("text", partition=name) for name in names]

    @dg.op
    def tell(context) -> None:  # type: ignore[no-untyped-def]
        store_materializations(context, news)

    @dg.job
    def telling() -> None:
        tell()

    telling.execute_in_process(instance=instance, run_config=QUIET)
    return instance, times


def batch(bench: Bench, folder: Path, instance: dg.DagsterInstance, size: int) -> float:
    """Milliseconds a document of a batch of documents that were never seen before."""
    for number, path in enumerate(bench.files):
        path.write_bytes(claim(time.time_ns() % 10**12 + number))
    return bench.once(f"{size} keys", partial(batches, instance, BATCH))


@contextmanager
def webserver(folder: Path) -> Iterator[str]:
    """A real webserver on an instance; its GraphQL address."""
    port = free_port()
    command = [sys.executable, "-W", "ignore", "-m", "dagster_webserver", "-m", "mailroom_dagster.definitions"]
    environment = os.environ | {"DAGSTER_HOME": str(folder), "MAILROOM_HOME": str(folder / "home")}
    with (folder / "webserver.log").open("wb") as log:
        process = subprocess.Popen(
            [*command, "-h", "127.0.0.1", "-p", str(port)], env=environment, cwd=folder, stdout=log, stderr=log,
            start_new_session=True,
        )  # fmt: skip
    try:
        yield f"http://127.0.0.1:{port}/graphql"
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def ask_page(url: str) -> dict[str, Any]:
    """The page's question, answered."""
    return httpx.post(url, json={"query": PAGE}, timeout=WAIT_SECONDS).json()["data"]["assetNodeOrError"]


def page(folder: Path, keys: int, rounds: int) -> list[float]:
    """Seconds of the partition page's question."""
    (folder / "dagster.yaml").touch()
    with webserver(folder) as url:
        deadline = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < deadline:
            try:
                answer = ask_page(url)
                break
            except httpx.ConnectError:
                time.sleep(1)
        assert len(answer["assetPartitionStatuses"]["materializedPartitions"]) >= keys
        return [seconds(lambda: ask_page(url)) for _ in range(rounds)]


def measure(documents: int, rounds: int, sizes: list[int]) -> dict[str, Any]:
    """All of it."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="mailroom-bench-")))
        bench = Bench(folder, [folder / f"claim{number}.txt" for number in range(documents)], fake=True)
        adding, ways = {}, {}
        for size in sizes:
            instance, times = filled(folder / f"keys{size}", size)
            stack.enter_context(instance)
            adding[size] = spread([1000 * item for item in times[-10:]])
            ways[str(size)] = partial(batch, bench, folder, instance, size)
        for way in ways.values():
            way()  # warm
        found = interleaved(ways, rounds)
        small, large = found[str(sizes[0])], found[str(sizes[-1])]
        return {
            "documents": documents,
            "ms_a_document": {name: spread(times) for name, times in found.items()},
            "largest_to_smallest": spread([one / other for one, other in zip(large, small, strict=True)]),
            "ms_to_add_500_keys": adding,
            "partition_page_seconds": spread(page(folder / f"keys{sizes[-1]}", sizes[-1], 5)),
        }


def main() -> None:
    hide_script()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000, 10_000, 50_000])
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    result = measure(options.documents, options.rounds, options.sizes)
    rows: list[list[object]] = [["keys", "ms a document", "low", "high", "ms to add 500 keys"]]
    for size in options.sizes:
        item = result["ms_a_document"][str(size)]
        rows.append([size, item["median"], item["low"], item["high"], result["ms_to_add_500_keys"][size]["median"]])
    report(result, rows, options.json)
    print("largest to smallest", result["largest_to_smallest"], "page", result["partition_page_seconds"])


if __name__ == "__main__":
    main()
