"""What somebody could do to a home who may write every file and knows how every hash is made.

Belongs here: the acts, one function each, and what verification should say of it. Does not belong here: running them
(`tamper`). A careless act leaves the hashes as they were; a thorough one recomputes the whole ledger and signs it anew.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mailroom_dagster.ledger import open_ledger
from mailroom_dagster.ledger.canonical import chain, line_of, parse
from mailroom_dagster.ledger.findings import Kind
from mailroom_dagster.ledger.heads import head_paths, read_head, sign_head
from mailroom_dagster.ledger.model import GENESIS, OWN_DOC_ID, LedgerEntry
from mailroom_dagster.ledger.notes import LOG_KEY, Note, PrivateKey
from mailroom_dagster.policy import LedgerPolicy
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk

Entries = list[LedgerEntry]


@dataclass(frozen=True)
class Act:
    """One thing done to a home, and the kinds of which one must be found; none: it cannot be noticed."""

    name: str
    told: str
    do: Callable[[Home], None]
    noticed_as: frozenset[Kind]


def change(entry: LedgerEntry, **values: Any) -> LedgerEntry:
    """The entry with other values under its old hash."""
    return entry.model_copy(update=values)


def rehash(entry: LedgerEntry) -> LedgerEntry:
    """The entry with the hash that fits its values."""
    return parse(line_of(entry))


def rechain(entries: Entries) -> Entries:
    """Entries numbered, linked and hashed anew from the first to the last."""
    chained: Entries = []
    last: dict[str, str] = {}
    for seq, entry in enumerate(entries, start=1):
        previous = chained[-1].entry_hash if chained else GENESIS
        doc_prev_hash = last.get(entry.doc_id, GENESIS)
        new, _ = chain(entry, seq=seq, ts=entry.ts, doc_prev_hash=doc_prev_hash, prev_hash=previous)
        last[new.doc_id] = new.entry_hash
        chained.append(new)
    return chained


def _careless(do: Callable[[Entries], Entries]) -> Callable[[Home], None]:
    """Rewrite the growing part and leave all else."""

    def act(home: Home) -> None:
        path = home.ledger / "active.jsonl"
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join(map(_stored_line, do(list(map(parse, lines))))))

    return act


def _thorough(do: Callable[[Entries], Entries]) -> Callable[[Home], None]:
    """Rewrite the whole ledger, recompute every hash, and sign the new head with the mailroom's own key."""

    def act(home: Home) -> None:
        ledger = open_ledger(home, Disk(), LedgerPolicy())
        entries = [entry for entry in ledger.entries() if entry.event not in ("sealed", "head_signed", "witnessed")]
        for folder in ("segments", "checkpoints"):
            shutil.rmtree(home.ledger / folder, ignore_errors=True)
        (home.ledger / "active.jsonl").write_bytes(b"".join(map(line_of, rechain(do(entries)))))
        sign_head(open_ledger(home, Disk(), LedgerPolicy()))

    return act


def _stored_line(entry: LedgerEntry) -> bytes:
    """A line that states the entry's hash, whether it fits or not."""
    line = line_of(entry)
    return line.replace(parse(line).entry_hash.encode(), entry.entry_hash.encode(), 1)


def _edit(entries: Entries) -> Entries:
    return [*entries[:-3], change(entries[-3], actor="somebody else"), *entries[-2:]]


def _edit_and_rehash(entries: Entries) -> Entries:
    return [*entries[:-3], rehash(change(entries[-3], actor="somebody else")), *entries[-2:]]


def _backdate(entries: Entries) -> Entries:
    return [*entries[:-3], change(entries[-3], ts="2001-01-01T00:00:00.000000+00:00"), *entries[-2:]]


def _delete(entries: Entries) -> Entries:
    return [*entries[:-3], *entries[-2:]]


def _swap(entries: Entries) -> Entries:
    return [*entries[:-4], entries[-3], entries[-4], *entries[-2:]]


def _insert(entries: Entries) -> Entries:
    forged = rehash(change(entries[-3], event="review_approved", event_id="forged"))
    return [*entries[:-3], forged, *entries[-3:]]


def _truncate(entries: Entries) -> Entries:
    return entries[:-6]


def _delete_document(entries: Entries) -> Entries:
    doc_id = next(entry.doc_id for entry in entries if entry.doc_id != OWN_DOC_ID)
    return [entry for entry in entries if entry.doc_id != doc_id]


def _empty_ledger(home: Home) -> None:
    shutil.rmtree(home.ledger)
    home.ledger.mkdir()


def _edit_output(home: Home) -> None:
    path = next(home.documents.glob("*/text.json"))
    path.write_bytes(path.read_bytes() + b" ")


def _remove_output(home: Home) -> None:
    next(home.documents.glob("*/text.json")).unlink()


def _edit_original(home: Home) -> None:
    path = next(home.documents.glob("*/source/*"))
    path.chmod(0o644)
    path.write_bytes(path.read_bytes() + b" ")


def _foreign_key(home: Home) -> None:
    path = head_paths(home)[-1]
    head = read_head(path)
    stranger = PrivateKey.generate(head.checkpoint.origin, LOG_KEY)
    path.write_text(str(Note(head.note.text).signed(stranger)))


def _after_the_head(home: Home) -> None:
    """Add an entry after the witnessed head, then put another one in its place."""
    path = home.ledger / "active.jsonl"
    *before, last = map(parse, path.read_bytes().splitlines(keepends=True))
    forged = rehash(change(last, actor="somebody else", event_id="forged", output_hashes={}))
    path.write_bytes(b"".join(map(line_of, [*before, forged])))


_FORK = frozenset({Kind.FORK, Kind.TRUNCATION})

ACTS: tuple[Act, ...] = (
    Act("edit", "an entry is edited", _careless(_edit), frozenset({Kind.EDIT})),
    Act("edit-rehash", "an entry is edited and hashed anew", _careless(_edit_and_rehash), frozenset({Kind.EDIT})),
    Act("backdate", "an entry gets an earlier time", _careless(_backdate), frozenset({Kind.EDIT})),
    Act("delete", "an entry is deleted", _careless(_delete), frozenset({Kind.GAP})),
    Act("swap", "two entries change places", _careless(_swap), frozenset({Kind.REORDER})),
    Act("insert", "a forged entry is inserted", _careless(_insert), frozenset({Kind.REORDER})),
    Act("truncate", "the last entries are cut off", _careless(_truncate), frozenset({Kind.TRUNCATION})),
    Act("empty", "the whole ledger is removed", _empty_ledger, frozenset({Kind.TRUNCATION})),
    Act("edit-all", "an entry is edited, everything recomputed and signed", _thorough(_edit), _FORK),
    Act("backdate-all", "an entry is back-dated, everything recomputed and signed", _thorough(_backdate), _FORK),
    Act("delete-all", "an entry is deleted, everything recomputed and signed", _thorough(_delete), _FORK),
    Act("swap-all", "two entries are swapped, everything recomputed and signed", _thorough(_swap), _FORK),
    Act("insert-all", "an entry is inserted, everything recomputed and signed", _thorough(_insert), _FORK),
    Act("erase-document", "all entries of a document are removed, all recomputed", _thorough(_delete_document), _FORK),
    Act("edit-output", "a record is edited", _edit_output, frozenset({Kind.CHANGED_OUTPUT})),
    Act("remove-output", "a record is removed", _remove_output, frozenset({Kind.MISSING_OUTPUT})),
    Act("edit-original", "an original is edited", _edit_original, frozenset({Kind.CHANGED_ORIGINAL})),
    Act("foreign-key", "a head is signed with a stranger's key", _foreign_key, frozenset({Kind.UNKNOWN_KEY})),
    Act("after-the-head", "an entry after the last witnessed head is replaced", _after_the_head, frozenset()),
)
