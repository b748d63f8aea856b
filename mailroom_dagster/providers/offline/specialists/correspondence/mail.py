"""The header block of a mail or memo in the stored text: From, To, Cc, Date, Subject, one a line.

Belongs here: finding the block and taking mailboxes apart. Does not belong here: letters, which have no such block.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from mailroom_dagster.providers.offline.specialists.common import Line, Window, squeeze

_HEAD_SIZE = 4_000
_FIRST_LINES = 25  # a block begins within so many lines
_HEADER = re.compile(
    r"[>*|\s]*(?P<name>from|to|cc|c\.c\.|bcc|date|sent|subject|re|reply-to|memorandum\s+(?:for|"
    r"to))[*]*(?:\s?[:：][*\t ]*|(?-i:(?<=[A-Z]))(?:\t\s*|[ ]{2,}))(?P<value>.*)$",
    re.IGNORECASE,
)  # in capitals a wide gap stands for the colon
_FAX_LINE = re.compile(r"(?:fax|pages?|phone|tel(?:ephone)?|company|firm|no\.? of pages)\b[^:]{0,20}:", re.IGNORECASE)
_PEOPLE = {"from", "to"}
_SAME = {"sent": "date", "re": "subject", "c.c.": "cc", "memorandum for": "to", "memorandum to": "to"}
_SEPARATOR = re.compile(r"[;,]")
_ADDRESS = re.compile(r"[\w.+%'=/-]+@[\w.-]+")
_NAMED = re.compile(
    r"^[\"'“]?(?P<name>[^\"“”<\[]*[^\"“”<\[\s'])[\"'”]?\s*(?:<[^>]*>?|\[mailto:[^\]]*\]?|\([\w.+%'-]+@[\w.-]+\))\s*$"
)
_AT_AN_OFFICE = re.compile(r"(?<=[a-z])/[A-Z][\w ]*(?:/[A-Z][\w ]*|@\w+)+$")  # "Ann Roe/HOU/ECT@ECT"
_BEFORE_ADDRESS = re.compile(r",\s+\d.*$")  # the street behind the name of a body
_NEXT_COLUMN = re.compile(r"(?:\s{3,}|\t)[A-Z][\w .#]{1,20}:.*$")  # of a fax's cover
_NOBODY = re.compile(r"undisclosed|recipients?\s*:\s*;|^\W*$", re.IGNORECASE)


@dataclass
class MailHead:
    """Header values with their places, and where the body begins. Continuation lines belong to their header."""

    values: dict[str, Line] = field(default_factory=dict)  # from, to, cc, date, subject
    end: int = 0

    @property
    def is_mail(self) -> bool:
        """Whether it names a writer."""
        return "from" in self.values


_OFFICE = re.compile(  # "Ann Roe, Director of Operations"; not "Roe, Ann"
    r"(?<=\w),\s+(?:(?:Deputy|Assistant|Senior|Vice|Acting|Managing|Executive|General|Chief|Interim)\s+)*"
    r"(?:Director|Manager|President|Officer|Counsel|Head|Chair\w*|Secretary|Attorney|Partner|Administrator|Coordinator|"
    r"Superintendent|Treasurer|Clerk|Dean|Professor|Engineer|Analyst|Supervisor|C[EFOT]O)\b.*$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Mailbox:
    """A person or address; `name` is the display name when there is one."""

    name: str
    start: int
    end: int


def find_head(window: Window) -> MailHead:
    """The first block of header lines near the document's beginning; empty when none names a writer or reader."""
    head = MailHead()
    last: str | None = None
    lines = window.head(_HEAD_SIZE).lines()
    for number, line in enumerate(lines):
        match = _HEADER.match(line.text)
        if match is None and _FAX_LINE.match(line.text):
            continue
        if match is None:
            inside = number + 1 < len(lines) and _HEADER.match(lines[number + 1].text) is not None
            if last and _continues(window.text, line, head.values.get(last), inside):
                _extend(window.text, head, last, line)
            elif head.values.keys() & _PEOPLE or number > _FIRST_LINES:
                break
            else:
                head, last = MailHead(), None
            continue
        last = _note(head, match, line)
    return head if head.values.keys() & _PEOPLE else MailHead()


def mailboxes(text: str, line: Line) -> Iterator[Mailbox]:
    """The mailboxes of a header's value: split at semicolons, and at commas behind an address."""
    start = line.start
    ends = [*_borders(text, line), line.end]
    for end in ends:
        words = text[start:end].strip(" \t\n,;")
        if words and not _NOBODY.search(words):
            place = start + text[start:end].index(words[0])
            named = _NAMED.match(words)
            name = squeeze(named["name"]) if named and any(map(str.isalpha, named["name"])) else words.strip("<>\"' ")
            for aside in (_BEFORE_ADDRESS, _OFFICE, _AT_AN_OFFICE):
                name = aside.sub("", name)
            yield Mailbox(name, place, place + len(words))
        start = end


def _borders(text: str, line: Line) -> Iterator[int]:
    value, start = text[line.start : line.end], 0
    for sign in _SEPARATOR.finditer(value):
        piece = value[start : sign.start()]
        if piece.count('"') % 2 == 0 and (sign.group() == ";" or _ADDRESS.search(piece)):
            yield line.start + sign.start()
            start = sign.end()


def _note(head: MailHead, match: re.Match[str], line: Line) -> str | None:
    name = squeeze(match["name"]).casefold()
    name = _SAME.get(name, name)
    if name in head.values:  # the block of an older message begins
        return None
    value = _NEXT_COLUMN.sub("", match["value"]).strip()
    head.values[name] = Line(value, line.start + match.start("value"))
    head.end = line.end
    return name


def _continues(text: str, line: Line, before: Line | None, inside: bool) -> bool:
    """Whether a line goes on with the header above: indented, before another header, or the words of an empty one."""
    if before is None or "\n\n" in text[before.end : line.start]:
        return False
    if not before.text:
        return len(line.text) < 120
    return (inside or text[line.start - 1] in " \t") and len(line.text) < 300


def _extend(text: str, head: MailHead, name: str, line: Line) -> None:
    before = head.values[name]
    start = before.start if before.text else line.start
    head.values[name] = Line(text[start : line.end], start)
    head.end = line.end
