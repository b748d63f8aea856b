"""The agencies to which filings are made, as their forms and letters print them.

Belongs here: names of agencies. Does not belong here: what their forms are called (`titles`) or say (`forms`).
"""

from __future__ import annotations

import re

from mailroom_dagster.providers.offline.specialists.common import Sheet, Window

_NAMED = re.compile(
    r"\b(?:Internal Revenue Service|(?:U\.?S\.? )?Environmental Protection Agency|Federal (?:Election|Communications|"
    r"Trade|"
    r"Energy Regulatory|Maritime) Commission|Federal Financial Institutions Examination Council|"
    r"Federal (?:Aviation|Motor Carrier Safety|Railroad|Highway) Administration|Food and Drug Administration|"
    r"Occupational Safety and Health Administration|Mine Safety and Health Administration|"
    r"Financial (?:Industry Regulatory Authority|Conduct Authority|Crimes Enforcement Network)|Companies House|"
    r"Judicial Conference(?: of the United States)?|Administrative Office of the United States Courts|"
    r"Office of Government Ethics|Federal Reserve(?: System)?|Comptroller of the Currency|"
    r"Federal Deposit Insurance Corporation|National Credit Union Administration|"
    r"(?:Commodity Futures Trading|Nuclear Regulatory|Equal Employment Opportunity|Consumer Product Safety) Commission|"
    r"(?:National Labor Relations|Surface Transportation) Board|Pension Benefit Guaranty Corporation|"
    r"(?:Small Business|Social Security|Drug Enforcement) Administration|Patent and Trademark Office|"
    r"International Fuel Tax Association|Charity Commission(?! Receiver)|HM Revenue (?:and|&) Customs|"
    r"Securities and Exchange Board of India|(?:Ontario|Australian|British Columbia) "
    r"Securities (?:and Investments )?Commission|Clerk of the House of Representatives)\b",
    re.IGNORECASE,
)
_DEPARTMENT = re.compile(
    r"\b(?:(?:[A-Z][a-z]+ ){0,3}(?:Department|Dept\.?|Division|Bureau) of (?:Revenue|Taxation(?: and Finance)?|"
    r"Corporations|"
    r"Motor Vehicles|Transportation|Labor|Health|Licensing|the Treasury|Agriculture|"
    r"Insurance|Justice|Education|Energy|Commerce|Environmental (?:Protection|Quality)|Finance|"
    r"Workers[’'] Compensation)|"
    r"(?:[A-Z][a-z]+ )?(?:Secretary of State|State Tax Commission|Tax Commission|Public Utilit(?:y|ies) Commission|"
    r"Comptroller|Board of Equalization|Franchise Tax Board|Motor Carrier (?:Division|Services)))\b"
)
_LINE = re.compile(
    r"^[^\w\n]*(?P<value>(?:[A-Z]+ ){0,8}(?:DEPARTMENT|DIVISION|BUREAU|OFFICE|BOARD|AGENCY) OF [A-Z][A-Z &,]{3,50}|"
    r"(?:[A-Z]+ ){1,5}(?:COMMISSION|AUTHORITY|ADMINISTRATION|SECRETARY OF STATE))[^\w\n]*$",
    re.MULTILINE,
)


def note_agency(head: Window, sheet: Sheet) -> None:
    """Note the agency: one known by name, else a department, else a line in capitals that is an agency's."""
    for pattern in (_NAMED, _DEPARTMENT, _LINE):
        match = None if sheet.has("regulatory_body") else head.search(pattern)
        if match:
            sheet.add_match("regulatory_body", match, match.lastgroup or 0)
