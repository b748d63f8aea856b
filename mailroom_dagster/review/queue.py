"""What waits for a person, most pressing first."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.records.model import ClassificationRecord, ExtractionRecord, Manifest, Stage, State
from mailroom_dagster.taxonomy.model import FieldType

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
    """Parked documents by priority: age, money at stake, class."""
    moment = now or datetime.now(UTC)
    items = [_item(mailroom, manifest, moment) for manifest in mailroom.store.manifests(State.PARKED)]
    return sorted(items, key=lambda item: (-item.priority, item.doc_id))


def _item(mailroom: Mailroom, manifest: Manifest, now: datetime) -> ReviewItem:
    record = mailroom.store.read(manifest.doc_id, Stage.CLASSIFICATION, ClassificationRecord)
    hours = (now - datetime.fromisoformat(manifest.updated_at)).total_seconds() / 3600
    stake = min(AMOUNT_POINTS, _amount(mailroom, manifest) / AMOUNT_A_POINT)
    kind = CLASS_POINTS.get(record.doc_class, 0.0) if record else 0.0
    return ReviewItem(
        doc_id=manifest.doc_id,
        file_name=manifest.file_name,
        matter=manifest.matter_id,
        doc_class=record.doc_class if record else None,
        confidence=round(record.confidence, 4) if record else None,
        gate=manifest.gate,
        reason=manifest.reason,
        waiting_hours=round(hours, 2),
        priority=round(hours / HOURS_A_POINT + stake + kind, 3),
    )


def _amount(mailroom: Mailroom, manifest: Manifest) -> float:
    """The largest amount of money extracted, in whatever currency."""
    record = mailroom.store.read(manifest.doc_id, Stage.EXTRACTION, ExtractionRecord)
    known = mailroom.taxonomy.classes.get(record.doc_class) if record else None
    if record is None or known is None:
        return 0.0
    money = [name for name, spec in known.fields.items() if spec.type is FieldType.MONEY and name in record.fields]
    return max((float(value.value.split()[-1]) for name in money for value in record.fields[name].values), default=0.0)
