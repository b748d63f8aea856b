"""The kill drill: the whole mailroom in a child process, killed at every crash point, started again, and compared.

Belongs here: running, killing and comparing. Does not belong here: where the crash points are (`crashpoints`).
The child seals its ledger every few entries, so that the points of sealing are on its way too.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from mailroom_dagster.checking import check
from mailroom_dagster.configuration import config_dir
from mailroom_dagster.crashpoints import CRASH_POINTS
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.ledger.verify import verify
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.store import RecordStore
from mailroom_dagster.storage import Disk

SEAL_EVERY = 6
CHILD_SECONDS = 600
Result = dict[str, tuple[str, dict[str, str]]]  # doc_id -> its state and the hashes of its records


@dataclass(frozen=True)
class KillOutcome:
    """One crash point: whether the child died there, and in what the restarted home differs from one never killed."""

    point: str
    reached: bool
    differences: tuple[str, ...]


def drill_kill(files: Sequence[Path], scratch: Path, points: Sequence[str] = CRASH_POINTS) -> Iterator[KillOutcome]:
    """Process `files` in a new home for every crash point: the first by way of the inbox, the others by `run`.

    Raises internal when a child fails by itself.
    """
    config = _config(scratch)
    undisturbed = _new_home(scratch / "undisturbed", files)
    _work(undisturbed, files, config)
    expected = _result(undisturbed)
    for point in points:
        home = _new_home(scratch / point, files)
        reached = _work(home, files, config, crash_at=point)
        _work(home, files, config)
        yield KillOutcome(point, reached, tuple(_differences(home, expected)))
        shutil.rmtree(home.root)


def _new_home(root: Path, files: Sequence[Path]) -> Home:
    home = Home(root)
    home.inbox.mkdir(parents=True)
    shutil.copy(files[0], home.inbox)
    return home


def _work(home: Home, files: Sequence[Path], config: Path, crash_at: str | None = None) -> bool:
    """Everything the mailroom has to do, one child after the other, up to the first that is killed; whether one was."""
    place = ["--home", str(home.root)]
    commands = [["mailroom_dagster.drills.worker", str(home.root)]]
    if len(files) > 1:
        commands.append(["mailroom_dagster.cli", "run", *map(str, files[1:]), *place])
    commands.append(["mailroom_dagster.cli", "ledger", "sign", *place])
    return any(_run(command, config, crash_at) for command in commands)


def _run(command: Sequence[str], config: Path, crash_at: str | None) -> bool:
    """Run one child to its end; whether it was killed at the crash point."""
    settings = {"MAILROOM_CONFIG": str(config), "MAILROOM_CRASH_AT": crash_at or "", "MAILROOM_OBJECTS": ""}
    done = subprocess.run(
        [sys.executable, "-m", *command],
        env=os.environ | settings,
        capture_output=True,
        timeout=CHILD_SECONDS,
        check=False,
    )
    if crash_at and done.returncode == -signal.SIGKILL:
        return True
    if done.returncode:
        raise MailroomError(
            ErrorCode.INTERNAL, "the mailroom of the drill failed by itself", why=done.stderr.decode()[-300:]
        )
    return False


def _config(scratch: Path) -> Path:
    """The configuration with a ledger that seals often, and an inbox that does not wait."""
    target = scratch / "config"
    shutil.copytree(config_dir(), target)
    policy = target / "policy.yaml"
    settings = yaml.safe_load(policy.read_text()) or {}
    settings["ledger"] = {**(settings.get("ledger") or {}), "seal_every": SEAL_EVERY, "anchors": []}
    settings["intake"] = {**(settings.get("intake") or {}), "stable_seconds": 0}
    policy.write_text(yaml.safe_dump(settings))
    return target


def _result(home: Home) -> Result:
    manifests = RecordStore(home, Disk()).manifests()
    return {item.doc_id: (item.state.value, {str(k): v for k, v in item.record_hashes.items()}) for item in manifests}


def _differences(home: Home, expected: Result) -> Iterator[str]:
    found = _result(home)
    for doc_id in sorted(expected.keys() | found.keys()):
        if found.get(doc_id) != expected.get(doc_id):
            yield f"document {doc_id} is not as it is without a kill"
    yield from (f"ledger verify: {problem.message}" for problem in verify(home).problems)
    yield from (f"check: {problem.message}" for problem in check(home).problems)
