"""The restore drill: back a home up, lose it, restore it, and show what a stale backup looks like.

Belongs here: the steps that docs/operations.md tells people to take. The copy is made while appends wait, so that
the ledger and the files that it speaks of are of the same moment.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mailroom_dagster.catalog import Catalog
from mailroom_dagster.catalog.refreshing import rebuild
from mailroom_dagster.checking import check
from mailroom_dagster.drills.scratch import copy_home, require_documents
from mailroom_dagster.ledger import Ledger, open_ledger
from mailroom_dagster.ledger.findings import Kind
from mailroom_dagster.ledger.heads import Head, sign_head
from mailroom_dagster.ledger.model import LedgerEvent
from mailroom_dagster.ledger.verify import verify
from mailroom_dagster.ledger.witness import Witness, have_witnessed
from mailroom_dagster.policy import LedgerPolicy
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.store import RecordStore
from mailroom_dagster.storage import Disk
from mailroom_dagster.taxonomy.model import load_taxonomy


@dataclass(frozen=True)
class Step:
    """What was done and what came of it; `ok` when that is what should come of it."""

    done: str
    result: str
    ok: bool


def back_up(ledger: Ledger, target: Path) -> int:
    """Copy a home while no one can append; returns the number of files. Raises ledger_busy."""
    with ledger.active.locked():
        copy = copy_home(ledger.home, target)
    return sum(path.is_file() for path in copy.root.rglob("*"))


def drill_restore(home: Home, scratch: Path) -> Iterator[Step]:
    """Back up, lose and restore a copy of `home` below `scratch`. Raises bad_request, ledger_broken."""
    doc_id = require_documents(home, 1)[0]
    place = copy_home(home, scratch / "mailroom")
    ledger = open_ledger(place, Disk(), LedgerPolicy())
    witness = Witness(scratch / "witness", Disk())
    head = have_witnessed(ledger, sign_head(ledger), witness)
    yield Step("sign the head and have it witnessed", f"{head.checkpoint.size} entries", ok=True)
    count = back_up(ledger, scratch / "backup")
    yield Step("back up", f"{count} files", ok=count > 0)
    ledger.append([LedgerEvent(event_id="after", doc_id=doc_id, stage="drill", event="drill", actor="drill")])
    later = have_witnessed(ledger, sign_head(ledger), witness)
    yield Step("go on working, and have the new head witnessed", f"{later.checkpoint.size} entries", ok=True)
    shutil.rmtree(place.root)
    yield Step("lose the home", "nothing is left", ok=not place.root.exists())
    restored = copy_home(Home(scratch / "backup"), place.root)
    yield from _examine(restored, head, later)


def _examine(restored: Home, head: Head, later: Head) -> Iterator[Step]:
    report = verify(restored, heads=[head])
    yield Step(
        "restore, and verify against the head of the backup",
        "sound" if report.ok else report.problems[0].message,
        ok=report.ok,
    )
    ledger, store = open_ledger(restored, Disk(), LedgerPolicy()), RecordStore(restored, Disk())
    shutil.rmtree(restored.catalog, ignore_errors=True)
    count = rebuild(Catalog(restored, Disk()), store, ledger, load_taxonomy())
    yield Step("make the catalog again from the records", f"{count} documents", ok=count == len(list(store.doc_ids())))
    found = check(restored)
    said = f"{found.documents} documents agree" if found.ok else found.problems[0].message
    yield Step("check files, records, catalog and ledger", said, ok=found.ok)
    stale = verify(restored, heads=[later], sample=0)
    noticed = any(problem.kind is Kind.TRUNCATION for problem in stale.problems)
    yield Step(
        "verify against the newest witnessed head",
        "noticed: the backup is older than what was witnessed" if noticed else "not noticed",
        ok=noticed,
    )
