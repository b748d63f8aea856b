"""Questions about documents that the API asks of the catalog: a page of them, their counts, those of a matter.

Documents are here once they are at rest. Does not belong here: free queries (`catalog.query`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mailroom_dagster.catalog.store import Catalog

FILTERS = ("state", "doc_class", "matter_id", "gate")
_SHOWN = (
    "doc_id, file_name, matter_id, linked_matters, state, reason, gate, error_code, doc_class, subtype, "
    "class_confidence, extraction_confidence, reviewer, review_action, received_at, updated_at"
)


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


def _rows(catalog: Catalog, sql: str, values: list[Any]) -> list[dict[str, Any]]:
    with catalog.connect() as connection:
        answer = connection.execute(sql, values)
        names = [column[0] for column in answer.description]
        return [dict(zip(names, row, strict=True)) for row in answer.fetchall()]
