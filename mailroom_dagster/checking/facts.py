"""What the ledger and the catalog say of every document, read once, to be held against the files.

Belongs here: gathering. Does not belong here: comparing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from pydantic import ValidationError

from mailroom_dagster.catalog import Catalog
from mailroom_dagster.ledger import Ledger
from mailroom_dagster.ledger.model import LedgerEntry
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import Manifest, State
from mailroom_dagster.records.store import RecordStore
from mailroom_dagster.storage import Disk

_STATES = frozenset(State)


@dataclass
class Entered:
    """What the ledger says of one document."""

    sha256: str = ""
    outputs: dict[str, str] = field(default_factory=dict)  # path relative to home -> sha256 of the latest entry
    state: str | None = None  # of the latest entry that tells one
    reason: str = ""


@dataclass
class Facts:
    """Everything that the comparisons need. `files` counts what was read."""

    home: Home
    disk: Disk
    ledger: Ledger
    catalog: Catalog
    ledger_is_sound: bool
    catalogued: dict[str, str] | None = None  # by document, the hash of the manifest its row is of; None: not known
    files: int = 0

    @cached_property
    def store(self) -> RecordStore:
        """The records."""
        return RecordStore(self.home, self.disk)

    @cached_property
    def entered(self) -> dict[str, Entered]:
        """By document, what the ledger says; of the mailroom itself under its own id."""
        found: dict[str, Entered] = {}
        for entry in self.ledger.entries() if self.ledger_is_sound else ():
            _take(found.setdefault(entry.doc_id, Entered()), entry)
        return found

    @cached_property
    def manifests(self) -> dict[str, Manifest]:
        """By document folder, the manifests that can be read and are of that document."""
        found = {}
        for folder in self.folders():
            try:
                manifest = Manifest.model_validate_json(self.disk.read(folder / "manifest.json"))
            except (OSError, ValidationError):
                continue
            if manifest.doc_id == folder.name:
                found[folder.name] = manifest
        return found

    def folders(self) -> list[Path]:
        """Everything in documents/."""
        return self.disk.glob(self.home.documents, "*")

    def sha256(self, path: Path) -> str | None:
        """The hash of a file, None when it cannot be read."""
        self.files += 1
        try:
            return self.disk.sha256(path)
        except OSError:
            return None

    def relative(self, path: Path) -> str:
        """A path as entries and findings name it."""
        return path.relative_to(self.home.root).as_posix()


def manifest_hashes(catalog: Catalog) -> dict[str, str]:
    """By document, the sha256 of the manifest that its row was made from. Raises record_corrupt."""
    rows = catalog.query("SELECT doc_id, manifest_sha256 FROM documents").to_pydict()
    return dict(zip(rows["doc_id"], rows["manifest_sha256"], strict=True))


def _take(entered: Entered, entry: LedgerEntry) -> None:
    entered.sha256 = entry.doc_sha256 or entered.sha256
    entered.outputs.update(entry.output_hashes)
    state = entry.detail.get("state")
    if entry.event in _STATES and state == entry.event:
        entered.state, entered.reason = state, str(entry.detail.get("reason", ""))
