"""Who is insured, with whom, and who handles the claim.

Belongs here: labels, sections and phrases that name them.
"""

from __future__ import annotations

import re

from mailroom_dagster.providers.offline.specialists.common import Sheet, Window
from mailroom_dagster.providers.offline.specialists.correspondence.letter import addressees, read_letter, signatory
from mailroom_dagster.providers.offline.specialists.correspondence.mail import find_head, mailboxes
from mailroom_dagster.providers.offline.specialists.labelled import (
    cells_below,
    glued,
    label,
    labelled,
    stacked,
    under_heading,
)

_HEAD_SIZE = 12_000
_INSURED_NAMES = (
    r"(?:named |our |the |primary |first )?insured(?:['’]s)?(?: (?:name|party|person|member))?|"
    r"policy ?holder(?:['’]s)?(?: name)?|name of (?:the )?"
    r"(?:named )?insured|policy owner|subscriber(?: name)?|customer name|insured/claimant"
)
_NAME = r"(?:full |legal )?name(?: \([^\n)]{1,30}\))?"
_YOU_INSURED = re.compile(r"\byou\s+insured\s+(?P<value>[A-Z][^\n,;()]{2,80}?)\s+against\b")
_INSURED = (
    label(_INSURED_NAMES),
    stacked(_INSURED_NAMES),
    glued(_INSURED_NAMES),
    under_heading(r"(?:the )?(?:named )?insured|policy ?holder|customer|member|policy owner", _NAME),
    under_heading("claimant", _NAME),
    stacked(r"account(?: name)?"),
    label(r"employer(?: name)?|member name"),
    label(r"your (?:full )?name"),
    stacked(r"your (?:full )?name"),
    stacked(r"employer(?: name)?"),
    _YOU_INSURED,
    label(_INSURED_NAMES, anywhere=True),
    label(r"member|claimant(?: name)?|patient(?: name)?|employee(?: name)?|owner(?: name)?|account(?: name)?"),
)
_INSURER = (
    label(
        r"(?:name of )?(?:insurer|insurance (?:company|carrier|provider)|carrier|underwriter|underwritten by)(?: name)?"
    ),
    stacked(r"insurer|insurance (?:company|carrier)|carrier"),
    under_heading(r"insurer|insurance (?:company|carrier)|carrier", rf"{_NAME}|company"),
)
_ADJUSTER = label(
    r"(?:claims? )?(?:adjuster|examiner|handler|representative|specialist|loss adjuster)(?: name)?|assigned to|"
    r"handled by"
)
_SIGNED_BY_ADJUSTER = re.compile(
    r"(?:^|\n)[ \t]*(?P<value>[A-Z][\w.'’-]+(?: [A-Z][\w.'’-]*){1,3})\s*\n[ \t]*(?:(?:Senior|Staff|Lead|Field) )?"
    r"(?:Claims?|Loss) (?:Adjuster|Examiner|Handler|Representative|Specialist)\b"
)
_COMPANY = re.compile(
    r"\b(?P<value>(?!(?:The|Dear|My|Your|Our|Auto|Automobile|Car|Home|Health|Life|Vehicle|Motor|Liability|Commercial|"
    r"Travel|Property|Renters|Homeowners|General|Medical|Dental|Social|National|Workers|An?|This|In|Re|Subject|To|"
    r"From)\b)(?:[A-Z][\w&.'’-]*[ ](?:&[ ])?){1,4}?"
    r"(?:Insurances?|Assurance|Mutual|Casualty|Indemnity|Underwriters|Surety|Health[ ]Plan)(?:[ ](?:Insurance|"
    r"Assurance|Mutual|"
    r"Casualty|"
    r"Fire|Life|Indemnity|Surety|&|and|Company|Co\.|Group|Corporation|Corp\.|Ltd\.?|Limited|plc|PLC|Inc\.?|Exchange|"
    r"Association|of[ ][A-Z][a-z]+))*)(?![ ](?:Policy|Number|Form|Act|Code|Commissioner|Fraud|Card)\b)"
)
_COMPANY_LINE = re.compile(
    r"^[ \t]*(?P<value>[A-Z](?:[A-Z&][A-Z&.,'’]*[ ]|&[ ]){1,4}(?:INSURANCE|ASSURANCE|MUTUAL|CASUALTY|INDEMNITY|"
    r"UNDERWRITERS|SURETY)"
    r"(?:[ ](?:[A-Z&.,]+)){0,4})[ \t]*$",
    re.MULTILINE,
)
_HEADINGS = {
    "insured_party": re.compile(rf"(?:{_INSURED_NAMES}|employer(?: name)?)", re.IGNORECASE),
    "insurer": re.compile(r"(?:insurer|(?:insurance )?(?:carrier|company))(?: name)?", re.IGNORECASE),
}
_TO_INSURED = re.compile(
    r"\byour (?:claim|policy|coverage|loss)\b[^.]{0,200}\b(?:we|I|our|has been|is)\b|\bwe\b[^.]{0,120}\byour claim\b",
    re.I,
)
_FROM_INSURED = re.compile(r"\bmy\b", re.IGNORECASE)
_A_NAME = re.compile(r"[A-Z][\w&.,'’() -]{1,80}")
_STREET_BEHIND = re.compile(r",\s+(?:\d+\s+[A-Z]|P\.?\s?O\.?\s+Box).*$")
_INTRODUCED = re.compile(
    r"(?:\b[Mm]y name(?: is|['’]s)|\bthis is|\bI,|\bI am|"
    r"\bI['’]m)\s+(?P<value>[A-Z][\w'’-]+(?: [A-Z]\.)?(?: [A-Z][\w'’-]+){1,2})\b"
)
_NO_NAME = re.compile(
    r"\b(?:information|details|number|date|name|address|report|statement|policy|signature|below|above|not supplied|"
    r"code|claim|n/a)\b|\d{4}|^\W*$|:$",
    re.IGNORECASE,
)


def note_people(window: Window, sheet: Sheet) -> None:
    """Note insured, insurer and adjuster from the head, else the insured who writes or is written to."""
    head = window.head(_HEAD_SIZE)
    _note_below(head, sheet)
    _note_first("insured_party", head, _INSURED, sheet)
    _note_first("insurer", head, _INSURER, sheet)
    _note_first("adjuster", head, (_ADJUSTER, _SIGNED_BY_ADJUSTER), sheet)
    for company in (_COMPANY, _COMPANY_LINE):
        if not sheet.has("insurer"):
            sheet.add_match("insurer", head.search(company), "value")
    if not sheet.has("insured_party"):
        _note_correspondent(window, sheet)


def _note_below(head: Window, sheet: Sheet) -> None:
    """Names in a row of values below a row of labels."""
    for words, value in cells_below(head.lines()):
        for name, pattern in _HEADINGS.items():
            if not sheet.has(name) and pattern.fullmatch(words.text) and _is_name(value.text):
                sheet.add(name, value.start, value.end)


def _note_first(name: str, head: Window, patterns: tuple[re.Pattern[str], ...], sheet: Sheet) -> None:
    for pattern in patterns:
        for match in labelled(head, pattern):
            if not sheet.has(name) and _is_name(match["value"]):
                street = _STREET_BEHIND.search(match["value"])
                sheet.add(
                    name, match.start("value"), match.start("value") + street.start() if street else match.end("value")
                )


def _is_name(words: str) -> bool:
    return bool(_A_NAME.match(words)) and not _NO_NAME.search(words)


def _note_correspondent(window: Window, sheet: Sheet) -> None:
    """Of "your claim" an insurer writes to the insured; of "my claim" or "my car" the insured writes."""
    letter = read_letter(window, None)
    if window.search(_TO_INSURED):
        for person in addressees(letter)[:1]:
            sheet.add("insured_party", person.start, person.end, person.name)
        return
    if not window.search(_FROM_INSURED):
        return
    sender = find_head(window).values.get("from")
    for box in list(mailboxes(window.text, sender))[:1] if sender else ():
        if "@" not in box.name:
            sheet.add("insured_party", box.start, box.end, box.name)
            return
    if signed := signatory(letter):
        sheet.add("insured_party", signed.start, signed.end, signed.name)
    elif not sheet.add_match("insured_party", window.search(_INTRODUCED), "value"):
        _note_last_name(window, sheet)


def _note_last_name(window: Window, sheet: Sheet) -> None:
    """A name that stands alone near the end, before the writer's address or telephone."""
    for line in window.lines()[-5:]:
        if re.fullmatch(r"[A-Z][a-z'’-]+(?: [A-Z]\.?)?(?: [A-Z][A-Za-z'’-]+){1,2}", line.text):
            sheet.add("insured_party", line.start, line.end)
            return
