"""Faults at single system calls: a forked child does one thing under strace, which kills it or makes a call fail.

Needs strace (Debian package) and the right to trace; where either is missing the test is skipped and says so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

CALLS = (
    "openat", "write", "fsync", "rename", "link", "linkat", "unlink", "mkdir", "truncate", "ftruncate", "flock",
)  # fmt: skip
FAULTS = ("signal=SIGKILL", "error=EIO", "error=ENOSPC")
MOST = 200  # calls of one name; more would mean that counting went wrong
DONE, REFUSED = 0, 7


def require_strace(tmp_path: Path) -> None:
    """Skip, loudly, where faults cannot be injected."""
    if not shutil.which("strace"):
        pytest.skip("SYSTEM CALL FAULTS NOT TESTED: strace is not installed (apt-get install strace)")
    probe = subprocess.run(
        ["strace", "-o", str(tmp_path / "probe"), "true"], capture_output=True, text=True, check=False
    )
    if probe.returncode:
        pytest.skip(f"SYSTEM CALL FAULTS NOT TESTED: tracing is refused here: {probe.stderr.strip()}")


def do_under_fault(act: Callable[[], None], call: str, fault: str, number: int) -> tuple[int, bool]:
    """Run `act` in a child with a fault at its `number`-th `call`.

    Returns how it ended (DONE, REFUSED for an exception, -9 when killed) and whether the fault was reached.
    """
    ready, go = os.pipe()
    child = os.fork()
    if child == 0:
        os.read(ready, 1)
        try:
            act()
        except BaseException:
            os._exit(REFUSED)
        os._exit(DONE)
    with tempfile.NamedTemporaryFile("r", prefix="strace-") as log:
        inject = f"inject={call}:{fault}:when={number}"
        command = ["strace", "-f", "-p", str(child), "-e", f"trace={call}", "-e", inject, "-o", log.name]
        tracer = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert tracer.stderr is not None
        attached = tracer.stderr.readline()
        assert "attached" in attached, attached
        os.write(go, b"g")
        _, status = os.waitpid(child, 0)
        tracer.wait()
        tracer.stderr.close()
        text = log.read()
    os.close(ready)
    os.close(go)
    return os.waitstatus_to_exitcode(status), "INJECTED" in text or "killed by SIGKILL" in text
