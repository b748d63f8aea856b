"""Docket, case and claim numbers of courts, as captions, notices and letters print them.

Belongs here: finding a court's number for a case by its label or its shape. Does not belong here: insurers' claim
numbers or regulators' file numbers (their specialists), nor comparing numbers (`values.ids`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mailroom_dagster.providers.offline.specialists.common import Flat, Line

_IN_A_DISTRICT = r"\d{2}[ -](?:Civ|Cr|CV|CR|MC|Misc|Mag)\.?[ -]\d{2,5}(?:\s?\([A-Z]{2,3}\))*"
_JUDGES = r"\s(?:[A-Z]{2,3}\s?)?\([A-Z]{2,4}x\)"  # "DOC (KESx)", as the Central District of California marks them
_NUMBER = (
    _IN_A_DISTRICT + r"|\d{2,3},\d{3}(?!\d)|\d{2}\s[A-Z]{1,3}\s\d{2,6}(?!\d)|(?:(?:[A-Z]{2,4}|MDL\s+No\.)\s+){0,2}"
    r"[\w:./–-]*\d[\w:/–-]*(?:\.[\w-]+)*(?:\s(?:of|"
    rf"OF)\s\d{{4}}(?!\d))?(?:{_JUDGES}|\s?\([A-Z]{{1,3}}\))?"
)
_KIND = (
    r"(?:(?:Case|Docket|Claim|Appeal|Civil|Criminal|Adversary|Cause|Index|Application|Action|Petition|MDL|UTLC|"
    r"C\.\s?A\.|"
    r"Misc\.?|Court|Proceeding|Tribunal)\s+)"
)
_LABELLED = re.compile(
    rf"(?P<label>\b(?:{_KIND}{{1,3}}(?:File\s+)?(?:Nos?\b\.?|Numbers?\b|#|Ref(?:erence)?\b\.?)|Nos?\b\.?|Numbers?\b|#)(?:\(s\))?|"
    rf"\bDocket(?=\s?[#:])|\b(?:Case|MDL)(?=:?\s+[\w:-]*\d))\s?[#.:]*\s?(?:\bNos?\.\s?)?(?P<number>{_NUMBER})",
    re.IGNORECASE,
)
_SHAPED = re.compile(
    rf"(?<![\w:/.-])(?P<number>\d:\d\d-[a-z]{{2}}-\d{{3,6}}(?:{_JUDGES}|(?:-[A-Z\d]{{2,4}})*)|"
    r"[A-Z]{2}-\d{4}-(?:[A-Z]{3}-)?\d{6}|"
    rf"{_IN_A_DISTRICT}|"
    r"[A-H]\d{6}|[CTF]-\d{1,4}/\d{2}(?:\sP)?|CIV[- ]\d{4}-\d{3}-\d{1,6}|"
    r"(?:[A-Z]+\.){0,3}[A-Z]*\s?\([A-Za-z.]{1,8}\)\s?(?:Nos?\.?\s?)?\d{1,6}\s?(?:/|of)\s?\d{4}|"
    r"(?:[A-Z]{1,3}\d?)/\d{4}/\d{3,6}(?:/[A-Z]+)?|[A-Z]{2}\d{2}[A-Z]\d{5})(?![\w/])"
)
_OTHER_NUMBERS = re.compile(
    r"(?:\bD\.?\s?C\.?|\bSuper(?:\.|ior)?\s*C(?:our)?t\.?|\bTrial(?:\s+Court)?(?:\s+Case)?|\bTribunal|\bOpinion|"
    r"\bDist(?:\.|rict)?(?:\s+Court)?(?:\s+Case)?|\bOriginating(?:\s+Case)?|\bAgency|\bLower(?:\s+Court)?|"
    r"\bBIA|\bDocument|\bDoc\.?|\bEntry|\bPage|\bReg(?:istration)?\.?|\bBar|\b(?:Tele)?phone|\bTel\.?|\bFax|\bDial|"
    r"\bRoom|\bSuite|\bSBN|\bID|\bPub\.?(?:\s+L\.?)?|\bAmendment|\bExhibit|\bPart|\bChapter|\bClaim|\bPatent|\bFile|"
    r"\bCitation|\bDX|\bAccount|\bSerial|\bECF|\bDkt\.?|\bCorp(?:\.|oration)|\bLocal|\bLodge|\bPost|\bPlan|"
    r"\bSchool\s+District)\s*$",
    re.IGNORECASE,
)
_OF_THE_PATENT_OFFICE = ("IPR", "PGR", "CBM")
_IN_TWO_PARTS = re.compile(r"\d{2,5}[-/]\d{2,6}")
_ALONE = re.compile(
    r"(?P<number>(?:20|[A-Z]{1,2})?\d\d-\d{3,5}|\d{5,6}/(?:19|20)\d\d|\d{4}-[A-Z]{2}-\d{6}(?:-[A-Z]{2})?|[A-Z]{1,3}\s?\d{1,5}/(?:\d{2}|\d{4})|[A-Z]{1,3}\s?\d{1,6}\s(?:of|"
    r"OF)\s\d{4})(?:,\s[\d-]+)*"
)
_FILE_LABEL = re.compile(r"^(?:Court )?File (?:Nos?\.?|Numbers?)(?:\(s\)|/s)?\s*:?\s+", re.IGNORECASE)
_FILED_UNDER = re.compile(r"(?P<number>(?:[A-Z]{1,4}[\s-]?)?\d[\w/-]*(?:\sof\s\d{4})?)")
_PLAIN_LABEL = re.compile(r"^(?:nos?\b\.?|numbers?|#)$", re.IGNORECASE)


def find_dockets(flat: Flat, *, plain: bool = True) -> Iterator[tuple[str, int, int]]:
    """Docket numbers in order, each with its place in `flat.text`; numbers of other things are left out.

    `plain` says whether a bare "No." is label enough.
    """
    for match in _LABELLED.finditer(flat.text):
        before = flat.text[max(0, match.start() - 24) : match.start()]
        number = match["number"].rstrip(".,:;/–-")
        if (
            _OTHER_NUMBERS.search(before)
            or number.startswith(_OF_THE_PATENT_OFFICE)
            or (before.endswith("(") and not _IN_TWO_PARTS.match(number))
        ):
            continue
        if not _PLAIN_LABEL.match(match["label"]) or (plain and len(number) > 1):
            yield number, match.start("number"), match.start("number") + len(number)


def find_shaped_dockets(flat: Flat) -> Iterator[tuple[str, int, int]]:
    """Numbers without a label whose shape no other number has: "6:22-cv-00351", "CL-2021-000561", "B2/2004/2060"."""
    for match in _SHAPED.finditer(flat.text):
        yield match["number"], match.start("number"), match.end("number")


def find_lone_dockets(lines: Sequence[Line]) -> Iterator[Line]:
    """Numbers that have a line, or a cell behind "File number", for themselves: "2019-1234", "M123/2017"."""
    for line in lines:
        words = _FILE_LABEL.sub("", line.text)
        if alone := _ALONE.fullmatch(words) or (words != line.text and _FILED_UNDER.match(words)):
            start = line.end - len(words)
            yield Line(alone["number"], start)
