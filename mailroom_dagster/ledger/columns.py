"""Entries as Arrow columns, and their canonical bytes made again from the columns.

Belongs here: the form of sealed entries. Does not belong here: files. The bytes that an entry_hash is over are not
stored: they are put together from the columns, so what SQL shows and what is hashed cannot disagree.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from json.encoder import encode_basestring  # escapes as RFC 8785 does

import pyarrow as pa
import pyarrow.compute as pc

from mailroom_dagster.hashing import canonical_json
from mailroom_dagster.ledger.canonical import loads
from mailroom_dagster.ledger.model import LedgerEntry

JSON_COLUMNS = ("detail", "input_hashes", "output_hashes")  # RFC 8785 text; the other columns are plain values
SCHEMA = pa.schema(
    [
        pa.field(key, pa.int64() if key == "seq" else pa.string(), nullable=False)
        for key in sorted(LedgerEntry.model_fields)
    ]
)
_HASHED = [name for name in SCHEMA.names if name != "entry_hash"]  # ASCII names: sorted as RFC 8785 sorts
_TO_ESCAPE = r'["\\\x00-\x1f]'


def _object_pattern(depth: int) -> str:
    """A regular expression for JSON objects that nest up to `depth` levels; it leaves no text outside the object."""
    text = r'"(?:[^"\\]|\\.)*"'
    value = f"(?:{text}|[-+0-9.eE]+|true|false|null)"
    for _ in range(depth):
        pair = f"{text}:{value}"
        value = rf"(?:{value}|\[(?:{value}(?:,{value})*)?\]|\{{(?:{pair}(?:,{pair})*)?\}})"
    return rf"^\{{(?:{text}:{value}(?:,{text}:{value})*)?\}}$"


_USUAL_OBJECT = _object_pattern(depth=1)


def table_of(lines: Iterable[bytes]) -> pa.Table:
    """The table of stored lines that are sound."""
    rows = list(map(loads, lines))
    for row in rows:
        row.update({name: canonical_json(row[name]).decode() for name in JSON_COLUMNS})
    return pa.Table.from_pylist(rows, schema=SCHEMA)


def entries_of(table: pa.Table) -> Iterable[LedgerEntry]:
    """The entries of a table, in its order."""
    for batch in table.to_batches(max_chunksize=2000):
        for row in batch.to_pylist():
            row.update({name: loads(row[name]) for name in JSON_COLUMNS})
            yield LedgerEntry(**row)


def canonical_bytes(table: pa.Table) -> list[bytes]:
    """The hashed bytes of every entry. Raises ValueError when a JSON column does not hold one JSON object.

    That check is what makes the way back unique: a text that breaks out of its column cannot be one whole object.
    """
    for name in JSON_COLUMNS:
        _require_objects(table[name])
    texts = [table[name] for name in _HASHED if name not in (*JSON_COLUMNS, "seq")]
    escape = pc.any(pc.match_substring_regex(pc.binary_join_element_wise(*texts, ""), _TO_ESCAPE)).as_py()
    before, parts = "{", []
    for name in _HASHED:
        left, text, right = _json_text(name, table[name], escape=escape)
        parts += [f'{before}"{name}":{left}', text]
        before = f"{right},"
    joined = pc.binary_join_element_wise(*parts, before[:-1] + "}", "")
    return joined.cast(pa.binary()).to_pylist()  # type: ignore[no-any-return]


def _json_text(name: str, column: pa.ChunkedArray, *, escape: bool) -> tuple[str, pa.ChunkedArray, str]:
    """A column's JSON, and what stands before and behind it in every row."""
    if name == "seq":
        return "", column.cast(pa.string()), ""
    if name in JSON_COLUMNS:
        return "", column, ""
    if escape:
        return "", pa.chunked_array([[encode_basestring(text) for text in column.to_pylist()]], type=pa.string()), ""
    return '"', column, '"'


def _require_objects(column: pa.ChunkedArray) -> None:
    usual = pc.match_substring_regex(column, _USUAL_OBJECT)
    for text in column.filter(pc.invert(usual)).to_pylist():
        if not isinstance(json.loads(text), dict):
            raise ValueError("not a JSON object")
