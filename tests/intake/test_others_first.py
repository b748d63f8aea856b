"""Two claimers on one home, with the other one always a moment earlier."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mailroom_dagster.hashing import doc_id_of, sha256_bytes
from mailroom_dagster.intake import claim_folder, claiming
from mailroom_dagster.intake.arrivals import scan
from mailroom_dagster.intake.claiming import Intake
from mailroom_dagster.ledger import open_ledger
from mailroom_dagster.policy import IntakePolicy, LedgerPolicy
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import Manifest, State
from mailroom_dagster.records.pending import Pending
from mailroom_dagster.records.store import RecordStore
from mailroom_dagster.storage import Disk


class LateDisk(Disk):
    """A disk that gives a lock only after somebody else has had it."""

    def __init__(self, name: str, others: Callable[[], object]) -> None:
        self._name = name
        self._others: Callable[[], object] | None = others

    @contextmanager
    def lock(self, path: Path, *, wait_seconds: float) -> Iterator[None]:
        others = self._others if path.name == self._name else None
        if others:
            self._others = None
            others()
        with super().lock(path, wait_seconds=wait_seconds):
            yield


def intake_of(home: Home, disk: Disk | None = None) -> Intake:
    disk = disk or Disk()
    ledger = open_ledger(home, disk, LedgerPolicy())
    return Intake(home, disk, IntakePolicy(stable_seconds=0), RecordStore(home, disk), ledger)


def drop(home: Home, name: str, data: bytes = b"same") -> Path:
    path = home.inbox / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def test_the_same_bytes_that_come_twice_at_once_are_one_document_and_a_duplicate(home: Home) -> None:
    drop(home, "M1/a.txt")
    others = intake_of(home)

    def be_first() -> None:
        drop(home, "M2/b.txt")
        others.claim_inbox()

    [claimed], refused = intake_of(home, LateDisk("intake.lock", be_first)).claim_inbox()
    store = RecordStore(home, Disk())
    manifest = store.manifest(claimed.doc_id)
    assert claimed.duplicate
    assert not refused
    assert (manifest.file_name, manifest.linked_matters) == ("b.txt", ("M1",))
    assert [path.name for path in (home.document(claimed.doc_id) / "source").iterdir()] == ["b.txt"]
    events = [entry.event for entry in open_ledger(home, Disk(), LedgerPolicy()).entries(claimed.doc_id)]
    assert events == ["claimed", "duplicate"]


def test_a_matter_is_linked_to_the_document_as_it_is_by_then(home: Home) -> None:
    drop(home, "a.txt")
    [claimed], _ = intake_of(home).claim_inbox()
    store = RecordStore(home, Disk())
    old = store.manifest(claimed.doc_id)
    late = LateDisk(f"{claimed.doc_id[:2]}.lock", lambda: store.save(old.model_copy(update={"state": State.READ})))
    linked = RecordStore(home, late).link_matter(claimed.doc_id, "M2")
    assert (linked.state, linked.linked_matters) == (State.READ, ("M2",))
    saved = store.save(old.model_copy(update={"state": State.CLASSIFIED}))  # read before the link was made
    assert saved.linked_matters == ("M2",)
    assert store.manifest(claimed.doc_id) == saved


def test_a_dead_claimers_folder_that_another_takes_over_meanwhile_is_left_to_it(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead = home.claims / "1-dead"
    dead.mkdir(parents=True)
    lock = fcntl.flock

    def late_lock(descriptor: int, how: int) -> None:
        shutil.rmtree(dead, ignore_errors=True)
        lock(descriptor, how)

    drop(home, "a.txt")
    with monkeypatch.context() as patch:
        patch.setattr(fcntl, "flock", late_lock)
        folder = claim_folder.ClaimFolder(home)
        with folder:
            dead.mkdir()
            assert list(folder.orphans()) == []
    [claimed], _ = intake_of(home).claim_inbox()
    assert claimed.file_name == "a.txt"


def test_a_sidecar_that_goes_while_it_is_looked_at_is_no_news(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    sidecar = drop(home, "a.txt.meta.json", b"{}")
    look = Path.lstat

    def look_once(path: Path) -> object:
        status = look(path)
        sidecar.unlink()
        return status

    monkeypatch.setattr(Path, "lstat", look_once)
    assert list(scan(home.inbox, 0)) == []


@pytest.mark.parametrize("error", [FileNotFoundError, PermissionError])
def test_a_folder_that_cannot_be_looked_into_keeps_no_other_file_out(
    home: Home, monkeypatch: pytest.MonkeyPatch, error: type[OSError]
) -> None:
    drop(home, "gone/b.txt")
    path = drop(home, "z.txt")
    listed = Path.iterdir

    def list_others(folder: Path) -> Iterator[Path]:
        if folder.name == "gone":
            raise error
        return listed(folder)

    monkeypatch.setattr(Path, "iterdir", list_others)
    assert [arrival.path for arrival in scan(home.inbox, 0)] == [path]


def test_a_file_that_is_put_back_never_replaces_one_that_came_meanwhile(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = drop(home, "a.txt", b"first")

    def somebody_writes(taken: Path) -> bool:
        path.write_bytes(b"second")
        return True

    monkeypatch.setattr(claiming, "being_written", somebody_writes)
    claimed, [refused] = intake_of(home).claim_inbox()
    assert not claimed
    assert refused.path == path
    assert {item.read_bytes() for item in home.inbox.iterdir()} == {b"first", b"second"}


def test_a_document_that_is_still_being_taken_in_is_not_queued_by_another(home: Home) -> None:
    store = RecordStore(home, Disk())
    digest = sha256_bytes(b"on its way")
    home.document(doc_id_of(digest)).mkdir(parents=True)
    fields = {"partition_key": "a", "file_name": "a.txt", "original_name": "a.txt", "bytes": 1, "matter_id": "M"}
    store.save(Manifest(doc_id=doc_id_of(digest), sha256=digest, **fields))
    assert Pending(home, Disk()).restore(store) == []
