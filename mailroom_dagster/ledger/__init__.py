"""The audit ledger: one hash chain over all that happened, sealed, signed and provable to outsiders."""

from mailroom_dagster.ledger.store import Ledger, open_ledger

__all__ = ["Ledger", "open_ledger"]
