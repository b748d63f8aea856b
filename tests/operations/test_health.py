"""Health: a part that cannot answer fails its own finding."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from mailroom_dagster.operations.health import health
from mailroom_dagster.records.home import Home
from tests.obedient import obedient_mailroom


def test_what_cannot_be_told_has_failed_and_is_no_zero(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:  # F-97
    mailroom, _ = obedient_mailroom(home)
    assert all(item.passed for item in health(mailroom))

    def fail(*_: Any) -> Any:
        raise RuntimeError("the disk is gone")

    monkeypatch.setattr(mailroom.catalog, "connect", fail)
    monkeypatch.setattr(mailroom.pending, "batches", fail)
    findings = {item.name: item for item in health(mailroom)}
    for name in ("no_stuck_documents", "no_old_backlog", "few_failed_documents", "no_error_spike"):
        assert not findings[name].passed
        assert findings[name].figure is None
        assert "RuntimeError" in findings[name].message


def test_a_file_that_a_dead_claimer_left_is_an_orphan(home: Home) -> None:
    mailroom, _ = obedient_mailroom(home)
    place = home.claims / "4194303-abcd" / "1"
    place.mkdir(parents=True)
    (place / "letter.txt").write_bytes(b"words")
    now = datetime.now(UTC)
    later = now + timedelta(minutes=mailroom.policy.operations.stuck_minutes + 1)
    found = {moment: {item.name: item for item in health(mailroom, moment)}["no_orphans"] for moment in (now, later)}
    assert found[now].passed
    assert (found[later].passed, found[later].figure) == (False, 1.0)
    assert "mailroom recover" in found[later].message
