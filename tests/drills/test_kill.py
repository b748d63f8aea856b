"""The kill drill: a child dies where it should, the restart mends it, and a difference would be told."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailroom_dagster.configuration import samples_dir
from mailroom_dagster.crashpoints import CRASH_POINTS
from mailroom_dagster.drills import kill
from mailroom_dagster.drills.kill import drill_kill
from mailroom_dagster.errors import ErrorCode, MailroomError

SAMPLE = samples_dir() / "documents" / "loss_notice.txt"


@pytest.mark.slow
def test_a_killed_mailroom_ends_as_one_that_was_not(tmp_path: Path) -> None:
    points = ["intake.after_move", "ledger.after_segment"]
    outcomes = list(drill_kill([SAMPLE], tmp_path, points))
    assert [(outcome.point, outcome.reached, outcome.differences) for outcome in outcomes] == [
        (point, True, ()) for point in points
    ]


def test_a_mailroom_that_fails_by_itself_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kill, "sys", type("sys", (), {"executable": "/bin/false"}))
    with pytest.raises(MailroomError) as caught:
        list(drill_kill([SAMPLE], tmp_path, CRASH_POINTS[:1]))
    assert caught.value.code is ErrorCode.INTERNAL
