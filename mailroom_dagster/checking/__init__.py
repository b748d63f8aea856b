"""Whether files, records, catalog and ledger agree, in both directions: what `mailroom check` says."""

from mailroom_dagster.checking.check import check
from mailroom_dagster.checking.findings import CheckReport, Finding, FindingKind

__all__ = ["CheckReport", "Finding", "FindingKind", "check"]
