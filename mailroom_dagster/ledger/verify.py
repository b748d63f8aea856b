"""Verification: the chain, the files that it speaks of, and the signed heads that it must extend.

Belongs here: putting these together into one report. Does not belong here: each of them (`walk`, `contents`, `heads`).
Nothing is written and no lock is needed, so a read-only copy can be verified too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from mailroom_dagster.errors import MailroomError
from mailroom_dagster.ledger.blocks import Stored
from mailroom_dagster.ledger.contents import Contents, Mentions
from mailroom_dagster.ledger.findings import Kind, Problem, VerifyReport
from mailroom_dagster.ledger.heads import Head, head_paths, read_head
from mailroom_dagster.ledger.keys import public_key_path, public_keys
from mailroom_dagster.ledger.merkle import Frontier
from mailroom_dagster.ledger.model import EMPTY_HEAD
from mailroom_dagster.ledger.notes import PublicKey
from mailroom_dagster.ledger.store import Ledger, relative
from mailroom_dagster.ledger.walk import Walk
from mailroom_dagster.policy import LedgerPolicy
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk, open_disk


def verify(
    home: Home,
    *,
    policy: LedgerPolicy | None = None,
    sample: int | None = None,
    document: str | None = None,
    heads: Sequence[Head] = (),
    keys: Sequence[PublicKey] = (),
) -> VerifyReport:
    """Verify a home's ledger: the whole chain and every signed head, and the files of all documents.

    `sample` reads again the files of so many documents chosen by chance (0: of none), `document` those of one.
    `heads` are signed heads kept elsewhere, by a witness or an anchor; `keys`, when given, are the only ones trusted.
    """
    disk = open_disk(home)
    ledger = Ledger(home, disk, policy or LedgerPolicy())
    stored = ledger.stored()
    kept, damaged = _kept_heads(home)
    compared = [*kept, *heads]
    walk = Walk(EMPTY_HEAD, Frontier(), sizes=[head.checkpoint.size for head in compared])
    mentions = Mentions(of_all=sample != 0)
    for block in stored.blocks():
        walk.take(block)
        mentions.take(block)
    contents = Contents(home, disk, mentions, _wanted(mentions, sample, document))
    found = [
        *walk.problems,
        *_torn(stored, walk),
        *damaged,
        *_emptied(home, disk, walk),
        *_unsigned(compared, list(keys) or _named_keys(ledger, mentions)),
        *_departures(walk, kept, heads),
        *(contents.problems(stored.blocks(make_hashes=False)) if sample != 0 else ()),
    ]
    found.sort(key=lambda problem: (problem.seq is None, problem.seq or 0))
    return VerifyReport(
        ok=not found, entries=walk.entries, files=contents.files, heads=len(compared), problems=tuple(found)
    )


def _wanted(mentions: Mentions, sample: int | None, document: str | None) -> Callable[[str], bool]:
    if document is not None:
        return document.__eq__
    if sample is None:
        return lambda _: True
    return mentions.sample(sample).__contains__


def _torn(stored: Stored, walk: Walk) -> Iterator[Problem]:
    if stored.torn:
        message = f"{len(stored.torn)} bytes without a sound end: never acknowledged, the next append cuts them off"
        yield Problem(kind=Kind.TORN_END, seq=walk.entries + 1, message=message)


def _emptied(home: Home, disk: Disk, walk: Walk) -> Iterator[Problem]:
    """A ledger without an entry beside documents that it must have entries of."""
    here = 0 if walk.entries else len(disk.glob(home.documents, "*"))
    if here:
        yield Problem(kind=Kind.TRUNCATION, seq=1, message=f"the ledger is empty, but {here} documents are here")


def _kept_heads(home: Home) -> tuple[list[Head], list[Problem]]:
    heads: list[Head] = []
    damaged: list[Problem] = []
    for path in head_paths(home):
        try:
            heads.append(read_head(path))
        except MailroomError as error:
            damaged.append(_unknown(path, error.what))
    return heads, damaged


def _named_keys(ledger: Ledger, mentions: Mentions) -> list[PublicKey]:
    """The public keys in the home that the ledger names."""
    try:
        found = public_keys(ledger)
    except MailroomError:
        return []  # their files are outputs of the ledger: which one is damaged is said there
    return [key for key in found if mentions.names(relative(public_key_path(ledger, key), ledger.home))]


def _unsigned(heads: Sequence[Head], keys: Sequence[PublicKey]) -> Iterator[Problem]:
    for head in heads:
        if not head.note.signers(keys):
            message = f"no known key signed the head of {head.checkpoint.size} entries"
            yield Problem(kind=Kind.UNKNOWN_KEY, message=message)


def _departures(walk: Walk, kept: Sequence[Head], elsewhere: Sequence[Head]) -> Iterator[Problem]:
    """Where the ledger is not what the signed heads say; a broken chain has told already of what it explains."""
    checkpoints = [head.checkpoint for head in (*kept, *elsewhere)]
    longest = max((checkpoint.size for checkpoint in checkpoints), default=0)
    if walk.entries < longest:
        message = f"{longest} entries were signed, {walk.entries} are there"
        yield Problem(kind=Kind.TRUNCATION, seq=walk.entries + 1, message=message)
    sound_to = min((problem.seq or 0 for problem in walk.problems), default=walk.entries + 1)
    other = [item.size for item in checkpoints if item.size < sound_to and walk.roots.get(item.size) != item.root]
    if other:
        # Whoever rewrote the ledger could sign the heads in the home anew: those kept elsewhere say what still agrees.
        trusted = [head.checkpoint for head in elsewhere or kept if head.checkpoint.size < min(other)]
        agreed = max((item.size for item in trusted if walk.roots.get(item.size) == item.root), default=0)
        message = f"the entries {agreed + 1} to {min(other)} are not those that were signed"
        yield Problem(kind=Kind.FORK, seq=agreed + 1, message=message)


def _unknown(path: Path, what: str) -> Problem:
    return Problem(kind=Kind.UNKNOWN_KEY, path=f"ledger/checkpoints/{path.name}", message=what)
