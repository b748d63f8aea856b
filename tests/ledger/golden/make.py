"""Makes a golden ledger: `python -m tests.ledger.golden.make tests/ledger/golden/<version>`.

Run once for a version whose ledgers must stay readable, never again: a golden ledger that has to be made anew means
that people's ledgers would have to be, too.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from mailroom_dagster.ledger import open_ledger
from mailroom_dagster.ledger.heads import rotate_key, sign_head
from mailroom_dagster.ledger.keys import private_folder, public_keys
from mailroom_dagster.ledger.model import LedgerEvent
from mailroom_dagster.ledger.proofs import prove
from mailroom_dagster.ledger.witness import Witness, have_witnessed
from mailroom_dagster.policy import LedgerPolicy
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk
from tests.ledger.homes import add_document

AWKWARD = {
    "quote": '"\\',
    "control": "\n\t\x00",
    "astral": "😀",
    "large": 1e21,
    "small": 1e-7,
    "list": [None, True, 2.5],
}


def make(folder: Path) -> None:
    """A home with segments, a growing part, a rotated key, heads, a witness's head and a proof."""
    home = Home(folder / "home")
    ledger = open_ledger(home, Disk(), LedgerPolicy(seal_every=7, origin="example.com/golden"))
    witness = Witness(folder / "witness", Disk(), "witness.example")
    doc_ids = [add_document(home, ledger, f"golden letter {number}\n".encode()) for number in range(6)]
    sign_head(ledger)
    ledger.append([LedgerEvent(event_id="awkward", doc_id=doc_ids[0], stage="s", event="e", actor="é", detail=AWKWARD)])
    rotate_key(ledger)
    head = have_witnessed(ledger, sign_head(ledger), witness)
    (folder / "entry-5.tlog-proof").write_text(prove(ledger, head, 5))
    (folder / "public-keys.txt").write_text("".join(f"{key}\n" for key in public_keys(ledger)))
    (folder / "witnessed.note").write_text(str(head.note))
    ledger.append([LedgerEvent(event_id="last", doc_id=doc_ids[1], stage="s", event="e", actor="a")])
    for key in private_folder(ledger).glob("*.key"):
        key.unlink()
    shutil.rmtree(folder / "witness")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
