"""The catalog's tables: every column with its type and meaning.

Belongs here: what the tables are. Does not belong here: how rows are made (`catalog.rows`), stored (`catalog.store`) or
asked (`catalog.query`). A column may be added at any time, files without it read as null; none is renamed or retyped.
Times are UTC without a zone, offsets are code points into the stored text, probabilities are 0..1, null means unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pyarrow as pa

Row = Mapping[str, Any]

TEXT, COUNT, SHARE, FLAG = pa.string(), pa.int64(), pa.float64(), pa.bool_()
TIME = pa.timestamp("us")
TEXTS = pa.list_(pa.string())
BOXES = pa.list_(pa.struct([(side, pa.float64()) for side in ("x0", "y0", "x1", "y1")]))
AMOUNT = pa.decimal128(20, 4)

VERSION = "version"  # the batch that wrote a row; the newest wins


@dataclass(frozen=True)
class Table:
    """One table. `key` tells two rows apart; a `part` belongs to the document row of the same batch."""

    name: str
    about: str
    key: tuple[str, ...]
    columns: dict[str, tuple[pa.DataType, str]]
    part: bool = False

    @cached_property
    def schema(self) -> pa.Schema:
        """The pyarrow schema, each column with its meaning as `about` metadata."""
        fields = [pa.field(name, kind, metadata={"about": about}) for name, (kind, about) in self.columns.items()]
        stamp = pa.field(VERSION, COUNT, metadata={"about": "The batch that wrote the row."})
        return pa.schema([*fields, stamp])


_DOCUMENT = {"doc_id": (TEXT, "First 16 hex digits of the sha256 of the original bytes.")}

DOCUMENTS = Table(
    "documents",
    "One row a document: where it stands and what was decided.",
    ("doc_id",),
    _DOCUMENT
    | {
        "partition_key": (TEXT, "The document's name in the Dagster UI."),
        "file_name": (TEXT, "The name it is filed under."),
        "matter_id": (TEXT, "The matter it is filed under."),
        "linked_matters": (TEXTS, "Other matters that received the same bytes."),
        "parent_doc_id": (TEXT, "The message that it was attached to."),
        "sha256": (TEXT, "Of the original bytes."),
        "bytes": (COUNT, "Size of the original."),
        "state": (TEXT, "received … archived, or parked, rejected, failed, quarantined, paused_budget."),
        "reason": (TEXT, "Why it rests where it rests."),
        "gate": (TEXT, "The gate that parked it."),
        "error_code": (TEXT, "The named failure."),
        "attempts": (COUNT, "How often it was begun."),
        "generation": (COUNT, "How often a re-run was ordered."),
        "media_type": (TEXT, "Sniffed from the content."),
        "language": (TEXT, "ISO 639-1."),
        "pages": (COUNT, "Pages."),
        "ocr_pages": (COUNT, "Pages read by OCR or a vision model."),
        "characters": (COUNT, "Length of the stored text."),
        "text_quality": (SHARE, "Mean page quality, weighted by length."),
        "doc_class": (TEXT, "The class that it was sorted into."),
        "subtype": (TEXT, "The contract's family."),
        "class_confidence": (SHARE, "Our calibrated confidence in the class; if parked, as the last decision saw it."),
        "class_decided_by": (TEXT, "fast_path, sorter, retry_sorter, reviewer, boss or person:<name>."),
        "extraction_confidence": (SHARE, "Our confidence in the fields."),
        "extraction_attempts": (COUNT, "Rounds of the extraction loop."),
        "fields_found": (COUNT, "Fields with a value."),
        "values_found": (COUNT, "Values in all fields."),
        "values_grounded": (COUNT, "Values with verified evidence."),
        "conflicts": (TEXTS, "Contradictions with archived documents of the matter."),
        "accepted": (FLAG, "Whether the verdict accepts the extraction."),
        "verdict_by": (TEXT, "Who gave the verdict."),
        "caveats": (TEXTS, "What the verdict wants to be known."),
        "reviewer": (TEXT, "The person who decided."),
        "review_action": (TEXT, "approve, correct, reject or requeue."),
        "archive_path": (TEXT, "Relative to the home."),
        "provider": (TEXT, "Who answered for the specialist."),
        "model": (TEXT, "The specialist's model."),
        "notes": (TEXTS, "What reading and handling noticed."),
        "received_at": (TIME, "When the file was claimed."),
        "updated_at": (TIME, "When the state last changed."),
        "manifest_sha256": (TEXT, "Of the manifest this row was made from."),
    },
)

FIELDS = Table(
    "fields",
    "One row an extracted value.",
    ("doc_id", "field", "position"),
    _DOCUMENT
    | {
        "matter_id": (TEXT, "The document's matter."),
        "doc_class": (TEXT, "The document's class."),
        "field": (TEXT, "The field's name."),
        "field_type": (TEXT, "id, date, money, name, text or label."),
        "position": (COUNT, "From 0, in the order of the document."),
        "value": (TEXT, "The canonical value."),
        "words": (TEXT, "As the document says it."),
        "value_date": (pa.date32(), "Of dates."),
        "amount": (AMOUNT, "Of money."),
        "currency": (TEXT, "Of money, ISO 4217, when stated."),
        "grounded": (FLAG, "Whether evidence was found and verified."),
        "page": (COUNT, "Of the first evidence, from 1."),
        "stated_by": (TEXT, "The reviewer who typed it in."),
    },
    part=True,
)

EVIDENCE = Table(
    "evidence",
    "One row a place in the text that carries a value.",
    ("doc_id", "field", "position", "ordinal"),
    _DOCUMENT
    | {
        "field": (TEXT, "The field's name."),
        "position": (COUNT, "The value's position in its field."),
        "ordinal": (COUNT, "From 0."),
        "page": (COUNT, "From 1."),
        "start_offset": (COUNT, "Where the quote starts in the stored text."),
        "end_offset": (COUNT, "Where it ends."),
        "quote": (TEXT, "The stored text there."),
        "boxes": (BOXES, "On the page, points from the top left."),
    },
    part=True,
)

DECISIONS = Table(
    "decisions",
    "One row a routing step.",
    ("doc_id", "ordinal"),
    _DOCUMENT
    | {
        "ordinal": (COUNT, "From 0, in the order of the stages."),
        "stage": (TEXT, "The record that holds the step."),
        "gate": (TEXT, "classify, extract, judge, arbiter, boss or person."),
        "rule": (TEXT, "The row of the routing table."),
        "destination": (TEXT, "Where it led."),
        "actor": (TEXT, "Who acted."),
        "reason": (TEXT, "In words."),
        "numbers": (TEXT, "What the gate looked at, as JSON."),
    },
    part=True,
)

CALLS = Table(
    "calls",
    "One row an attempt at a model.",
    ("call_id",),
    {"call_id": (TEXT, "The call's name in the call log.")}
    | _DOCUMENT
    | {
        "role": (TEXT, "The agent."),
        "provider": (TEXT, "The provider."),
        "model": (TEXT, "The model."),
        "outcome": (TEXT, "How it ended; `started` while it has not."),
        "prompt_hash": (TEXT, "Of the prompt."),
        "input_tokens": (COUNT, "Null when unknown."),
        "output_tokens": (COUNT, "Null when unknown."),
        "cost_usd": (SHARE, "Null when unknown."),
        "latency_seconds": (SHARE, "Null when unknown."),
        "attempt": (COUNT, "From 1."),
        "started_at": (TIME, "When the request left."),
    },
)

ARRIVALS = Table(
    "arrivals",
    "One row an arriving file; the same bytes may arrive many times.",
    ("arrival_id",),
    {"arrival_id": (TEXT, "Unique.")}
    | _DOCUMENT
    | {
        "file_name": (TEXT, "The name it came under, sanitised."),
        "matter_id": (TEXT, "The matter it was dropped for."),
        "kind": (TEXT, "first, duplicate or attachment."),
        "arrived_at": (TIME, "When it was claimed."),
    },
)

TABLES: dict[str, Table] = {table.name: table for table in (DOCUMENTS, FIELDS, EVIDENCE, DECISIONS, CALLS, ARRIVALS)}

MATTERS_VIEW = """
    SELECT matter_id, count(*) AS documents,
           count(*) FILTER (state = 'archived') AS archived,
           count(*) FILTER (state = 'parked') AS in_review,
           count(*) FILTER (state IN ('failed', 'quarantined')) AS failed,
           min(received_at) AS first_received_at, max(updated_at) AS updated_at
    FROM (SELECT * REPLACE (unnest(list_prepend(matter_id, coalesce(linked_matters, []))) AS matter_id) FROM documents)
    GROUP BY matter_id
"""
MATTERS_ABOUT = {
    "matter_id": "The matter.",
    "documents": "Documents filed under or linked to it.",
    "archived": "Of these, finished.",
    "in_review": "Of these, waiting for a person.",
    "failed": "Of these, failed or quarantined.",
    "first_received_at": "When its first document came.",
    "updated_at": "When one last changed.",
}
