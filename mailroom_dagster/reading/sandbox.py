"""What a worker process may not do: grow, run for ever, write elsewhere, open a connection, start a program.

Belongs here: limits of the process itself. Limits of a file's content are the readers'.
"""

from __future__ import annotations

import fcntl
import gc
import math
import os
import resource
import sys
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

_FORBIDDEN = ("socket.connect", "socket.bind", "socket.getaddrinfo", "subprocess.Popen", "os.system", "os.exec")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_COLLECT_AFTER = 200_000  # new objects: a million words are no garbage, and looking through them takes its time


def end_with(owner: Connection) -> None:
    """Have the system end this process as soon as nobody holds the other end of a pipe, whatever it is busy with."""
    # Opened anew: whom the system tells belongs to what was opened, and all workers share what they inherit.
    pipe = os.open(f"/proc/self/fd/{owner.fileno()}", os.O_RDONLY)
    fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)  # SIGIO, which ends a process
    if owner.poll():  # it was closed before
        os._exit(1)


def enter(memory_bytes: int, file_bytes: int, cache_dir: Path | None) -> None:
    """Bound this process for the rest of its life; it may write below `cache_dir` and nowhere else."""
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes, file_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    gc.set_threshold(_COLLECT_AFTER)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, sys.__stderr__.fileno() if sys.__stderr__ else 2)  # Tesseract talks to itself there
    allowed = str(cache_dir.resolve()) + os.sep if cache_dir else None

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if event in _FORBIDDEN:
            raise PermissionError(f"a reader may not use {event}")
        if event == "open" and isinstance(arguments[2], int) and arguments[2] & _WRITING:
            path = arguments[0]
            if isinstance(path, str | bytes | os.PathLike) and not _may_write(os.fspath(path), allowed):
                raise PermissionError("a reader may write to its cache only")

    sys.addaudithook(watch)


def _may_write(path: str | bytes, allowed: str | None) -> bool:
    real = os.path.realpath(os.fsdecode(path))
    return real == os.devnull or (allowed is not None and real.startswith(allowed))


def allow_cpu_seconds(seconds: int) -> None:
    """Let this process use so much more CPU; past it, the system ends it with SIGXCPU."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    soft = math.ceil(usage.ru_utime + usage.ru_stime) + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.getrlimit(resource.RLIMIT_CPU)[1]))
