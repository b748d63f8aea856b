"""Signed heads: checkpoints over the Merkle root, made only after the ledger was shown to extend the last one.

Belongs here: making, keeping and reading checkpoints. Does not belong here: handing them to others (`anchors`,
`witness`), comparing a ledger with them (`verify`).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from mailroom_dagster.crashpoints import reach
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.ledger.keys import create_key, public_keys, retire_key, signing_keys
from mailroom_dagster.ledger.merkle import Frontier
from mailroom_dagster.ledger.model import EMPTY_HEAD, OWN_DOC_ID, LedgerEntry
from mailroom_dagster.ledger.notes import Checkpoint, Note, PublicKey
from mailroom_dagster.ledger.store import Ledger, own_event, relative
from mailroom_dagster.ledger.walk import Walk
from mailroom_dagster.records.home import Home

_HOUSEKEEPING = ("sealed", "head_signed", "witnessed", "anchored")


@dataclass(frozen=True)
class Head:
    """A checkpoint and the note that it came in."""

    note: Note
    checkpoint: Checkpoint

    @classmethod
    def parse(cls, data: str) -> Head:
        """The head of a written note. Raises bad_request."""
        note = Note.parse(data)
        return cls(note, Checkpoint.parse(note.text))


def head_paths(home: Home) -> list[Path]:
    """The files of all heads kept in the home, oldest first."""
    return sorted((home.ledger / "checkpoints").glob("*.note"))


def read_head(path: Path) -> Head:
    """A head from a file. Raises bad_request."""
    try:
        return Head.parse(path.read_bytes().decode())
    except (OSError, UnicodeDecodeError) as error:
        raise MailroomError(ErrorCode.BAD_REQUEST, "a signed head cannot be read", where=path.name) from error


def last_head(home: Home) -> Head | None:
    """The newest head kept in the home. Raises bad_request."""
    paths = head_paths(home)
    return read_head(paths[-1]) if paths else None


def keep_head(ledger: Ledger, head: Head, event: str) -> None:
    """Keep a head in the home, in the place of one of the same size, and enter that."""
    size, data = head.checkpoint.size, str(head.note).encode()
    path = ledger.home.ledger / "checkpoints" / f"{size:012}.note"
    if not path.is_file() or path.read_bytes() != data:
        ledger.disk.make_dir(path.parent, durable=True)
        ledger.disk.write_file(path, data, durable=True)
    reach("ledger.after_checkpoint")
    outputs = {relative(path, ledger.home): sha256_bytes(data)}
    detail = {"size": size, "root": head.checkpoint.root.hex()}
    ledger.append([own_event(event, f"head-{sha256_bytes(data)}", outputs, detail)])


def sign_head(ledger: Ledger) -> Head:
    """Sign the ledger as it is now, with every signing key; the first call makes a key.

    When nothing but housekeeping was entered since the last one, that one is returned.
    Raises ledger_broken when what is stored does not extend the last head, and what append raises.
    """
    if not signing_keys(ledger):
        create_key(ledger)
    last = last_head(ledger.home)
    checkpoint = _checkpoint(ledger, last)
    if last:
        keep_head(ledger, last, "head_signed")  # again, for the case that a crash came before it was entered
        if not _is_news(ledger, last.checkpoint.size):
            return last
    note = Note(str(checkpoint))
    for key in signing_keys(ledger):
        note = note.signed(key)
    head = Head(note, checkpoint)
    keep_head(ledger, head, "head_signed")
    return head


def rotate_key(ledger: Ledger) -> PublicKey:
    """A new signing key in the place of the old ones. One head is signed by both, so that trust can pass over."""
    old = [key.public for key in signing_keys(ledger)]
    new = create_key(ledger)
    sign_head(ledger)
    for key in old:
        retire_key(ledger, key)
    return new


def is_housekeeping(entry: LedgerEntry) -> bool:
    """Whether an entry only says how the ledger keeps itself, which is no reason for a new head."""
    return entry.doc_id == OWN_DOC_ID and entry.event in _HOUSEKEEPING


def _is_news(ledger: Ledger, size: int) -> bool:
    return any(not is_housekeeping(entry) for entry in ledger.entries(after_seq=size))


def _checkpoint(ledger: Ledger, last: Head | None) -> Checkpoint:
    """The checkpoint of what is stored, after its way from the last head on was walked again."""
    if last and not last.note.signers(public_keys(ledger)):
        raise _refused("no known key signed the last head")
    stored = ledger.stored()
    last_size = last.checkpoint.size if last else 0
    base = next((segment for segment in reversed(stored.segments) if segment.last <= last_size), None)
    start, frontier = (base.head(), base.frontier()) if base else (EMPTY_HEAD, Frontier())
    walk = Walk(start, frontier, sizes=[last_size])
    for block in stored.blocks(after_seq=start.seq):
        walk.take(block)
    if walk.problems:
        raise _refused(f"seq {walk.problems[0].seq}: {walk.problems[0].message}")
    if last and walk.roots.get(last_size) != last.checkpoint.root:
        raise _refused(f"the first {last_size} entries are not those that were signed")
    return Checkpoint(signing_keys(ledger)[0].public.name, walk.entries, walk.frontier.root())


def _refused(why: str) -> MailroomError:
    return MailroomError(ErrorCode.LEDGER_BROKEN, "the head is not signed", why=why)
