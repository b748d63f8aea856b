"""Docket, case and claim numbers of courts, as captions, notices and letters print them.

Belongs here: finding a court's number for a case by its label or its shape. Does not belong here: insurers' claim
numbers or regulators' file numbers (their specialists), nor comparing numbers (`values.ids`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mailroom_dagster.providers.offline.specialists.common import Flat

_NUMBER = r"(?:(?:[A-Z]{2,4}|MDL\s+No\.)\s+){0,2}[\w:./–-]*\d[\w:/–-]*(?:\.[\w-]+)*(?:\s?\([A-Z]{1,3}\))?"
_KIND = (
    r"(?:(?:Case|Docket|Claim|Appeal|Civil|Criminal|Adversary|Cause|Index|Application|Action|Petition|MDL|UTLC|C\.\s?A\.|"
    r"Misc\.?|Court|Proceeding|Tribunal)\s+)"
)
_LABELLED = re.compile(
    rf"(?P<label>\b(?:{_KIND}{{1,3}}(?:Nos?\b\.?|Numbers?\b|#|Ref(?:erence)?\b\.?)|Nos?\b\.?|Numbers?\b|#)(?:\(s\))?|"
    rf"\bDocket(?=\s?[#:])|\b(?:Case|MDL)(?=:?\s+[\w:]*\d))\s?[#.:]*\s?(?:\bNos?\.\s?)?(?P<number>{_NUMBER})",
    re.IGNORECASE,
)
_SHAPED = re.compile(
    r"(?<![\w:/.-])(?P<number>\d:\d\d-[a-z]{2}-\d{3,6}(?:-[A-Z\d]{2,4})*|[A-Z]{2}-\d{4}-(?:[A-Z]{3}-)?\d{6}|"
    r"\d{2}[ -](?:Civ|Cr|CV|CR|MC|Misc)\.?[ -]\d{2,5}(?:\s?\([A-Z]{2,3}\))*|"
    r"(?:[A-Z]{1,3}\d?)/\d{4}/\d{3,6}(?:/[A-Z]+)?|[A-Z]{2}\d{2}[A-Z]\d{5})(?![\w/])"
)
_OTHER_NUMBERS = re.compile(
    r"(?:\bD\.?\s?C\.?|\bDist(?:\.|rict)?(?:\s+Court)?(?:\s+Case)?|\bOriginating(?:\s+Case)?|\bAgency|\bLower(?:\s+Court)?|"
    r"\bBIA|\bDocument|\bDoc\.?|\bEntry|\bPage|\bReg(?:istration)?\.?|\bBar|\b(?:Tele)?phone|\bTel\.?|\bFax|\bDial|"
    r"\bRoom|\bSuite|\bSBN|\bID|\bPub\.?(?:\s+L\.?)?|\bAmendment|\bExhibit|\bPart|\bChapter|\bClaim|\bPatent|\bFile|"
    r"\bCitation|\bDX|\bAccount|\bSerial|\bECF|\bDkt\.?)\s*$",
    re.IGNORECASE,
)
_PLAIN_LABEL = re.compile(r"^(?:nos?\b\.?|numbers?|#)$", re.IGNORECASE)


def find_dockets(flat: Flat, *, plain: bool = True) -> Iterator[tuple[str, int, int]]:
    """Docket numbers in order, each with its place in `flat.text`; numbers of other things are left out.

    `plain` says whether a bare "No." is label enough.
    """
    for match in _LABELLED.finditer(flat.text):
        before = flat.text[max(0, match.start() - 24) : match.start()]
        if _OTHER_NUMBERS.search(before) or before.endswith("("):
            continue
        number = match["number"].rstrip(".,:;/–-")
        if not _PLAIN_LABEL.match(match["label"]) or (plain and len(number) > 1):
            yield number, match.start("number"), match.start("number") + len(number)


def find_shaped_dockets(flat: Flat) -> Iterator[tuple[str, int, int]]:
    """Numbers without a label whose shape no other number has: "6:22-cv-00351", "CL-2021-000561", "B2/2004/2060"."""
    for match in _SHAPED.finditer(flat.text):
        yield match["number"], match.start("number"), match.end("number")
