"""Questions about documents that the API asks of the catalog: a page of them, their counts, those of a matter.

Documents are here once they are at rest. Does not belong here: free queries (`catalog.query`).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from mailroom_dagster.catalog.store import Catalog

FILTERS = ("state", "doc_class", "matter_id", "gate")
_SHOWN = (
    "doc_id, file_name, matter_id, linked_matters, state, reason, gate, error_code, doc_class, subtype, "
    "class_confidence, extraction_confidence, reviewer, review_action, received_at, updated_at"
)
_PARKED = """
SELECT doc_id, file_name, matter_id, doc_class, class_confidence, gate, reason, generation, updated_at, amount
FROM documents LEFT JOIN (
    SELECT doc_id, max(amount)::DOUBLE AS amount FROM fields WHERE amount IS NOT NULL GROUP BY doc_id
) USING (doc_id)
WHERE state = 'parked'
"""
_SPENT = """
SELECT coalesce(sum(cost_usd), 0)::DOUBLE AS usd,
       coalesce(sum(cost_usd) FILTER (WHERE started_at::DATE = ?), 0)::DOUBLE AS usd_today,
       count(*) FILTER (WHERE started_at::DATE = ?) AS calls_today,
       count(*) FILTER (WHERE cost_usd IS NULL) AS calls_without_cost
FROM calls
"""


def list_documents(catalog: Catalog, filters: Mapping[str, str], after: str, limit: int) -> list[dict[str, Any]]:
    """At most `limit` documents by doc_id, those behind `after`; `filters` are columns of FILTERS."""
    wanted = {name: filters[name] for name in FILTERS if name in filters}
    where = " AND ".join(["doc_id > ?", *(f"{name} = ?" for name in wanted)])
    sql = f"SELECT {_SHOWN} FROM documents WHERE {where} ORDER BY doc_id LIMIT ?"  # noqa: S608 (own column names)
    return _rows(catalog, sql, [after, *wanted.values(), limit])


def documents_of_matter(catalog: Catalog, matter: str) -> list[dict[str, Any]]:
    """Every document filed under a matter or linked to it."""
    where = "matter_id = ? OR list_contains(linked_matters, ?)"
    sql = f"SELECT {_SHOWN} FROM documents WHERE {where} ORDER BY doc_id"  # noqa: S608 (own column names)
    return _rows(catalog, sql, [matter, matter])


def count_by_state(catalog: Catalog) -> dict[str, int]:
    """State -> documents at rest in it."""
    rows = _rows(catalog, "SELECT state, count(*) AS documents FROM documents GROUP BY state ORDER BY state", [])
    return {row["state"]: row["documents"] for row in rows}


def spent(catalog: Catalog, day: date) -> dict[str, Any]:
    """USD and attempts at models: in all, and of one UTC day. Attempts without a known cost are counted, not priced."""
    [row] = _rows(catalog, _SPENT, [day, day])
    return row


def parked_documents(catalog: Catalog) -> list[dict[str, Any]]:
    """What the review queue shows of every parked document; `amount` is its largest sum of money, in any currency."""
    return _rows(catalog, _PARKED, [])


def _rows(catalog: Catalog, sql: str, values: list[Any]) -> list[dict[str, Any]]:
    with catalog.connect() as connection:
        answer = connection.execute(sql, values)
        names = [column[0] for column in answer.description]
        return [dict(zip(names, row, strict=True)) for row in answer.fetchall()]
