"""`kill -9` at every crash point of the document's way: after a restart everything is as if it had not happened."""

from __future__ import annotations

import multiprocessing
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from mailroom_dagster.catalog import open as open_catalog
from mailroom_dagster.checking import check
from mailroom_dagster.crashpoints import CRASH_POINTS
from mailroom_dagster.hashing import doc_id_of, sha256_bytes
from mailroom_dagster.ledger.verify import verify
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.records.home import Home
from tests.obedient import claim, obedient_mailroom

OF_THE_WAY = [point for point in CRASH_POINTS if point.split(".")[0] in ("intake", "stage", "archive", "catalog")] + [
    "ledger.after_write",
    "ledger.after_fsync",
]
UNSURE = {"doc_class": "insurance_claim", "confidence": 0.8}


def drop_files(home: Home) -> None:
    """Two clean claims, one that ends with a person, one that cannot be read, one that is there twice."""
    for folder in home.folders:
        folder.mkdir(parents=True, exist_ok=True)
    (home.inbox / "Smith").mkdir()
    (home.inbox / "Smith" / "first.txt").write_bytes(claim(1))
    (home.inbox / "second.txt").write_bytes(claim(2))
    (home.inbox / "unsure.txt").write_bytes(claim(3))
    (home.inbox / "empty.txt").write_bytes(b"")
    (home.inbox / "twice.txt").write_bytes(claim(2))


def work(root: Path) -> None:
    """What a mailroom process does with a home: claim, then bring everything to rest."""
    mailroom = mailroom_at(root)
    mailroom.intake.claim_inbox()
    process_pending(mailroom)


def mailroom_at(root: Path) -> Mailroom:
    mailroom, provider = obedient_mailroom(Home(root))
    mailroom.__dict__["policy"] = mailroom.policy.model_copy(
        update={"intake": mailroom.policy.intake.model_copy(update={"stable_seconds": 0})}
    )
    provider.script(doc_id_of(sha256_bytes(claim(3))), sorter=UNSURE, retry_sorter=UNSURE, reviewer=UNSURE)
    return mailroom


def _work_until(point: str, root: Path) -> None:
    os.environ["MAILROOM_CRASH_AT"] = point
    work(root)


def work_until(point: str, root: Path) -> int:
    """Do the work in a child that dies at a crash point; its exit code."""

    process = multiprocessing.get_context("forkserver").Process(target=_work_until, args=(point, root))
    process.start()
    process.join()
    return process.exitcode or 0


def outcome(root: Path) -> dict[str, Any]:
    """Everything that must not depend on whether the process was killed."""
    mailroom = mailroom_at(root)
    manifests = {item.doc_id: item for item in mailroom.store.manifests()}
    entries = list(mailroom.ledger.entries())
    with open_catalog(root) as connection:
        catalog = connection.sql("SELECT doc_id, state FROM documents ORDER BY doc_id").fetchall()
    return {
        "states": {doc_id: (item.state, item.matter_id, item.reason) for doc_id, item in manifests.items()},
        "records": {doc_id: item.record_hashes for doc_id, item in manifests.items()},
        "events": sorted((entry.doc_id, entry.event, entry.stage) for entry in entries),
        "catalog": catalog,
        "bins": {
            str(path.relative_to(root))
            for folder in ("archive", "review", "failed")
            for path in (root / folder).rglob("*")
            if path.is_file()
        },
        "inbox": [path for path in (root / "inbox").rglob("*") if path.is_file()],
        "queue": mailroom.pending.batches(),
    }


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    root = tmp_path_factory.mktemp("undisturbed") / "home"
    drop_files(Home(root))
    work(root)
    return outcome(root)


@pytest.mark.parametrize("point", OF_THE_WAY)
def test_a_kill_and_a_restart_end_where_an_undisturbed_run_ends(
    point: str, tmp_path: Path, undisturbed: dict[str, Any]
) -> None:
    root = tmp_path / "home"
    drop_files(Home(root))
    assert work_until(point, root) == -signal.SIGKILL
    work(root)
    assert outcome(root) == undisturbed
    assert verify(Home(root)).ok
    assert check(Home(root)).problems == ()
