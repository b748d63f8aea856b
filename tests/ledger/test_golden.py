"""Ledgers of earlier versions stay readable, verifiable and provable, and can be appended to."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from mailroom_dagster.ledger import open_ledger
from mailroom_dagster.ledger.heads import read_head, sign_head
from mailroom_dagster.ledger.notes import PublicKey
from mailroom_dagster.ledger.proofs import verify_proof
from mailroom_dagster.ledger.verify import verify
from mailroom_dagster.policy import LedgerPolicy
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk
from tests.ledger.conftest import event
from tests.ledger.golden.make import AWKWARD
from tests.ledger.test_append import assert_chained

GOLDEN = Path(__file__).parent / "golden"
VERSIONS = sorted(path.name for path in GOLDEN.iterdir() if (path / "home").is_dir())


@pytest.fixture(params=VERSIONS)
def golden(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return shutil.copytree(GOLDEN / request.param, tmp_path / "golden")


def keys_of(golden: Path) -> list[PublicKey]:
    return [PublicKey.parse(line) for line in (golden / "public-keys.txt").read_text().splitlines()]


def test_there_is_a_golden_ledger() -> None:
    assert VERSIONS


def test_it_verifies_against_its_witnessed_head_and_keys(golden: Path) -> None:
    head = read_head(golden / "witnessed.note")
    report = verify(Home(golden / "home"), heads=[head], keys=keys_of(golden))
    assert report.ok, report.problems
    assert report.entries > head.checkpoint.size
    assert report.files > 0


def test_its_entries_read_as_they_were_entered(golden: Path) -> None:
    entries = list(open_ledger(Home(golden / "home"), Disk(), LedgerPolicy()).entries())
    assert_chained(entries)
    assert next(entry for entry in entries if entry.event_id == "awkward").detail == AWKWARD


def test_its_proof_holds(golden: Path) -> None:
    assert verify_proof((golden / "entry-5.tlog-proof").read_text(), keys_of(golden)).seq == 5


def test_it_goes_on(golden: Path) -> None:
    home = Home(golden / "home")
    ledger = open_ledger(home, Disk(), LedgerPolicy(seal_every=3))
    ledger.append([event("of a later version")])
    sign_head(ledger)
    report = verify(home, heads=[read_head(golden / "witnessed.note")])
    assert report.ok, report.problems
