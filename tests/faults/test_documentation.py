"""`docs/faults.md` names every known fault once, and only tests that exist."""

from __future__ import annotations

import re

import pytest

from mailroom_dagster.configuration import checkout_dir

PAGE = (checkout_dir() / "docs" / "faults.md").read_text(encoding="utf-8")
ROWS = [line for line in PAGE.splitlines() if line.startswith("| F-")]
NAMED = sorted(set(re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE)))


def test_every_fault_has_one_row_with_what_prevents_it() -> None:
    assert [line.split(" | ")[0] for line in ROWS] == [f"| F-{number}" for number in range(1, 141)]
    assert all(len(line.strip("| ").split(" | ")) == 4 for line in ROWS)


def test_a_row_without_a_test_says_why_it_does_not_apply() -> None:
    assert all("does not apply" in line for line in ROWS if "::" not in line)


@pytest.mark.parametrize("file", sorted({file for file, _ in NAMED}))
def test_every_test_that_is_named_exists(file: str) -> None:
    source = (checkout_dir() / "tests" / file).read_text(encoding="utf-8")
    assert [name for named, name in NAMED if named == file and f"def {name}(" not in source] == []
