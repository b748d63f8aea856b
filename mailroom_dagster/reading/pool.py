"""Worker processes that read files: memory, CPU, file size and wall clock bounded, so a bad file costs itself only.

Belongs here: isolation and what the death of a worker is called. Does not belong here: reading (`readers`).
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from pebble import ProcessExpired, ProcessPool

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.policy import ReadingPolicy
from mailroom_dagster.reading.model import Reading
from mailroom_dagster.reading.readers import read_file
from mailroom_dagster.reading.sandbox import allow_cpu_seconds, end_with, enter
from mailroom_dagster.reading.vision import page_images

T = TypeVar("T")
Read = Callable[[Path, str, ReadingPolicy, Path | None], Reading]

_TASKS_OF_A_WORKER = 200  # then it is replaced, and whatever its libraries leaked with it
_AHEAD = 4  # files in flight for each worker, so that results do not pile up


@dataclass(frozen=True)
class ReadJob:
    """One file to read; `name` is the name it came under."""

    doc_id: str
    path: Path
    name: str


class ReaderPool:
    """Reads many files side by side. Use as a context manager.

    `cache_dir` keeps what OCR read. `read` is what a worker does with a file; tests put fakes in its stead.
    """

    def __init__(self, policy: ReadingPolicy, cache_dir: Path | None = None, read: Read = read_file) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([__name__])
        self._policy = policy
        self._cache_dir = cache_dir
        self._read = read
        owned, self._owner = context.Pipe(duplex=False)  # closed when this process ends, however it ends
        self._pool = ProcessPool(
            max_workers=policy.workers,
            max_tasks=_TASKS_OF_A_WORKER,
            initializer=_begin,
            initargs=(owned, policy.max_memory, policy.max_file_bytes, cache_dir),
            context=context,
        )

    def __enter__(self) -> ReaderPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.stop()
        self._pool.join()
        self._owner.close()

    def read_many(self, jobs: Sequence[ReadJob]) -> Iterator[tuple[str, Reading | MailroomError]]:
        """Each job's doc_id with its reading or its error, as they are done."""
        waiting = iter(jobs)
        running: dict[Future[Reading], str] = {}
        while True:
            for job in waiting:
                running[self._schedule(self._read, job.path, job.name, self._policy, self._cache_dir)] = job.doc_id
                if len(running) >= _AHEAD * self._policy.workers:
                    break
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                outcome: Reading | MailroomError = _outcome(future)
                yield running.pop(future), outcome

    def page_images(self, path: Path, numbers: Sequence[int]) -> dict[int, bytes]:
        """PNG pictures of pages (from 1), drawn in a worker. Raises MailroomError."""
        future = self._schedule(page_images, path, tuple(numbers), self._policy)
        outcome = _outcome(future)
        if isinstance(outcome, MailroomError):
            raise outcome
        return outcome

    def _schedule(self, function: Callable[..., T], *arguments: object) -> Future[T]:
        seconds = self._policy.max_seconds
        return self._pool.schedule(_bounded, (seconds, function, *arguments), timeout=seconds)


def _begin(owner: Connection, memory_bytes: int, file_bytes: int, cache_dir: Path | None) -> None:
    """What a worker does first."""
    end_with(owner)
    enter(memory_bytes, file_bytes, cache_dir)


def _bounded(seconds: int, function: Callable[..., T], *arguments: object) -> T:
    """What runs in the worker."""
    allow_cpu_seconds(seconds)
    return function(*arguments)


def _outcome(future: Future[T]) -> T | MailroomError:
    try:
        return future.result()
    except MailroomError as error:
        return error
    except FutureTimeout:
        return MailroomError(ErrorCode.TIMEOUT, "reading was stopped by the clock")
    except MemoryError:
        return MailroomError(ErrorCode.OUT_OF_MEMORY, "the reader hit its memory limit")
    except ProcessExpired as error:
        return _death(error.exitcode)
    except Exception as error:
        return MailroomError(ErrorCode.INTERNAL, f"the reader failed with {type(error).__name__}")


def _death(exit_code: int) -> MailroomError:
    """A worker's exit code in words; negative ones are signals."""
    if exit_code == -signal.SIGXCPU:
        return MailroomError(ErrorCode.TIMEOUT, "reading used up its CPU time")
    if exit_code == -signal.SIGKILL:
        why = "the system killed the reader, as it does when memory runs out"
        return MailroomError(ErrorCode.OUT_OF_MEMORY, "the reader was killed", why=why)
    name = signal.Signals(-exit_code).name if -exit_code in set(signal.Signals) else f"exit code {exit_code}"
    return MailroomError(ErrorCode.READER_CRASHED, f"the reader process ended with {name}")
