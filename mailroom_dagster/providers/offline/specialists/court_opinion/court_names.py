"""How courts of the United States, Britain, the Commonwealth and Europe are called.

Belongs here: patterns of names of courts. Which named court decided is told in `courts`.
"""

from __future__ import annotations

import re

from mailroom_dagster.providers.offline.specialists.places import AMERICAN_STATE

_CIRCUIT = (
    r"(?:First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth|Eleventh|Federal|"
    r"District\sof\sColumbia|D\.C\.)\sCircuit"
)
_DISTRICT = rf"(?:(?:Northern|Southern|Eastern|Western|Middle|Central)\s)?District\sof\s{AMERICAN_STATE}"
_KIND = (
    r"(?:Supreme\s(?:Judicial\s)?Court(?:\sof\sAppeals)?|Courts?\sof\s(?:Civil\s|Criminal\s|Special\s)?Appeals?|"
    r"Appeals\sCourt|Intermediate\sCourt\sof\sAppeals|Appellate\sCourt|Court\sof\sChancery|Superior\sCourt|"
    r"Commonwealth\sCourt|"
    r"District\sCourts?\sof\sAppeal|Appellate\sDivision|Circuit\sCourt|Court\sof\sCommon\sPleas|Family\sCourt|"
    r"Tax\sCourt|(?:Surrogate|Probate|County|City|Chancery|District|Juvenile|Orphans)[’'s]*\sCourt|Land\sCourt|"
    r"Court\sof\sErrors?\sand\sAppeals)"
)
_AMERICAN = (
    rf"(?:Supreme|Superior|Circuit|District|Civil)\sCourt,\s(?:[A-Z][A-Za-z.]+\s){{1,3}}County|"
    rf"Supreme\sCourt\sof\sthe\sUnited\sStates|State\sof\s{AMERICAN_STATE}\sin\s(?:the\s)?(?:Supreme\sCourt|"
    rf"Court\sof\sAppeals)|"
    rf"(?:United\sStates|U\.\s?S\.)\sCourt\sof\sAppeals,?\s(?:for\sthe\s)?(?:{_CIRCUIT}|Armed\sForces|"
    rf"Veterans\sClaims)|"
    rf"(?:United\sStates|U\.\s?S\.)\s(?:District|Bankruptcy)\sCourt(?:\s\[LIVE\])?,?\s(?:(?:for|in)\s(?:the\s)?)?"
    rf"(?:{_DISTRICT}|(?:[NSEWMC]\.\s?)?D\.\s{AMERICAN_STATE})|"
    rf"(?:United\sStates|U\.\s?S\.)\s(?:Tax\sCourt|Court\sof\s(?:Federal\sClaims(?:,?\sOffice\sof\sSpecial\sMasters)?|International\sTrade|Claims)|"
    rf"Board\sof\sTax\sAppeals|Bankruptcy\sAppellate\sPanel(?:\s(?:for|of)\sthe\s{_CIRCUIT})?)|"
    rf"(?:United\sStates\s)?Judicial\sPanel\son\sMultidistrict\sLitigation|Board\sof\s(?:Tax|Immigration|"
    rf"Veterans[’']?)\sAppeals|{_KIND}(?:,|\s(?:of|for|in))\s(?:the\s)?(?:(?:State|Commonwealth)\sof\s)?{AMERICAN_STATE}"
    rf"(?:,\s[A-Z][A-Za-z]+(?:\s(?:County|District|Division))?)?|"
    rf"{AMERICAN_STATE}\s{_KIND}(?:,\s(?:[A-Z][a-z]+\s)+(?:District|County|Division))?|"
    rf"{_KIND},?\s(?:[A-Z][a-z]+\s){{1,3}}(?:County|Department|District)(?:\sof\s{AMERICAN_STATE}(?:\sat\s[A-Z]\w+)?)?"
)
_DIVISION = (
    r"(?:[,\s]+(?:BUSINESS\sAND\sPROPERTY\sCOURTS(?:\s(?:OF|IN)\s(?:ENGLAND\sAND\sWALES|[A-Z]+))?|"
    r"(?:QUEEN|KING)[’'‘]?S\sBENCH\sDIVISION|CHANCERY\sDIVISION|FAMILY\sDIVISION|(?:[A-Z-]+\s){1,4}(?:COURT|LIST)"
    r"(?!\sOF\sJUSTICE)|(?:CIVIL|CRIMINAL)\sDIVISION|DISTRICT\sREGISTRY)(?:\s?\([A-Z][A-Za-z.& ]{1,24}\))?)"
)
_BRITISH = (
    rf"HIGH\sCOURT\sOF\sJUSTICE{_DIVISION}{{0,4}}|COURT\sOF\sAPPEAL,?\s\(?(?:CIVIL|CRIMINAL)\sDIVISION\)?|"
    r"(?:UPPER|FIRST[- ]TIER)\sTRIBUNAL\s?,?\s?(?:\([A-Z][A-Z,&\s]{1,60}\)?(?:\sCHAMBER\)?)?|"
    r"(?:[A-Z&]+\s){1,5}CHAMBER)|"
    r"SUPREME\sCOURT\sOF\sTHE\sUNITED\sKINGDOM|UNITED\sKINGDOM\sSUPREME\sCOURT|"
    r"(?:THE\s)?SUPREME\sCOURT(?=\s(?:Trinity|Michaelmas|Hilary|Easter))|"
    r"EMPLOYMENT\s(?:APPEAL\s)?TRIBUNAL|JUDICIAL\sCOMMITTEE\sOF\sTHE\sPRIVY\sCOUNCIL|PRIVY\sCOUNCIL|"
    r"HOUSE\sOF\sLORDS|COURT\sOF\sPROTECTION|(?:(?:INNER|OUTER|FIRST|SECOND|EXTRA)\s(?:HOUSE|"
    r"DIVISION),?\s)*COURT\sOF\sSESSION|"
    r"(?:APPEAL\sCOURT,\s)?HIGH\sCOURT\sOF\sJUSTICIARY|SHERIFF\sAPPEAL\sCOURT|"
    r"(?:EAST\s|WEST\s|CENTRAL\s)?FAMILY\sCOURT|COMPETITION\sAPPEAL\sTRIBUNAL|"
    r"PATENTS?\sCOUNTY\sCOURT|INTELLECTUAL\sPROPERTY\sENTERPRISE\sCOURT"
)
_PROVINCE = (
    r"(?:Ontario|Qu[eé]bec|British\sColumbia|Alberta|Saskatchewan|Manitoba|Nova\sScotia|New\sBrunswick|"
    r"Newfoundland(?:\sand\s"
    r"Labrador)?|Prince\sEdward\sIsland|(?:the\s)?Yukon(?:\sTerritory)?|(?:the\s)?Northwest\sTerritories|Nunavut)"
)
_TERRITORY = (
    r"(?:New\sSouth\sWales|Victoria|Queensland|(?:Western|South)\sAustralia|Tasmania|(?:the\s)?Northern\sTerritory|"
    r"(?:the\s)?"
    r"Australian\sCapital\sTerritory)(?:\sCourt\sof\sAppeal)?"
)
_COUNTRY = (
    r"(?:Australia(?:\sat\s\w+|\s\(Division\s\d\))?|Canada|India|New\sZealand|Ireland|Northern\sIreland|South\sAfrica|"
    r"Kenya|Nigeria|"
    r"Uganda|Ghana|Pakistan|Bangladesh|Sri\sLanka|Jamaica|Bermuda|Gibraltar|Israel|Malaysia|"
    r"the\sRepublic\sof\sSingapore|"
    r"the\sPhilippines|the\sHong\sKong\sSpecial\sAdministrative\sRegion|Hong\sKong|the\sCayman\sIslands|"
    r"the\sEastern\sCaribbean|the\sFalkland\sIslands|Jersey|the\sIsle\sof\sMan)"
)
_COMMONWEALTH = (
    rf"(?:(?:High|Supreme|Federal(?:\sCircuit)?(?:\sand\sFamily)?|Family|Tax|Constitutional|National|"
    rf"Industrial)\sCourt|"
    rf"(?:Supreme\s)?Court\sof\s(?:Final\s)?Appeal)\s(?:of|in)\s{_COUNTRY}|"
    rf"(?:Supreme|District|County|Provincial|Magistrates[’']?|"
    rf"Land\sand\sEnvironment)\sCourt(?:\sof)?\s(?:{_TERRITORY}|{_PROVINCE})|"
    rf"Court\sof\s(?:Criminal\s)?Appeal\s(?:for|of)\s(?:the\sProvince\sof\s)?(?:{_PROVINCE}|{_TERRITORY})|"
    rf"Court\sof\s(?:Queen|King)[’']s\sBench\s(?:of|for)\s(?:the\sProvince\sof\s)?{_PROVINCE}|"
    rf"{_PROVINCE}\sCourt\sof\s(?:Appeal|Justice|(?:Queen|King)[’']s\sBench)|"
    rf"{_PROVINCE}\sSuperior\sCourt(?:\sof\sJustice)?|"
    rf"Superior\sCourt\sof\sJustice(?:\s[-–]\sOntario)?|Federal\sCourt\sof\sAppeal|"
    r"High\sCourt\s(?:of\sJudicature\s)?(?:of|at|for)\s(?!Justice)(?:the\sState\sof\s)?[A-Z][a-z]+(?:\sand\s[A-Z][a-z]+)?"
    r"(?:\sat\s(?:New\s)?[A-Z][a-z]+)?|"
    r"(?:National\sCompany\sLaw|Income\sTax|Customs,\sExcise(?:\s(?:and|&)\sService\sTax)?)\s(?:Appellate\s)?Tribunal|"
    r"Administrative\sAppeals\sTribunal"
)
_EUROPEAN = (
    r"European\sCourt\sof\sHuman\sRights|(?:European\s)?Court\sof\sJustice\sof\sthe\sEuropean\s(?:Union|Communities)|"
    r"European\sCourt\sof\sJustice|General\sCourt\sof\sthe\sEuropean\sUnion|International\sCourt\sof\sJustice|"
    r"Inter-American\sCourt\sof\sHuman\sRights|EFTA\sCourt"
)
COURT = re.compile(rf"(?<![\w’'])(?:{_EUROPEAN}|{_AMERICAN}|{_BRITISH}|{_COMMONWEALTH})(?![a-z])", re.IGNORECASE)
"""The name of a court with its place, in words with single blanks."""

BARE_COURT = re.compile(
    r"(?:in\s)?(?:the\s)?(?:high\scourt(?:\sof\sjustice)?|supreme\scourt|court\sof\s(?:criminal\s)?appeal|"
    r"federal\scourt|"
    r"general\scourt|house\sof\slords|crown\scourt(?:\s(?:at|sitting\sat)\s[A-Z]\w+)?)",
    re.IGNORECASE,
)
"""A whole line that names a court without its country."""
