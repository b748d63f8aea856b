"""One row of the call log, and how it becomes a line that shows when it was cut or changed.

Belongs here: the row's shape and its line. Does not belong here: files (`providers.calls`), sums (`spending`).
A line is JSON, `{"sha256": …, "row": {…}}`, the hash being over the bytes of the row; DuckDB reads it as it is.
"""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.providers.base import CallSummary

ANSWERED = "answered"  # the outcome of an attempt whose answer was validated
_HEAD, _BETWEEN, _TAIL = b'{"sha256":"', b'","row":', b"}"
_BODY_AT = len(_HEAD) + 64 + len(_BETWEEN)


class RowKind(StrEnum):
    """Started before the request leaves, ended before its answer is used; a cap stops a run, closed ends it."""

    STARTED = "started"
    ENDED = "ended"
    STOPPED = "stopped"
    CLOSED = "closed"


class CallRow(BaseModel):
    """One attempt at a model, at its start or at its end. None means unknown, never 0. `at` is UTC ISO 8601."""

    model_config = ConfigDict(frozen=True)

    kind: RowKind
    at: str
    run_id: str
    call_id: str = ""
    doc_id: str = ""
    role: Role | None = None
    provider: str = ""
    model: str = ""  # as asked; as answered once it answered
    prompt_hash: str = ""
    request_hash: str = ""
    json_mode: str = ""
    attempt: int = 1
    worst_usd: float | None = None
    worst_tokens: int = 0  # generated at most
    outcome: str = ""
    why: str = ""
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_usd: float | None = None
    latency_seconds: float | None = None
    token_probability: float | None = None
    answer: dict[str, Any] | None = None  # validated, only with the outcome `answered`
    earlier: tuple[CallSummary, ...] = ()  # failed attempts that led to this answer

    @property
    def day(self) -> str:
        """The UTC day of the attempt's start."""
        return self.at[:10]

    @property
    def spent(self) -> float:
        """USD that count against a cap: the cost, or the worst case while it is unknown."""
        return self.cost_usd if self.cost_usd is not None else self.worst_usd or 0.0

    @property
    def generated(self) -> int:
        """Tokens that count against a document's budget."""
        return self.output_tokens if self.output_tokens is not None else self.worst_tokens

    def summary(self, *, reused: bool = False) -> CallSummary:
        """What replies and records say of this attempt."""
        assert self.role is not None
        return CallSummary(
            call_id=self.call_id,
            role=self.role,
            provider=self.provider,
            model=self.model,
            outcome=self.outcome,
            prompt_hash=self.prompt_hash,
            input_tokens=self.input_tokens,
            output_tokens=self.output_tokens,
            cost_usd=self.cost_usd,
            latency_seconds=self.latency_seconds,
            attempt=self.attempt,
            reused=reused,
        )


def line_of(row: CallRow) -> bytes:
    """The row's line, with its newline."""
    data = row.model_dump(mode="json", exclude_defaults=True)
    body = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    return b"".join((_HEAD, sha256_bytes(body).encode(), _BETWEEN, body, _TAIL, b"\n"))


def row_of(line: bytes) -> CallRow | None:
    """The row of a line without its newline; None when the line was cut or changed."""
    digest, body = line[len(_HEAD) : len(_HEAD) + 64], line[_BODY_AT : -len(_TAIL)]
    framed = b"".join((_HEAD, digest, _BETWEEN, body, _TAIL))
    if framed != line or sha256_bytes(body).encode() != digest:
        return None
    try:
        return CallRow.model_validate_json(body)
    except ValidationError:
        return None
