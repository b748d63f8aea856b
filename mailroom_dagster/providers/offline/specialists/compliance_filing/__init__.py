"""The offline specialist for forms, reports and filings made to a regulator.

Belongs here: which reader goes first. The header of a full submission goes before the cover page, and both before the
labels of a form. All of them stand at the head and are read from the window that opens the document.
"""

from __future__ import annotations

from mailroom_dagster.agents.contracts import ExtractAnswer, ExtractTask
from mailroom_dagster.providers.offline.specialists.common import Sheet, Window
from mailroom_dagster.providers.offline.specialists.compliance_filing.cover import note_cover
from mailroom_dagster.providers.offline.specialists.compliance_filing.forms import note_form, note_requirements
from mailroom_dagster.providers.offline.specialists.compliance_filing.submission import note_submission
from mailroom_dagster.values.dates import reads_month_first


def extract(task: ExtractTask) -> ExtractAnswer:
    """Everything of a filing that the window states."""
    window = Window.of(task)
    sheet = Sheet(window.text)
    if window.opens_document:
        month_first = reads_month_first(str(window))
        note_submission(window, sheet)
        note_cover(window, month_first, sheet)
        note_form(window, month_first, sheet)
    note_requirements(window, sheet)
    return sheet.answer()
