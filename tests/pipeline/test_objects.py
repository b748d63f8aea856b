"""The whole way of documents that lie on an S3 server: done, killed, unplugged, shared, tampered with."""

from __future__ import annotations

import multiprocessing
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from mailroom_dagster.catalog import open as open_catalog
from mailroom_dagster.checking import FindingKind, check
from mailroom_dagster.drills.scratch import copy_home
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import doc_id_of, sha256_bytes
from mailroom_dagster.ledger.verify import verify
from mailroom_dagster.operations.recovering import recover
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import PersonDecision, Stage, State, TextRecord
from mailroom_dagster.review.decisions import decide
from mailroom_dagster.storage import Disk, open_disk
from mailroom_dagster.storage.objects import ON_OBJECTS, ObjectDisk
from tests.obedient import claim, obedient_mailroom
from tests.objects import use

UNSURE = {"doc_class": "insurance_claim", "confidence": 0.8}
CLEAN, UNCLEAR, EMPTY = (doc_id_of(sha256_bytes(data)) for data in (claim(1), claim(2), b""))
NAME = "Ünïcödé [1] & 100% 文書.txt"


def fill(home: Home) -> None:
    """A claim for a matter, one that a person has to see, a file that cannot be read."""
    for folder in (home.inbox / "Smith & Söhne", home.control):
        folder.mkdir(parents=True, exist_ok=True)
    (home.inbox / "Smith & Söhne" / NAME).write_bytes(claim(1))
    (home.inbox / "unclear.txt").write_bytes(claim(2))
    (home.inbox / "empty.txt").write_bytes(b"")


def mailroom_of(home: Home, disk: Disk | None = None) -> Mailroom:
    mailroom, provider = obedient_mailroom(home)
    provider.script(UNCLEAR, sorter=UNSURE, retry_sorter=UNSURE, reviewer=UNSURE)
    mailroom.disk = disk or mailroom.disk
    intake = mailroom.policy.intake.model_copy(update={"stable_seconds": 0})
    mailroom.__dict__["policy"] = mailroom.policy.model_copy(update={"intake": intake})
    return mailroom


def work(home: Home, disk: Disk | None = None) -> Mailroom:
    """Claim what is there and bring it to rest."""
    mailroom = mailroom_of(home, disk)
    mailroom.intake.claim_inbox()
    process_pending(mailroom)
    return mailroom


def work_as_a_process(root: Path, settings: dict[str, str]) -> None:
    os.environ.update(settings)
    work(Home.at(root))


def started(root: Path, settings: dict[str, str]) -> multiprocessing.process.BaseProcess:
    process = multiprocessing.get_context("spawn").Process(target=work_as_a_process, args=(root, settings))
    process.start()
    return process


def states(mailroom: Mailroom) -> dict[str, State]:
    return {manifest.doc_id: manifest.state for manifest in mailroom.store.manifests()}


ALL_DONE = {CLEAN: State.ARCHIVED, UNCLEAR: State.PARKED, EMPTY: State.FAILED}


def assert_all_is_well(home: Home) -> None:
    """Every file became one document, entered once, and everything agrees."""
    mailroom = mailroom_of(home)
    assert states(mailroom) == ALL_DONE
    events = [(entry.doc_id, entry.event) for entry in mailroom.ledger.entries()]
    assert sorted(doc_id for doc_id, event in events if event == "claimed") == sorted(ALL_DONE)
    assert not [path for path in home.inbox.rglob("*") if path.is_file()]
    assert check(home).problems == ()


@pytest.fixture
def place(tmp_path: Path, objects: dict[str, str]) -> Home:
    home = Home.at(tmp_path / "home")
    fill(home)
    return home


def test_documents_go_their_way_without_a_file_of_theirs_on_the_disk(place: Home) -> None:
    mailroom = work(place)
    assert_all_is_well(place)
    record = mailroom.store.read(CLEAN, Stage.TEXT, TextRecord)
    assert record
    assert "CLM-1001" in record.document.text
    folder = place.archive / "Smith & Söhne" / "insurance_claim"
    assert mailroom.disk.glob(folder, "*") == sorted(
        folder / f"{NAME}{suffix}" for suffix in ("", ".report.json", ".report.md")
    )
    assert mailroom.disk.read(folder / NAME) == claim(1)
    assert mailroom.disk.where(folder / NAME).endswith(f"/office one/archive/Smith & Söhne/insurance_claim/{NAME}")
    [waiting] = place.review.glob("*.txt")
    assert waiting.read_bytes() == claim(2)
    assert not place.documents.exists()
    assert not place.archive.exists()
    with open_catalog(place.root) as catalog:
        assert dict(catalog.sql("SELECT doc_id, state FROM documents").fetchall()) == ALL_DONE
    shutil.rmtree(place.catalog)  # copies of this machine
    with open_catalog(place.root) as catalog:
        assert catalog.sql("SELECT value FROM fields WHERE field = 'claim_number'").fetchall() == [("CLM-1001",)]
    copy = copy_home(place, place.root.with_name("copy"))
    assert check(copy).problems == ()
    assert (copy.archive / "Smith & Söhne" / "insurance_claim" / NAME).read_bytes() == claim(1)


def test_a_decision_is_kept_on_the_store_and_carried_out(place: Home) -> None:
    mailroom = work(place)
    decide(mailroom, UNCLEAR, PersonDecision(action="approve", reviewer="Ada"))
    process_pending(mailroom)
    assert states(mailroom)[UNCLEAR] is State.ARCHIVED
    assert not list(place.review.iterdir())
    assert mailroom.disk.exists(place.document(UNCLEAR) / "decision-0.json")
    mailroom.catalog.compact()
    assert check(place).problems == ()
    with pytest.raises(MailroomError) as refused:
        decide(mailroom, UNCLEAR, PersonDecision(action="reject", reviewer="Bob"))
    assert refused.value.code is ErrorCode.REVIEW_CONFLICT


def change(disk: Disk, path: Path) -> None:
    disk.write_file(path, disk.read(path) + b" ", durable=True)


def first(disk: Disk, folder: Path, pattern: str) -> Path:
    return disk.glob(folder, pattern)[0]


ACTS: list[tuple[FindingKind, Callable[[Home, Disk], object]]] = [
    (FindingKind.ORIGINAL_CHANGED, lambda home, disk: change(disk, first(disk, home.document(CLEAN) / "source", "*"))),
    (FindingKind.ORIGINAL_MISSING, lambda home, disk: disk.remove(home.document(EMPTY) / "source" / "empty.txt")),
    (FindingKind.RECORD_CHANGED, lambda home, disk: change(disk, home.document(CLEAN) / "extraction.json")),
    (FindingKind.RECORD_MISSING, lambda home, disk: disk.remove(home.document(CLEAN) / "report.json")),
    (FindingKind.MANIFEST_UNREADABLE, lambda home, disk: disk.remove(home.document(CLEAN) / "manifest.json")),
    (FindingKind.STRAY, lambda home, disk: disk.write_file(home.document(CLEAN) / "x", b"x", durable=True)),
    (FindingKind.BIN_MISSING, lambda home, disk: disk.remove(first(disk, home.archive, "*/*/*.txt"))),
    (FindingKind.CATALOG_DAMAGED, lambda home, disk: change(disk, first(disk, home.catalog, "documents/*.parquet"))),
]


def test_every_changed_or_missing_object_is_named(place: Home) -> None:
    work(place)
    disk = open_disk(place)
    before = {path: disk.read(path) for name in sorted(ON_OBJECTS) for path in disk.glob(place.root / name, "**/*")}
    for kind, act in ACTS:
        act(place, disk)
        assert kind in {problem.kind for problem in check(place).problems}
        for path, data in before.items():
            if not disk.holds(path, sha256_bytes(data)):
                disk.write_file(path, data, durable=True)
        disk.remove(place.document(CLEAN) / "x")
    assert verify(place).ok
    assert check(place).problems == ()


def test_what_is_gone_is_made_again_from_what_is_left(place: Home) -> None:
    mailroom = work(place)
    for path in (place.document(CLEAN) / "extraction.json", first(mailroom.disk, place.catalog, "fields/*.parquet")):
        mailroom.disk.remove(path)
    mailroom.disk.write_file(place.document(EMPTY) / "manifest.json", b"{", durable=True)
    before, after = recover(mailroom_of(place))
    assert {FindingKind.RECORD_MISSING, FindingKind.CATALOG_DAMAGED} <= {problem.kind for problem in before.problems}
    assert after.problems == ()
    assert_all_is_well(place)


@pytest.mark.parametrize("point", ["intake.after_manifest", "stage.before_ledger", "catalog.after_segment"])
def test_a_kill_between_the_store_and_the_ledger_loses_nothing(
    place: Home, objects: dict[str, str], point: str
) -> None:
    process = started(place.root, objects | {"MAILROOM_CRASH_AT": point})
    process.join()
    assert process.exitcode == -9
    work(place)
    assert_all_is_well(place)


class Unplugged(ObjectDisk):
    """A store that takes so many objects more."""

    left = 0

    def _put(self, key: str, data: bytes, mode: str) -> None:
        if not self.left:
            raise MailroomError(ErrorCode.OBJECTS_UNAVAILABLE, "the test pulled the plug")
        self.left -= 1
        super()._put(key, data, mode)


@pytest.mark.parametrize("puts", [0, 1, 9, 20])
def test_a_store_that_goes_away_at_any_put_loses_nothing(place: Home, puts: int) -> None:
    open_disk(place)
    disk = Unplugged(place.root, str(place.objects))
    disk.left = puts
    with pytest.raises(MailroomError) as failed:
        work(place, disk)
    assert failed.value.code is ErrorCode.OBJECTS_UNAVAILABLE
    work(place)
    assert_all_is_well(place)


def test_a_store_out_of_reach_is_an_error_and_no_missing_document(
    place: Home, monkeypatch: pytest.MonkeyPatch, objects: dict[str, str]
) -> None:
    mailroom = work(place)
    use(monkeypatch, {"AWS_ENDPOINT_URL": "http://127.0.0.1:9"})
    mailroom.disk = ObjectDisk(place.root, str(place.objects))
    del mailroom.__dict__["store"]
    for look in (lambda: list(mailroom.store.manifests()), lambda: check(place), lambda: verify(place)):
        with pytest.raises(MailroomError) as failed:
            look()
        assert failed.value.code is ErrorCode.OBJECTS_UNAVAILABLE
    use(monkeypatch, objects)
    assert_all_is_well(place)


def test_two_processes_share_the_store_and_the_ledger(place: Home, objects: dict[str, str]) -> None:
    for number in range(3, 7):
        (place.inbox / f"{number}.txt").write_bytes(claim(number))
    patient = objects | {"AWS_MAX_ATTEMPTS": "4"}  # the test's server fails now and then when two ask at once
    workers = [started(place.root, patient) for _ in range(2)]
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0, 0]
    recover(mailroom_of(place))
    mailroom = mailroom_of(place)
    assert states(mailroom) == ALL_DONE | {
        doc_id_of(sha256_bytes(claim(number))): State.ARCHIVED for number in range(3, 7)
    }
    claims = [entry.doc_id for entry in mailroom.ledger.entries() if entry.event == "claimed"]
    assert len(claims) == len(set(claims)) == 7
    assert check(place).problems == ()
