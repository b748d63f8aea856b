"""The data directory: where everything lies, and the one place that turns names into safe paths."""

from __future__ import annotations

import os
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.records.model import Stage

NAME_BYTES = 180  # room for a suffix and a temp prefix within the usual 255
SLUG_CHARACTERS = 40
_DOC_ID = re.compile(r"[0-9a-f]{16}")
_RESERVED = re.compile(r"(?i)^(con|prn|aux|nul|com\d|lpt\d)(\.|$)")


@dataclass(frozen=True)
class Home:
    """Paths below one home. Holds no open files."""

    root: Path
    objects: str | None = None  # the URL of an object store for documents, archive and catalog

    @classmethod
    def at(cls, root: str | Path) -> Home:
        """The home in a folder, with its objects where `MAILROOM_OBJECTS` says, if that is set."""
        return cls(Path(root).expanduser().resolve(), os.environ.get("MAILROOM_OBJECTS") or None)

    @classmethod
    def from_environment(cls) -> Home:
        """`MAILROOM_HOME`, default ./var."""
        return cls.at(os.environ.get("MAILROOM_HOME", "var"))

    @property
    def inbox(self) -> Path:
        """Files are dropped here, in a subfolder for a matter."""
        return self.root / "inbox"

    @property
    def claims(self) -> Path:
        """Files between inbox and documents, one folder a claimer."""
        return self.root / "claims"

    @property
    def documents(self) -> Path:
        """One folder a document."""
        return self.root / "documents"

    @property
    def ledger(self) -> Path:
        """The audit ledger."""
        return self.root / "ledger"

    @property
    def catalog(self) -> Path:
        """Parquet tables."""
        return self.root / "catalog"

    @property
    def calls(self) -> Path:
        """The log of model calls."""
        return self.root / "calls"

    @property
    def review(self) -> Path:
        """What waits for a person."""
        return self.root / "review"

    @property
    def failed(self) -> Path:
        """What could not be read, and what was quarantined."""
        return self.root / "failed"

    @property
    def archive(self) -> Path:
        """Finished documents: <matter>/<class>/<name>."""
        return self.root / "archive"

    @property
    def duplicates(self) -> Path:
        """Arrivals whose bytes were here already."""
        return self.root / "duplicates"

    @property
    def control(self) -> Path:
        """Pause file, sensor hints and locks."""
        return self.root / "control"

    @property
    def questions(self) -> Path:
        """The index of sections, and the answers given; made when the first question comes."""
        return self.root / "questions"

    @property
    def folders(self) -> tuple[Path, ...]:
        """Every folder a home has."""
        return (
            self.inbox, self.claims, self.documents, self.ledger, self.catalog, self.calls, self.review, self.failed,
            self.archive, self.duplicates, self.control,
        )  # fmt: skip

    def document(self, doc_id: str) -> Path:
        """The folder of a document. Raises unknown_document for anything that is not a doc_id."""
        if not is_doc_id(doc_id):
            raise MailroomError(ErrorCode.UNKNOWN_DOCUMENT, "not a doc_id (16 hex digits)")
        return self.documents / doc_id

    def record(self, doc_id: str, stage: Stage) -> Path:
        """The file of one record."""
        return self.document(doc_id) / f"{stage.value}.json"

    def inside(self, path: Path) -> Path:
        """`path`, if it lies in this home. Raises outside_home."""
        if not path.resolve().is_relative_to(self.root.resolve()):
            raise MailroomError(ErrorCode.OUTSIDE_HOME, "a path would leave the home")
        return path


def is_doc_id(name: str) -> bool:
    """Whether a name can be that of a document: 16 hex digits."""
    return _DOC_ID.fullmatch(name) is not None


def safe_name(name: str, fallback: str = "document") -> str:
    """A file or matter name without separators, controls, leading dots, dashes or formula signs; at most 180 bytes."""
    text = unicodedata.normalize("NFC", name.replace("\\", "/")).rsplit("/", 1)[-1]
    text = "".join(" " if unicodedata.category(char)[0] in "CZ" else char for char in text)
    text = re.sub(r"[<>:\"|?*]", "_", re.sub(r" +", " ", text)).strip()
    text = re.sub(r"^[.\-=+@~ ]+", "", text).rstrip(". ")
    if _RESERVED.match(text):
        text = f"_{text}"
    stem, dot, suffix = text.rpartition(".")
    if not dot or len(suffix) > 10:
        stem, dot, suffix = text, "", ""
    room = NAME_BYTES - len((dot + suffix).encode())
    stem = stem.encode()[:room].decode(errors="ignore").strip()
    return f"{stem}{dot}{suffix}" if stem else f"{fallback}{dot}{suffix}"


def slug(name: str) -> str:
    """Lower-case ASCII words joined by dashes, at most 40 characters, never empty."""
    ascii_text = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    words = re.sub(r"[^a-z0-9]+", "-", ascii_text.lower()).strip("-")
    return words[:SLUG_CHARACTERS].strip("-") or "document"


def partition_key(file_name: str, doc_id: str) -> str:
    """What people look for in the Dagster UI: `<slug>--<doc_id>`."""
    return f"{slug(Path(file_name).stem)}--{doc_id}"
