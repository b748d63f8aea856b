"""Who is insured, with whom, and who handles the claim.

Belongs here: labels, sections and phrases that name them.
"""

from __future__ import annotations

import re

from mailroom_dagster.providers.offline.specialists.common import Sheet, Window
from mailroom_dagster.providers.offline.specialists.correspondence.letter import read_letter, signatory
from mailroom_dagster.providers.offline.specialists.correspondence.mail import find_head, mailboxes
from mailroom_dagster.providers.offline.specialists.labelled import label, labelled, stacked

_HEAD_SIZE = 12_000
_INSURED_NAMES = (
    r"(?:named |our |the |primary |first )?insured(?:['’]s)?(?: (?:name|party|person|member))?|"
    r"policy ?holder(?:['’]s)?(?: name)?|name of (?:the )?"
    r"(?:named )?insured|policy owner|subscriber(?: name)?|customer name|insured/claimant"
)
_INSURED = (
    label(_INSURED_NAMES),
    stacked(_INSURED_NAMES),
    re.compile(
        r"(?:policy ?holder|insured|customer|claimant|member)(?:['’]s)? (?:information|details|"
        r"data)[^\n]*\n+(?:[^\n]*\n){0,2}?[ \t]*(?:full )?name[ \t]*[:\t][ \t]*"
        r"(?P<value>[^\n\t]{2,80})",
        re.IGNORECASE,
    ),
    stacked(r"account(?: name)?"),
    label(r"claimant(?: name)?|patient(?: name)?|employee(?: name)?|owner(?: name)?|account(?: name)?"),
)
_INSURER = (
    label(
        r"(?:name of )?(?:insurer|insurance (?:company|carrier|provider)|carrier|underwriter|underwritten by)(?: name)?"
    ),
    stacked(r"insurer|insurance (?:company|carrier)|carrier"),
)
_ADJUSTER = label(
    r"(?:claims? )?(?:adjuster|examiner|handler|representative|specialist|loss adjuster)(?: name)?|assigned to|"
    r"handled by"
)
_COMPANY = re.compile(
    r"\b(?P<value>(?!(?:The|Dear|My|Your|Our|Auto|Automobile|Car|Home|Health|Life|Vehicle|Motor|Liability|Commercial|"
    r"Travel|Property|Renters|"
    r"Homeowners|General|Medical|Dental|Social|National|Workers|An?|This|In|Re|Subject|To|"
    r"From)\b)(?:[A-Z][\w&.'’-]*\s){1,4}?"
    r"(?:Insurances?|Assurance|Mutual|Casualty|Indemnity|Underwriters|Surety)(?:\s(?:Company|Co\.|Group|Corporation|"
    r"Corp\.|Ltd\.?|Limited|plc|PLC|Inc\.?|"
    r"Exchange|Association|of\s[A-Z][a-z]+))*)(?!\s(?:Policy|Number|Form|Act|Code|Commissioner|Fraud|Card)\b)"
)
_A_NAME = re.compile(r"[A-Z][\w&.,'’() -]{1,80}")
_NO_NAME = re.compile(
    r"\b(?:information|details|number|date|name|address|report|statement|policy|signature|below|above|not supplied|"
    r"n/a)\b|^\W*$|:$",
    re.IGNORECASE,
)


def note_people(window: Window, sheet: Sheet) -> None:
    """Note insured, insurer and adjuster from the head, else the insured who writes."""
    head = window.head(_HEAD_SIZE)
    _note_first("insured_party", head, _INSURED, sheet)
    _note_first("insurer", head, _INSURER, sheet)
    _note_first("adjuster", head, (_ADJUSTER,), sheet)
    if not sheet.has("insurer"):
        sheet.add_match("insurer", head.search(_COMPANY), "value")
    if not sheet.has("insured_party"):
        _note_writer(window, sheet)


def _note_first(name: str, head: Window, patterns: tuple[re.Pattern[str], ...], sheet: Sheet) -> None:
    for pattern in patterns:
        for match in labelled(head, pattern):
            if _A_NAME.match(match["value"]) and not _NO_NAME.search(match["value"]):
                sheet.add_match(name, match, "value")
                return


def _note_writer(window: Window, sheet: Sheet) -> None:
    """Who writes of "my claim" or "my car" is the insured: the sender of the mail, else who signs."""
    if not window.search(re.compile(r"\b(?:my|our)\b", re.IGNORECASE)):
        return
    head = find_head(window)
    if sender := head.values.get("from"):
        for box in list(mailboxes(window.text, sender))[:1]:
            if "@" not in box.name:
                sheet.add("insured_party", box.start, box.end, box.name)
                return
    if signed := signatory(read_letter(window, None)):
        sheet.add("insured_party", signed.start, signed.end, signed.name)
        return
    _note_last_name(window, sheet)


def _note_last_name(window: Window, sheet: Sheet) -> None:
    """A name that stands alone near the end, before the writer's address or telephone."""
    for line in window.lines()[-5:]:
        if re.fullmatch(r"[A-Z][a-z'’-]+(?: [A-Z]\.?)?(?: [A-Z][A-Za-z'’-]+){1,2}", line.text):
            sheet.add("insured_party", line.start, line.end)
            return
