"""Whatever lies in a sidecar: a name that is safe as a folder, none, or a named refusal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.intake.arrivals import read_sidecar

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
matters = st.text(st.characters(), max_size=300) | json_values
objects = st.dictionaries(st.just("matter_id") | st.text(), matters).map(json.dumps).map(str.encode)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("inbox") / "a.txt.meta.json"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary() | json_values.map(json.dumps).map(str.encode) | objects)
@example(data=b'{"matter_id": "../../etc/passwd"}')
@example(data=b'{"matter_id": "\\ud800"}')
@example(data=b'{"matter_id": "\\u0000"}')
@example(data=b"[" * 60_000)
@example(data=b'{"matter_id": "' + b"x" * 70_000 + b'"}')
def test_any_bytes_are_a_safe_name_or_a_named_refusal(place: Path, data: bytes) -> None:
    place.write_bytes(data)
    matter, refused = None, None
    try:
        matter = read_sidecar(place)
    except MailroomError as error:
        refused = error.code
    assert refused in (None, ErrorCode.BAD_SIDECAR)
    if matter is not None:
        assert matter.strip() == matter != ""
        assert not matter.startswith((".", "-"))
        assert not set(matter) & set('/\\\0\n"<>:|?*')
        assert len(matter.encode()) <= 180
