"""Taking in a whole corpus: every file below a folder, under a matter of the corpus's name."""

from __future__ import annotations

from pathlib import Path

from mailroom_dagster.hashing import sha256_file
from mailroom_dagster.pipeline.mailroom import Mailroom

NOT_DOCUMENTS = frozenset({".csv", ".jsonl"})


def take_in_corpus(mailroom: Mailroom, name: str, folder: Path) -> int:
    """Copy the documents of a corpus into the home; returns how many are new. What is here already is not repeated."""
    files = [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix not in NOT_DOCUMENTS and path.name != "ATTRIBUTION.md"
    ]
    known = {manifest.sha256 for manifest in mailroom.store.manifests()}
    fresh = [path for path in files if sha256_file(path) not in known]
    claimed, _ = mailroom.intake.accept_files(fresh, name.upper(), batch=None)
    return sum(not item.duplicate for _, item in claimed)
