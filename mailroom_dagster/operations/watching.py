"""The mailroom at a glance: inbox and queue, runs, what rests where, the review queue, costs, health.

Belongs here: gathering. Does not belong here: showing (`cli.watch`), what is too much (`operations.health`).
A part that cannot be told says so under `cannot_be_told`; it is never a zero.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from mailroom_dagster.catalog.feeds import new_calls
from mailroom_dagster.catalog.listing import count_by_state, spent
from mailroom_dagster.errors import MailroomError
from mailroom_dagster.intake.arrivals import scan
from mailroom_dagster.operations.health import health
from mailroom_dagster.operations.pausing import pause_of
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.records.store import utc_now
from mailroom_dagster.review.queue import waiting

MOST_PRESSING = 5
NOT_TOLD = "cannot_be_told"


def at_a_glance(mailroom: Mailroom, runs: Callable[[], list[dict[str, Any]]]) -> dict[str, Any]:
    """Plain values, a dict or a list a part; `runs` tells the latest runs of the orchestrator."""
    parts: dict[str, Callable[[], Any]] = {
        "queue": lambda: _queue(mailroom),
        "runs": runs,
        "documents": lambda: count_by_state(mailroom.catalog),
        "review": lambda: _review(mailroom),
        "costs": lambda: _costs(mailroom),
        "health": lambda: [asdict(item) for item in health(mailroom)],
    }
    told = {"at": utc_now(), "home": str(mailroom.home.root)}
    return told | {name: _told(part) for name, part in parts.items()}


def _told(part: Callable[[], Any]) -> Any:
    try:
        return part()
    except MailroomError as error:
        return {NOT_TOLD: error.message}
    except Exception as error:
        return {NOT_TOLD: f"unforeseen {type(error).__name__}"}


def _queue(mailroom: Mailroom) -> dict[str, Any]:
    batches = mailroom.pending.batches()
    pause = pause_of(mailroom.home)
    return {
        "inbox": sum(1 for _ in scan(mailroom.home.inbox, 0)),
        "waiting": len(batches.get(None, [])),
        "under_way": sum(len(doc_ids) for batch, doc_ids in batches.items() if batch),
        "paused": pause.model_dump() if pause else None,
    }


def _review(mailroom: Mailroom) -> dict[str, Any]:
    items = waiting(mailroom)
    return {
        "waiting": len(items),
        "oldest_hours": max((item.waiting_hours for item in items), default=None),
        "most_pressing": [item.as_json() for item in items[:MOST_PRESSING]],
    }


def _costs(mailroom: Mailroom) -> dict[str, Any]:
    """USD by the catalog, and by what the call log holds beyond it; attempts without a known cost are counted apart."""
    today = datetime.now(UTC).date()
    fresh = new_calls(mailroom.home, mailroom.catalog.read_to).rows["calls"]
    told = spent(mailroom.catalog, today)
    new_today = [row for row in fresh if row["started_at"].date() == today]
    return {
        "calls_today": told["calls_today"] + len(new_today),
        "usd_today": round(told["usd_today"] + _usd(new_today), 6),
        "usd": round(told["usd"] + _usd(fresh), 6),
        "calls_without_cost": told["calls_without_cost"] + sum(row["cost_usd"] is None for row in fresh),
    }


def _usd(rows: Sequence[Mapping[str, Any]]) -> float:
    return sum(row["cost_usd"] or 0.0 for row in rows)
