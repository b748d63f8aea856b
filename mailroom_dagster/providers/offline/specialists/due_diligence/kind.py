"""The kind of a diligence report: security, technical, legal, financial, commercial, environmental, a checklist.

Belongs here: the words that say it. The title is asked before the opening.
"""

from __future__ import annotations

import re

from mailroom_dagster.providers.offline.specialists.common import Sheet, Window

_KINDS = (
    ("checklist", r"(?:closing|due diligence|request) (?:checklist|list)|checklist"),
    ("security", r"(?:security|threat|vulnerability|penetration|pentest)(?: \w+)? (?:self-?assessment|assessment"
        r"|audit|review|model(?:l?ing)?|test\w*)"
                 r"|self-?assessment|joint[- ]?(?:review|assessment)|security|threat model(?:l?ing)?|pentest"
                 r"|penetration test"),
    ("environmental", r"environmental(?: site assessment)?"),
    ("financial", r"agreed-upon procedures|financial due diligence|quality of earnings|asset[- ]backed|accountants"),
    ("legal", r"legal due diligence|legal review"),
    ("commercial", r"commercial due diligence|market due diligence"),
    ("governance", r"governance review"),
    ("technical", r"(?:technical|technology|project|graduation|incubation|incubating|sandbox) (?:due diligence"
        "|review|evaluation|proposal)"
                  r"|graduation|incubation|technical"),
)  # fmt: skip
_PATTERNS = tuple((kind, re.compile(rf"\b(?:{words})\b", re.IGNORECASE)) for kind, words in _KINDS)
_TITLE_LINES = 8
_TITLE_CHARS = 120
_OPENING = 2_500


def add_kind(sheet: Sheet, window: Window) -> None:
    """Note the kind, with the words that say it."""
    titles = [line for line in window.lines()[:_TITLE_LINES] if len(line.text) <= _TITLE_CHARS]
    parts = [window.part(line.start, line.end) for line in titles]
    for part in (*parts, window.head(_OPENING)):
        for kind, pattern in _PATTERNS:
            if sheet.add_match("diligence_type", part.search(pattern), value=kind):
                return
