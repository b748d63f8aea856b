"""Forms and returns of other agencies: a title, an agency and labelled fields.

Belongs here: the labels that tax returns, disclosures, licences and permits print. Does not belong here: filings with
the Securities and Exchange Commission (`cover`, `submission`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from mailroom_dagster.providers.offline.specialists.common import Sheet, Window
from mailroom_dagster.providers.offline.specialists.labelled import glued, label, labelled, stacked
from mailroom_dagster.providers.offline.specialists.prose import sentences
from mailroom_dagster.values.dates import find_dates

_HEAD_SIZE = 12_000
_TITLE_SIZE = 3_000
_MOST_REQUIREMENTS = 5
_AGENCY = re.compile(
    r"\b(?:Internal Revenue Service|Environmental Protection Agency|Federal (?:Election|Communications|Trade|"
    r"Energy Regulatory) Commission|"
    r"Federal (?:Aviation|Motor Carrier Safety) Administration|Food and Drug Administration|"
    r"Occupational Safety and Health Administration|"
    r"Financial (?:Industry Regulatory Authority|Conduct Authority|Crimes Enforcement Network)|Companies House|"
    r"Judicial Conference(?: of the United "
    r"States)?|Administrative Office of the United States Courts|Office of Government Ethics|"
    r"Federal Reserve(?: System)?|"
    r"Comptroller of the Currency|Federal Deposit Insurance Corporation|Commodity Futures Trading Commission|"
    r"International Fuel Tax Association|"
    r"(?:[A-Z][a-z]+ ){0,3}(?:Department|Dept\.?|Division|Bureau) of (?:Revenue|Taxation(?: and Finance)?|Corporations|"
    r"Motor Vehicles|Transportation|Labor|Health|"
    r"Insurance|Justice|Education|Energy|Commerce|Environmental (?:Protection|Quality)|Finance|"
    r"Workers[’'] Compensation)|"
    r"(?:[A-Z][a-z]+ )?(?:Secretary of State|State Tax Commission|Tax Commission|Public Utilit(?:y|ies) Commission|"
    r"Comptroller|Board of Equalization|Franchise Tax Board|Motor Carrier (?:Division|Services)))\b"
)
_AGENCY_LINE = re.compile(
    r"^[^\w\n]*(?P<value>(?:[A-Z]+ ){0,8}(?:DEPARTMENT|DIVISION|BUREAU|OFFICE|BOARD|AGENCY) OF [A-Z][A-Z &,]{3,50}|"
    r"(?:[A-Z]+ ){1,5}(?:COMMISSION|AUTHORITY|ADMINISTRATION|SECRETARY OF STATE))[^\w\n]*$",
    re.MULTILINE,
)
_TITLE = re.compile(
    r"^\W{0,4}(?P<value>(?=[^\n]{6,110}$)[A-Z\d][^\n\t:;]*?\b(?:Returns?|Report|Statement|Disclosure|Notice|"
    r"Application|Registration|Certificat(?:e|ion)|"
    r"Declaration|Filing|Schedule|Inquiry|Summary|Worksheet|Affidavit|Petition|Licen[cs]e|"
    r"Permit)\b[^\n\t:;.]{0,50})\W*$",
    re.IGNORECASE | re.MULTILINE,
)
_FORM_WORD = re.compile(r"\bform\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?:I|We|You|This|The|If|Please|See|Under|Do)\b(?-i:.*[a-z])")
_FORM_NUMBER = re.compile(
    r"^[^\S\n]*(?P<value>(?:Form|FORM)\s+[A-Z\d][\w-]*\d[\w-]*)(?:\s+for\s+\d{4}|\s*\([^\n)]{1,30}\))?\s*$",
    re.MULTILINE,
)
_FORM_LABEL = label(r"(?:form|filing|return|report|document) ?(?:type|name|title)|type of (?:filing|return|report)")
_NAMES = (
    r"(?:legal |business |company |entity |registrant |taxpayer |licensee |filer |carrier |account |organi[sz]ation |"
    r"applicant |permittee |reporting (?:person|entity|company) |facility |employer |fleet |trade )(?:legal )?name|"
    r"name of (?:the )?"
    r"(?:registrant|taxpayer|licensee|filer|company|entity|organi[sz]ation|applicant|carrier|employer|reporting \w+|"
    r"issuer)"
)
_ROLES = (
    r"taxpayer|licensee|registrant|filer|permittee|(?:motor )?carrier|reporting (?:person|entity)|person reporting|"
    r"applicant|account(?: holder)?|(?:[a-z]+ )?company"
)
_NUMBERS = (
    r"(?:reference|confirmation|tracking|filing|return|document|submission|case|registration|inquiry|transaction|"
    r"company|charity)[ /]*(?:reference )?(?:number|no\.?|#|id)|(?:file|return|filing|document|our) ref(?:erence|\.)?"
)
_LICENCES = r"(?:ifta )?(?:licen[cs]e|account|permit|file|certificate|taxpayer id)[ /]*(?:number|no\.?|#|id)"
_SECTION = re.compile(
    r"^[^\S\n]*(?:Filer|Taxpayer|Licensee|Registrant|"
    r"Applicant)[’']?s?[’']? Information\s*\n+[ \t]*(?P<value>[^\n:\t]{3,80})$",
    re.MULTILINE,
)
_LABELS: Mapping[str, tuple[re.Pattern[str], ...]] = {
    "entity_name": (
        label(_NAMES),
        _SECTION,
        stacked(_NAMES),
        glued(_NAMES),
        label(_ROLES),
        stacked(_ROLES),
        glued(_ROLES),
        label("name"),
    ),
    "reference_number": (
        label(_NUMBERS),
        stacked(_NUMBERS),
        glued(_NUMBERS),
        label(_LICENCES),
        stacked(_LICENCES),
        glued(_LICENCES),
        label(r"account|licen[cs]e|permit"),
    ),
    "status": (
        label(r"(?:filing |return |current |account |inquiry )?status"),
        stacked(r"(?:filing |return |current |account |inquiry )?status"),
        glued(r"(?:filing |return |current |account |inquiry )?status"),
    ),
    "cik": (label(r"(?:cik|central index key)(?: (?:number|no\.?))?"),),
}
_FILED = (
    r"(?:date (?:filed|of filing|submitted|received)|filing date|filed(?: on)?|submitted(?: on)?|submission date|"
    r"received(?: date)?)"
)
_STAMPED = re.compile(
    r"(?:^|(?<=\n))[ \t]*(?:e-?)?(?i:filed|received)[ \t]{1,9}(?P<value>[A-Z\d][^\n]{5,30}?)[ \t]*(?=\n|$)"
)
_DUE = r"(?:(?:payment |return |filing )?due(?: date| on| by)?|deadline)"
_PERIOD = (
    r"(?:(?:tax|reporting|report|return|filing|quarter(?:ly)?|fiscal)[ /]*)?(?:period|quarter|year)"
    r"(?: (?:of report|covered|end(?:ed|ing)?|end date))*"
)
_DATES: Mapping[str, tuple[re.Pattern[str], ...]] = {
    "filing_date": (label(_FILED), stacked(_FILED), glued(_FILED), _STAMPED),
    "due_date": (label(_DUE), stacked(_DUE), glued(_DUE)),
    "period_of_report": (
        label(_PERIOD),
        stacked(_PERIOD),
        re.compile(r"\band\s+ending\s+(?P<value>[^\n]{6,30})", re.I),
    ),
}
_IS_LABEL = re.compile(
    r"^(?:no\b|number|type|name|id\b|#)|\b(?:type|name|number|no\.?|date|status|address|period|id|#)$|:(?:\s|$)",
    re.IGNORECASE,
)
_REQUIRES = re.compile(r"\b(?:must|shall|(?:is|are) required to|required to be)\b", re.IGNORECASE)


def note_form(window: Window, month_first: bool | None, sheet: Sheet) -> None:
    """Note what the form's title and labels state, for fields that have no value yet."""
    head = window.head(_HEAD_SIZE)
    if not sheet.has("regulatory_body"):
        agency = head.search(_AGENCY)
        sheet.add_match("regulatory_body", agency or head.search(_AGENCY_LINE), 0 if agency else "value")
    if not sheet.has("filing_type"):
        found = window.head(_TITLE_SIZE).finditer(_TITLE)
        titles = [title for title in found if not _SENTENCE.match(title["value"])]
        numbered = [title for title in titles if _FORM_WORD.search(title["value"])]
        form = list(window.head(_TITLE_SIZE).finditer(_FORM_NUMBER))
        named = [*labelled(head, _FORM_LABEL), *numbered, *form, *titles, None][0]
        sheet.add_match("filing_type", named, "value")
    for name, patterns in _LABELS.items():
        for pattern in patterns:
            if not sheet.has(name):
                found = (match for match in labelled(head, pattern) if _fits(name, match["value"]))
                sheet.add_match(name, next(found, None), "value")
    for name, patterns in _DATES.items():
        for pattern in patterns:
            if not sheet.has(name):
                _note_last_date(head, name, pattern, month_first, sheet)


def note_requirements(window: Window, sheet: Sheet) -> None:
    """Note the first sentences that state a requirement."""
    found = [sentence for sentence in sentences(window) if _REQUIRES.search(sentence.text) and len(sentence.text) < 600]
    for sentence in found[:_MOST_REQUIREMENTS]:
        sheet.add("key_requirements", sentence.start, sentence.end)


def _fits(name: str, value: str) -> bool:
    """Whether the words behind a label can be the field's value: a number has figures, a name has letters, no label."""
    if name in ("reference_number", "cik"):
        return any(map(str.isdigit, value)) and len(value.split()) <= 3
    letters, figures = sum(map(str.isalpha, value)), sum(map(str.isdigit, value))
    return letters > figures and not _IS_LABEL.search(value)


def _note_last_date(head: Window, name: str, pattern: re.Pattern[str], month_first: bool | None, sheet: Sheet) -> None:
    """The last date behind the label: a period "from – to" is reported at its end."""
    for match in labelled(head, pattern):
        dates = find_dates(match["value"], month_first=month_first)
        if dates:
            start = match.start("value")
            sheet.add(name, start + dates[-1].start, start + dates[-1].end, dates[-1].value)
            return
