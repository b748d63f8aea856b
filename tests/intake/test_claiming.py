"""Claiming: identity, duplicates, matters, and everything hostile that can lie in an inbox."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.intake.claiming import Intake
from mailroom_dagster.ledger import Ledger, open_ledger
from mailroom_dagster.policy import IntakePolicy, LedgerPolicy
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.pending import Pending
from mailroom_dagster.records.store import RecordStore
from mailroom_dagster.storage import Disk


class Bench:
    """An intake with its surroundings."""

    def __init__(self, home: Home, **policy: object) -> None:
        self.home = home
        self.store = RecordStore(home, Disk())
        self.ledger: Ledger = open_ledger(home, Disk(), LedgerPolicy())
        self.intake = Intake(home, Disk(), IntakePolicy(stable_seconds=0, **policy), self.store, self.ledger)  # type: ignore[arg-type]

    def drop(self, name: str, data: bytes, folder: str = "") -> Path:
        place = self.home.inbox / folder
        place.mkdir(parents=True, exist_ok=True)
        path = place / name
        path.write_bytes(data)
        return path

    def events(self, doc_id: str) -> list[str]:
        return [entry.event for entry in self.ledger.entries(doc_id)]


@pytest.fixture
def bench(home: Home) -> Bench:
    return Bench(home)


def test_a_dropped_file_becomes_a_document_and_leaves_the_inbox(bench: Bench) -> None:
    path = bench.drop("Letter to Ada.txt", b"Dear Ada")
    [claimed], refused = bench.intake.claim_inbox()
    manifest = bench.store.manifest(claimed.doc_id)
    source = bench.home.document(claimed.doc_id) / "source" / "Letter to Ada.txt"
    assert not refused
    assert not path.exists()
    assert source.read_bytes() == b"Dear Ada"
    assert manifest.doc_id == sha256_bytes(b"Dear Ada")[:16]
    assert manifest.partition_key == f"letter-to-ada--{manifest.doc_id}"
    assert bench.events(claimed.doc_id) == ["claimed"]
    assert Pending(bench.home, Disk()).batches() == {None: [claimed.doc_id]}


def test_the_same_bytes_under_another_name_are_one_document_with_a_second_arrival(bench: Bench) -> None:
    bench.drop("a.txt", b"same")
    bench.intake.claim_inbox()
    bench.drop("b.txt", b"same", folder="Matter 2")
    [second], _ = bench.intake.claim_inbox()
    manifest = bench.store.manifest(second.doc_id)
    assert second.duplicate
    assert manifest.file_name == "a.txt"
    assert manifest.linked_matters == ("Matter 2",)
    assert bench.events(second.doc_id) == ["claimed", "duplicate"]
    assert [path.read_bytes() for path in bench.home.duplicates.iterdir()] == [b"same"]


def test_the_same_name_with_other_bytes_is_another_document(bench: Bench) -> None:
    bench.drop("contract.txt", b"first version")
    bench.intake.claim_inbox()
    bench.drop("contract.txt", b"corrected version")
    [second], _ = bench.intake.claim_inbox()
    assert not second.duplicate
    assert len(list(bench.store.doc_ids())) == 2


@pytest.mark.parametrize(
    ("sidecar", "folder", "matter"),
    [
        (b'{"matter_id": "M-17"}', "", "M-17"),
        (b'{"matter_id": "M-17"}', "Other", "M-17"),
        (b'{"matter_id": "../../etc"}', "", "etc"),
        (None, "Smith v Jones", "Smith v Jones"),
        (None, "", "DEFAULT"),
        (b"{}", "Folder", "Folder"),
    ],
)
def test_the_matter_comes_from_the_sidecar_else_the_folder_else_default(
    bench: Bench, sidecar: bytes | None, folder: str, matter: str
) -> None:
    bench.drop("invoice_FINAL.txt", b"text", folder)
    if sidecar is not None:
        bench.drop("invoice_FINAL.txt.meta.json", sidecar, folder)
    [claimed], _ = bench.intake.claim_inbox()
    assert bench.store.manifest(claimed.doc_id).matter_id == matter


@pytest.mark.parametrize("sidecar", [b"not json", b"[1]", b'{"matter_id": 7}', b'{"matter_id": " "}', b"[" * 5000])
def test_an_unusable_sidecar_is_noted_and_does_not_stop_the_file(bench: Bench, sidecar: bytes) -> None:
    bench.drop("a.txt", b"text", "Folder")
    bench.drop("a.txt.meta.json", sidecar, "Folder")
    [claimed], refused = bench.intake.claim_inbox()
    manifest = bench.store.manifest(claimed.doc_id)
    assert not refused
    assert "bad_sidecar" in manifest.notes
    assert manifest.matter_id == "Folder"


def test_a_sidecar_that_comes_first_waits_for_its_file(bench: Bench) -> None:
    waiting = bench.drop("a.txt.meta.json", b'{"matter_id": "M"}')
    assert bench.intake.claim_inbox() == ([], [])
    assert waiting.exists()


def test_links_pipes_and_folders_inside_are_refused_and_do_not_stop_others(bench: Bench, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("not yours")
    (bench.home.inbox / "link.txt").symlink_to(secret)
    os.mkfifo(bench.home.inbox / "pipe.txt")
    bench.drop("good.txt", b"good")
    claimed, refused = bench.intake.claim_inbox()
    assert [item.file_name for item in claimed] == ["good.txt"]
    assert {item.path.name: item.error.code for item in refused} == {"link.txt": "not_a_file", "pipe.txt": "not_a_file"}
    assert secret.read_text() == "not yours"


def test_a_file_open_for_writing_is_left_alone(bench: Bench) -> None:
    path = bench.drop("growing.txt", b"first half")
    with path.open("ab"):
        assert bench.intake.claim_inbox() == ([], [])
    assert len(bench.intake.claim_inbox()[0]) == 1


def test_a_file_touched_just_now_is_left_for_the_next_look(home: Home) -> None:
    bench = Bench(home)
    bench.intake = Intake(home, Disk(), IntakePolicy(stable_seconds=3600), bench.store, bench.ledger)
    path = bench.drop("fresh.txt", b"fresh")
    os.utime(path, (time.time() - 7200, time.time() - 7200))  # an old mtime does not make a fresh copy old
    assert bench.intake.claim_inbox() == ([], [])


def test_a_file_beyond_the_size_limit_stays_where_it_is(home: Home) -> None:
    bench = Bench(home, max_bytes=10)
    at_limit = bench.drop("ten.txt", b"0123456789")
    beyond = bench.drop("eleven.txt", b"0123456789A")
    claimed, [refused] = bench.intake.claim_inbox()
    assert [item.file_name for item in claimed] == ["ten.txt"]
    assert refused.error.code == "too_large"
    assert beyond.exists()
    assert not at_limit.exists()


@pytest.mark.parametrize(
    "name",
    ["with\nnewline.txt", "-rf --all.txt", "=SUM(A1).txt", "…\u202egpj.txt", "x" * 250 + ".txt", "CON.txt", "📄.txt"],
)
def test_strange_names_are_made_safe_and_the_bytes_kept(bench: Bench, name: str) -> None:
    bench.drop(name, name.encode())
    [claimed], _ = bench.intake.claim_inbox()
    [source] = (bench.home.document(claimed.doc_id) / "source").iterdir()
    assert source.read_bytes() == name.encode()
    assert not source.name.startswith(("-", "=", "."))
    assert "\n" not in source.name
    assert len(source.name.encode()) <= 255


def _left_by_a_dead_claimer(bench: Bench) -> Iterator[Path]:
    return (path for path in bench.home.claims.rglob("*") if path.is_file())


def test_what_a_dead_claimer_held_is_finished_by_the_next(bench: Bench) -> None:
    place = bench.home.claims / "999999-dead" / "0123456789abcdef"
    place.mkdir(parents=True)
    (place / "contract.txt").write_bytes(b"claimed, then killed")
    (place / "claim.json").write_text('{"original_name": "contract.txt", "matter": "M-3", "problem": ""}')
    [claimed], _ = bench.intake.claim_inbox()
    assert bench.store.manifest(claimed.doc_id).matter_id == "M-3"
    assert not list(_left_by_a_dead_claimer(bench))


def test_a_document_that_lost_its_marker_is_queued_again(bench: Bench) -> None:
    bench.drop("a.txt", b"text")
    [claimed], _ = bench.intake.claim_inbox()
    pending = Pending(bench.home, Disk())
    pending.remove([claimed.doc_id])
    assert bench.intake.recover() == [claimed.doc_id]
    assert pending.batches() == {None: [claimed.doc_id]}
    assert bench.events(claimed.doc_id) == ["claimed"]


def test_files_from_elsewhere_are_copied_and_refused_by_name(bench: Bench, tmp_path: Path) -> None:
    good = tmp_path / "good.txt"
    good.write_bytes(b"good")
    link = tmp_path / "link.txt"
    link.symlink_to(good)
    claimed, refused = bench.intake.accept_files([good, link, tmp_path / "gone.txt"], "M", batch="b")
    assert [path for path, _ in claimed] == [good]
    assert good.exists()
    assert {item.path.name: item.error.code for item in refused} == {
        "link.txt": "not_a_file",
        "gone.txt": "file_vanished",
    }
