"""The offline specialist for letters, mails, memos and notices.

Belongs here: which finder fills which field. A mail's header block goes before the parts of a letter. What stands at
the head is read only from the window that opens the document.
"""

from __future__ import annotations

import re

from mailroom_dagster.agents.contracts import ExtractAnswer, ExtractTask
from mailroom_dagster.providers.offline.specialists.common import Sheet, Window
from mailroom_dagster.providers.offline.specialists.correspondence.content import note_content, note_kind
from mailroom_dagster.providers.offline.specialists.correspondence.court_notice import note_case
from mailroom_dagster.providers.offline.specialists.correspondence.letter import (
    Letter,
    addressees,
    copied,
    opening_name,
    read_letter,
    signatory,
    subject,
)
from mailroom_dagster.providers.offline.specialists.correspondence.mail import MailHead, find_head, mailboxes
from mailroom_dagster.providers.offline.specialists.court_opinion.courts import find_court
from mailroom_dagster.values.dates import find_dates, reads_month_first

_LETTERHEAD = 600
_OLDER_MESSAGE = re.compile(
    r"^[> \t]*-{2,}\s*(?:Original|Forwarded)\s+Message|^On .{5,80} wrote:|^[> \t]*From:\s.*\n[> \t]*(?:Sent|To|Date):|"
    r"^\*{20,}|^_{20,}",
    re.MULTILINE | re.IGNORECASE,
)


def extract(task: ExtractTask) -> ExtractAnswer:
    """Everything of a letter or mail that the window states."""
    window = Window.of(task)
    sheet = Sheet(window.text)
    if not window.opens_document:
        note_content(window, None, sheet)
        return sheet.answer()
    month_first = reads_month_first(str(window))
    head, letter = find_head(window), read_letter(window, month_first)
    _mail(window, head, month_first, sheet)
    _letter(window, letter, head, sheet)
    topic = _subject(head, letter)
    if topic:
        sheet.add("subject", *topic)
    note_case(window, sheet, topic)
    note_kind(window, sheet, _from_line(window, head))
    note_content(_body(window, head, letter), topic, sheet)
    return sheet.answer()


def _mail(window: Window, head: MailHead, month_first: bool | None, sheet: Sheet) -> None:
    if sender := head.values.get("from"):
        for box in list(mailboxes(window.text, sender))[:1]:
            sheet.add("sender", box.start, box.end, box.name)
    for name in ("to", "cc", "bcc"):
        for box in mailboxes(window.text, head.values[name]) if name in head.values else ():
            first = name == "to" and not sheet.has("recipient")
            sheet.add("recipient" if first else "additional_recipients", box.start, box.end, box.name)
    if date := head.values.get("date"):
        for span in find_dates(date.text, month_first=month_first)[:1]:
            sheet.add("communication_date", date.start + span.start, date.start + span.end, span.value)


def _letter(window: Window, letter: Letter, head: MailHead, sheet: Sheet) -> None:
    if not sheet.has("communication_date") and letter.date and not head.is_mail:
        sheet.add("communication_date", letter.date.start, letter.date.end, letter.date.value)
    if not sheet.has("sender"):
        if signed := signatory(letter):
            sheet.add("sender", signed.start, signed.end, signed.name)
        else:
            _letterhead(window, sheet)
    if not sheet.has("recipient"):
        opening = opening_name(window, head.end) if head.is_mail else None
        for person in addressees(letter) or ([opening] if opening else []):
            name = "additional_recipients" if sheet.has("recipient") else "recipient"
            sheet.add(name, person.start, person.end, person.name)
    for person in copied(letter):
        sheet.add("additional_recipients", person.start, person.end, person.name)


def _letterhead(window: Window, sheet: Sheet) -> None:
    """A notice without signature comes from the court at its head."""
    flat = window.head(_LETTERHEAD).flat()
    if place := find_court(window.text, flat):
        sheet.add("sender", *flat.span(*place), flat.text[slice(*place)])


def _subject(head: MailHead, letter: Letter) -> tuple[int, int] | None:
    line = head.values.get("subject")
    if line:
        return (line.start, line.end) if line.text else None
    return subject(letter)


def _from_line(window: Window, head: MailHead) -> tuple[int, int] | None:
    if not head.is_mail:
        return None
    writer = head.values["from"]
    return window.text.rfind("\n", 0, writer.start) + 1, writer.end


def _body(window: Window, head: MailHead, letter: Letter) -> Window:
    """The message's own text: behind its head, before its closing and before older messages."""
    start, end = max(window.start, head.end), window.end
    if not head.is_mail and letter.body_start is not None and letter.body_start < len(letter.lines):
        start = letter.lines[letter.body_start].start
    if letter.closing is not None and letter.lines[letter.closing].start > start:
        end = letter.lines[letter.closing].start
    older = _OLDER_MESSAGE.search(window.text, start, end)
    return window.part(start, older.start() if older and older.start() > start + 1 else end)
