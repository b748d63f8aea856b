"""Which case a notice or letter is about: labels of CM/ECF notices, the Supreme Court's mails, subject lines.

Belongs here: case name and docket number of correspondence.
"""

from __future__ import annotations

import re

from mailroom_dagster.providers.offline.specialists.case_names import case_title
from mailroom_dagster.providers.offline.specialists.common import Flat, Sheet, Window, squeeze
from mailroom_dagster.providers.offline.specialists.dockets import find_dockets, find_shaped_dockets
from mailroom_dagster.providers.offline.specialists.labelled import label, labelled

_HEAD_SIZE = 12_000
_CASE_NAME = label(r"(?:case|short) (?:name|title|caption)")
_CASE_NUMBER = label(r"(?:case|docket) ?(?:numbers?|nos?\.?|#)")
_ADDED_FOR = re.compile(r"\bhas been added for (?P<name>.{3,300}?)\.\s+You have been signed up")
_NUMBER = re.compile(
    r"(?:MDL\s+No\.?\s+\d+|(?:[A-Z]{2,4}/)?(?:\d:)?\d{2,4}-(?:[a-z]{2,3}-)?\d{1,6}|[\w:./-]*\d[\w:./-]*)", re.IGNORECASE
)
_IN_SUBJECT = re.compile(
    r"^(?:Activity\s+in\s+Case\s+)?(?P<number>(?:\d:)?\d{2}-(?:[a-z]{2}-)?\d{3,6})(?:-[A-Za-z]{2,4})*\b"
)


def note_case(window: Window, sheet: Sheet, subject: tuple[int, int] | None) -> None:
    """Note the case's name and number where the document gives them."""
    head = window.head(_HEAD_SIZE)
    _note_name(head, sheet, subject)
    _note_number(head, sheet, subject)


def _note_name(head: Window, sheet: Sheet, subject: tuple[int, int] | None) -> None:
    for match in labelled(head, _CASE_NAME):
        printed = squeeze(match["value"])
        sheet.add_match("case_name", match, "value", case_title(printed) or printed)
        return
    flat = head.flat()
    if added := _ADDED_FOR.search(flat.text):
        if name := case_title(added["name"]):
            sheet.add("case_name", *flat.span(*added.span("name")), name)
        return
    if subject and (name := case_title(squeeze(head.text[slice(*subject)]))):
        sheet.add("case_name", *subject, name)


def _note_number(head: Window, sheet: Sheet, subject: tuple[int, int] | None) -> None:
    for match in labelled(head, _CASE_NUMBER):
        printed = _NUMBER.search(head.text, match.start("value"), match.end("value"))
        if sheet.add_match("docket_number", printed):
            return
    if subject:
        words = Flat.of_spans(head.text, [subject])
        for number, start, end in [*find_dockets(words), *find_shaped_dockets(words)][:1]:
            sheet.add("docket_number", *words.span(start, end), number)
            return
        if in_subject := _IN_SUBJECT.match(words.text):
            sheet.add("docket_number", *words.span(*in_subject.span("number")), in_subject["number"])
            return
    flat = head.flat()
    for number, start, end in find_dockets(flat, plain=bool(_ADDED_FOR.search(flat.text))):
        sheet.add("docket_number", *flat.span(start, end), number)
        return
