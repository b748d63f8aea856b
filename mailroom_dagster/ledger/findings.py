"""What a verification can find, by kind, and the report it ends in."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict


class Kind(StrEnum):
    """The kinds of findings, with the exit code of `mailroom ledger verify` (docs/ledger.md)."""

    EDIT = "edit"
    GAP = "gap"
    REORDER = "reorder"
    TRUNCATION = "truncation"
    FORK = "fork"
    MISSING_OUTPUT = "missing_output"
    CHANGED_OUTPUT = "changed_output"
    CHANGED_ORIGINAL = "changed_original"
    UNKNOWN_KEY = "unknown_key"
    TORN_END = "torn_end"

    @property
    def exit_code(self) -> int:
        """10 for the first kind, and on by one."""
        return 10 + list(Kind).index(self)


class Problem(BaseModel):
    """One finding. `seq` is the first entry that it concerns."""

    model_config = ConfigDict(frozen=True)

    kind: Kind
    seq: int | None = None
    doc_id: str | None = None
    path: str | None = None
    message: str


class VerifyReport(BaseModel):
    """What a verification read and what it found, the first bad seq first."""

    model_config = ConfigDict(frozen=True)

    ok: bool
    entries: int
    files: int  # outputs and originals read again
    heads: int  # signed heads compared
    problems: tuple[Problem, ...] = ()

    @property
    def exit_code(self) -> int:
        """0, or the code of the first problem's kind."""
        return self.problems[0].kind.exit_code if self.problems else 0
