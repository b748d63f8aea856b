"""How the mailroom is doing, in figures with thresholds. A figure that cannot be told is a failed finding, not a zero.

Belongs here: what is measured and what is too much. Does not belong here: who is told (`sensors.notifying`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from mailroom_dagster.errors import MailroomError
from mailroom_dagster.ledger.anchoring import anchor_states
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.records.model import Manifest

_FAILED = "SELECT count(*) FROM documents WHERE state IN ('failed', 'quarantined')"
_RECENT = """
SELECT count(*) FILTER (WHERE state IN ('failed', 'quarantined')), count(*)
FROM documents WHERE updated_at > ?
"""
RECENT_HOURS = 24


@dataclass(frozen=True)
class Health:
    """One finding: a figure, its limit and what to do."""

    name: str
    passed: bool
    figure: float | None
    limit: float | None
    message: str


def health(mailroom: Mailroom, now: datetime | None = None) -> list[Health]:
    """Every finding; a part that fails to answer fails its own finding and no other."""
    moment = now or datetime.now(UTC)
    parts: dict[str, Callable[[], Health]] = {
        "no_stuck_documents": lambda: _stuck(mailroom, moment),
        "few_failed_documents": lambda: _failed(mailroom),
        "no_old_backlog": lambda: _backlog(mailroom, moment),
        "no_error_spike": lambda: _error_rate(mailroom, moment),
        "no_orphans": lambda: _orphans(mailroom, moment),
        "head_anchored": lambda: head_anchored(mailroom),
    }
    return [_guarded(name, part) for name, part in parts.items()]


HEALTH_CHECKS = {
    "no_stuck_documents": "No document is under way for longer than operations.stuck_minutes.",
    "few_failed_documents": "At most operations.failed_documents have failed or are quarantined.",
    "no_old_backlog": "No document waits for longer than operations.backlog_minutes.",
    "no_error_spike": "The share of failed documents of the last day is at most operations.error_rate.",
    "no_orphans": "No claimed file has waited for operations.stuck_minutes without becoming a document.",
    "head_anchored": "Every anchor covers the ledger's head, within ledger.anchor_stale_hours.",
}


def head_anchored(mailroom: Mailroom) -> Health:
    """Whether the ledger's head is with every anchor. Without anchors there is nothing to be stale."""
    states = anchor_states(mailroom.ledger)
    stale = [state.target for state in states if state.stale]
    uncovered = max((state.uncovered for state in states), default=0)
    message = f"stale: {', '.join(stale)}; `mailroom ledger anchor`" if stale else f"{len(states)} anchors"
    return Health("head_anchored", not stale, float(uncovered), None, message)


def _guarded(name: str, part: Callable[[], Health]) -> Health:
    try:
        return part()
    except MailroomError as error:
        return Health(name, False, None, None, f"cannot be told: {error.message}")
    except Exception as error:
        return Health(name, False, None, None, f"cannot be told: unforeseen {type(error).__name__}")


def _waiting(mailroom: Mailroom) -> list[tuple[Manifest, bool]]:
    """Queued documents, and whether a batch has them."""
    found = []
    for batch, doc_ids in mailroom.pending.batches().items():
        found += [(mailroom.store.manifest(doc_id), batch is not None) for doc_id in doc_ids]
    return found


def _stuck(mailroom: Mailroom, now: datetime) -> Health:
    minutes = mailroom.policy.operations.stuck_minutes
    before = (now - timedelta(minutes=minutes)).isoformat()
    stuck = [item for item, in_batch in _waiting(mailroom) if in_batch and item.updated_at < before]
    names = ", ".join(item.file_name for item in stuck[:5])
    return Health("no_stuck_documents", not stuck, float(len(stuck)), 0.0, names or "none")


def _failed(mailroom: Mailroom) -> Health:
    limit = mailroom.policy.operations.failed_documents
    [(failed,)] = mailroom.catalog.connect().execute(_FAILED).fetchall()
    return Health("few_failed_documents", failed <= limit, float(failed), float(limit), "`mailroom status` lists them")


def _backlog(mailroom: Mailroom, now: datetime) -> Health:
    limit = mailroom.policy.operations.backlog_minutes
    received = [datetime.fromisoformat(item.received_at) for item, in_batch in _waiting(mailroom) if not in_batch]
    oldest = max(((now - moment).total_seconds() / 60 for moment in received), default=0.0)
    return Health("no_old_backlog", oldest <= limit, round(oldest, 1), float(limit), f"{len(received)} waiting")


def _orphans(mailroom: Mailroom, now: datetime) -> Health:
    """Files taken from the inbox whose claimer neither finished nor was followed by one that takes them over."""
    before = now.timestamp() - mailroom.policy.operations.stuck_minutes * 60
    places = [place for place in mailroom.home.claims.glob("*/*") if place.is_dir() and place.stat().st_mtime < before]
    message = "the next tick, or `mailroom recover`, takes them over" if places else "none"
    return Health("no_orphans", not places, float(len(places)), 0.0, message)


def _error_rate(mailroom: Mailroom, now: datetime) -> Health:
    limit = mailroom.policy.operations.error_rate
    since = (now - timedelta(hours=RECENT_HOURS)).replace(tzinfo=None)
    [(failed, total)] = mailroom.catalog.connect().execute(_RECENT, [since]).fetchall()
    rate = failed / total if total else 0.0
    return Health(
        "no_error_spike", rate <= limit, round(rate, 4), limit, f"{failed} of {total} in {RECENT_HOURS} hours"
    )
