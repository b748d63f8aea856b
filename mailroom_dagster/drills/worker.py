"""The mailroom without an orchestrator, as a process that a drill can kill: claim the inbox, bring all to rest."""

from __future__ import annotations

import sys
from pathlib import Path

from mailroom_dagster.pipeline.mailroom import open_mailroom
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.records.home import Home


def work(root: Path) -> None:
    """Claim what is in the inbox and process the queue until it is empty."""
    mailroom = open_mailroom(Home.at(root))
    mailroom.intake.claim_inbox()
    process_pending(mailroom)


if __name__ == "__main__":
    work(Path(sys.argv[1]))
