"""The bytes of an entry: RFC 8785 JSON, its sha256, and the line that stores both.

Belongs here: turning events into bytes and bytes into entries. Does not belong here: where the bytes are kept.
A stored line is `{"entry_hash":"<64 hex>",` followed by the canonical JSON without its first brace: valid JSON for
every reader, and the hashed bytes can be cut out of it without parsing.
"""

from __future__ import annotations

import json
from typing import Any

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import canonical_json, sha256_bytes
from mailroom_dagster.ledger.model import LedgerEntry, LedgerEvent

TEXT_COLUMNS = (
    "actor", "code_version", "doc_id", "doc_prev_hash", "doc_sha256", "event", "event_id", "prev_hash", "stage", "ts",
)  # fmt: skip
JSON_COLUMNS = ("detail", "input_hashes", "output_hashes")
KEYS = tuple(sorted((*TEXT_COLUMNS, *JSON_COLUMNS, "seq")))  # ASCII keys: this is the order of RFC 8785

_SAFE_INTEGER = 2**53
_HASH_PREFIX = b'{"entry_hash":"'
_BODY_AT = len(_HASH_PREFIX) + 64 + 2  # behind the closing quote and the comma


def chain(event: LedgerEvent, *, seq: int, ts: str, doc_prev_hash: str, prev_hash: str) -> tuple[LedgerEntry, bytes]:
    """Make an event the entry after `prev_hash`; returns it with its stored line. Raises bad_request."""
    values = {**vars(event), "seq": seq, "ts": ts, "doc_prev_hash": doc_prev_hash, "prev_hash": prev_hash}
    values.pop("entry_hash", None)  # an entry that is chained anew
    try:
        body = canonical_json(values)
    except (ValueError, RecursionError) as error:  # not JSON, an integer beyond 2**53, a lone surrogate
        raise MailroomError(
            ErrorCode.BAD_REQUEST, "an event cannot be written as canonical JSON", where=event.event
        ) from error
    entry_hash = sha256_bytes(body)
    line = _HASH_PREFIX + entry_hash.encode() + b'",' + body[1:] + b"\n"
    return LedgerEntry(**{**values, "entry_hash": entry_hash}), line


def hashed_part(line: bytes) -> bytes:
    """The canonical bytes that a stored line's entry_hash is over."""
    return b"{" + line[_BODY_AT:].rstrip(b"\n")


def stated_hash(line: bytes) -> str:
    """The entry_hash that a stored line states; an empty string when it has no such form."""
    framed = line.startswith(_HASH_PREFIX) and line[_BODY_AT - 2 : _BODY_AT] == b'",'
    return line[len(_HASH_PREFIX) : _BODY_AT - 2].decode("ascii", "replace") if framed else ""


def is_sound(line: bytes) -> bool:
    """Whether a stored line is what its hash says."""
    return sha256_bytes(hashed_part(line)) == stated_hash(line)


def parse(line: bytes) -> LedgerEntry:
    """The entry of a stored line. Raises ledger_broken when its hash does not fit."""
    if not is_sound(line):
        raise MailroomError(ErrorCode.LEDGER_BROKEN, "a ledger entry is not what its hash says")
    return LedgerEntry(**loads(line))


def loads(text: str | bytes) -> Any:
    """The value of canonical JSON, such that it gives the same bytes again. Raises ValueError."""
    return json.loads(text, parse_int=_integer_or_float)


def _integer_or_float(text: str) -> int | float:
    """RFC 8785 writes a float of whole value without a point; beyond 2**53 it can have been nothing but a float."""
    number = int(text)
    return number if -_SAFE_INTEGER < number < _SAFE_INTEGER else float(text)


def line_of(entry: LedgerEntry) -> bytes:
    """The stored line of an entry."""
    return chain(entry, seq=entry.seq, ts=entry.ts, doc_prev_hash=entry.doc_prev_hash, prev_hash=entry.prev_hash)[1]
