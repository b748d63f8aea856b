"""The contract specialist: title, parties, dates, term, renewal, governing law, clauses, value.

Belongs here: the order of reading. One file a group of fields; `preamble` and `head` hold what they share.
"""

from __future__ import annotations

from mailroom_dagster.agents.contracts import ExtractAnswer, ExtractTask
from mailroom_dagster.providers.offline.specialists.common import Sheet, Window
from mailroom_dagster.providers.offline.specialists.contract.clauses import add_clauses
from mailroom_dagster.providers.offline.specialists.contract.dates import add_dates, add_expiration
from mailroom_dagster.providers.offline.specialists.contract.head import Head
from mailroom_dagster.providers.offline.specialists.contract.law import add_governing_law
from mailroom_dagster.providers.offline.specialists.contract.parties import add_parties
from mailroom_dagster.providers.offline.specialists.contract.term import add_term
from mailroom_dagster.providers.offline.specialists.contract.title import add_title
from mailroom_dagster.providers.offline.specialists.contract.value import add_contract_value
from mailroom_dagster.providers.offline.specialists.prose import sentences
from mailroom_dagster.values.dates import reads_month_first


def extract(task: ExtractTask) -> ExtractAnswer:
    """The fields of a contract that its window states. Title, parties and dates come from the window that opens it."""
    window = Window.of(task)
    sheet = Sheet(window.text)
    head = Head.of(window if window.opens_document else Window(window.text, 0, len(window.text)))
    month_first = reads_month_first(str(head.window))
    prose = sentences(window)
    if window.opens_document:
        add_title(sheet, head)
        add_parties(sheet, head, window)
        add_dates(sheet, head, prose, window, month_first)
    add_expiration(sheet, window, month_first)
    add_term(sheet, prose, window)
    add_governing_law(sheet, prose, window)
    add_contract_value(sheet, prose, window)
    add_clauses(sheet, prose, _called(head))
    return sheet.answer()


def _called(head: Head) -> list[str]:
    """What the contract calls its parties: their aliases, else their names."""
    parties = head.preamble.parties if head.preamble else ()
    return [name for party in parties for name in party.aliases or (head.flat.text[party.start : party.end],)]
