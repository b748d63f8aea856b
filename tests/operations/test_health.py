"""Health: a part that cannot answer fails its own finding."""

from __future__ import annotations

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
