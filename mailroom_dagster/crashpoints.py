"""Named places at which a kill must be survivable.

`reach(name)` does nothing unless `MAILROOM_CRASH_AT` names that point: then the process ends at once, as under
`kill -9`. The kill tests and `mailroom drill kill` walk through all of them.
"""

from __future__ import annotations

import os
import signal

CRASH_POINTS: tuple[str, ...] = (
    "intake.before_move",
    "intake.after_move",
    "intake.after_manifest",
    "intake.after_ledger",
    "stage.before_record",
    "stage.after_record",
    "stage.before_ledger",
    "stage.after_ledger",
    "stage.after_manifest",
    "call.after_answer",
    "archive.after_link",
    "catalog.after_segment",
    "ledger.after_write",
    "ledger.after_fsync",
    "ledger.after_segment",
    "ledger.after_truncate",
    "ledger.after_checkpoint",
)


def reach(name: str) -> None:
    """Die here when the drill asks for it. `name` is one of CRASH_POINTS."""
    if os.environ.get("MAILROOM_CRASH_AT") == name:
        os.kill(os.getpid(), signal.SIGKILL)
