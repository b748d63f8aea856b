"""Which documents are handed to which run: batches, and whether somebody still works on them.

A batch that a sensor asked for lives as long as its run; one of the command line as long as its process holds the lock.
What failed before is asked for again in smaller batches, so that one deadly document does not drag others along.
"""

from __future__ import annotations

import fcntl
import os
import uuid
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from types import TracebackType

from mailroom_dagster.errors import MailroomError
from mailroom_dagster.hashing import fingerprint
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import Manifest

OF_COMMAND_LINE = "cli-"
SHRINK = 8  # each failed attempt divides the batch size by this


@dataclass(frozen=True)
class Batch:
    """Documents for one run. `key` is the same for the same documents at the same attempt."""

    key: str
    doc_ids: tuple[str, ...]
    partition_keys: tuple[str, ...]
    attempt: int


def plan_batches(mailroom: Mailroom, running: Callable[[str], bool], limit: int) -> list[Batch]:
    """Batches for up to `limit` queued documents that nobody works on; their markers name the batch from now on."""
    queued = mailroom.pending.batches()
    taken = busy_batches(mailroom, running)
    free = [item for batch, ids in queued.items() if batch not in taken for item in known(mailroom, ids)]
    batches: list[Batch] = []
    for attempt in sorted({item.attempts for item in free}):
        same = [item for item in free if item.attempts == attempt]
        size = max(1, mailroom.policy.intake.batch_size // SHRINK**attempt)
        batches += [_batch(same[first : first + size], attempt) for first in range(0, len(same), size)]
    chosen = _up_to(batches, limit)
    for batch_of_run in chosen:
        mailroom.pending.add(batch_of_run.doc_ids, batch_of_run.key)
    return chosen


def busy_batches(mailroom: Mailroom, running: Callable[[str], bool]) -> set[str | None]:
    """The batches of queued documents that a run or a process of the command line still works on."""
    batches = mailroom.pending.batches()
    return {batch for batch in batches if batch and (running(batch) or is_held(mailroom.home, batch))}


def known(mailroom: Mailroom, doc_ids: Iterable[str]) -> list[Manifest]:
    """The manifests of queued documents, without those that cannot be read or are not there."""
    found = []
    for doc_id in doc_ids:
        try:
            found.append(mailroom.store.manifest(doc_id))
        except MailroomError:
            continue  # `mailroom check` names it
    return found


def _batch(manifests: list[Manifest], attempt: int) -> Batch:
    doc_ids = tuple(item.doc_id for item in manifests)
    generations = [item.generation for item in manifests]
    key = fingerprint(documents=list(doc_ids), attempt=attempt, generations=generations)[:24]
    return Batch(key, doc_ids, tuple(item.partition_key for item in manifests), attempt)


def _up_to(batches: list[Batch], limit: int) -> list[Batch]:
    chosen: list[Batch] = []
    for batch in batches:
        if chosen and sum(len(item.doc_ids) for item in chosen) + len(batch.doc_ids) > limit:
            break
        chosen.append(batch)
    return chosen


def adopt(mailroom: Mailroom, doc_ids: Collection[str], batch: str) -> list[str]:
    """Hand queued documents and their attachments to a batch when the command line that had them is gone.

    Returns which. A run's documents stay its own.
    """
    queued = mailroom.pending.batches() if doc_ids else {}
    left = [doc_id for owner, ids in queued.items() if _is_gone(mailroom, owner) for doc_id in ids]
    adopted = [doc_id for doc_id in left if _is_of(mailroom, doc_id, doc_ids)]
    mailroom.pending.add(adopted, batch)
    return adopted


def _is_of(mailroom: Mailroom, doc_id: str | None, family: Collection[str]) -> bool:
    """Whether a document is one of a family, or came with one of them."""
    if doc_id is None or doc_id in family:
        return doc_id is not None
    return any(_is_of(mailroom, item.parent, family) for item in known(mailroom, [doc_id]))


def _is_gone(mailroom: Mailroom, owner: str | None) -> bool:
    return owner is None or (owner.startswith(OF_COMMAND_LINE) and not is_held(mailroom.home, owner))


class HeldBatch:
    """Context manager: a batch of this process, held until it ends however it ends."""

    def __init__(self, home: Home) -> None:
        self.key = f"{OF_COMMAND_LINE}{uuid.uuid4().hex[:16]}"
        self._folder = home.control / "batches"

    def __enter__(self) -> HeldBatch:
        self._folder.mkdir(parents=True, exist_ok=True)
        self._descriptor = os.open(self._folder / self.key, os.O_RDWR | os.O_CREAT, 0o644)
        fcntl.flock(self._descriptor, fcntl.LOCK_EX)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        (self._folder / self.key).unlink(missing_ok=True)
        os.close(self._descriptor)


def is_held(home: Home, batch: str) -> bool:
    """Whether a living process holds the batch."""
    try:
        descriptor = os.open(home.control / "batches" / batch, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False
