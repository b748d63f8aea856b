"""The due diligence specialist: target, kind, date, preparer, findings, risks, open items.

Belongs here: the order of reading. One file a group of fields.
"""

from __future__ import annotations

from mailroom_dagster.agents.contracts import ExtractAnswer, ExtractTask
from mailroom_dagster.providers.offline.specialists.common import Sheet, Window
from mailroom_dagster.providers.offline.specialists.datelines import add_date
from mailroom_dagster.providers.offline.specialists.due_diligence.findings import add_findings, add_preparer
from mailroom_dagster.providers.offline.specialists.due_diligence.kind import add_kind
from mailroom_dagster.providers.offline.specialists.due_diligence.target import add_target
from mailroom_dagster.providers.offline.specialists.prose import sentences
from mailroom_dagster.values.dates import reads_month_first


def extract(task: ExtractTask) -> ExtractAnswer:
    """The fields of a diligence report that its window states. Target, kind, date and preparer: the opening window."""
    window = Window.of(task)
    sheet = Sheet(window.text)
    if window.opens_document:
        add_target(sheet, window)
        add_kind(sheet, window)
        add_date(sheet, "document_date", window, reads_month_first(str(window)))
        add_preparer(sheet, window)
    add_findings(sheet, sentences(window), window)
    return sheet.answer()
