"""A soak: many documents through the real daemon while runs are killed at random; then everything is accounted for.

    python -m benchmarks.soak [--documents 5000] [--kill-every 20] [--json FILE]

A killed run is found dead by the mailroom's own sweeper and its documents are asked for again. Ends when every document
is at rest and no run is left; reports kills, states, what `mailroom check` finds, processes of runs that did not end,
and the memory of daemon and code server over time.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import dagster as dg

from benchmarks.measuring import report
from mailroom_dagster.checking import check
from mailroom_dagster.cli.platform import dagster_home
from mailroom_dagster.pipeline.mailroom import Mailroom, open_mailroom
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.pending import AT_REST
from tests.daemon import config_with, daemon, over
from tests.obedient import claim

POLICY = "intake: {poll_seconds: 5, stable_seconds: 0, max_attempts: 50}\nreading: {workers: 1}\n"
LOOK_SECONDS = 10  # a look reads every manifest


def kill_one(instance: dg.DagsterInstance, dice: random.Random) -> bool:
    """Kill the process of some run that works on documents; whether there was one."""
    runs = instance.get_runs(
        filters=dg.RunsFilter(job_name="process_documents", statuses=[dg.DagsterRunStatus.STARTED])
    )
    for run in dice.sample(runs, len(runs)):
        pids = {entry.get_dagster_event().pid for entry in instance.all_logs(run.run_id) if entry.is_dagster_event}
        for pid in sorted(pid for pid in pids if pid and _is_run(pid)):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                return True
    return False


def _is_run(pid: int) -> bool:
    """Whether this is a process that the code server started for a run, and not the daemon."""
    try:
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def processes(group: int) -> dict[str, list[int]]:
    """Resident memory in MiB of the processes of the daemon's group: `servers` (daemon, code server) and `runs`."""
    found: dict[str, list[int]] = {"servers": [], "runs": []}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError):
            if os.getpgid(int(folder.name)) == group:
                command = (folder / "cmdline").read_bytes()
                size = int((folder / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20
                if b"dagster" in command:
                    found["servers"].append(size)
                elif b"spawn_main" in command:
                    found["runs"].append(size)
    return found


def states(mailroom: Mailroom) -> Counter[str]:
    """Documents by state."""
    return Counter(item.state.value for item in mailroom.store.manifests())


def measure(documents: int, kill_every: int, seed: int) -> dict[str, Any]:
    """The soak."""
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="mailroom-soak-") as name:
        folder = Path(name)
        mailroom = open_mailroom(Home(folder / "home"))
        for number in range(documents):
            text = claim(number).replace(b"CLM-1001", b"CLM-%d" % (10_000 + number))
            (mailroom.home.inbox / f"claim{number}.txt").write_bytes(text)
        place = dagster_home(mailroom.home)
        environment = {"MAILROOM_CONFIG": str(config_with(folder / "config", POLICY))}
        kills, memory, begun, last = 0, [], time.monotonic(), time.monotonic()
        with (
            dg.DagsterInstance.from_config(str(place)) as instance,
            daemon(mailroom.home, place, environment) as process,
        ):
            while True:
                time.sleep(LOOK_SECONDS)
                assert process.poll() is None
                memory.append(sum(processes(process.pid)["servers"]))
                counted = states(mailroom)
                if (
                    counted.total() == documents
                    and set(counted) <= {str(state) for state in AT_REST}
                    and over(instance)
                ):
                    break
                if time.monotonic() - last > kill_every and kill_one(instance, dice):
                    kills, last = kills + 1, time.monotonic()
            left = len(processes(process.pid)["runs"])
            of_documents = dg.RunsFilter(job_name="process_documents")
            runs = Counter(run.status.value for run in instance.get_runs(filters=of_documents))
        found = check(mailroom.home, mailroom.policy.ledger)
        quarter = max(1, len(memory) // 4)
        return {
            "documents": documents,
            "minutes": round((time.monotonic() - begun) / 60, 1),
            "kills": kills,
            "runs": dict(runs),
            "states": dict(counted),
            "problems": len(found.problems),
            "run_processes_left": left,
            "servers_mb_second_quarter": round(sum(memory[quarter : 2 * quarter]) / quarter),
            "servers_mb_last_quarter": round(sum(memory[-quarter:]) / quarter),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=5000)
    parser.add_argument("--kill-every", type=int, default=20, help="seconds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    result = measure(options.documents, options.kill_every, options.seed)
    report(result, [["what", "figure"], *map(list, result.items())], options.json)


if __name__ == "__main__":
    main()
