"""The report of an accepted document: one content for machines, rendered once more for people.

Belongs here: what a report says and how it looks. Built by code from the records: nothing in it is new, and what the
document does not state is said to be not stated. Does not belong here: deciding or filing (`pipeline`).
"""

from mailroom_dagster.reports.build import Report, build_report

__all__ = ["Report", "build_report"]
