"""Two mailrooms on one home by mistake: every file becomes one document, there is one chain, and everything agrees."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mailroom_dagster.checking import check
from mailroom_dagster.ledger import open_ledger
from mailroom_dagster.ledger.verify import verify
from mailroom_dagster.operations.recovering import recover
from mailroom_dagster.pipeline.mailroom import open_mailroom
from mailroom_dagster.policy import LedgerPolicy
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.pending import AT_REST
from mailroom_dagster.storage import Disk
from tests.daemon import config_with
from tests.obedient import claim

FILES = 8


@pytest.mark.slow
def test_two_mailrooms_on_one_home_do_each_file_once(home: Home, tmp_path: Path) -> None:
    for folder in home.folders:
        folder.mkdir(parents=True, exist_ok=True)
    for number in range(FILES):
        (home.inbox / f"file{number}.txt").write_bytes(claim(number))
    command = [sys.executable, "-m", "mailroom_dagster.drills.worker", str(home.root)]
    config = config_with(tmp_path / "config", "intake: {stable_seconds: 0}\n")
    environment = os.environ | {"MAILROOM_CONFIG": str(config)}
    workers = [subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    ended = [(worker.communicate()[1], worker.returncode) for worker in workers]
    assert [code for _, code in ended] == [0, 0], ended
    mailroom = open_mailroom(home)
    recover(mailroom)
    events = [entry.event for entry in open_ledger(home, Disk(), LedgerPolicy()).entries()]
    assert events.count("claimed") == FILES
    assert {manifest.state in AT_REST for manifest in mailroom.store.manifests()} == {True}
    assert len(list(mailroom.store.doc_ids())) == FILES
    assert not list(home.inbox.iterdir())
    assert verify(home).ok
    assert check(home).problems == ()
