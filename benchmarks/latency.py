"""Seconds from a small text file in the inbox to its place in the archive, with `mailroom dev` running.

    python -m benchmarks.latency [--rounds 5] [--json FILE]

The file is one of the samples with a line added each round, so that it is a new document; the policy is the shipped one
(sensor every 5 s, a file must be stable for 2 s).
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.measuring import free_port, report, spread
from mailroom_dagster.configuration import samples_dir
from mailroom_dagster.pipeline.mailroom import Mailroom, open_mailroom
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import State
from mailroom_dagster.records.pending import AT_REST

LOOK_SECONDS = 0.1
PATIENCE_SECONDS = 300


def drop(mailroom: Mailroom, text: str, number: int) -> tuple[float, State]:
    """Seconds until the document is at rest, and where."""
    before = {item.doc_id for item in mailroom.store.manifests()}
    (mailroom.home.inbox / f"letter{number}.txt").write_text(f"{text}\nCopy {number}.\n", encoding="utf-8")
    begun = time.monotonic()
    while time.monotonic() - begun < PATIENCE_SECONDS:
        for item in mailroom.store.manifests():
            if item.doc_id not in before and item.state in AT_REST:
                return time.monotonic() - begun, item.state
        time.sleep(LOOK_SECONDS)
    raise TimeoutError("the document did not come to rest")


def measure(rounds: int, sample: Path) -> dict[str, Any]:
    """One document at a time; the first round, which starts everything, is told apart."""
    with tempfile.TemporaryDirectory(prefix="mailroom-bench-") as folder:
        mailroom = open_mailroom(Home(Path(folder)))
        command = [sys.executable, "-m", "mailroom_dagster.cli", "dev", "--home", folder, "--port", str(free_port())]
        with (Path(folder) / "dev.log").open("wb") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        try:
            found = [drop(mailroom, sample.read_text(encoding="utf-8"), number) for number in range(rounds + 1)]
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    times = [took for took, _ in found]
    return {
        "sample": sample.name,
        "first_with_start_s": round(times[0], 1),
        "seconds": spread(times[1:], 1),
        "states": sorted({state.value for _, state in found}),
        "target_s": 2 * mailroom.policy.intake.poll_seconds + 8,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sample", type=Path, default=samples_dir() / "documents" / "current_report.txt")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    result = measure(options.rounds, options.sample)
    report(result, [["what", "figure"], *map(list, result.items())], options.json)


if __name__ == "__main__":
    main()
