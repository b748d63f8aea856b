"""How well the gates choose what a person should see, and what a run cost.

Belongs here: routes against whether review was needed (wrong class, a misstated value, a required field missing), and
the cost card, where an unknown sum is null and never 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from pydantic import BaseModel, ConfigDict

from mailroom_dagster.evaluation.intervals import Estimate, share
from mailroom_dagster.evaluation.rows import DocumentRow

STAGES = ("classify", "extract")  # texts are read once for all runs


class GateKpis(BaseModel):
    """`precision`: how many of those held back needed it; `recall`: how many that needed it were held back."""

    model_config = ConfigDict(frozen=True)

    routes: dict[str, int]
    straight_through: Estimate
    straight_through_correct: Estimate
    precision: Estimate
    recall: Estimate


class CostCard(BaseModel):
    """What a run cost; null where a part is unknown. Seconds are medians and 95th percentiles a document."""

    model_config = ConfigDict(frozen=True)

    documents: int
    calls: int
    input_tokens: int | None
    output_tokens: int | None
    cost_usd: float | None
    usd_per_document: float | None
    usd_per_correct_document: float | None
    seconds_median: dict[str, float | None]
    seconds_p95: dict[str, float | None]


def gate_kpis(rows: Sequence[DocumentRow]) -> GateKpis:
    """The figures over some documents."""
    held = [row for row in rows if not row.straight_through]
    needing = [row for row in rows if row.review_needed]
    through = [row for row in rows if row.straight_through]
    return GateKpis(
        routes=dict(Counter(_route(row) for row in rows)),
        straight_through=share([row.straight_through for row in rows], _groups(rows)),
        straight_through_correct=share([not row.review_needed for row in through], _groups(through)),
        precision=share([row.review_needed for row in held], _groups(held)),
        recall=share([not row.straight_through for row in needing], _groups(needing)),
    )


def cost_card(rows: Sequence[DocumentRow]) -> CostCard:
    """The sums over some documents."""
    cost = _sum([row.cost_usd for row in rows])
    correct = sum(row.class_correct for row in rows)
    return CostCard(
        documents=len(rows),
        calls=sum(row.calls for row in rows),
        input_tokens=_whole(_sum([row.input_tokens for row in rows])),
        output_tokens=_whole(_sum([row.output_tokens for row in rows])),
        cost_usd=cost,
        usd_per_document=None if cost is None or not rows else round(cost / len(rows), 6),
        usd_per_correct_document=None if cost is None or not correct else round(cost / correct, 6),
        seconds_median={stage: _quantile(rows, stage, 0.5) for stage in STAGES},
        seconds_p95={stage: _quantile(rows, stage, 0.95) for stage in STAGES},
    )


def _route(row: DocumentRow) -> str:
    if row.error:
        return "failed"
    return f"extract:{row.extraction_route}" if row.extracted_as else f"classify:{row.class_route}"


def _groups(rows: Sequence[DocumentRow]) -> list[str]:
    return [row.group for row in rows]


def _sum(numbers: Sequence[float | None]) -> float | None:
    known = [number for number in numbers if number is not None]
    return float(sum(known)) if len(known) == len(numbers) and known else None


def _whole(number: float | None) -> int | None:
    return None if number is None else int(number)


def _quantile(rows: Sequence[DocumentRow], stage: str, level: float) -> float | None:
    known = [seconds for row in rows if (seconds := getattr(row, f"seconds_{stage}")) is not None]
    return round(float(np.quantile(known, level)), 4) if known else None
