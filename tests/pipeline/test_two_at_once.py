"""Two mailrooms on one home by mistake: every file becomes one document, there is one chain, and everything agrees."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from mailroom_dagster.checking import check
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.ledger import open_ledger
from mailroom_dagster.ledger.heads import sign_head
from mailroom_dagster.ledger.verify import verify
from mailroom_dagster.operations.health import health
from mailroom_dagster.operations.recovering import recover
from mailroom_dagster.pipeline import running
from mailroom_dagster.pipeline.mailroom import open_mailroom
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.policy import LedgerPolicy
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import PersonDecision, State
from mailroom_dagster.records.pending import AT_REST
from mailroom_dagster.review.decisions import decide
from mailroom_dagster.storage import Disk
from tests.daemon import config_with
from tests.obedient import claim, drop, obedient_mailroom

FILES = 8


class SecondDisk(Disk):
    """A disk on which somebody else is always a moment earlier with a link."""

    def link(self, source: Path, target: Path) -> None:
        super().link(source, target)
        super().link(source, target)


def test_a_process_that_comes_second_at_every_link_files_nothing_twice(home: Home) -> None:
    mailroom, provider = obedient_mailroom(home)
    ids = drop(mailroom, home.root.with_name("in"), clear=claim(1), unclear=claim(2))
    unsure = {"doc_class": "insurance_claim", "confidence": 0.8}
    provider.script(ids["unclear"], sorter=unsure, retry_sorter=unsure, reviewer=unsure)
    mailroom.disk = SecondDisk()
    process_pending(mailroom)
    assert mailroom.store.manifest(ids["clear"]).state is State.ARCHIVED
    assert mailroom.store.manifest(ids["unclear"]).state is State.PARKED
    assert len(list(home.archive.rglob("*.txt"))) == len(list(home.review.glob("*.txt"))) == 1
    assert check(home).problems == ()


def test_a_document_that_a_process_behind_moved_on_again_comes_to_rest_again(home: Home) -> None:
    mailroom, _ = obedient_mailroom(home)
    [doc_id] = drop(mailroom, home.root.with_name("in"), clear=claim(1)).values()
    process_pending(mailroom)
    entered = [entry.event for entry in mailroom.ledger.entries()]
    mailroom.store.save(mailroom.store.manifest(doc_id).model_copy(update={"state": State.EXTRACTED}))
    mailroom.pending.add([doc_id])
    process_pending(mailroom)
    assert mailroom.store.manifest(doc_id).state is State.ARCHIVED
    assert not mailroom.pending.doc_ids()
    assert [entry.event for entry in mailroom.ledger.entries()] == entered
    assert check(home).problems == ()


def test_a_clock_that_goes_back_between_any_two_entries_refuses_nothing(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = count()

    def earlier_each_time() -> str:
        return (datetime(2026, 6, 1, tzinfo=UTC) - timedelta(hours=next(moments))).isoformat(timespec="microseconds")

    for module in ("ledger.store", "records.store", "intake.claiming"):
        monkeypatch.setattr(f"mailroom_dagster.{module}.utc_now", earlier_each_time)
    mailroom, provider = obedient_mailroom(home)
    ids = drop(mailroom, home.root.with_name("in"), clear=claim(1), unclear=claim(2))
    unsure = {"doc_class": "insurance_claim", "confidence": 0.8}
    provider.script(ids["unclear"], sorter=unsure, retry_sorter=unsure, reviewer=unsure)
    process_pending(mailroom)
    decide(mailroom, ids["unclear"], PersonDecision(action="approve", reviewer="Ada"))
    process_pending(mailroom)
    assert {mailroom.store.manifest(doc_id).state for doc_id in ids.values()} == {State.ARCHIVED}
    with mailroom.catalog.connect() as catalog:
        assert dict(catalog.sql("SELECT doc_id, state FROM documents").fetchall()) == dict.fromkeys(
            ids.values(), "archived"
        )
    sign_head(mailroom.ledger)
    assert verify(home).ok
    assert check(home).problems == ()
    assert recover(mailroom)[1].problems == ()
    assert health(mailroom)


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


def test_one_process_works_off_the_queue_at_a_time(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    mailroom, _ = obedient_mailroom(home)
    ids = drop(mailroom, home.root.with_name("in"), clear=claim(1))
    monkeypatch.setattr(running, "WAIT_SECONDS", 0)
    with Disk().lock(home.control / "queue.lock", wait_seconds=0), pytest.raises(MailroomError) as refused:
        process_pending(mailroom)
    assert refused.value.code is ErrorCode.LEDGER_BUSY
    assert process_pending(mailroom) == [ids["clear"]]
