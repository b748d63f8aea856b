"""Figures for Prometheus, in its text format. A figure that cannot be told is absent, never a zero."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mailroom_dagster.catalog.listing import count_by_state
from mailroom_dagster.errors import MailroomError
from mailroom_dagster.operations.health import Health, health
from mailroom_dagster.pipeline.mailroom import Mailroom

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
Sample = tuple[Mapping[str, str], float]


def metrics(mailroom: Mailroom) -> str:
    """Documents by state, the queue, the ledger and every health check."""
    checks = health(mailroom)
    queued = sum(len(batch) for batch in mailroom.pending.batches().values())
    parts = [
        _metric("mailroom_documents", "Documents at rest.", _states(mailroom)),
        _metric("mailroom_queued_documents", "Documents that the machine works on or will.", [({}, queued)]),
        _metric("mailroom_ledger_entries", "Entries in the ledger.", _entries(mailroom)),
        _metric("mailroom_check_passed", "1 when a check passes.", [_named(item, item.passed) for item in checks]),
        _metric(
            "mailroom_check_figure", "What a health check measured.",
            [_named(item, item.figure) for item in checks if item.figure is not None],
        ),
    ]  # fmt: skip
    return "".join(parts)


def _named(item: Health, figure: float) -> Sample:
    return {"check": item.name}, float(figure)


def _states(mailroom: Mailroom) -> list[Sample]:
    try:
        return [({"state": state}, count) for state, count in count_by_state(mailroom.catalog).items()]
    except MailroomError:
        return []


def _entries(mailroom: Mailroom) -> list[Sample]:
    try:
        return [({}, mailroom.ledger.head().seq)]
    except MailroomError:
        return []


def _metric(name: str, about: str, samples: Iterable[Sample]) -> str:
    lines = [f"# HELP {name} {about}", f"# TYPE {name} gauge"]
    for labels, figure in samples:
        said = ",".join(f'{key}="{value}"' for key, value in labels.items())
        lines.append(f"{name}{{{said}}} {figure:g}" if said else f"{name} {figure:g}")
    return "\n".join(lines) + "\n"
