"""The kind of a corporate record: minutes, resolution, bylaws, charter, consent, certificate, agenda, policy.

Belongs here: the words that say it. Titles are asked before the body; the quote always holds the word that decides.
"""

from __future__ import annotations

import re

from mailroom_dagster.providers.offline.specialists.common import Sheet, Window

_KINDS = (
    ("consent", r"(?:unanimous |stockholders?’?'? |shareholders?’?'? |board |action by )*written consent|(?:stock"
        "|share)holders?’?'? consent"
                r"|consent of (?:the )?(?:stock|share)holders|board consent"),
    ("bylaws", r"by-?laws"),
    ("charter", r"certificate of (?:incorporation|formation)|articles of (?:incorporation|association"
        "|organi[sz]ation)|charter"),
    ("minutes", r"(?:meeting |board )?minutes"),
    ("certificate", r"(?:officer[’']?s?[’']?|secretary[’']?s?|incumbency|records|good standing) certificate"
        "|certificate"),
    ("resolution", r"resolutions?|resolved"),
    ("agenda", r"(?:meeting )?agenda"),
    ("policy", r"polic(?:y|ies)"),
)  # fmt: skip
_PATTERNS = tuple((kind, re.compile(rf"\b(?:{words})\b", re.IGNORECASE)) for kind, words in _KINDS)
_TITLE_LINES = 12
_TITLE_CHARS = 100
_OPENING = 1_200
_OF_MEETING = re.compile(
    r"\bapproval of (?:the )?(?:[a-z]+ )*minutes\b|\bcall(?:ed)? (?:the meeting )?to order\b", re.IGNORECASE
)


def add_record_type(sheet: Sheet, window: Window) -> None:
    """Note the kind: what a title says, else the order of a meeting, else the opening's words."""
    titles = [line for line in window.lines()[:_TITLE_LINES] if _is_title(line.text)]
    for line in titles:
        if _add(sheet, window.part(line.start, line.end), ("agenda", "policy", "resolution")):
            return
    if window.search(_OF_MEETING):
        sheet.add_match("record_type", window.search(dict(_PATTERNS)["minutes"]), value="minutes")
    for line in titles:
        if sheet.has("record_type") or _add(sheet, window.part(line.start, line.end), ()):
            return
    _add(sheet, window.head(_OPENING), ())


def _is_title(text: str) -> bool:
    """Whether most words of a short line that carry meaning begin with a capital."""
    words = [word for word in re.findall(r"[^\W\d_]+", text) if len(word) > 3]
    return len(text) <= _TITLE_CHARS and 2 * sum(word[0].isupper() for word in words) > len(words)


def _add(sheet: Sheet, part: Window, without: tuple[str, ...]) -> bool:
    for kind, pattern in _PATTERNS:
        if kind not in without and (match := part.search(pattern)):
            return sheet.add_match("record_type", match, value=kind)
    return False
