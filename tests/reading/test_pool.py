"""The pool: whatever one file does to its reader, it is named, and the other files are read."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from pathlib import Path

import pytest

from mailroom_dagster.errors import MailroomError
from mailroom_dagster.policy import MIB, ReadingPolicy
from mailroom_dagster.reading.model import Reading
from mailroom_dagster.reading.pool import ReaderPool, ReadJob
from tests.corpus.generate import WORDS, pdf
from tests.faults.reader_faults import misbehaving_read


def outcomes(folder: Path, names: list[str], policy: ReadingPolicy) -> dict[str, str]:
    """Read one good file under each name; `text` or the error's code, by name."""
    (folder / "good").write_text(WORDS)
    (folder / "cache").mkdir()
    jobs = [ReadJob(name, folder / "good", name) for name in names]
    with ReaderPool(policy, folder / "cache", read=misbehaving_read) as pool:
        return {
            name: outcome.code.value if isinstance(outcome, MailroomError) else "text"
            for name, outcome in pool.read_many(jobs)
        }


def test_each_fault_costs_one_document_and_is_named(tmp_path: Path) -> None:
    policy = ReadingPolicy(workers=2, max_memory=2048 * MIB, max_file_bytes=2 * MIB)
    faults = {
        "segfault": "reader_crashed",
        "killed": "out_of_memory",
        "leave": "reader_crashed",
        "memory": "out_of_memory",
        "bug": "internal",
        "connect": "internal",
        "program": "internal",
        "write_outside": "internal",
        "write_much": "internal",
    }
    names = [name for fault in faults for name in (fault, f"after_{fault}.txt")]

    found = outcomes(tmp_path, names, policy)

    assert {name: found[name] for name in faults} == faults
    assert all(found[f"after_{fault}.txt"] == "text" for fault in faults)
    assert not (tmp_path / "written_outside").exists()
    assert (tmp_path / "cache" / "big").stat().st_size <= 2 * MIB


@pytest.mark.parametrize("fault", ["hang", "spin"])
def test_a_reader_that_does_not_end_is_stopped(tmp_path: Path, fault: str) -> None:
    found = outcomes(tmp_path, [fault, "good.txt"], ReadingPolicy(workers=1, max_seconds=2))

    assert found == {fault: "timeout", "good.txt": "text"}


def test_pages_are_drawn_in_a_worker(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(pdf("one", "two"))
    with ReaderPool(ReadingPolicy(workers=1)) as pool:
        pictures = pool.page_images(tmp_path / "a.pdf", [2])
        with pytest.raises(MailroomError) as caught:
            pool.page_images(tmp_path / "gone.pdf", [1])

    assert [(number, data[:4]) for number, data in pictures.items()] == [(2, b"\x89PNG")]
    assert caught.value.code == "file_vanished"


_OWNER = """
import sys
from pathlib import Path
from mailroom_dagster.policy import ReadingPolicy
from mailroom_dagster.reading.pool import ReaderPool, ReadJob
from tests.faults.reader_faults import misbehaving_read

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    with ReaderPool(ReadingPolicy(workers=2), folder, read=misbehaving_read) as pool:
        list(pool.read_many([ReadJob(number, folder / "good", "announce_and_spin") for number in "12"]))
"""


def test_readers_end_with_their_owner_however_it_ends(tmp_path: Path) -> None:
    (tmp_path / "good").write_text(WORDS)
    (tmp_path / "owner.py").write_text(_OWNER)
    command = [sys.executable, str(tmp_path / "owner.py"), str(tmp_path)]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as owner:
        assert owner.stdout
        readers = [os.pidfd_open(int(owner.stdout.readline())) for _ in range(2)]
        assert select.select(readers, [], [], 0)[0] == []  # busy
        owner.kill()
        ended = [bool(select.select([reader], [], [], 60)[0]) for reader in readers]
        for reader in readers:
            os.close(reader)

    assert ended == [True, True]


def test_originals_are_only_read(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf(WORDS))
    path.chmod(0o444)
    before = path.read_bytes()
    with ReaderPool(ReadingPolicy(workers=1), tmp_path / "cache") as pool:
        [(_, outcome)] = pool.read_many([ReadJob("d", path, "a.pdf")])

    assert isinstance(outcome, Reading)
    assert path.read_bytes() == before
