"""Every malformed file comes to its code, in this process, and never to anything that has no name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.corpus.generate import CASES, Case


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_malformed_file_comes_to_its_outcome(case: Case, code_of: Callable[..., str], tmp_path: Path) -> None:
    data = case.make()

    outcome = code_of(data, case.name, ocr=True)

    assert case.outcome == "any" or outcome in case.outcome.split("|")
    assert (tmp_path / "file").read_bytes() == data  # the original is as it was


def test_readme_lists_every_generated_file() -> None:
    readme = (Path(__file__).parent.parent / "corpus" / "README.md").read_text()

    stems = {case.name if not case.name.startswith("cut_") else "cut_1" for case in CASES}

    assert [name for name in stems if name not in readme and name != "cut_1"] == []
