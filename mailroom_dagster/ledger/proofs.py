"""Proofs that need nothing but public keys: that an entry is in a signed ledger (C2SP tlog-proof), and their check.

Belongs here: making and checking proofs of inclusion and consistency. Does not belong here: the tree (`merkle`).
The proof carries the entry's canonical bytes in its `extra` line; the leaf is their sha256.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import canonical_json, sha256_bytes
from mailroom_dagster.ledger.blocks import Stored
from mailroom_dagster.ledger.canonical import loads
from mailroom_dagster.ledger.heads import Head
from mailroom_dagster.ledger.merkle import consistency_proof, includes, inclusion_proof
from mailroom_dagster.ledger.model import LedgerEntry
from mailroom_dagster.ledger.notes import PublicKey, from_base64, to_base64
from mailroom_dagster.ledger.store import Ledger

_FIRST_LINE = "c2sp.org/tlog-proof@v1"
_INDEX = re.compile(r"index (0|[1-9][0-9]{0,15})")


def prove(ledger: Ledger, head: Head, seq: int) -> str:
    """A proof that entry `seq` is under `head`. Raises bad_request when it is not, ledger_broken."""
    size = head.checkpoint.size
    if not 1 <= seq <= size:
        raise MailroomError(ErrorCode.BAD_REQUEST, f"the signed head covers the entries 1 to {size}")
    entry = next(ledger.entries(after_seq=seq - 1))
    body = canonical_json(entry.model_dump(exclude={"entry_hash"}))
    path = inclusion_proof(leaves(ledger.stored(), size), seq - 1)
    lines = [_FIRST_LINE, f"extra {to_base64(body)}", f"index {seq - 1}", *map(to_base64, path)]
    return "\n".join(lines) + f"\n\n{head.note}"


def verify_proof(proof: str, keys: Sequence[PublicKey]) -> LedgerEntry:
    """The entry that a proof shows to be in a ledger that one of `keys` signed. Raises ledger_broken, bad_request."""
    body, place, steps, head = _parse(proof)
    if not head.note.signers(keys):
        raise _not_shown("none of the given keys signed the head")
    leaf = sha256_bytes(body)
    if not includes(bytes.fromhex(leaf), place, head.checkpoint.size, steps, head.checkpoint.root):
        raise _not_shown("the entry is not in the signed tree at that place")
    try:
        entry = LedgerEntry(**loads(body), entry_hash=leaf)
    except (ValueError, TypeError) as error:
        raise _not_shown("what is in the signed tree is no entry") from error
    if entry.seq != place + 1:
        raise _not_shown("the entry states another seq")
    return entry


def _parse(proof: str) -> tuple[bytes, int, list[bytes], Head]:
    """The entry's bytes, its place from 0, the path to the root, and the head."""
    lines, _, note = proof.partition("\n\n")
    match lines.split("\n"):
        case [first, extra, index, *path] if first == _FIRST_LINE and _INDEX.fullmatch(index) and extra[:6] == "extra ":
            return from_base64(extra[6:]), int(index[6:]), list(map(from_base64, path)), Head.parse(note)
    raise MailroomError(ErrorCode.BAD_REQUEST, "not a proof", why="it has another form than C2SP tlog-proof")


def prove_extension(ledger: Ledger, head: Head, old_size: int) -> list[bytes]:
    """That the ledger under `head` begins with its first `old_size` entries; nothing when that needs no proof."""
    size = head.checkpoint.size
    return consistency_proof(leaves(ledger.stored(), size), old_size) if 0 < old_size < size else []


def leaves(stored: Stored, size: int) -> list[bytes]:
    """The first `size` leaves. Raises ledger_broken when there are not so many."""
    found = [bytes.fromhex(entry_hash) for entry_hash in islice(stored.hashes(), size)]
    if len(found) < size:
        raise MailroomError(ErrorCode.LEDGER_BROKEN, "the ledger is shorter than its signed head")
    return found


def _not_shown(why: str) -> MailroomError:
    return MailroomError(ErrorCode.LEDGER_BROKEN, "the proof does not hold", why=why)
