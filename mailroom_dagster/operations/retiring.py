"""Which documents have rested in the archive for so long that the orchestrator need not know their names any more.

Their records, catalog rows and ledger entries stay; whoever sets one going again makes its key known again.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.records.model import State

_LONG_ARCHIVED = "SELECT doc_id FROM documents WHERE state = 'archived' AND updated_at < ? ORDER BY updated_at"


def retirable(mailroom: Mailroom, now: datetime) -> Iterator[str]:
    """doc_ids archived more than `intake.retire_after_days` before `now` (UTC, naive as in the catalog), oldest first.

    The catalog is asked, and the manifest has the last word. Nothing when the policy names no number of days.
    """
    days = mailroom.policy.intake.retire_after_days
    if days is None:
        return
    with mailroom.catalog.connect() as catalog:
        rows = catalog.execute(_LONG_ARCHIVED, [now - timedelta(days=days)]).fetchall()
    for (doc_id,) in rows:
        if mailroom.store.manifest(doc_id).state is State.ARCHIVED:
            yield doc_id
