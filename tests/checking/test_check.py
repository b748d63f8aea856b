"""The check: a sound home has no findings, every disagreement has its kind, and no flipped bit goes unnoticed."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mailroom_dagster.checking import FindingKind, check
from mailroom_dagster.hashing import doc_id_of, sha256_bytes
from mailroom_dagster.ledger import open_ledger
from mailroom_dagster.ledger.heads import sign_head
from mailroom_dagster.ledger.notes import LOG_KEY, PrivateKey
from mailroom_dagster.ledger.verify import verify
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.policy import LedgerPolicy
from mailroom_dagster.providers.calls import CallLog
from mailroom_dagster.providers.rows import CallRow, RowKind
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import State
from mailroom_dagster.storage import Disk
from tests.obedient import claim, drop, obedient_mailroom

UNSURE = {"doc_class": "insurance_claim", "confidence": 0.8}
NOT_FACTS = ("inbox", "claims", "control", "dagster")  # what waits, hints, and Dagster's own databases
STRANGER = str(PrivateKey.generate("stranger", LOG_KEY).public)
CLEAN, PARKED, FAILED = (doc_id_of(sha256_bytes(data)) for data in (claim(1), claim(3), b""))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A home with an archived, a parked, a failed and a repeated document, a signed head and a logged call."""
    folder = tmp_path_factory.mktemp("made")
    home = Home(folder / "home")
    for place in home.folders:
        place.mkdir(parents=True)
    mailroom, provider = obedient_mailroom(home)
    provider.script(PARKED, sorter=UNSURE, retry_sorter=UNSURE, reviewer=UNSURE)
    drop(mailroom, folder / "in", clean=claim(1), unsure=claim(3), empty=b"")
    (home.inbox / "again.txt").write_bytes(claim(1))
    mailroom.__dict__["policy"] = mailroom.policy.model_copy(
        update={"intake": mailroom.policy.intake.model_copy(update={"stable_seconds": 0})}
    )
    del mailroom.__dict__["intake"]
    mailroom.intake.claim_inbox()
    process_pending(mailroom)
    CallLog(home, Disk()).append(CallRow(kind=RowKind.CLOSED, at="2026-01-01T00:00:00+00:00", run_id="r"))
    ledger = open_ledger(home, Disk(), LedgerPolicy())
    ledger.seal()
    sign_head(ledger)
    return home


@pytest.fixture
def copy(made: Home, tmp_path: Path) -> Home:
    return Home(shutil.copytree(made.root, tmp_path / "copy"))


def kinds(home: Home) -> set[FindingKind]:
    report = check(home)
    assert report.ok == (not report.problems)
    return {problem.kind for problem in report.problems}


def test_a_sound_home_has_no_findings(made: Home) -> None:
    report = check(made)
    assert report.problems == ()
    assert report.documents == 3
    assert report.files > 15


def change(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b" ")


ACTS: dict[str, tuple[FindingKind, Callable[[Home], object]]] = {
    "manifest gone": (FindingKind.MANIFEST_UNREADABLE, lambda home: (home.document(CLEAN) / "manifest.json").unlink()),
    "manifest not JSON": (
        FindingKind.MANIFEST_UNREADABLE,
        lambda home: (home.document(CLEAN) / "manifest.json").write_bytes(b"{"),
    ),
    "manifest with a space": (
        FindingKind.MANIFEST_DIFFERS,
        lambda home: change(home.document(CLEAN) / "manifest.json"),
    ),
    "state by hand": (FindingKind.MANIFEST_DIFFERS, lambda home: _edit_manifest(home, PARKED, state=State.ARCHIVED)),
    "matter by hand": (FindingKind.CATALOG_STALE, lambda home: _edit_manifest(home, CLEAN, matter_id="OTHER")),
    "original changed": (FindingKind.ORIGINAL_CHANGED, lambda home: change(_original(home))),
    "original gone": (FindingKind.ORIGINAL_MISSING, lambda home: _original(home).unlink()),
    "record changed": (FindingKind.RECORD_CHANGED, lambda home: change(home.document(CLEAN) / "extraction.json")),
    "record gone": (FindingKind.RECORD_MISSING, lambda home: (home.document(CLEAN) / "report.json").unlink()),
    "stray in a document": (FindingKind.STRAY, lambda home: (home.document(CLEAN) / "x").write_bytes(b"x")),
    "stray beside the original": (FindingKind.STRAY, lambda home: _original(home).with_name("x").write_bytes(b"x")),
    "stray document": (FindingKind.MANIFEST_UNREADABLE, lambda home: (home.documents / "0123456789abcdef").mkdir()),
    "stray file": (FindingKind.STRAY, lambda home: (home.documents / "x").write_bytes(b"x")),
    "stray in the archive": (FindingKind.STRAY, lambda home: (home.archive / "x").write_bytes(b"x")),
    "stray key": (FindingKind.STRAY, lambda home: (home.ledger / "keys" / "x.vkey").write_text(STRANGER)),
    "document gone": (FindingKind.DOCUMENT_MISSING, lambda home: shutil.rmtree(home.document(CLEAN))),
    "ledger gone": (FindingKind.NOT_IN_LEDGER, lambda home: shutil.rmtree(home.ledger)),
    "ledger cut": (FindingKind.LEDGER_BROKEN, lambda home: (home.ledger / "active.jsonl").unlink()),
    "catalog gone": (FindingKind.CATALOG_MISSING, lambda home: shutil.rmtree(home.catalog)),
    "catalog damaged": (FindingKind.CATALOG_DAMAGED, lambda home: change(next(home.catalog.rglob("*.parquet")))),
    "link gone": (FindingKind.BIN_MISSING, lambda home: next(home.review.glob("*.txt")).unlink()),
    "note changed": (FindingKind.BIN_DIFFERS, lambda home: next(home.failed.glob("*.json")).write_bytes(b"{}")),
    "note emptied": (FindingKind.BIN_DIFFERS, lambda home: next(home.review.glob("*.json")).write_bytes(b"[" * 99_999)),
    "report written otherwise": (
        FindingKind.BIN_DIFFERS,
        lambda home: _archived(home, ".report.json").write_bytes(_archived(home, ".report.json").read_bytes() + b" "),
    ),
    "pipe in the archive": (FindingKind.STRAY, lambda home: os.mkfifo(home.archive / "x")),
    "archive changed": (FindingKind.BIN_DIFFERS, lambda home: change(_archived(home, ".txt"))),
    "report changed": (FindingKind.BIN_DIFFERS, lambda home: change(_archived(home, ".report.md"))),
    "duplicate changed": (FindingKind.BIN_DIFFERS, lambda home: change(next(home.duplicates.iterdir()))),
    "call log changed": (FindingKind.CALL_LOG_DAMAGED, lambda home: change(next(home.calls.glob("*.jsonl")))),
    "key changed": (FindingKind.KEY_DAMAGED, lambda home: change(next((home.ledger / "keys").glob("*.key")))),
}


@pytest.mark.parametrize("name", ACTS)
def test_a_disagreement_is_found_as_what_it_is(copy: Home, name: str) -> None:
    kind, act = ACTS[name]
    act(copy)
    assert kind in kinds(copy)


def test_one_bit_in_the_middle_of_the_ledger_is_one_finding_that_names_the_entry(copy: Home) -> None:
    path = copy.ledger / "active.jsonl"
    lines = path.read_bytes().split(b"\n")
    middle = len(lines) // 2
    seq = json.loads(lines[middle])["seq"]
    lines[middle] = lines[middle][:-9] + bytes([lines[middle][-9] ^ 1]) + lines[middle][-8:]
    path.write_bytes(b"\n".join(lines))
    [found] = check(copy).problems
    assert found.kind is FindingKind.LEDGER_BROKEN
    assert found.message.startswith(f"entry {seq}: ")


def _original(home: Home) -> Path:
    return next((home.document(CLEAN) / "source").iterdir())


def _archived(home: Home, suffix: str) -> Path:
    return next(path for path in home.archive.rglob(f"*{suffix}") if path.is_file())


def _edit_manifest(home: Home, doc_id: str, **values: object) -> None:
    mailroom, _ = obedient_mailroom(home)
    manifest = mailroom.store.manifest(doc_id).model_copy(update=values)
    (home.document(doc_id) / "manifest.json").write_bytes(manifest.model_dump_json().encode())


def test_a_document_under_way_is_no_finding(copy: Home, tmp_path: Path) -> None:
    mailroom, _ = obedient_mailroom(copy)
    drop(mailroom, tmp_path / "in", fresh=claim(9))
    assert kinds(copy) == set()


@pytest.mark.slow
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**63))
def test_any_flipped_bit_is_noticed_by_verify_or_check(made: Home, seed: int) -> None:
    chance = random.Random(seed)
    files = sorted(
        path
        for path in made.root.rglob("*")
        if path.is_file() and path.stat().st_size and path.relative_to(made.root).parts[0] not in NOT_FACTS
    )
    path = chance.choice(files)
    before = path.read_bytes()
    touched = bytearray(before)
    touched[chance.randrange(len(touched))] ^= 1 << chance.randrange(8)
    path.write_bytes(touched)
    try:
        noticed = not (verify(made).ok and check(made).ok)
    finally:
        path.write_bytes(before)
    assert noticed, path
