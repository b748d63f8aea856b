"""The texts of a dataset's documents, read once: reading is the slow part and the same for every run.

Belongs here: the cache, keyed by the document's bytes, the reader's version and the reading policy. Its content is the
blind view that the rooms see.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pydantic import BaseModel, ValidationError

from mailroom_dagster.errors import MailroomError
from mailroom_dagster.evaluation.datasets import Sample
from mailroom_dagster.hashing import fingerprint
from mailroom_dagster.policy import Policy
from mailroom_dagster.reading import READER_VERSION
from mailroom_dagster.reading.model import DocumentText, Reading, WordBoxes
from mailroom_dagster.reading.pool import ReaderPool, ReadJob
from mailroom_dagster.storage import Disk


class _Stored(BaseModel):
    document: DocumentText
    words: WordBoxes


class Texts:
    """Readings by sample; `prepare` reads what is missing in worker processes."""

    def __init__(self, folder: Path, policy: Policy, disk: Disk) -> None:
        self._folder = folder
        self._policy = policy
        self._disk = disk
        self._failures: dict[str, MailroomError] = {}

    def prepare(self, samples: Iterable[Sample]) -> None:
        """Read every sample that is not in the cache. A file that cannot be read raises when it is asked for."""
        missing = {item.sha256: item for item in samples if not self._path(item).exists()}
        if not missing:
            return
        self._disk.make_dir(self._folder)
        jobs = [ReadJob(item.sha256, item.path, item.name) for item in missing.values()]
        with ReaderPool(self._policy.reading) as pool:
            for sha256, outcome in pool.read_many(jobs):
                if isinstance(outcome, MailroomError):
                    self._failures[sha256] = outcome
                else:
                    stored = _Stored(document=outcome.document, words=outcome.words)
                    self._disk.write_file(self._path(missing[sha256]), stored.model_dump_json().encode(), durable=False)

    def read(self, sample: Sample) -> Reading:
        """The reading of a prepared sample. Raises what reading raised."""
        if error := self._failures.get(sample.sha256):
            raise error
        try:
            stored = _Stored.model_validate_json(self._path(sample).read_bytes())
        except (FileNotFoundError, ValidationError):  # not prepared, or torn
            self._disk.remove(self._path(sample))
            self.prepare([sample])
            return self.read(sample)
        return Reading(document=stored.document, words=stored.words)

    def _path(self, sample: Sample) -> Path:
        key = fingerprint(sha256=sample.sha256, reader=READER_VERSION, policy=self._policy.digest_of("reading"))
        return self._folder / f"{key}.json"
