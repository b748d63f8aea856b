"""The header that EDGAR puts in front of a full submission: labelled lines and tags.

Belongs here: reading the header's fields. A document without the header gives nothing here.
"""

from __future__ import annotations

import re

from mailroom_dagster.providers.offline.specialists.common import Sheet, Window
from mailroom_dagster.values.dates import find_dates

_HEADER_SIZE = 20_000
_IS_SUBMISSION = re.compile(
    r"<SEC-HEADER>|<IMS-HEADER>|^ACCESSION NUMBER:|^<TYPE>|CONFORMED SUBMISSION TYPE:", re.MULTILINE
)
_SUBJECT = re.compile(r"^(?:SUBJECT COMPANY|ISSUER|FILER):", re.MULTILINE)
_FIELDS = {
    "reference_number": re.compile(r"^[^\S\n]*ACCESSION NUMBER:\s*(?P<value>[\d-]+)", re.MULTILINE),
    "filing_type": re.compile(
        r"^[^\S\n]*CONFORMED SUBMISSION TYPE:[ \t]*(?P<value>\S[^\n]*)|^<TYPE>(?P<tag>[^\n<]+)", re.MULTILINE
    ),
    "entity_name": re.compile(r"^[^\S\n]*COMPANY CONFORMED NAME:[ \t]*(?P<value>\S[^\n]*)", re.MULTILINE),
    "cik": re.compile(r"^[^\S\n]*CENTRAL INDEX KEY:\s*(?P<value>\d+)", re.MULTILINE),
}
_DATES = {
    "period_of_report": re.compile(r"^[^\S\n]*CONFORMED PERIOD OF REPORT:\s*(?P<value>\d{8})", re.MULTILINE),
    "filing_date": re.compile(r"^[^\S\n]*FILED AS OF DATE:\s*(?P<value>\d{8})", re.MULTILINE),
}


def note_submission(window: Window, sheet: Sheet) -> None:
    """Note what the submission header states; the company is the subject of the filing, not who files about it."""
    head = window.head(_HEADER_SIZE)
    if not head.search(_IS_SUBMISSION):
        return
    subject = head.search(_SUBJECT)
    company = head.part(subject.end(), head.end) if subject else head
    for name, pattern in _FIELDS.items():
        part = company if name in ("entity_name", "cik") else head
        if match := part.search(pattern):
            sheet.add_match(name, match, "value" if match["value"] else "tag")
    for name, pattern in _DATES.items():
        if match := head.search(pattern):
            for date in find_dates(match["value"]):
                sheet.add_match(name, match, "value", date.value)
