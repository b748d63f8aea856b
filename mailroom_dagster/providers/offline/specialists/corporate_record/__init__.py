"""The corporate record specialist: entity, kind, date, place of formation, what was resolved, who signed.

Belongs here: the order of reading. One file a group of fields.
"""

from __future__ import annotations

from mailroom_dagster.agents.contracts import ExtractAnswer, ExtractTask
from mailroom_dagster.providers.offline.specialists.common import Sheet, Window
from mailroom_dagster.providers.offline.specialists.corporate_record.acts import (
    add_acts,
    add_formation,
    add_signatories,
)
from mailroom_dagster.providers.offline.specialists.corporate_record.entity import add_entity
from mailroom_dagster.providers.offline.specialists.corporate_record.kind import add_record_type
from mailroom_dagster.providers.offline.specialists.datelines import add_date
from mailroom_dagster.providers.offline.specialists.prose import sentences
from mailroom_dagster.values.dates import reads_month_first


def extract(task: ExtractTask) -> ExtractAnswer:
    """The fields of a corporate record that its window states. Entity, kind and date come from the opening window."""
    window = Window.of(task)
    sheet = Sheet(window.text)
    if window.opens_document:
        add_entity(sheet, window)
        add_record_type(sheet, window)
        add_date(sheet, "effective_date", window, reads_month_first(str(window)))
        add_formation(sheet, window)
    add_acts(sheet, sentences(window), window)
    add_signatories(sheet, window)
    return sheet.answer()
