"""What a reader must not be able to do to the mailroom: one named fake a fault, each in place of `read_file`."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from pathlib import Path

from mailroom_dagster.policy import ReadingPolicy
from mailroom_dagster.reading.model import Reading
from mailroom_dagster.reading.readers import read_file


def segfault(cache_dir: Path) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def killed(cache_dir: Path) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def leave(cache_dir: Path) -> None:
    os._exit(3)


def hang(cache_dir: Path) -> None:
    while True:
        time.sleep(1)


def spin(cache_dir: Path) -> None:
    while True:
        pass


def announce_and_spin(cache_dir: Path) -> None:
    os.write(1, f"{os.getpid()}\n".encode())
    spin(cache_dir)


def memory(cache_dir: Path) -> None:
    bytearray(64 * 1024**3)


def bug(cache_dir: Path) -> None:
    raise KeyError("a programming error")


def connect(cache_dir: Path) -> None:
    socket.create_connection(("127.0.0.1", 9), timeout=1)


def program(cache_dir: Path) -> None:
    subprocess.run(["true"], check=False)


def write_outside(cache_dir: Path) -> None:
    (cache_dir.parent / "written_outside").write_text("x")


def write_much(cache_dir: Path) -> None:
    with (cache_dir / "big").open("wb") as file:
        for _ in range(64):
            file.write(b"x" * 1024 * 1024)


FAULTS = {
    fault.__name__: fault
    for fault in (
        segfault, killed, leave, hang, spin, announce_and_spin, memory, bug,
        connect, program, write_outside, write_much,
    )
}  # fmt: skip


def misbehaving_read(path: Path, name: str, policy: ReadingPolicy, cache_dir: Path | None) -> Reading:
    """Do what the file's name says, or read it when it is no fault's name."""
    if name in FAULTS and cache_dir:
        FAULTS[name](cache_dir)
    return read_file(path, name, policy, cache_dir)
