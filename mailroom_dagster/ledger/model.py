"""What the ledger holds: events as they are handed in, and entries as they are chained."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

GENESIS = "0" * 64  # prev_hash of the first entry, and doc_prev_hash of a document's first
OWN_DOC_ID = "-"


class LedgerEvent(BaseModel):
    """One thing that happened. `event_id` makes it unique within its document: the same id is never entered twice.

    `detail` is JSON without document text. Numbers in it are strings or integers within 2**53, or floats.
    """

    model_config = ConfigDict(frozen=True)

    event_id: str
    doc_id: str  # OWN_DOC_ID for events of the mailroom itself
    doc_sha256: str = ""
    stage: str
    event: str  # claimed, duplicate, text, classification, decision …, archived, parked, review_approved …
    actor: str
    code_version: str = ""
    input_hashes: dict[str, str] = Field(default_factory=dict)
    output_hashes: dict[str, str] = Field(default_factory=dict)  # path relative to home -> sha256
    detail: dict[str, Any] = Field(default_factory=dict)


class LedgerEntry(LedgerEvent):
    """A chained event. entry_hash = sha256 of the RFC 8785 JSON of everything else."""

    seq: int  # from 1
    ts: str
    doc_prev_hash: str
    prev_hash: str
    entry_hash: str


class LedgerHead(BaseModel):
    """The newest entry: its seq, which is also the number of entries (0 for an empty ledger), and its hash."""

    model_config = ConfigDict(frozen=True)

    seq: int
    entry_hash: str


EMPTY_HEAD = LedgerHead(seq=0, entry_hash=GENESIS)
