"""Labelled documents: what training learns from and evaluation measures on.

Belongs here: the shape, the guard that only train rows are learned from, and the texts written for this project.
Reading datasets is `evaluation`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.reading.model import DocumentText, Page, PageSource
from mailroom_dagster.taxonomy.model import UNKNOWN

HANDWRITTEN = "handwritten"
CLASSES_FILE, BACKGROUND_FILE = "handwritten_classes.yaml", "handwritten_background.yaml"
TRAIN = "train"


@dataclass(frozen=True)
class Labelled:
    """One document with its true class (or `unknown`). `source` is where it comes from, such as a repository."""

    name: str
    sha256: str  # of the original bytes
    split: str
    doc_class: str
    source: str
    document: DocumentText
    origin: str = "real"  # real | template | synthetic | handwritten
    subtype: str | None = None


def require_train(rows: Iterable[Labelled]) -> None:
    """Raises evaluation_refused when any row is not of the train split."""
    if strangers := sum(row.split != TRAIN for row in rows):
        raise MailroomError(
            ErrorCode.EVALUATION_REFUSED,
            f"{strangers} document(s) are not of the train split and must not be fitted on",
        )


def handwritten(folder: Path) -> list[Labelled]:
    """The training texts of a models folder that were written for this project; none when the files are not there."""
    return [*_texts(folder / CLASSES_FILE, background=False), *_texts(folder / BACKGROUND_FILE, background=True)]


def plain_document(text: str) -> DocumentText:
    """A text as a document of one page."""
    source = PageSource.TEXT_LAYER if text.strip() else PageSource.UNREAD
    return DocumentText(
        text=text, pages=(Page(number=1, start=0, end=len(text), source=source),), media_type="text/plain"
    )


def _texts(path: Path, *, background: bool) -> Sequence[Labelled]:
    if not path.exists():
        return ()
    content = yaml.safe_load(path.read_text(encoding="utf-8"))
    return [
        Labelled(
            name=f"{HANDWRITTEN}/{kind}/{number}",
            sha256=sha256_bytes(text.encode()),
            split=TRAIN,
            doc_class=UNKNOWN if background else kind,
            source=f"{HANDWRITTEN} {kind}" if background else HANDWRITTEN,
            document=plain_document(text),
            origin=HANDWRITTEN,
        )
        for kind, texts in content.items()
        for number, text in enumerate(texts)
    ]
