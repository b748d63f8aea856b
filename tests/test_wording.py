"""Figures as words."""

from __future__ import annotations

import pytest

from mailroom_dagster.wording import sure


@pytest.mark.parametrize(
    ("confidence", "said"),
    [
        (1.0, "100 %"),
        (0.9975, "99 %"),
        (0.99999, "99 %"),
        (0.69, "69 %"),
        (0.994, "99 %"),
        (0.001, "1 %"),
        (0.0, "0 %"),
    ],
)
def test_only_certainty_is_said_to_be_certain(confidence: float, said: str) -> None:
    assert sure(confidence) == said
