"""What waits for a person, most pressing first."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from mailroom_dagster.catalog.listing import parked_documents
from mailroom_dagster.pipeline.mailroom import Mailroom

HOURS_A_POINT = 24.0  # a day of waiting counts one point
AMOUNT_A_POINT = 100_000.0  # of money at stake, at most AMOUNT_POINTS
AMOUNT_POINTS = 3.0
CLASS_POINTS = {"insurance_claim": 1.0, "correspondence": 0.5}


@dataclass(frozen=True)
class ReviewItem:
    """One parked document as the queue shows it. `waiting_hours` counts from when it was parked."""

    doc_id: str
    file_name: str
    matter: str
    doc_class: str | None
    confidence: float | None
    gate: str | None
    reason: str
    waiting_hours: float
    priority: float

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def waiting(mailroom: Mailroom, now: datetime | None = None) -> list[ReviewItem]:
    """Parked documents by priority: age, money at stake, class. No manifest is read, so it is cheap at any size.

    A document appears when its batch is over, and is gone as soon as somebody decided it. Raises record_corrupt.
    """
    moment = (now or datetime.now(UTC)).replace(tzinfo=None)
    items = [_item(row, moment) for row in parked_rows(mailroom)]
    return sorted(items, key=lambda item: (-item.priority, item.doc_id))


def parked_rows(mailroom: Mailroom) -> list[dict[str, Any]]:
    """The catalog's rows of parked documents, without those that are under way again."""
    under_way = mailroom.pending.doc_ids()
    return [row for row in parked_documents(mailroom.catalog) if row["doc_id"] not in under_way]


def _item(row: dict[str, Any], now: datetime) -> ReviewItem:
    hours = (now - row["updated_at"]).total_seconds() / 3600
    stake = min(AMOUNT_POINTS, (row["amount"] or 0.0) / AMOUNT_A_POINT)
    confidence = row["class_confidence"]
    return ReviewItem(
        doc_id=row["doc_id"],
        file_name=row["file_name"],
        matter=row["matter_id"],
        doc_class=row["doc_class"],
        confidence=None if confidence is None else round(confidence, 4),
        gate=row["gate"],
        reason=row["reason"] or "",
        waiting_hours=round(hours, 2),
        priority=round(hours / HOURS_A_POINT + stake + CLASS_POINTS.get(row["doc_class"], 0.0), 3),
    )
