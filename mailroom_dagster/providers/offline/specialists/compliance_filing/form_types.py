"""The names of the forms that are filed with the Securities and Exchange Commission, and where a cover prints its own.

Belongs here: form types and the lines that state them. Does not belong here: other agencies' forms (`titles`).
"""

from __future__ import annotations

import re

from mailroom_dagster.providers.offline.specialists.common import Sheet, Window

_TYPE = (
    r"(?:10-?[KQ](?:SB|405|T)?|10-D|8-?K(?:12[BG]\d?)?|6-K|20-F|40-F|11-K|18-K|1-[AKSUZ]|S-(?:1|2|3|4|6|8|11)(?:ASR|"
    r"MEF|"
    r"D)?|SF-[13]|F-(?:1|3|4|6|8|10)(?:EF|MEF|ASR)?|"
    r"N-(?:1A|2|CSR|CEN|PORT|PX|Q|SAR|14|8A|30D|MFP|CR|54[AC]|6F|23C)\w*|24F-2(?:NT)?|8-A(?:12[BG])?|10-12[BG]|"
    r"15-12[BG]|"
    r"12b-25|15|25(?:-NSE)?|13F(?:-HR|-NT)?|497[A-Z]?|485[AB]POS|"
    r"SC(?:HEDULE)?\s13[DGE](?:-?\d)?|SC(?:HEDULE)?\s(?:TO|14[ACDFN])(?:-\w+)?|(?:DEF|PRE)[ACMRN]{0,3}\s?14[AC]|"
    r"424B\d|144|[345]|ADV(?:-[EHNW])?(?:\s+Part\s+[123][A-C]?)?|BD|MA|PF|CRS|CB|NT\s(?:10-[KQ]|20-F|N-\w+)|D|C|SD|"
    r"TA-[12]|"
    r"U-1|X-17A-5|ABS-\w+|POS\s?AM|ARS|CORRESP|UPLOAD)(?:/A)?"
)
_DOCUMENT_LINE = re.compile(rf"^[^\S\n]*(?P<type>{_TYPE})\s+\d{{1,2}}\s+\S+\.(?:htm|html|txt|xml)\b", re.MULTILINE)
_FORM_LINE = re.compile(rf"^[^\n]{{0,40}}?\bFORM\s+(?P<type>{_TYPE})(?![\w-])", re.MULTILINE)
_TITLED_LINE = re.compile(
    rf"^[^\w\n]*Form\s+(?P<type>{_TYPE})[^\w\n]*$|^[^\w\n]*(?P<only>{_TYPE}(?<=.{{3}}))[^\w\n]*$", re.MULTILINE
)
_SCHEDULE_LINE = re.compile(
    r"^[^\w\n]*(?P<type>SCHEDULE\s+(?:13[DGE](?:-\d)?|14[ACDFN]|TO)(?:/A)?)(?![\w-])", re.MULTILINE | re.IGNORECASE
)
_RULE = re.compile(r"\bfiled\s+pursuant\s+to\s+rule\s+(?P<type>4(?:24|25|33|97)(?:\([a-z\d]\)){0,2})", re.IGNORECASE)
_FORM = re.compile(rf"\bFORM\s+(?P<type>{_TYPE})(?![\w-])")
_MENTION = re.compile(
    rf"\b(?:[Tt]his|[Oo]ur|[Tt]he)\s+(?:[A-Z]?\w+\s+){{0,5}}(?:[Oo]n\s+)?F(?:orm|ORM)\s+(?P<type>{_TYPE})(?![\w-])"
)
_LEDE = 1_500


def note_type(window: Window, cover: Window, sheet: Sheet) -> None:
    """Note the form's type: the cover's own line goes before a rule it names, and that before a mention in the text."""
    places = (
        (_DOCUMENT_LINE, cover),
        (_RULE, cover.head(_LEDE)),
        (_FORM_LINE, cover),
        (_FORM, cover.head(_LEDE)),
        (_TITLED_LINE, cover),
        (_SCHEDULE_LINE, cover),
        (_MENTION, window),
    )
    for pattern, part in places:
        match = None if sheet.has("filing_type") else part.search(pattern)
        if match:
            sheet.add_match("filing_type", match, match.lastgroup or "type")
