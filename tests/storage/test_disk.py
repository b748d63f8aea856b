"""The disk: whole or not at all, never over another file, and every failure with its code."""

from __future__ import annotations

import errno
import fcntl
import os
import random
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.storage import Disk
from tests.storage.faulty import BrokenDisk, FullDisk
from tests.storage.forgetful import ForgetfulDisk

SEEDS = range(30)


def test_a_full_disk_leaves_the_old_file_and_no_remains(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    Disk().write_file(path, b"old", durable=True)
    with pytest.raises(MailroomError) as caught:
        FullDisk(room=2).write_file(path, b"new and longer", durable=True)
    assert caught.value.code is ErrorCode.DISK_FULL
    assert not caught.value.permanent
    assert path.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["record.json"]


def test_a_failing_disk_is_named_and_leaves_no_remains(tmp_path: Path) -> None:
    with pytest.raises(MailroomError) as caught:
        BrokenDisk().write_file(tmp_path / "record.json", b"new", durable=True)
    assert caught.value.code is ErrorCode.HOME_UNWRITABLE
    assert os.strerror(errno.EIO) in caught.value.message
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("act", [Disk.move, Disk.link])
def test_an_existing_file_is_never_replaced(tmp_path: Path, act: object) -> None:
    (tmp_path / "a").write_bytes(b"a")
    (tmp_path / "b").write_bytes(b"b")
    with pytest.raises(FileExistsError):
        act(Disk(), tmp_path / "a", tmp_path / "b")  # type: ignore[operator]
    assert (tmp_path / "a").read_bytes() == b"a"
    assert (tmp_path / "b").read_bytes() == b"b"


@pytest.mark.parametrize("act", [Disk.move, Disk.link])
def test_without_links_the_bytes_are_copied(tmp_path: Path, act: object, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_bytes(b"a")
    real_link = os.link

    def link(source: object, target: object, **options: object) -> None:
        if Path(str(source)).name == "a":
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
        real_link(source, target, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "link", link)
    act(Disk(), tmp_path / "a", tmp_path / "b")  # type: ignore[operator]
    assert (tmp_path / "b").read_bytes() == b"a"
    assert (tmp_path / "a").exists() == (act is Disk.link)
    assert not list(tmp_path.glob(".*"))


def test_a_lock_shuts_out_other_threads_and_gives_up_in_time(tmp_path: Path) -> None:
    held, release, errors = threading.Event(), threading.Event(), []

    def hold() -> None:
        with Disk().lock(tmp_path / "lock", wait_seconds=5):
            held.set()
            release.wait()

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait()
    try:
        with Disk().lock(tmp_path / "lock", wait_seconds=0):
            errors.append("entered")
    except MailroomError as error:
        errors.append(error.code)
    release.set()
    holder.join()
    assert errors == [ErrorCode.LEDGER_BUSY]
    with Disk().lock(tmp_path / "lock", wait_seconds=0):
        pass


class DeadlyDisk(Disk):
    """Is killed in the middle of a write."""

    def _write(self, descriptor: int, data: bytes) -> None:
        super()._write(descriptor, data[:1])
        os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("write", [lambda path: DeadlyDisk().write_file(path, b"new", durable=False),
                                   lambda path: DeadlyDisk().create_file(path, b"new")])  # fmt: skip
def test_what_a_killed_writer_left_is_swept_and_nothing_else(tmp_path: Path, write: Callable[[Path], None]) -> None:
    (tmp_path / ".notes.tmp").write_bytes(b"a person's")
    child = os.fork()
    if child == 0:
        write(tmp_path / "record\n.json")
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    assert len(list(tmp_path.iterdir())) == 2
    Disk().sweep(tmp_path.parent)
    assert [path.name for path in tmp_path.iterdir()] == [".notes.tmp"]


def test_a_living_writer_keeps_what_it_writes(tmp_path: Path) -> None:
    class SweptDisk(Disk):
        def _write(self, descriptor: int, data: bytes) -> None:
            self.sweep(tmp_path)
            super()._write(descriptor, data)
            self.sweep(tmp_path)

    SweptDisk().write_file(tmp_path / "a", b"a", durable=True)
    SweptDisk().create_file(tmp_path / "b", b"b")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"a", "b": b"b"}


def test_a_writer_that_is_swept_before_it_has_its_lock_writes_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real_flock, swept = fcntl.flock, []

    def flock(descriptor: int, operation: int) -> None:
        if not swept:
            swept.append(True)
            Disk().sweep(tmp_path)
        real_flock(descriptor, operation)

    monkeypatch.setattr(fcntl, "flock", flock)
    Disk().write_file(tmp_path / "a", b"a", durable=False)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"a"}


@pytest.mark.parametrize("below", ["file", "file/deeper", "file/deeper/still"])
@pytest.mark.parametrize("durable", [True, False])
def test_a_folder_that_cannot_be_is_named(tmp_path: Path, below: str, durable: bool) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(MailroomError) as caught:
        Disk().make_dir(tmp_path / below, durable=durable)
    assert caught.value.code is ErrorCode.HOME_UNWRITABLE


@pytest.mark.parametrize("seed", SEEDS)
def test_a_durable_write_survives_a_power_cut_whole(tmp_path: Path, seed: int) -> None:
    root = tmp_path / "home"
    root.mkdir()
    disk = ForgetfulDisk(root)
    disk.make_dir(root / "a" / "b", durable=True)
    disk.write_file(root / "a" / "b" / "safe", b"safe", durable=True)
    disk.write_file(root / "a" / "b" / "hasty", b"hasty", durable=False)
    disk.append(root / "a" / "log", b"one\n", durable=True)
    disk.append(root / "a" / "log", b"two\n", durable=False)
    disk.crash(random.Random(seed))
    assert (root / "a" / "b" / "safe").read_bytes() == b"safe"
    assert (root / "a" / "log").read_bytes().startswith(b"one\n")


def test_a_hasty_write_can_be_lost_or_torn(tmp_path: Path) -> None:
    left = set()
    for seed in SEEDS:
        root = tmp_path / str(seed)
        root.mkdir()
        disk = ForgetfulDisk(root)
        disk.write_file(root / "hasty", b"hasty", durable=False)
        disk.crash(random.Random(seed))
        left.add((root / "hasty").read_bytes() if (root / "hasty").exists() else None)
    assert {None, b"hasty"} < left
