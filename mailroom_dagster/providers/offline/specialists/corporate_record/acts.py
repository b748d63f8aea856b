"""What a corporate record does and who stands for it: resolutions, decisions, signatories, place of formation, number.

Belongs here: RESOLVED paragraphs, motions carried, decisions; names under signatures. People who merely attended are
not signatories.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mailroom_dagster.providers.offline.specialists.common import Sheet, Window
from mailroom_dagster.providers.offline.specialists.labelled import is_blank, label, labelled, spaced
from mailroom_dagster.providers.offline.specialists.naming import has_form, read_name
from mailroom_dagster.providers.offline.specialists.outline import items, sections, under
from mailroom_dagster.providers.offline.specialists.places import AMERICAN_STATE, place_name, read_place
from mailroom_dagster.providers.offline.specialists.prose import Sentence
from mailroom_dagster.values.ids import clean_id

_ACT = re.compile(
    r"\bRESOLVED\b|\bResolved,|\bHEREBY APPROVE|\bhereby (?:approves?|adopts?|authori[sz]es?|ratif(?:y|ies)"
    r"|appoints?|elects?)\b"
    r"|\b[Mm]otion\b[^.;]{0,120}\b(?:approve|adopt|appoint|elect|accept|carried|passe[sd]|seconded)"
    r"|\b(?:were|was|is|are) (?:unanimously )?(?:approved|adopted|ratified|elected|appointed)\b"
    r"|\bvoted (?:unanimously )?to\b"
    r"|\b(?:approved|adopted) (?:by|unanimously)\b"
)
_DECISIONS = re.compile(r"^(?:key )?(?:decisions|resolutions(?: adopted)?|actions taken|votes?)\b", re.IGNORECASE)
_MAX_ACTS = 25
_SHORTEST, _LONGEST = 25, 1_500
_SIGNED = re.compile(
    r"/s/ ?(?=[A-Z])|_{5,}[ \t]*\n[ \t]*(?=[A-Z])|\bSigned(?: by)?:? (?=[A-Z])|\b(?:Respectfully submitted|"
    r"Attest(?:ed)?|"
    r"Certified by|Recorded by|Secretary)\b[:,]?\s+(?=[A-Z])"
)
_SIGNATORY = label(r"(?:print(?:ed)? )?name|signatory(?: name)?|signed by|secretary|chair(?:man|person)?")
_TAIL_CHARS = 6_000
_FORMED = re.compile(
    rf"\bAN? (?=(?i:{AMERICAN_STATE}) (?:NON-?PROFIT|PROFESSIONAL|CORPORATION|COMPANY|LIMITED))|"
    r"\ban? (?=[A-Z][A-Za-z ]{2,30}? (?i:non-?profit|not-for-profit|stock|public benefit|mutual|limited|"
    r"corporation|company))"
    r"|\b(?:laws of|organi[sz]ed under|incorporated in|formed (?:in|under)) (?:the )?(?:laws of )?(?=[A-Z]|the )"
    r"|\bregistered office\b[^.;]{0,60}? in the (?=State of)"
    r"|\b(?=(?:State of )?[A-Z][a-z]+(?: [A-Z][a-z]+)? (?:Revised Statutes|(?:General|Nonprofit|Business"
    r"|Not-for-Profit) Corporation (?:Law|Act)))"
)
_REGISTRAR = re.compile(
    rf"^[^\S\n]*(?:(?:the )?(?:state|commonwealth) of )(?P<value>{AMERICAN_STATE})[^\S\n]*\n(?:[^\n]{{0,80}}\n){{0,3}}?"
    r"[^\n]*(?:secretary of|division of corporations|department of state|corporation division)",
    re.IGNORECASE | re.MULTILINE,
)  # the head of a paper that a state's registrar stamped
_REGISTRAR_CHARS = 1_500
_NUMBER_NAMES = r"(?:file|filing|registration|company|entity|charter|registry|document) (?:number|no\.?|#|id)"
_NUMBERS = (
    label(_NUMBER_NAMES),
    spaced(_NUMBER_NAMES),
    re.compile(r"(?<![\w-])(?i:file|charter|entity) (?i:number|no\.)[ :]{1,3}(?P<value>[A-Z]{0,3}\d{5,12})(?!\w)"),
    re.compile(r"(?<![\w-])CIN\W{0,6}(?P<value>[LU]\d{5}[A-Z]{2}\d{4}[A-Z]{3}\d{6})(?!\w)"),
)
_HEAD_CHARS = 12_000


def add_acts(sheet: Sheet, prose: Sequence[Sentence], window: Window) -> None:
    """Note what was resolved, approved or decided, in the record's own words."""
    for section in under(sections(window.lines()), _DECISIONS):
        for start, end in list(items(section))[:_MAX_ACTS]:
            sheet.add("key_provisions", start, end)
    for sentence in prose:
        if len(sheet.values.get("key_provisions", ())) >= _MAX_ACTS:
            return
        is_whole = _SHORTEST <= len(sentence.text) <= _LONGEST and not sentence.text.endswith(":")
        if is_whole and _ACT.search(sentence.text) and not is_blank(sentence.text):
            sheet.add("key_provisions", sentence.start, sentence.end)


def add_signatories(sheet: Sheet, window: Window) -> None:
    """Note the people who signed or certified."""
    tail = window.tail(_TAIL_CHARS)
    for match in labelled(tail, _SIGNATORY):
        _add_person(sheet, match["value"], match.start("value"))
    for match in tail.finditer(_SIGNED):
        _add_person(sheet, tail.text[match.end() : match.end() + 60].split("\n")[0], match.end())


def add_formation(sheet: Sheet, window: Window) -> None:
    """Note where the organisation is formed and its registry number."""
    head = window.head(_HEAD_CHARS)
    flat = head.flat()
    for match in _FORMED.finditer(flat.text):
        if place := read_place(flat.text, match.end()):
            words = flat.text[place[0] : place[1]]
            sheet.add("jurisdiction", *flat.span(*place), place_name(words))
            break
    if not sheet.has("jurisdiction"):
        sheet.add_match("jurisdiction", head.head(_REGISTRAR_CHARS).search(_REGISTRAR), "value")
    for match in (found for pattern in _NUMBERS for found in labelled(head, pattern)):
        if (number := clean_id(match["value"])) and any(sign.isdigit() for sign in number):
            sheet.add_match("filing_number", match, "value", number)
            return


def _add_person(sheet: Sheet, words: str, offset: int) -> None:
    name = read_name(words, 0)
    if name and 1 <= words[name[0] : name[1]].count(" ") <= 4 and not has_form(words[name[0] : name[1]]):
        sheet.add("signatories", offset + name[0], offset + name[1])
