"""The restore drill: every step comes out as it should, and says so when it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailroom_dagster.drills.restore import drill_restore
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.records.home import Home
from tests.obedient import claim, drop, obedient_mailroom


@pytest.fixture
def worked(home: Home, tmp_path: Path) -> Home:
    mailroom, _ = obedient_mailroom(home)
    drop(mailroom, tmp_path / "in", one=claim(1), two=claim(2))
    process_pending(mailroom)
    return home


def test_what_was_backed_up_comes_back_sound_and_a_stale_backup_is_noticed(worked: Home, tmp_path: Path) -> None:
    steps = list(drill_restore(worked, tmp_path / "scratch"))
    assert len(steps) == 8
    assert all(step.ok for step in steps), [step for step in steps if not step.ok]


def test_a_home_that_does_not_agree_is_told(worked: Home, tmp_path: Path) -> None:
    next(worked.documents.glob("*/report.json")).unlink()
    steps = list(drill_restore(worked, tmp_path / "scratch"))
    assert not all(step.ok for step in steps)


def test_an_empty_home_is_refused(home: Home, tmp_path: Path) -> None:
    with pytest.raises(MailroomError) as caught:
        list(drill_restore(home, tmp_path / "scratch"))
    assert caught.value.code is ErrorCode.BAD_REQUEST
