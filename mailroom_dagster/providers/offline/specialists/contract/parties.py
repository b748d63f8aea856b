"""The parties of a contract: from the preamble, else from labels, a cover page or the signature blocks.

Belongs here: where parties are named besides the preamble, and in which order the places are asked. Aliases such as
"Supplier" and blanks such as "[NAME]" are never parties.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice, pairwise

from mailroom_dagster.providers.offline.specialists.common import Line, Sheet, Window
from mailroom_dagster.providers.offline.specialists.contract.head import TAIL_CHARS, Head
from mailroom_dagster.providers.offline.specialists.contract.preamble import is_party_name
from mailroom_dagster.providers.offline.specialists.labelled import is_blank, label, labelled, stacked
from mailroom_dagster.providers.offline.specialists.naming import has_form, is_hard_form, name_before, read_name
from mailroom_dagster.values.names import name_key

_ROLES = (
    r"(?:the )?(?:party(?: \w+)?(?: name)?|(?:full |legal )*(?:company|entity|client|customer|vendor|supplier) name"
    r"|legal name|company|client|customer|vendor|supplier|contractor|consultant|licensor|licensee|buyer|seller"
    r"|purchaser"
    r"|distributor|manufacturer|discloser|disclosing party|recipient|receiving party|provider|landlord|tenant|lessor"
    r"|lessee|lender|borrower|assignor|assignee|employer|employee|franchisor|franchisee|between)(?:/[\w-]+)?"
)
_ROLE_LABEL, _ROLE_ABOVE = label(_ROLES), stacked(_ROLES)
_COVER_JOIN = re.compile(
    r"(?:by )?(?:and |, )?(?:between|among|and|&|with|by and between|by and among):?", re.IGNORECASE
)
_COVER_START = re.compile(r"(?:.* )?(?:between|among):?", re.IGNORECASE)
_SIGNS = re.compile(r"(?:By|BY|Signed|Signature|SIGNATURE|/s/|Name|NAME)\b *:?|/s/|_{8,}")
_SIGNED_INLINE = re.compile(r"(?<![\w])By:? ?(?:/s/|_{3,}|Name:)", re.IGNORECASE)
_FOR = re.compile(r"(?:For|FOR|for and on behalf of|For and on behalf of|FOR AND ON BEHALF OF):? (?:the )?")
_MAKER = re.compile(r"\bfor value received,? (?:the undersigned,? )?", re.IGNORECASE)
_PAYEE = re.compile(r"\bpromises? to pay (?:to )?(?:the order of )?", re.IGNORECASE)
_COVER_LINES = 60
_HEAD_CHARS = 6_000
_MAX_LABELS = 50
ENOUGH = 2


def add_parties(sheet: Sheet, head: Head, window: Window) -> None:
    """Note the parties; the next kind of place is only asked while fewer than two are known."""
    for place in (_named_in_preamble, _named_in_note, _named_behind_labels, _named_on_cover, _named_at_signatures):
        for start, end in place(head, window):
            _add(sheet, start, end)
        if len(sheet.values.get("parties", ())) >= ENOUGH:
            return


def _add(sheet: Sheet, start: int, end: int) -> None:
    key = name_key(sheet.text[start:end])
    if key and all(name_key(value.value) != key for value in sheet.values.get("parties", ())):
        sheet.add("parties", start, end)


def _named_in_preamble(head: Head, window: Window) -> Iterator[tuple[int, int]]:
    if head.preamble:
        yield from (head.flat.span(party.start, party.end) for party in head.preamble.parties)


def _named_in_note(head: Head, window: Window) -> Iterator[tuple[int, int]]:
    """Maker and payee of a promissory note."""
    for pattern in (_MAKER, _PAYEE):
        match = pattern.search(head.flat.text)
        if match and (name := read_name(head.flat.text, match.end())) and is_party_name(head.flat.text[slice(*name)]):
            yield head.flat.span(*name)


def _named_behind_labels(head: Head, window: Window) -> Iterator[tuple[int, int]]:
    beside, below = labelled(window, _ROLE_LABEL), labelled(head.window.head(_HEAD_CHARS), _ROLE_ABOVE)
    for match in islice(chain(beside, below), _MAX_LABELS):
        name = read_name(match["value"], 0)
        if name and is_party_name(match["value"][name[0] : name[1]]) and _fills(match["value"], name[1]):
            yield match.start("value") + name[0], match.start("value") + name[1]


def _fills(value: str, end: int) -> bool:
    """Whether a name is all of a value or ends where an address or a description begins."""
    return not value[end:].strip(" .") or value[end : end + 1] in ",;(" or has_form(value[:end])


def _named_on_cover(head: Head, window: Window) -> Iterator[tuple[int, int]]:
    """Names on lines of their own behind a line that ends in "between"."""
    lines = head.window.lines()[:_COVER_LINES]
    begun = next((number for number, line in enumerate(lines) if _COVER_START.fullmatch(line.text)), None)
    for line in lines[begun + 1 :] if begun is not None else []:
        if _COVER_JOIN.fullmatch(line.text):
            continue
        span = _whole_line(line)
        if span is None:
            return
        yield span


def _named_at_signatures(head: Head, window: Window) -> Iterator[tuple[int, int]]:
    """Companies on the line above a signature, or right before "By:" where the text has no lines."""
    tail = window.tail(TAIL_CHARS)
    lines = tail.lines()
    for line, following in pairwise(lines):
        if _SIGNS.match(following.text) and not _SIGNS.match(line.text):
            yield from _cells(line)
    for match in tail.finditer(_SIGNED_INLINE):
        name = name_before(tail.text, match.start(), tail.start)
        if name and any(map(is_hard_form, tail.text[slice(*name)].split())):
            yield name


def _cells(line: Line) -> Iterator[tuple[int, int]]:
    start = line.start
    for cell in line.text.split("\t"):
        lead = _FOR.match(cell)
        skipped = lead.end() if lead else 0
        name = read_name(cell, skipped)
        words = cell[name[0] : name[1]] if name else ""
        if name and has_form(words) and is_party_name(words) and not is_blank(cell):
            yield start + name[0], start + name[1]
        start += len(cell) + 1


def _whole_line(line: Line) -> tuple[int, int] | None:
    name = read_name(line.text, 0)
    if name is None or line.text[name[1] :].strip(" .,") or not is_party_name(line.text[name[0] : name[1]]):
        return None
    return line.start + name[0], line.start + name[1]
