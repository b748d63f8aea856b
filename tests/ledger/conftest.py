"""Ledgers and events for the tests of this room."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mailroom_dagster.ledger import Ledger, open_ledger
from mailroom_dagster.ledger.model import LedgerEvent
from mailroom_dagster.policy import LedgerPolicy
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk

DOC = "0123456789abcdef"


def event(event_id: str, doc_id: str = DOC, **more: Any) -> LedgerEvent:
    return LedgerEvent(
        **{"stage": "text", "event": "text", "actor": "reader", **more}, event_id=event_id, doc_id=doc_id
    )


@pytest.fixture
def open_again(home: Home) -> Callable[..., Ledger]:
    """Opens the ledger of `home` as another process would: nothing in memory."""

    def opened(**policy: Any) -> Ledger:
        return open_ledger(home, Disk(), LedgerPolicy(**policy))

    return opened


@pytest.fixture
def ledger(open_again: Callable[..., Ledger]) -> Ledger:
    return open_again()
