"""Forms and returns of other agencies: a title, an agency and labelled fields.

Belongs here: the labels that tax returns, disclosures, licences and permits print. Does not belong here: filings with
the Securities and Exchange Commission (`cover`, `submission`), titles (`titles`) and agencies (`agencies`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from mailroom_dagster.providers.offline.specialists.common import Sheet, Window, squeeze
from mailroom_dagster.providers.offline.specialists.compliance_filing.agencies import note_agency
from mailroom_dagster.providers.offline.specialists.compliance_filing.filers import note_filer
from mailroom_dagster.providers.offline.specialists.compliance_filing.titles import note_title
from mailroom_dagster.providers.offline.specialists.labelled import glued, label, labelled, spaced, stacked
from mailroom_dagster.providers.offline.specialists.prose import sentences
from mailroom_dagster.values.dates import find_dates

_HEAD_SIZE = 12_000
_MOST_REQUIREMENTS = 5
_NAMES = (
    r"(?:(?:exact |full |your |primary )*(?:legal |business |company |corporation |corporate |entity |registrant |"
    r"taxpayer |"
    r"licensee |filer |carrier |account |organi[sz]ation |applicant |permittee |reporting (?:person|entity|company) |"
    r"facility |employer |fleet |owner |property owner |establishment |institution |firm |plan sponsor |plan "
    r"){1,2})name|"
    r"(?:exact |full )?(?:legal )?(?:name|title) of (?:the )?(?:registrant|taxpayer|licensee|filer|company|entity|"
    r"organi[sz]ation|applicant|carrier|employer|reporting \w+|issuer|bank|institution|respondent|committee|plan|"
    r"permittee|charity|firm|registered person|deductor|"
    r"assessee)(?: in full)?|name \(not your trade name\)|employer[’']s name(?:, address,? and zip code)?"
)
_ROLES = (
    r"taxpayer|licensee|registrant|filer|permittee|(?:motor )?carrier|reporting (?:person|entity)|person reporting|"
    r"applicant|account(?: holder)?|respondent|issued to|(?:[a-z]+ )?company"
)
_NUMBERS = (
    r"(?:(?:fcc|fdic|senate|fec|bsa|sec|uk|company|corporation|corporate|charity)[ ])?"
    r"(?:reference|confirmation|tracking|filing|file|return|document|submission|case|registration|inquiry|transaction|"
    r"company|charity|entity|docket|certificate|matter|control|rssd|senate|identification|bsa)[ /]*(?:reference |"
    r"registration )?"
    r"(?:number|no\.?|#|id#?|identifier)|(?:file|return|filing|document|our) ref(?:erence|\.)?|arn"
)
_LICENCES = (
    r"(?:[a-z]+ )?(?:licen[cs]e|account|permit|file|certificate|taxpayer id)[ /]*(?:number|no\.?|#|id)|"
    r"(?:(?:licensee|ifta|account|carrier|taxpayer) )+id(?:entification)?(?: (?:number|no\.?))?|parcel (?:number|"
    r"no\.?|id)|(?:gstin|pan|tan|cin)(?: of (?:the )?(?:supplier|registered person|deductor|assessee|company))?"
)
_ACCOUNTS = r"(?:[a-z]+ )?(?:account|licen[cs]e|permit)"
_EMPLOYER = r"(?:federal )?employer(?:['’]s)? (?:identification|id) (?:number|no\.?)(?: \(f?ein\))?|f?ein"
_IN_LINE = re.compile(
    r"(?<![\w-])(?:(?i:docket|permit|licen[cs]e|certificate|company registration|company|charter|file|case|entity|"
    r"document|"
    r"reference|registration|application|order|project|cik|crd|filing|tracking|senate)\s?(?:(?i:nos?\b\.?|numbers?|"
    r"id)|(?=#))"
    r"|MARCS-CMS|\bRe:(?=\s*[A-Z]{1,3}\d{5}))[\s:#]{0,4}(?P<value>(?:[A-Z]{1,10}[-/ "
    r"])*[A-Z]{0,4}\d[\w/-]*(?:\.\d+)?)(?![\w.]\d)"
)
_PERSON = re.compile(
    r"Your first name and (?:middle )?initial\s+Last name[^\n]*\n\s*(?P<value>[A-Z][^\n\t\d]*\t[A-Z][^\n\t\d]*)",
    re.IGNORECASE,
)
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
        stacked("name"),
        spaced(_NAMES),
    ),
    "reference_number": (
        label(_NUMBERS),
        stacked(_NUMBERS),
        glued(_NUMBERS),
        label(_LICENCES),
        stacked(_LICENCES),
        glued(_LICENCES),
        label(_ACCOUNTS),
        spaced(_NUMBERS),
        _IN_LINE,
        spaced(_ACCOUNTS),
        label(_EMPLOYER),
        stacked(_EMPLOYER),
        spaced(_EMPLOYER),
    ),
    "status": (
        label(r"(?:filing |return |current |account |inquiry )?status"),
        stacked(r"(?:filing |return |current |account |inquiry )?status"),
        glued(r"(?:filing |return |current |account |inquiry )?status"),
    ),
    "cik": (label(r"(?:cik|central index key)(?: (?:number|no\.?))?"),),
}
_FILED = (
    r"(?:date (?:filed|of (?:filing|arn)|submitted|received)|filing date|filed(?: on)?|submitted(?: on)?|"
    r"submission date|received(?: date)?(?: for filing(?: in electronic format)? on(?: the)?)?)"
)
_STAMPED = re.compile(
    r"(?:^|(?<=\n))[ \t]*(?:e-?)?(?i:filed|received)[ \t]{1,9}(?P<value>[A-Z\d][^\n]{5,30}?)[ \t]*(?=\n|$)"
)
_DUE = r"(?:(?:payment |return |filing )?due(?: date| on| by)?|deadline)"
_PERIOD = (
    r"(?:(?:tax|reporting|report|return|filing|quarter(?:ly)?|fiscal|covering|report for calendar|calendar)[ /]*)?"
    r"(?:period|quarter|year)(?: (?:of report|covered|end(?:ed|ing)?|end date))*"
)
_DATES: Mapping[str, tuple[re.Pattern[str], ...]] = {
    "filing_date": (label(_FILED), stacked(_FILED), glued(_FILED), _STAMPED),
    "due_date": (label(_DUE), stacked(_DUE), glued(_DUE)),
    "period_of_report": (
        label(_PERIOD),
        stacked(_PERIOD),
        re.compile(
            r"(?:^|(?<=[\n\t]))\W{0,6}[\d.]{0,4}[ ]?(?:covering|reporting|tax|"
            r"filing)\s+period\s+(?P<value>\d[^\n]{6,60})",
            re.I,
        ),
        re.compile(r"(?:\bending|\bclose\s+of\s+business)\s+(?P<value>[^\n]{6,30})", re.I),
        re.compile(r"\b(?:year|period|quarter)\s+ended\s+(?P<value>[^\n]{6,30})", re.I),
    ),
}
_IS_LABEL = re.compile(
    r"^(?:no\b|number|type|name|id\b|#|report for|check |enter |see )|"
    r"\b(?:type|name|number|no\.?|date|status|address|period|id|#)$|:(?:\s|$)|"
    r"\bno\.\s",
    re.IGNORECASE,
)
_REQUIRES = re.compile(r"\b(?:must|shall|(?:is|are) required to|required to be)\b", re.IGNORECASE)


def note_form(window: Window, month_first: bool | None, sheet: Sheet) -> None:
    """Note what the form's title and labels state, for fields that have no value yet."""
    head = window.head(_HEAD_SIZE)
    note_agency(head, sheet)
    note_title(head, sheet)
    if not sheet.has("entity_name") and (person := head.search(_PERSON)):
        sheet.add_match("entity_name", person, "value", squeeze(person["value"]))
    for name, patterns in _LABELS.items():
        for pattern in patterns:
            if not sheet.has(name):
                found = (match for match in labelled(head, pattern) if _fits(name, match["value"]))
                sheet.add_match(name, next(found, None), "value")
    for name, patterns in _DATES.items():
        for pattern in patterns:
            if not sheet.has(name):
                _note_last_date(head, name, pattern, month_first, sheet)
    note_filer(head, sheet)


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
