"""The lines of a caption that are no party: rules, courts, numbers, dates, headings, judges, counsel.

Belongs here: telling such lines. Reading the parties between them is `caption`'s.
"""

from __future__ import annotations

import re

from mailroom_dagster.providers.offline.specialists.case_names import ROLE
from mailroom_dagster.providers.offline.specialists.common import Line

_NAME_AND_ROLE = re.compile(rf"^\S.*\t+\s*(?:\w+\s+)?{ROLE}\W*$", re.IGNORECASE)
_RULE = re.compile(r"^[-–—_=*~.\s]{4,}$|^(?:[-–—_] ?){3,}")
_BORDER = re.compile(
    r"^(?:[$%+]|(?:Through|Coram)\b\s?:|(?:[A-Z]\d\d|\d{4})-(?:[A-Z]{2}-)?\d{4,6}(?:-[A-Z]{2})?$|In\s+(?:Supreme\s+)?Court\b|\[(?:1[89]|20)\d\d\]|\d{1,2}(?:st|nd|rd|th)?\s[A-Z][a-z]+,?\s\d{4}|[A-Z]{1,3}\s?\d{1,5}/\d{2,4}$|"
    r"[A-Z.]{1,8}\s?\([A-Z.]{1,8}\)\s?(?:Nos?\.?\s)?\d|\(?Reference\s+for|\(?Arising\s+out\s+of|(?:Civil|Criminal|Writ|Special\s+Leave|"
    r"Extraordinary)\s+(?:Appellate|Original|Appeal|Petition)\b|"
    r"Request\s+for|In\s+Cases?\s+[CT]-|"
    r"(?:The\s)?(?:Rt\.?\s)?(?:Hon\w*\.?\s)?(?:Lord|Lady|Mrs?|Ms)\s(?:Chief\s)?Justice\b|B\s?e\s?f\s?o\s?r\s?e\s?:|"
    r"\(?Nos?\b[ .:]|\(?(?:Case|Docket|Civil|Cause|Index|Appeal|Claim|Misc)\b\.?\s*(?:Action\s+)?(?:Nos?\b|"
    r"Numbers?\b|[#:\d])|C\.\s?A\.|\d{4}\s|\*|\d{1,4}\s(?:[A-Z]\.|[A-Z][a-z]+\.)|\(?[A-Z][a-z]+\.?\s\d{1,2},\s\d{4}|"
    r"(?:The\s+)?(?:United\s+States|U\.\s?S\.)\s+(?:Court|District|Tax|Bankruptcy|Board)|In\s+the\s|(?:For|"
    r"From)\s+the\s|"
    r"Court\s+of|"
    r"(?:The\s+)?(?:Supreme|High|Superior|Circuit)\s+Court|The\s+Court\b|Division\b|Royal\s+Courts|"
    r"(?:Northern|Southern|Eastern|Western|Middle|Central)\s+District|District\s+of\s+(?!Columbia)|"
    r"\[?Unpublished|For\s+Publication|Not\s+(?:for|to|recommended)|ORDER|OPINION|MEMORANDUM|JUDGMENT|DECISION|RULING|"
    r"O R D E R|J U D G|SUMMARY|NOTICE|Approved|Per\s+Curiam|By\s+the\s+Court|Before\b|Argued|Submitted|Decided|"
    r"\(?Filed|"
    r"Entered|Dated?\b|Hearing|Handed|Consolidated|On\s+(?:Appeal|Petition|Writ|Review|Certiorari)|Appeals?\s+(?:from|by)|"
    r"Petition\s+for|Error\s+from|Counsel\b|Hon(?:\.|ou?rable\s)|Action\s+No|Attorneys?\s+for|Present\b[:.]|Page\s+\d|"
    r"Re:|Dear\s|\(Computer|"
    r"Transcript|Chapter\s+\d|©?\s*Crown\s+Copyright)",
    re.IGNORECASE,
)
_ALSO_BORDER = re.compile(
    r"^(?:UPPER|FIRST[- ]TIER) TRIBUNAL\b|\bCHAMBER\)?$|^(?:TRIBUNAL|Tribunal)\s?:|"
    r"\bDIVISION$|\bDISTRICT$|\bCOURT NO\.|^[A-Z]+\sCOUNTY$|"
    r"instructed\s+by|\bappeared\b|\bEsq|\bClerk\b|\bChief Judge\b|"
    r",\s(?:Circuit|District)\sJudge|\bfor\s+the\s+(?:Appell|Claim|Defend|Plaint)"
)


def is_border(line: Line) -> bool:
    """Whether a line of a caption ends its parties: a rule, a court, a number, a date, a heading, a judge."""
    words = line.text
    if _NAME_AND_ROLE.search(words):
        return False
    return bool(_RULE.match(words) or _BORDER.match(words) or _ALSO_BORDER.search(words)) or len(words) > 400
