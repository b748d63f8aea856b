"""The bytes of an entry are those of RFC 8785, on every way that they are made."""

from __future__ import annotations

import json

import pyarrow as pa
import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from mailroom_dagster.hashing import canonical_json, sha256_bytes
from mailroom_dagster.ledger.canonical import chain, hashed_part, line_of, parse, stated_hash
from mailroom_dagster.ledger.columns import canonical_bytes, entries_of, table_of
from mailroom_dagster.ledger.model import GENESIS
from tests.ledger.conftest import event

AWKWARD = ['"', "\\", "\x00\x1f\n", "\ue000", "😀", "é"]
NUMBERS = [2.0**53, 1e20, 1.2345678901234568e20, 1e21, 1e-7, -0.0, 1.0, 0.1]
texts = st.text(st.characters(codec="utf-8"), max_size=12) | st.sampled_from(AWKWARD)
numbers = st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(allow_nan=False, allow_infinity=False)
scalars = st.none() | st.booleans() | numbers | st.sampled_from(NUMBERS) | texts
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3), max_leaves=8
)
details = st.dictionaries(texts, values, max_size=4)


@given(values)
def test_canonical_json_is_that_of_the_reference(value: object) -> None:
    assert canonical_json(value) == rfc8785.dumps(value)  # type: ignore[arg-type]


@given(details, texts, st.dictionaries(texts, texts, max_size=3))
def test_a_line_holds_the_hashed_bytes_and_reads_back(
    detail: dict[str, object], actor: str, outputs: dict[str, str]
) -> None:
    given_event = event("e", detail=detail, actor=actor, output_hashes=outputs)
    entry, line = chain(given_event, seq=7, ts="2026-01-01", doc_prev_hash=GENESIS, prev_hash=GENESIS)
    body = rfc8785.dumps(entry.model_dump(exclude={"entry_hash"}))
    assert hashed_part(line) == body
    assert stated_hash(line) == entry.entry_hash == sha256_bytes(body)
    assert json.loads(line)["entry_hash"] == entry.entry_hash
    assert line.count(b"\n") == 1
    assert parse(line) == entry
    assert line_of(entry) == line


@given(st.lists(st.tuples(details, texts, texts), min_size=1, max_size=5))
def test_columns_give_back_the_very_bytes(rows: list[tuple[dict[str, object], str, str]]) -> None:
    chained = [
        chain(
            event(event_id, detail=detail, actor=actor, input_hashes={actor: event_id}),
            seq=seq,
            ts="2026-01-01",
            doc_prev_hash=GENESIS,
            prev_hash=GENESIS,
        )
        for seq, (detail, actor, event_id) in enumerate(rows, start=1)
    ]
    table = table_of(line for _, line in chained)
    assert canonical_bytes(table) == [hashed_part(line) for _, line in chained]
    assert list(entries_of(table)) == [entry for entry, _ in chained]


@pytest.mark.parametrize("detail", ['{"a":1}},{"b":2}', '{"a":1},"doc_id":"x","y":{}', "[1]", "", "{"])
def test_a_column_that_breaks_out_of_its_place_is_refused(detail: str) -> None:
    table = table_of([chain(event("e"), seq=1, ts="", doc_prev_hash=GENESIS, prev_hash=GENESIS)[1]])
    place = table.schema.get_field_index("detail")
    forged = table.set_column(place, table.schema.field(place), pa.array([detail]))
    with pytest.raises(ValueError):
        canonical_bytes(forged)
