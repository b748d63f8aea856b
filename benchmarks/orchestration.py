"""What orchestration costs: a plain loop, a Dagster batch, a run a document, LangGraph, on the same documents in turn.

    python -m benchmarks.orchestration [--set claims|corpus] [--documents 200] [--rounds 5] [--json FILE]

`claims` are small generated texts answered by fake agents; `corpus` is a seeded sample of the train split answered by
the offline provider. Every way gets a home of its own with the same originals, claimed beforehand; reader processes and
models are warm. (a) the plain loop commits a batch, writes records, ledger and catalog as (b) does; (c) is a run in
this process, without the start of a process that it would pay; (d) is in langgraph_way.py.
"""

from __future__ import annotations

import argparse
import csv
import gc
import os
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import dagster as dg

from assets.event_log import BATCH_SIZE, DEFAULT_BATCH_SIZE
from assets.partitions import DOCUMENTS, batch_config
from benchmarks.langgraph_way import NoWaiting, process_on_langgraph
from benchmarks.measuring import QUIET, hide_script, instance_at, interleaved, report, spread
from mailroom_dagster.configuration import checkout_dir
from mailroom_dagster.definitions import build_defs
from mailroom_dagster.pipeline.mailroom import Mailroom, open_mailroom
from mailroom_dagster.pipeline.running import process
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk
from resources.mailroom import MailroomResource
from tests.obedient import EXTRACTED_SURE, SORTED_SURE, Obedient, claim
from tests.postgres import as_url, cluster, create_database

SEED = 11
BATCH = 200  # documents a run, as intake.batch_size
COUNTS = {"claims": BATCH, "corpus": 60}  # of a round, when nothing is said
LANGGRAPH_SHARE = 15  # documents of a round that go through LangGraph: it has no batches, so that n does not matter
TARGETS = ("overhead_ms", "overhead_cpu_ms", "speed_beside_plain", "run_a_document_to_batch", "langgraph_to_batch")
Work = Callable[[Mailroom, list[str]], Callable[[], object]]  # what is made ready, and then timed


class CountingDisk(Disk):
    """Counts the waits for the disk."""

    def __init__(self) -> None:
        self.waits = 0

    def _fsync(self, descriptor: int) -> None:
        self.waits += 1
        super()._fsync(descriptor)


@dataclass
class Bench:
    """The documents, and what stays warm between rounds."""

    folder: Path
    files: list[Path]
    fake: bool
    warm: dict[str, Any] = field(default_factory=dict)
    rounds: Counter[str] = field(default_factory=Counter)
    states: dict[str, Counter[str]] = field(default_factory=dict)
    cpu: dict[str, list[float]] = field(default_factory=dict)
    waits: dict[str, int] = field(default_factory=dict)
    owner: Mailroom | None = None  # of the warm readers, which stop with it

    def mailroom(self, name: str, disk: Disk) -> Mailroom:
        """A mailroom over a new home, with warm readers and models."""
        agents = Obedient({"sorter": SORTED_SURE, "specialist": EXTRACTED_SURE}) if self.fake else None  # type: ignore[dict-item]
        room = open_mailroom(Home(self.folder / name / str(self.rounds[name])), agents, disk)
        if self.fake:
            room.fast_path = None
        room.__dict__.update(self.warm)
        self.owner = self.owner or room
        self.warm = {"readers": room.readers, "fast_path": room.fast_path}
        _ = room.sorter, room.extractor, room.models_digest
        return room

    def once(self, name: str, work: Work, share: int | None = None) -> float:
        """Milliseconds a document of one way in one round."""
        self.rounds[name] += 1
        disk = NoWaiting() if name == "langgraph" else CountingDisk()
        room = self.mailroom(name, disk)
        claimed, refused = room.intake.accept_files(self.files[:share], "M-1", batch=None)
        assert not refused
        ids = [item.doc_id for _, item in claimed]
        timed = work(room, ids)
        before = getattr(disk, "waits", 0)
        gc.collect()  # what another way left behind is not tidied up in this one's time
        begun, clock = time.perf_counter(), time.process_time()
        timed()
        took = 1000 * (time.perf_counter() - begun) / len(ids)
        self.cpu.setdefault(name, []).append(1000 * (time.process_time() - clock) / len(ids))
        self.waits[name] = getattr(disk, "waits", 0) - before
        self.states[name] = Counter(room.store.manifest(doc_id).state.value for doc_id in ids)
        return took


def plain(room: Mailroom, ids: Sequence[str]) -> Callable[[], object]:
    """The domain's own loop."""
    return lambda: process(room, ids)


def batches(instance: dg.DagsterInstance, size: int, room: Mailroom, ids: Sequence[str]) -> Callable[[], object]:
    """Dagster runs over so many documents each, in this process; definitions are loaded, as in a process that waits."""
    job = build_defs(resources={"mailroom": MailroomResource.around(room)}).resolve_job_def("process_documents")

    def run() -> None:
        instance.add_dynamic_partitions(DOCUMENTS, [room.store.manifest(doc_id).partition_key for doc_id in ids])
        for first in range(0, len(ids), size):
            config = QUIET | batch_config(ids[first : first + size])
            assert job.execute_in_process(instance=instance, run_config=config).success

    return run


def on_langgraph(room: Mailroom, ids: Sequence[str]) -> Callable[[], object]:
    """LangGraph, its checkpoints in the home."""
    return lambda: process_on_langgraph(room, ids, room.home.root / "threads.db")


def documents(kind: str, count: int, folder: Path) -> list[Path]:
    """The files of a set."""
    if kind == "corpus":
        root = Path(os.environ.get("MAILROOM_CORPUS", checkout_dir().parent / "shared" / "corpus")) / "pilot"
        with (root / "labels.csv").open(encoding="utf-8", newline="") as labels:
            train = sorted(row["path"] for row in csv.DictReader(labels) if row["split"] == "train")
        return [root / path for path in random.Random(SEED).sample(train, count)]
    files = [folder / f"claim{number}.txt" for number in range(count)]
    for number, path in enumerate(files):
        path.write_bytes(claim(number))
    return files


def measure(folder: Path, kind: str, count: int, rounds: int, single: int) -> dict[str, Any]:
    """Every way in turn; milliseconds a document."""
    with ExitStack() as stack:
        url = as_url(create_database(stack.enter_context(cluster(fsync=True))))
        sqlite = stack.enter_context(instance_at(folder / "sqlite"))
        postgres = stack.enter_context(instance_at(folder / "postgres", url))
        bench = Bench(folder, documents(kind, count, folder), fake=kind == "claims")
        works: dict[str, tuple[Work, int | None]] = {
            "plain": (plain, None),
            "batch on SQLite": (partial(batches, sqlite, BATCH), None),
            "batch on PostgreSQL": (partial(batches, postgres, BATCH), None),
            "a run a document": (partial(batches, sqlite, 1), single),
        }
        if kind == "claims":
            works["langgraph"] = (on_langgraph, LANGGRAPH_SHARE)
        for name, (work, _) in works.items():
            bench.once(name, work, 2)  # warm: imports, tables, reader processes
        bench.cpu.clear()
        ways = {name: partial(bench.once, name, work, share) for name, (work, share) in works.items()}
        found = interleaved(ways, rounds)
    return summary(kind, count, single, found, bench)


def summary(kind: str, count: int, single: int, found: dict[str, list[float]], bench: Bench) -> dict[str, Any]:
    """Medians, ratios by round, and whether all ways ended the same."""

    def ratio(above: str, below: str) -> dict[str, float]:
        return spread([one / other for one, other in zip(found[above], found[below], strict=True)])

    def difference(one: str, other: str, figures: dict[str, list[float]]) -> dict[str, float]:
        return spread([left - right for left, right in zip(figures[one], figures[other], strict=True)])

    storages = ("batch on SQLite", "batch on PostgreSQL")
    return {
        "set": kind,
        "documents": count,
        "documents_one_by_one": single,
        "ms_a_document": {name: spread(times) for name, times in found.items()},
        "cpu_ms_a_document": {name: spread(times) for name, times in bench.cpu.items()},
        "overhead_ms": {name: difference(name, "plain", found) for name in storages},
        "overhead_cpu_ms": {name: difference(name, "plain", bench.cpu) for name in storages},
        "speed_beside_plain": {name: ratio("plain", name) for name in storages},
        "run_a_document_to_batch": ratio("a run a document", "batch on SQLite"),
        "langgraph_to_batch": {name: ratio("langgraph", name) for name in storages if "langgraph" in found},
        "waits_for_the_disk": bench.waits,
        "states": {name: dict(states) for name, states in bench.states.items()},
    }


def main() -> None:
    hide_script()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", choices=tuple(COUNTS), default="claims")
    parser.add_argument("--documents", type=int, help="of a round: 200 claims, or 60 of the corpus")
    parser.add_argument("--single", type=int, default=5, help="documents of a round that get a run each")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    os.environ.setdefault(BATCH_SIZE, str(DEFAULT_BATCH_SIZE))  # as every process in deploy/
    with tempfile.TemporaryDirectory(prefix="mailroom-bench-") as folder:
        count = options.documents or COUNTS[options.set]
        show(measure(Path(folder), options.set, count, options.rounds, options.single), options.json)


def show(result: dict[str, Any], target: Path | None) -> None:
    """The table, and the figures that targets are set for."""
    rows: list[list[object]] = [["way", "ms a document", "low", "high", "CPU ms", "fsyncs"]]
    for name, item in result["ms_a_document"].items():
        cpu = result["cpu_ms_a_document"][name]["median"]
        rows.append([name, item["median"], item["low"], item["high"], cpu, result["waits_for_the_disk"][name]])
    report(result, rows, target)
    for name in TARGETS:
        print(name, result[name])


if __name__ == "__main__":
    main()
