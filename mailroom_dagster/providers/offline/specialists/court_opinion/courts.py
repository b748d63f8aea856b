"""Names of courts as opinions print them, over one or several lines.

Belongs here: finding the deciding court in the head of an opinion. Patterns know how American and British courts are
called; courts-db says of an unusual line whether it names a court.
"""

from __future__ import annotations

import re

from mailroom_dagster.providers.offline.specialists.common import Flat, Line, Window

_STATE = (
    r"(?:Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawai[‘'’]?i|Idaho|"
    r"Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|"
    r"Missouri|"
    r"Montana|Nebraska|Nevada|New\s(?:Hampshire|Jersey|Mexico|York)|(?:North|South)\s(?:Carolina|Dakota)|Ohio|Oklahoma|"
    r"Oregon|Pennsylvania|Puerto\sRico|Rhode\sIsland|Tennessee|Texas|Utah|Vermont|(?:West\s)?Virginia|Washington|"
    r"Wisconsin|"
    r"Wyoming|Guam|(?:the\s)?Virgin\sIslands|(?:the\s)?Northern\sMariana\sIslands|(?:the\s)?District\sof\sColumbia)"
)
_CIRCUIT = (
    r"(?:First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth|Eleventh|Federal|"
    r"District\sof\sColumbia|D\.C\.)\sCircuit"
)
_DISTRICT = rf"(?:(?:Northern|Southern|Eastern|Western|Middle|Central)\s)?District\sof\s{_STATE}"
_KIND = (
    r"(?:Supreme\s(?:Judicial\s)?Court(?:\sof\sAppeals)?|Courts?\sof\s(?:Civil\s|Criminal\s|Special\s)?Appeals?|"
    r"Appeals\sCourt|Intermediate\sCourt\sof\sAppeals|Appellate\sCourt|Court\sof\sChancery|Superior\sCourt|"
    r"Commonwealth\sCourt|"
    r"District\sCourts?\sof\sAppeal|Appellate\sDivision|Circuit\sCourt|Court\sof\sCommon\sPleas|Family\sCourt|"
    r"Tax\sCourt|(?:Surrogate|Probate|County|City|Chancery|District|Juvenile|Orphans)[’'s]*\sCourt|Land\sCourt|"
    r"Court\sof\sErrors?\sand\sAppeals)"
)
_AMERICAN = (
    rf"Supreme\sCourt\sof\sthe\sUnited\sStates|"
    rf"(?:United\sStates|U\.\s?S\.)\sCourt\sof\sAppeals,?\s(?:for\sthe\s)?(?:{_CIRCUIT}|Armed\sForces|"
    rf"Veterans\sClaims)|"
    rf"(?:United\sStates|U\.\s?S\.)\s(?:District|Bankruptcy)\sCourt(?:\s\[LIVE\])?,?\s(?:(?:for|in)\s(?:the\s)?)?"
    rf"(?:{_DISTRICT}|(?:[NSEWMC]\.\s?)?D\.\s{_STATE})|"
    rf"(?:United\sStates|U\.\s?S\.)\s(?:Tax\sCourt|Court\sof\s(?:Federal\sClaims|International\sTrade|Claims)|"
    rf"Board\sof\sTax\sAppeals|Bankruptcy\sAppellate\sPanel(?:\s(?:for|of)\sthe\s{_CIRCUIT})?)|"
    rf"(?:United\sStates\s)?Judicial\sPanel\son\sMultidistrict\sLitigation|Board\sof\s(?:Tax|Immigration|"
    rf"Veterans[’']?)\sAppeals|{_KIND}(?:,|\s(?:of|for|in))\s(?:the\s)?(?:(?:State|Commonwealth)\sof\s)?{_STATE}"
    rf"(?:,\s[A-Z][A-Za-z]+(?:\s(?:County|District|Division))?)?|"
    rf"{_STATE}\s{_KIND}(?:,\s(?:[A-Z][a-z]+\s)+(?:District|County|Division))?|"
    rf"Supreme\sCourt,\s(?:[A-Z][A-Za-z.]+\s){{1,3}}County|"
    rf"{_KIND},?\s(?:[A-Z][a-z]+\s){{1,3}}(?:County|Department|District)(?:\sof\s{_STATE}(?:\sat\s[A-Z]\w+)?)?"
)
_DIVISION = (
    r"(?:[,\s]+(?:BUSINESS\sAND\sPROPERTY\sCOURTS(?:\s(?:OF|IN)\s(?:ENGLAND\sAND\sWALES|[A-Z]+))?|"
    r"(?:QUEEN|KING)[’'‘]?S\sBENCH\sDIVISION|CHANCERY\sDIVISION|FAMILY\sDIVISION|(?:[A-Z-]+\s){1,4}(?:COURT|LIST)"
    r"(?!\sOF\sJUSTICE)|(?:CIVIL|CRIMINAL)\sDIVISION|DISTRICT\sREGISTRY)(?:\s?\([A-Z][A-Za-z.& ]{1,24}\))?)"
)
_BRITISH = (
    rf"HIGH\sCOURT\sOF\sJUSTICE{_DIVISION}{{0,4}}|COURT\sOF\sAPPEAL,?\s\(?(?:CIVIL|CRIMINAL)\sDIVISION\)?|"
    r"(?:UPPER|FIRST[- ]TIER)\sTRIBUNAL\s?,?\s?\([A-Z][A-Z,&\s]+\)?(?:\sCHAMBER\)?)?|"
    r"SUPREME\sCOURT\sOF\sTHE\sUNITED\sKINGDOM|UNITED\sKINGDOM\sSUPREME\sCOURT|"
    r"(?:THE\s)?SUPREME\sCOURT(?=\s(?:Trinity|Michaelmas|Hilary|Easter))|"
    r"EMPLOYMENT\s(?:APPEAL\s)?TRIBUNAL|JUDICIAL\sCOMMITTEE\sOF\sTHE\sPRIVY\sCOUNCIL|PRIVY\sCOUNCIL|"
    r"COURT\sOF\sPROTECTION|COURT\sOF\sSESSION|(?:EAST\s|WEST\s|CENTRAL\s)?FAMILY\sCOURT|COMPETITION\sAPPEAL\sTRIBUNAL|"
    r"PATENTS?\sCOUNTY\sCOURT|INTELLECTUAL\sPROPERTY\sENTERPRISE\sCOURT"
)
_COURT = re.compile(rf"(?<![\w’'])(?:{_AMERICAN}|{_BRITISH})(?![a-z])", re.IGNORECASE)
_WITHOUT_CIRCUIT = re.compile(r"(?:United\sStates|U\.\s?S\.)\sCourt\sof\sAppeals", re.IGNORECASE)
_LOWER_COURT = re.compile(
    r"(?:\bappeals?(?:ed)?\s(?:\w+\s){0,3}(?:from|of)|\breview\sof|\bjudgment\sof|\border\sof|\bfrom|\bto|\berror\sto|"
    r"\bcertiorari\sto|\bRules\sof|\bremand\w*\sto|\btransfer\sto|\bon\sappeal)"
    r"\s(?:(?:an?|the)\s(?:\w+\s){0,6}(?:of|by|in)\s)?(?:the\s|a\s)?$",
    re.IGNORECASE,
)
_COURTS_BY_CODE = {
    "UKSC": re.compile(
        r"\b(?:The\s+)?(?:United\s+Kingdom\s+)?Supreme\s+Court(?:\s+of\s+the\s+United\s+Kingdom)?", re.IGNORECASE
    ),
    "UKPC": re.compile(r"\b(?:Judicial\s+Committee\s+of\s+the\s+)?Privy\s+Council", re.IGNORECASE),
    "UKHL": re.compile(r"\bHouse\s+of\s+Lords", re.IGNORECASE),
    "EWCA": re.compile(r"\bCourt\s+of\s+Appeal(?:\s+\((?:Civil|Criminal)\s+Division\))?", re.IGNORECASE),
    "EWHC": re.compile(r"\bHigh\s+Court(?:\s+of\s+Justice)?", re.IGNORECASE),
}
_HEADS_LINE = re.compile(r"(?:^|[\n\f\t])\W*(?:in\s+)?(?:the\s+)?$", re.IGNORECASE)
_MAYBE = re.compile(r"\b(?:Court|Tribunal|Panel|Commission|Board)\b", re.IGNORECASE)
_LONGEST_COURT_LINE = 90


def find_court(text: str, flat: Flat) -> tuple[int, int] | None:
    """Where the head of an opinion names the deciding court, in `flat.text`.

    A court that heads a line goes before one named in running text, and that before a court appealed from.
    """
    named = [match.span() for pattern in (_COURT, _WITHOUT_CIRCUIT) for match in pattern.finditer(flat.text)]
    return min(named, key=lambda place: _rank(text, flat, place), default=None)


def _rank(text: str, flat: Flat, place: tuple[int, int]) -> tuple[int, int]:
    start = place[0]
    if _LOWER_COURT.search(flat.text[max(0, start - 60) : start]):
        return 2, start
    stored = flat.span(*place)[0]
    return int(not _HEADS_LINE.search(text[max(0, stored - 20) : stored])), start


def known_court(lines: list[Line]) -> Line | None:
    """The first short line that courts-db knows as a court."""
    candidates = [line for line in lines if len(line.text) <= _LONGEST_COURT_LINE and _MAYBE.search(line.text)]
    if not candidates:
        return None
    from courts_db import find_court as look_up  # a second to import: only for unusual courts

    return next((line for line in candidates if look_up(line.text)), None)


def court_of_citation(window: Window, neutral_citation: str) -> re.Match[str] | None:
    """Where a British opinion names the court that its neutral citation stands for."""
    code = neutral_citation.partition("] ")[2].split(" ")[0]
    pattern = _COURTS_BY_CODE.get(code)
    return window.search(pattern) if pattern else None
