"""The offline specialist for insurance claims: forms, letters, calls, loss notices, decisions, and logs of many claims.

Belongs here: which finder fills which field. A list of claims has many numbers and losses; what belongs to one claim
alone (its date, amount, determination) is not read from it.
"""

from __future__ import annotations

from mailroom_dagster.agents.contracts import ExtractAnswer, ExtractTask
from mailroom_dagster.providers.offline.specialists.common import Sheet, Window
from mailroom_dagster.providers.offline.specialists.insurance_claim.decision import note_decision, note_papers
from mailroom_dagster.providers.offline.specialists.insurance_claim.loss import note_line, note_loss
from mailroom_dagster.providers.offline.specialists.insurance_claim.numbers import note_numbers
from mailroom_dagster.providers.offline.specialists.insurance_claim.people import note_people
from mailroom_dagster.providers.offline.specialists.prose import sentences
from mailroom_dagster.values.dates import reads_month_first


def extract(task: ExtractTask) -> ExtractAnswer:
    """Everything of a claim, or of a list of claims, that the window states."""
    window = Window.of(task)
    sheet = Sheet(window.text)
    is_list = note_numbers(window, sheet)
    if window.opens_document:
        note_people(window, sheet)
        note_line(window, sheet)
    if not is_list:
        spoken = sentences(window)
        note_loss(window, spoken, reads_month_first(str(window)), sheet)
        note_decision(window, spoken, sheet)
        note_papers(window, sheet)
    return sheet.answer()
