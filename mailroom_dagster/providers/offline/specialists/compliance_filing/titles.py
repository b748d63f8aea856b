"""What a form, return or letter of an agency calls itself: "Form 1120", "STATEMENT OF INFORMATION", "WARNING LETTER".

Belongs here: titles of papers. Does not belong here: the form types of the Securities and Exchange Commission
(`form_types`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mailroom_dagster.providers.offline.specialists.common import Sheet, Window
from mailroom_dagster.providers.offline.specialists.labelled import label, labelled

_SIZE = 3_000
_TITLE = re.compile(
    r"^\W{0,4}(?P<value>(?=[^\n]{6,110}$)(?=[A-Z\d])"
    r"(?![^\n]{0,100}[ ]{3})[^\n\t:;|]*?\b(?:Returns?|Report|Statements?|Disclosure|Notice|"
    r"Application|Registration|Certificat(?:e|ion)|Notification|Authori[sz]ation|"
    r"(?:Warning|Untitled|Comment|Determination|Approval|No[- ]Action) Letter|Order|Accounts|"
    r"Declaration|Filing|Schedule|Inquiry|Summary|Worksheet|Affidavit|Petition|Licen[cs]e|"
    r"Permit)\b[^\n\t:;.|]{0,50})\W*$",
    re.IGNORECASE | re.MULTILINE,
)
_TITLE_AND_MORE = re.compile(
    r"(?:^|(?<=\t))\W{0,4}(?P<value>[A-Z][\w&/-]*(?:[ ][\w&/-]+){0,6}[ ](?:Return|Report|Statement|Schedule|"
    r"Summary|Notice|Application|Inquiry|Licen[cs]e|Permit)"
    r"(?:[ ](?:[A-Z\d]{1,2}|Details?|Summary))?)(?=\t|[ ]{3,}|[ ]?[:–—|-][ ])",
    re.IGNORECASE | re.MULTILINE,
)
_NUMBERED = re.compile(
    r"(?:^|(?<=[\n\f\t]))[^\S\n]*(?:OSHA[’']s[ ])?(?P<value>(?:(?:[A-Z]{2,6}|FinCEN)[ ])?(?:Form|FORM|Schedule|"
    r"SCHEDULE)[ ]"
    r"(?:N[oO]\.[ ])?(?:[A-Z]{1,4}-?)?\d+[A-Z]{0,4}(?:-[A-Z\d]{1,4})*(?![\w-])(?:[ ]\(Form[ ][\w-]+\))?)"
    r"(?=\s*(?:$|[\n\t\f:(]|(?i:for)\s\d{4}|[A-Z][a-z]+\s(?:[A-Z]|and\b|of\b)))|(?P<call>\bFFIEC[ ]\d{3})(?!\d)"
)
_REGISTRAR = re.compile(r"^[^\S\n]*[A-Z]{2}\d{2}\s?\(ef\)\s+(?P<value>[A-Z][^\n:]{4,80}?)[^\S\n]*$", re.MULTILINE)
_LABEL = label(r"(?:form|filing|return|document) ?(?:type|name|title)|type of (?:filing|return)")
_REPORT_LABEL = label(r"report ?(?:type|name|title)|type of report")
_HOLDS_NUMBER = re.compile(r"\bform\s+[A-Z\d]", re.IGNORECASE)
_NO_TITLE = re.compile(
    r"(?:I|We|You|This|The|If|Please|See|Under|Do|Use|To)\b(?-i:.*[a-z])|THIS\b|PAGES FOR|(?:e-?)?FILED\b|.*\bOMB\b|"
    r"Re\b"
    r"|.*\b(?:Number|No\.)|.*\bRegistrar\b|Office of",
    re.IGNORECASE,
)


def note_title(head: Window, sheet: Sheet) -> None:
    """Note what the paper calls itself, unless its type is known."""
    match = None if sheet.has("filing_type") else next(_titles(head), None)
    if match:
        sheet.add_match("filing_type", match, match.lastgroup or "value")


def is_title(words: str) -> bool:
    """Whether a line is a paper's title."""
    return _TITLE.match(words) is not None


def _titles(head: Window) -> Iterator[re.Match[str]]:
    """The best first: a label, a title that holds the form's number, the number alone, any title."""
    top = head.head(_SIZE)
    titles = [title for title in top.finditer(_TITLE) if not _NO_TITLE.match(title["value"])]
    yield from labelled(head, _LABEL)
    yield from top.finditer(_REGISTRAR)
    yield from (
        title for title in titles if _HOLDS_NUMBER.search(title["value"]) and not _NUMBERED.match(title["value"])
    )
    yield from top.finditer(_NUMBERED)
    yield from labelled(head, _REPORT_LABEL)
    with_more = [title for title in top.finditer(_TITLE_AND_MORE) if not _NO_TITLE.match(title["value"])]
    yield from sorted([*titles, *with_more], key=re.Match.start)
