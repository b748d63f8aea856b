"""What a check can find, and the report it ends in."""

from __future__ import annotations

from enum import StrEnum
from pathlib import PurePath

from pydantic import BaseModel, ConfigDict

from mailroom_dagster.storage import is_half_written


class FindingKind(StrEnum):
    """The kinds of findings. Their names are what scripts go by."""

    LEDGER_BROKEN = "ledger_broken"
    MANIFEST_UNREADABLE = "manifest_unreadable"
    MANIFEST_DIFFERS = "manifest_differs"
    NOT_IN_LEDGER = "not_in_ledger"
    DOCUMENT_MISSING = "document_missing"
    ORIGINAL_MISSING = "original_missing"
    ORIGINAL_CHANGED = "original_changed"
    RECORD_MISSING = "record_missing"
    RECORD_CHANGED = "record_changed"
    CATALOG_DAMAGED = "catalog_damaged"
    CATALOG_MISSING = "catalog_missing"
    CATALOG_STALE = "catalog_stale"
    BIN_MISSING = "bin_missing"
    BIN_DIFFERS = "bin_differs"
    CALL_LOG_DAMAGED = "call_log_damaged"
    KEY_DAMAGED = "key_damaged"
    STRAY = "stray"


class Finding(BaseModel):
    """One thing that does not agree, with what mends it."""

    model_config = ConfigDict(frozen=True)

    kind: FindingKind
    message: str
    doc_id: str | None = None
    path: str | None = None  # relative to home
    next_step: str = ""


def stray(path: str, doc_id: str | None = None, message: str = "a file that nothing speaks of") -> Finding:
    """A file that has no business where it is; what a kill left half written, recovery removes."""
    step = "`mailroom recover` removes it" if is_half_written(PurePath(path).name) else ""
    return Finding(kind=FindingKind.STRAY, doc_id=doc_id, path=path, message=message, next_step=step)


class CheckReport(BaseModel):
    """What was compared and what was found."""

    model_config = ConfigDict(frozen=True)

    ok: bool
    files: int  # files compared
    documents: int
    problems: tuple[Finding, ...] = ()
