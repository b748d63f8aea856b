"""Keeping heads anchored: signing, handing over to every anchor, and telling how much is not covered yet.

Belongs here: what the schedule, the checks and `mailroom ledger anchor` call. Does not belong here: single anchors.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

from pydantic import BaseModel, ConfigDict

from mailroom_dagster.errors import MailroomError
from mailroom_dagster.hashing import sha256_file
from mailroom_dagster.ledger.anchors import Anchor, anchors_of
from mailroom_dagster.ledger.canonical import parse
from mailroom_dagster.ledger.heads import Head, is_housekeeping, keep_head, sign_head
from mailroom_dagster.ledger.model import OWN_DOC_ID, LedgerEntry, LedgerEvent
from mailroom_dagster.ledger.proofs import prove_extension
from mailroom_dagster.ledger.segments import sealed_entries
from mailroom_dagster.ledger.store import Ledger, own_event, relative
from mailroom_dagster.ledger.timestamps import token_path
from mailroom_dagster.records.home import Home

WAITS_SECONDS = (1, 4)  # between the attempts to reach an anchor


class AnchorResult(BaseModel):
    """How handing a head to one anchor went; `error` is the code of the failure."""

    model_config = ConfigDict(frozen=True)

    target: str
    size: int
    ok: bool
    error: str | None = None
    message: str = ""


class AnchorState(BaseModel):
    """What one anchor covers: all entries up to `size`, as of `at`; `stale` when older entries than allowed are not."""

    model_config = ConfigDict(frozen=True)

    target: str
    size: int
    at: str | None
    uncovered: int
    stale: bool


def anchor_head(ledger: Ledger, pause: Callable[[float], None] = time.sleep) -> list[AnchorResult]:
    """Sign the head and hand it to every anchor. Raises as sign_head does; an anchor that fails is a result.

    When nothing happened since the last head, that one is handed out again and nothing new is entered.
    """
    head = sign_head(ledger)
    results: list[AnchorResult] = []
    for anchor in anchors_of(ledger.policy, ledger.home, ledger.disk):
        try:
            signed = _try_to_hand(ledger, anchor, head, pause)
        except MailroomError as error:
            results.append(_result(anchor, head, error))
            continue
        if signed != head:
            keep_head(ledger, signed, "witnessed")
            head = signed
        results.append(_result(anchor, head, None))
    ledger.append([_anchored(ledger.home, result, head) for result in results if result.ok])
    return results


def anchor_states(ledger: Ledger, now: datetime | None = None) -> list[AnchorState]:
    """For every anchor of the policy, what it covers. Raises ledger_broken, bad_config."""
    names = [anchor.name for anchor in anchors_of(ledger.policy, ledger.home, ledger.disk)]
    last = _last_anchored(ledger, set(names))
    horizon = (now or datetime.now(UTC)) - timedelta(hours=ledger.policy.anchor_stale_hours)
    states = []
    for name in names:
        size = last[name].detail["size"] if name in last else 0
        uncovered = [entry for entry in ledger.entries(after_seq=size) if not is_housekeeping(entry)]
        stale = bool(uncovered) and datetime.fromisoformat(uncovered[0].ts) < horizon
        at = last[name].ts if name in last else None
        states.append(AnchorState(target=name, size=size, at=at, uncovered=len(uncovered), stale=stale))
    return states


def anchored_heads(ledger: Ledger) -> tuple[list[Head], list[MailroomError]]:
    """The heads that all anchors give back, and why some gave none.

    Nothing in the home is asked which heads are its own: whoever rewrote it would have answered that too.
    """
    heads: list[Head] = []
    failures: list[MailroomError] = []
    for anchor in anchors_of(ledger.policy, ledger.home, ledger.disk):
        try:
            heads += anchor.heads(ledger.policy.origin)
        except MailroomError as error:
            failures.append(error)
    return heads, failures


def _try_to_hand(ledger: Ledger, anchor: Anchor, head: Head, pause: Callable[[float], None]) -> Head:
    for seconds in WAITS_SECONDS:
        try:
            return anchor.hand(head, lambda size: prove_extension(ledger, head, size))
        except MailroomError as error:
            if error.permanent:
                raise
            pause(seconds)
    return anchor.hand(head, lambda size: prove_extension(ledger, head, size))


def _result(anchor: Anchor, head: Head, error: MailroomError | None) -> AnchorResult:
    return AnchorResult(
        target=anchor.name,
        size=head.checkpoint.size,
        ok=error is None,
        error=error and error.code.value,
        message=error.message if error else "",
    )


def _anchored(home: Home, result: AnchorResult, head: Head) -> LedgerEvent:
    token = token_path(home, result.target, result.size)
    outputs = {relative(token, home): sha256_file(token)} if token.exists() else {}
    detail = {"target": result.target, "size": result.size, "root": head.checkpoint.root.hex()}
    return own_event("anchored", f"anchored-{result.target}-{result.size}-{detail['root']}", outputs, detail)


def _last_anchored(ledger: Ledger, targets: set[str]) -> dict[str, LedgerEntry]:
    """The newest `anchored` entry of each target, looked for from the end."""
    found: dict[str, LedgerEntry] = {}
    for entry in _own_entries_backwards(ledger):
        if entry.event == "anchored":
            found.setdefault(entry.detail["target"], entry)
            if targets <= found.keys():
                break
    return found


def _own_entries_backwards(ledger: Ledger) -> Iterator[LedgerEntry]:
    stored = ledger.stored()
    for line in reversed(stored.lines):
        if (entry := parse(line)).doc_id == OWN_DOC_ID:
            yield entry
    for segment in reversed(stored.segments):
        yield from reversed(list(sealed_entries([segment], OWN_DOC_ID)))
