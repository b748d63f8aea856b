"""What a diligence report says: findings, risks, open items, and who prepared it.

Belongs here: the sections and sentences that hold them, in the report's own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mailroom_dagster.providers.offline.specialists.common import Sheet, Window
from mailroom_dagster.providers.offline.specialists.labelled import is_blank, label, labelled
from mailroom_dagster.providers.offline.specialists.naming import is_hard_form, name_before, read_name
from mailroom_dagster.providers.offline.specialists.outline import Section, items, sections, under
from mailroom_dagster.providers.offline.specialists.prose import Sentence

_FIELDS = (
    ("outstanding_items", r"action items?|open (?:issues?|items?|questions)|outstanding|next steps|to[- ]?do"
        "|data gaps?|information gaps?|missing (?:information|documents)|recommend(?:ations?|ed)"
                          r"|future (?:work|plans)|blockers?|remaining|follow[- ]?up|unresolved"),
    ("risk_flags", r"risks?|threats?|attack|concerns?|weakness(?:es)?|known (?:issues|vulnerabilities)"
        "|limitations?|exposures?"
                   r"|degradation|red flags?|spoofing|tampering|repudiation|disclosure|denial of service"
                   r"|elevation of privilege"),
    ("material_findings", r"(?:key |material )?findings?|results?|(?:final |overall )?assessment|conclusions?"
        "|executive summary|noteworthy"
                          r"|(?:criteria |adoption )?evaluation|exceptions|observations|summary of"),
)  # fmt: skip
_TITLES = tuple((name, re.compile(rf"\b(?:{words})\b", re.IGNORECASE)) for name, words in _FIELDS)
_RISK = re.compile(
    r"\b(?:(?:high|medium|critical|significant|primary|security|main) (?:risk|threat|concern|severity)s?"
    r"|vulnerab(?:le|ility|ilities)"
    r"|attackers? (?:could|can|may|might)|could (?:lead to|result in|allow)|raises? (?:\w+ )?concerns?|risk of)\b",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"\b(?:not yet|has not (?:been|yet)|have not (?:been|yet)|should be (?:addressed|completed|resolved)"
    r"|remains? (?:open|outstanding|to be)"
    r"|to be (?:completed|provided|determined|confirmed)|still (?:needs?|open)|needs? to (?:be|provide|demonstrate))\b",
    re.IGNORECASE,
)
_FOUND = re.compile(
    r"\b(?:we (?:found|identified|noted|observed)|(?:the )?(?:assessment|audit|review|committee) (?:team )?(?:found"
    r"|identified|has found|uncovered"
    r"|revealed)|was found (?:to|that)|were found to|has been found)\b",
    re.IGNORECASE,
)
_MAX_ITEMS = 20
_LONGEST = 1_000
_PREPARED = label(
    r"(?:primary |main |lead |principal )?(?:authors?|auditors?|consultants?)(?:\(s\))?|prepared by|reviewed by|"
    r"assessor|conducted by"
    r"|performed by",
    anywhere=True,
)
_FROM = label("from")  # of a memorandum
_PREPARED_BY = re.compile(
    r"\b(?:(?:prepared|performed|conducted|authored|produced) (?:this \w+ )?by:?|authors of this \w+ (?:are|is)) ",
    re.IGNORECASE,
)
_PREPARES = re.compile(
    r"(?<=\w) (?:was (?:engaged|retained|contracted) (?:by|to)|(?:has )?(?:conducted|performed|carried out"
    r"|completed)) (?:an?|the|this) "
    r"(?:[\w-]+ ){0,4}(?:due diligence|assessment|review|audit|test)",
    re.IGNORECASE,
)
_ORGANISATION = re.compile(r"[ *_]*\|[ *_]*([A-Z][^\n|]{1,60}?)[ *_]*(?=[\n|]|$)")  # behind a person's name
_LETTERHEAD = 8
_SIGNED = re.compile(r"/s/\s*([A-Z][\w&,. ]{2,50}? (?:LLP|LLC|P\.?C\.?|Inc\.|Ltd\.?))(?!\w)")
_HEAD_CHARS = 8_000


def add_findings(sheet: Sheet, prose: Sequence[Sentence], window: Window) -> None:
    """Note findings, risks and open items: by section, then by what sentences say."""
    parts = sections(window.lines())
    for name, title in _TITLES:
        for section in under(parts, title):
            _add_items(sheet, name, section)
    for sentence in prose:
        if 30 <= len(sentence.text) <= _LONGEST and not sentence.text.startswith(("|", "<", "#", "[")):
            for name, pattern in (("outstanding_items", _OPEN), ("risk_flags", _RISK), ("material_findings", _FOUND)):
                if _room(sheet, name) and not _holds_a_value(sheet, name, sentence) and pattern.search(sentence.text):
                    sheet.add(name, sentence.start, sentence.end)
                    break


def add_preparer(sheet: Sheet, window: Window) -> None:
    """Note who prepared the report: a label, a letterhead, else a sentence that says so."""
    span = next(_preparers(window.head(_HEAD_CHARS)), None)
    if span:
        sheet.add("prepared_by", *span)


def _preparers(head: Window) -> Iterator[tuple[int, int]]:
    for match in (found for pattern in (_PREPARED, _FROM) for found in labelled(head, pattern)):
        if read_name(match["value"].strip("*_ "), 0):
            organisation = _ORGANISATION.match(head.text, match.end("value"), head.end)
            linked = match["value"].find("([")
            whole = (match.start("value"), match.start("value") + linked) if linked > 0 else match.span("value")
            yield organisation.span(1) if organisation else whole
    for line in head.lines()[:_LETTERHEAD]:
        name = read_name(line.text, 0)
        if name and name[1] >= len(line.text) - 1 and is_hard_form(line.text.split()[-1]):
            yield line.start, line.start + name[1]
    if signed := _SIGNED.search(head.text):
        yield signed.span(1)
    flat = head.flat()
    for match in _PREPARED_BY.finditer(flat.text):
        if (name := read_name(flat.text, match.end())) and not is_blank(flat.text[match.end() : name[1]]):
            yield flat.span(*name)
    for match in _PREPARES.finditer(flat.text):
        if name := name_before(flat.text, match.start()):
            start, end = flat.span(*name)
            yield start + head.text[start:end].rfind("\n") + 1, end  # not with a heading above it


def _add_items(sheet: Sheet, name: str, section: Section) -> None:
    for start, end in items(section):
        if _room(sheet, name) and end - start <= _LONGEST and not is_blank(sheet.text[start:end]):
            sheet.add(name, start, end)


def _holds_a_value(sheet: Sheet, name: str, sentence: Sentence) -> bool:
    """Whether an item of a list that is noted already stands within the sentence."""
    return any(sentence.start <= (item.start or 0) < sentence.end for item in sheet.values.get(name, ()))


def _room(sheet: Sheet, name: str) -> bool:
    return len(sheet.values.get(name, ())) < _MAX_ITEMS
