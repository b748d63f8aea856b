"""Worker processes that read files: memory, CPU, file size and wall clock bounded, so a bad file costs itself only.

Belongs here: isolation and what the death of a worker is called. Does not belong here: reading (`readers`).
"""

from __future__ import annotations

import multiprocessing
import resource
from collections.abc import Iterator, Sequence
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from pebble import ProcessExpired, ProcessFuture, ProcessPool

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.policy import ReadingPolicy
from mailroom_dagster.reading.model import Reading
from mailroom_dagster.reading.readers import read_file


@dataclass(frozen=True)
class ReadJob:
    """One file to read; `name` is the name it came under."""

    doc_id: str
    path: Path
    name: str


class ReaderPool:
    """Reads many files side by side. Use as a context manager."""

    def __init__(self, policy: ReadingPolicy) -> None:
        self._policy = policy
        self._pool = ProcessPool(
            max_workers=policy.workers,
            initializer=_limit,
            initargs=(policy,),
            context=multiprocessing.get_context("forkserver"),
        )

    def __enter__(self) -> ReaderPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.stop()
        self._pool.join()

    def read_many(self, jobs: Sequence[ReadJob]) -> Iterator[tuple[str, Reading | MailroomError]]:
        """Each job's doc_id with its reading or its error, in the order of the jobs."""
        futures = [
            self._pool.schedule(read_file, (job.path, job.name, self._policy), timeout=self._policy.max_seconds)
            for job in jobs
        ]
        for job, future in zip(jobs, futures, strict=True):
            yield job.doc_id, _outcome(future)


def _outcome(future: ProcessFuture[Reading]) -> Reading | MailroomError:
    try:
        reading: Reading = future.result()
    except MailroomError as error:
        return error
    except FutureTimeout:
        return MailroomError(ErrorCode.TIMEOUT, "reading was stopped")
    except MemoryError:
        return MailroomError(ErrorCode.OUT_OF_MEMORY, "reading was stopped")
    except ProcessExpired as error:
        return MailroomError(ErrorCode.READER_CRASHED, f"the reader ended with exit code {error.exitcode}")
    except Exception as error:
        return MailroomError(ErrorCode.CORRUPT, f"the file cannot be parsed ({type(error).__name__})")
    return reading


def _limit(policy: ReadingPolicy) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (policy.max_memory, policy.max_memory))
