"""The offline specialist for opinions, judgments and orders of courts.

Belongs here: which finder fills which field. Captions, dates, dockets and the like have their own files. What stands in
the head (caption, court, number) is read only from the window that opens the document.
"""

from __future__ import annotations

from mailroom_dagster.agents.contracts import ExtractAnswer, ExtractTask
from mailroom_dagster.providers.offline.specialists.common import Flat, Sheet, Window
from mailroom_dagster.providers.offline.specialists.court_opinion.bench import find_author, find_judges
from mailroom_dagster.providers.offline.specialists.court_opinion.caption import find_caption, find_roles
from mailroom_dagster.providers.offline.specialists.court_opinion.citations import NEUTRAL, find_citations
from mailroom_dagster.providers.offline.specialists.court_opinion.courts import (
    court_in_citation,
    court_of_citation,
    find_court,
    known_court,
)
from mailroom_dagster.providers.offline.specialists.court_opinion.decided import find_decided
from mailroom_dagster.providers.offline.specialists.court_opinion.disposition import (
    find_holding,
    find_issues,
    find_kind,
    find_outcome,
)
from mailroom_dagster.providers.offline.specialists.dockets import find_dockets, find_lone_dockets, find_shaped_dockets

_HEAD_SIZE = 6_000
_CITED_AS = 400  # where a reporter's page cites its own case


def extract(task: ExtractTask) -> ExtractAnswer:
    """Everything of an opinion that the window states."""
    window = Window.of(task)
    sheet = Sheet(window.text)
    if window.opens_document:
        _head(window, sheet)
    _body(window, sheet)
    return sheet.answer()


def _head(window: Window, sheet: Sheet) -> None:
    flat = window.head(_HEAD_SIZE).flat()
    _caption(window, sheet)
    _docket(window, flat, sheet)
    if neutral := NEUTRAL.search(flat.text[:2_000]):
        sheet.add("neutral_citation", *flat.span(*neutral.span()), neutral.group())
    _court(window, flat, neutral.group() if neutral else "", sheet)
    if kind := find_kind(window):
        sheet.add("opinion_type", kind[1], kind[2], kind[0])
    for name, start, end in find_judges(window):
        sheet.add("judges", start, end, name)
    if author := find_author(window):
        sheet.add("authored_by", author[1], author[2], author[0])


def _caption(window: Window, sheet: Sheet) -> None:
    caption = find_caption(window)
    if caption is None:
        for match in find_roles(window):
            sheet.add_match("parties", match)
        return
    sheet.add("case_name", caption.start, caption.end, caption.name)
    sheet.add("case_name_full", caption.full_start, caption.full_end, caption.full)
    for party in caption.parties:
        sheet.add("parties", party.start, party.end, party.name)


def _docket(window: Window, flat: Flat, sheet: Sheet) -> None:
    """The first number with a label or with a line for itself; else one known by its shape.

    What is labelled in brackets is another court's where one has a line for itself: "2017-08812 (Index No. 3391/16)".
    """
    labelled = list(find_dockets(flat))
    in_brackets = bool(labelled) and flat.text[: labelled[0][1]].rpartition("(")[2].count(" ") < 3
    alone = next(find_lone_dockets(window.head(_HEAD_SIZE // 2).lines()), None)
    if alone and (not labelled or in_brackets or alone.start < flat.span(*labelled[0][1:])[0]):
        sheet.add("docket_number", alone.start, alone.end)
        return
    for number, start, end in [*labelled, *find_shaped_dockets(flat)]:
        sheet.add("docket_number", *flat.span(start, end), number)
        return


def _court(window: Window, flat: Flat, neutral_citation: str, sheet: Sheet) -> None:
    if place := find_court(window.text, flat):
        sheet.add("court", *flat.span(*place), flat.text[slice(*place)])
    elif sheet.add_match("court", court_of_citation(window, neutral_citation)):
        return
    elif line := known_court(window.head(_HEAD_SIZE).lines()):
        sheet.add("court", line.start, line.end)
    else:
        sheet.add_match("court", court_in_citation(window.head(_CITED_AS)), "court")


def _body(window: Window, sheet: Sheet) -> None:
    if decided := find_decided(window):
        sheet.add("date_decided", decided.start, decided.end, decided.value)
    own = {item.value for item in sheet.values.get("neutral_citation", ())}
    for citation in find_citations(window):
        if citation.words in own:
            continue
        sheet.add("citations", citation.start, citation.end, citation.words)
        if citation.reported:
            sheet.add("cites_to", citation.start, citation.end, citation.words)
    for name, place in (("outcome", find_outcome(window)), ("holding", find_holding(window))):
        if place:
            sheet.add(name, *place)
    for start, end in find_issues(window):
        sheet.add("legal_issues", start, end)
