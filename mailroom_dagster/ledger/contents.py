"""Whether the files that the ledger speaks of still are what it says: outputs by path, originals by document.

Belongs here: comparing files with entries. Does not belong here: the chain itself. An output is written again when its
stage is done again, so the latest entry of a path counts; an empty hash says that the file was taken away on purpose.
"""

from __future__ import annotations

import json
import random
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from mailroom_dagster.errors import MailroomError
from mailroom_dagster.ledger.blocks import Block
from mailroom_dagster.ledger.findings import Kind, Problem
from mailroom_dagster.ledger.model import OWN_DOC_ID
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk


@dataclass
class Mentions:
    """Every document, and the output paths of all or of the mailroom itself, as the entries go, in little memory."""

    of_all: bool
    paths: array[int] = field(default_factory=lambda: array("q"))  # a path's hash, one an output
    documents: set[str] = field(default_factory=set)

    def take(self, block: Block) -> None:
        """Note what a block mentions."""
        self.documents.update(block.doc_id)
        for doc_id, outputs in zip(block.doc_id, block.output_hashes, strict=True):
            if self.of_all or doc_id == OWN_DOC_ID:
                self.paths.extend(map(hash, outputs_of(outputs)))

    def names(self, path: str) -> bool:
        """Whether some entry speaks of this path."""
        return hash(path) in self.paths

    def latest(self) -> npt.NDArray[np.bool_]:
        """For each output mentioned, whether no later entry speaks of the same path."""
        keys = np.frombuffer(self.paths, dtype=np.int64) if self.paths else np.empty(0, np.int64)
        last = np.zeros(len(keys), dtype=np.bool_)
        last[len(keys) - 1 - np.unique(keys[::-1], return_index=True)[1]] = True
        return last

    def sample(self, size: int, seed: int | None = None) -> frozenset[str]:
        """So many documents by chance, and the ledger's own files."""
        known = sorted(self.documents - {OWN_DOC_ID})
        chosen = random.Random(seed).sample(known, min(size, len(known)))  # noqa: S311 (not for secrets)
        return frozenset((OWN_DOC_ID, *chosen))


def outputs_of(text: str) -> dict[str, str]:
    """The output hashes of an entry; none where the text is not what the ledger writes, which the walk has named."""
    try:
        return dict(json.loads(text)) if text else {}
    except (ValueError, TypeError, RecursionError):
        return {}


class Contents:
    """Compares the files of the documents that `wanted` picks."""

    def __init__(self, home: Home, disk: Disk, mentions: Mentions, wanted: Callable[[str], bool]) -> None:
        self.files = 0
        self._home = home
        self._disk = disk
        self._mentions = mentions
        self._wanted = wanted

    def problems(self, blocks: Iterable[Block]) -> Iterator[Problem]:
        """One problem a file that is missing or differs, in the order of the entries."""
        place, latest = 0, self._mentions.latest()
        seen: set[str] = set()
        for block in blocks:
            for seq, doc_id, sha256, outputs in zip(
                block.seq, block.doc_id, block.doc_sha256, block.output_hashes, strict=True
            ):
                wanted = self._wanted(doc_id)
                if sha256 and wanted and doc_id not in seen:
                    seen.add(doc_id)
                    yield from self._original(seq, doc_id, sha256)
                original = f"documents/{doc_id}/source/" if sha256 else None
                for path, stated in outputs_of(outputs).items():
                    if wanted and stated and latest[place] and not (original and path.startswith(original)):
                        yield from self._output(seq, doc_id, path, stated)
                    place += 1

    def _original(self, seq: int, doc_id: str, sha256: str) -> Iterator[Problem]:
        try:
            source = self._home.document(doc_id) / "source"
        except MailroomError:
            files = []
        else:
            files = [path for path in self._disk.glob(source, "*") if not path.is_dir()]
        if not files:
            yield Problem(kind=Kind.MISSING_OUTPUT, seq=seq, doc_id=doc_id, message="the original is missing")
        for file in files:
            yield from self._compare(Kind.CHANGED_ORIGINAL, seq, doc_id, file, sha256)

    def _output(self, seq: int, doc_id: str, path: str, stated: str) -> Iterator[Problem]:
        try:
            file = self._home.inside(self._home.root / path)
        except (OSError, ValueError, MailroomError):
            message = "the entry names a path outside the home"
            yield Problem(kind=Kind.EDIT, seq=seq, doc_id=doc_id, path=path, message=message)
            return
        yield from self._compare(Kind.CHANGED_OUTPUT, seq, doc_id, file, stated)

    def _compare(self, kind: Kind, seq: int, doc_id: str, file: Path, stated: str) -> Iterator[Problem]:
        self.files += 1
        try:
            actual = self._disk.sha256(file)
        except OSError as error:
            kind, message = Kind.MISSING_OUTPUT, f"the file cannot be read: {error.strerror}"
        else:
            message = "its bytes are not those that were entered"
            if actual == stated:
                return
        path = file.relative_to(self._home.root).as_posix()
        yield Problem(kind=kind, seq=seq, doc_id=doc_id, path=path, message=message)
