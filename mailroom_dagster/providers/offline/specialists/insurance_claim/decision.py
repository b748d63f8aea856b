"""What the insurer decided, why it refused, and which documents go with the claim.

Belongs here: the words of approval and denial, the reasons given, and the papers named.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mailroom_dagster.providers.offline.specialists.common import Sheet, Window, squeeze
from mailroom_dagster.providers.offline.specialists.labelled import label, labelled
from mailroom_dagster.providers.offline.specialists.prose import Sentence

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
_SAID = re.compile(
    r"\b(?:(?P<partial>partially (?:approved|covered|denied))|(?P<denied>denied|declined|rejected|deny|decline|"
    r"denying|denial)|(?P<approved>approved|accepted)|(?P<pending>pending|under review|under investigation))\b",
    re.IGNORECASE,
)
_OF_A_CLAIM = re.compile(
    r"\b(?:claim|coverage|request|benefits|loss)\b[^.;]{0,60}\b(?:is|are|was|were|been|be|remains)(?: \w+){0,2} $"
    r"|\bwe (?:\w+ ){0,4}$|\b(?:your|this|the) (?:claim )?$",
    re.IGNORECASE,
)
_BEFORE = 110  # characters before the word in which it must be said of a claim
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


def note_decision(window: Window, spoken: Sequence[Sentence], sheet: Sheet) -> None:
    """Note the determination and, when the claim is refused, the reasons."""
    _note_determination(window, sheet)
    decided = {item.value for item in sheet.values.get("coverage_determination", ())}
    if decided & {"denied", "partial"}:
        reasons = [sentence for sentence in spoken if _REASON.search(sentence.text)]
        for sentence in reasons[:_MOST_REASONS]:
            sheet.add("denial_reasons", sentence.start, sentence.end)


def note_papers(window: Window, sheet: Sheet) -> None:
    """Note the supporting documents that are named."""
    for match in window.finditer(_PAPERS):
        sheet.add_match("supporting_documents", match)


def _note_determination(window: Window, sheet: Sheet) -> None:
    for match in labelled(window, _STATUS):
        part = window.part(match.start("value"), match.end("value"))
        if any(sheet.add_match("coverage_determination", part.search(word), value=value) for value, word in _WORDS):
            return
    said = {match.lastgroup: match for match in reversed(list(window.finditer(_SAID))) if _is_said_of_claim(match)}
    decision = next((value for value, _ in _WORDS if value in said), None)
    if decision:
        sheet.add_match("coverage_determination", said[decision], value=decision)


def _is_said_of_claim(match: re.Match[str]) -> bool:
    before = squeeze(match.string[max(0, match.start() - _BEFORE) : match.start()])
    return _OF_A_CLAIM.search(f"{before} ") is not None
