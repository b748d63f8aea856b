"""What the insurer decided, why it refused, and which documents go with the claim.

Belongs here: the words of approval and denial, the reasons given, and the papers named.
"""

from __future__ import annotations

import re

from mailroom_dagster.providers.offline.specialists.common import Sheet, Window
from mailroom_dagster.providers.offline.specialists.labelled import label, labelled
from mailroom_dagster.providers.offline.specialists.prose import Sentence, sentences

_MOST_REASONS = 6
_STATUS = label(r"(?:(?:claim|coverage|benefit|adjudication) )?(?:decision|determination|disposition|status|outcome)")
_WORDS = (
    (
        "partial",
        re.compile(r"\bpartial(?:ly)?(?: (?:approv|accept|cover|paid)\w*| approval| denial)?\b", re.IGNORECASE),
    ),
    ("denied", re.compile(r"\b(?:denied|declined|rejected|deny|denying|denial|disclaim\w*)\b", re.IGNORECASE)),
    ("approved", re.compile(r"\b(?:approved|accepted|covered)\b", re.IGNORECASE)),
    ("pending", re.compile(r"\b(?:pending|under review|under investigation|open)\b", re.IGNORECASE)),
)
_SUBJECT = (
    r"(?:(?:your|the|this|our|his|her) )?(?:\w+ ){0,3}(?:claim|coverage|request|benefits|loss)(?: \w+){0,6}? (?:is|"
    r"are|was|were|has been|have been|must be|will be)"
    r"(?: \w+){0,2}?"
)
_SAID = (
    (
        "denied",
        re.compile(
            rf"{_SUBJECT} (?P<word>denied|declined|rejected)\b|\bwe (?:\w+ ){{0,4}}(?P<verb>deny|decline|denied|"
            rf"declined|rejected|denying)\b"
            r"|\b(?P<noun>denial) of (?:your|the|this|coverage|claim|benefits)",
            re.IGNORECASE,
        ),
    ),
    ("partial", re.compile(rf"{_SUBJECT} (?P<word>partially (?:approved|covered|denied))\b", re.IGNORECASE)),
    (
        "approved",
        re.compile(
            rf"{_SUBJECT} (?P<word>approved|accepted)\b|\bwe (?:\w+ ){{0,4}}(?P<verb>approved|accepted)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "pending",
        re.compile(
            rf"{_SUBJECT} (?P<word>pending|under review|under investigation)\b|\b(?P<noun>under (?:review|"
            rf"investigation))\b",
            re.IGNORECASE,
        ),
    ),
)
_REASON = re.compile(
    r"\b(?:because|due to|exclu(?:sion|ded|des)|not covered|does not (?:cover|provide|apply)|lapsed|expired|"
    r"not in (?:force|effect)|outside (?:the|of)|"
    r"pre-?existing|misrepresent\w*|failed to|failure to|not medically necessary|late notice|exceed\w*|the reason)\b",
    re.IGNORECASE,
)
_PAPERS = re.compile(
    r"\b(?:police (?:accident )?report(?: copy)?|accident report|incident report|"
    r"photo(?:graph)?s(?: of (?:the )?(?:damage|vehicle|scene|property))?|"
    r"(?:repair (?:shop )?|contractor['’]?s? )?estimates?(?= (?:is|are|enclosed|attached|copy))|"
    r"repair (?:shop )?estimate|medical (?:records|bills|reports?)|"
    r"(?:original )?(?:receipts|invoices)|proof of loss|witness statements?|death certificate|"
    r"inventory of (?:contents|damaged items)|"
    r"declarations page|bill of lading|tow(?:ing)? (?:bill|invoice)|appraisal)\b",
    re.IGNORECASE,
)


def note_decision(window: Window, sheet: Sheet) -> None:
    """Note the determination and, when the claim is refused, the reasons."""
    spoken = sentences(window)
    _note_determination(window, spoken, sheet)
    decided = {item.value for item in sheet.values.get("coverage_determination", ())}
    if decided & {"denied", "partial"}:
        reasons = [sentence for sentence in spoken if _REASON.search(sentence.text)]
        for sentence in reasons[:_MOST_REASONS]:
            sheet.add("denial_reasons", sentence.start, sentence.end)


def note_papers(window: Window, sheet: Sheet) -> None:
    """Note the supporting documents that are named."""
    for match in window.finditer(_PAPERS):
        sheet.add_match("supporting_documents", match)


def _note_determination(window: Window, spoken: list[Sentence], sheet: Sheet) -> None:
    for match in labelled(window, _STATUS):
        part = window.part(match.start("value"), match.end("value"))
        if any(
            sheet.add_match("coverage_determination", part.search(pattern), value=value) for value, pattern in _WORDS
        ):
            return
    for value, pattern in _SAID:
        for sentence in spoken:
            said = pattern.search(sentence.text)
            if said and said.lastgroup:
                sheet.add("coverage_determination", *sentence.flat.span(*said.span(said.lastgroup)), value)
                return
