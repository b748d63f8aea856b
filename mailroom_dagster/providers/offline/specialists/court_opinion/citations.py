"""Authorities that an opinion cites, with their places.

Belongs here: reporter citations (eyecite), statutes of the United States, British neutral citations and law reports.
A text is searched in pieces, so that cost stays linear; pieces overlap, so that no citation is cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from mailroom_dagster.providers.offline.specialists.common import Flat, Window

_PIECE = 5_000
_OVERLAP = 200
_STATUTE = re.compile(
    r"\b\d{1,2}\s(?:U\.\s?S\.\s?C\.(?:\s?A\.)?|C\.\s?F\.\s?R\.|USC|CFR)(?:\s(?:§§?|[Ss]ections?|[Pp]art))?\s?"
    r"\d[\w.-]*(?:\([\w-]{1,5}\))*"
)
_COURT_OF_NEUTRAL = (
    r"(?:UKSC|UKPC|UKHL|EWCA\s(?:Civ|Crim)|EWHC|EWCOP|EWFC|UKUT|UKFTT|UKEAT|EAT|EWCC|EWMC|CSIH|CSOH|HCJAC|UKET|UKAIT|"
    r"CAT|NICA|NIQB|NICh|NIKB|HCJ|IEHC|IESC|IECA|SCC|HCA|FCA|FCAFC|FCCA|FamCA(?:FC)?|FedCFamC\dF|NSWSC|NSWCA|NSWDC|"
    r"NSWLEC|"
    r"NSWCCA|VSC|VSCA|QSC|QCA|WASC|WASCA|SASC|SASCFC|SASCA|ACTSC|ACTCA|TASSC|NTSC|AATA|NZHC|NZCA|NZSC|NZDC|SGHC|SGCA|"
    r"HKCFA|HKCFI|HKCA|ZASCA|ZACC|UKFTT|UKSIAC|EWLVT)"
)
_CANADIAN = (
    r"(?:SCC|FCA|FC|TCC|CMAC|(?:ON|BC|AB|SK|MB|NS|NB|NL|PE|QC|YK|NT|NWT|NU)(?:CA|SC|QB|KB|CJ|PC|CS|CQ|TC|"
    r"SCDC|WSIAT))"
)
NEUTRAL = re.compile(
    rf"[\[(](?:1[89]|20)\d\d[\])]\s{_COURT_OF_NEUTRAL}\s\d{{1,5}}(?:\s\([A-Z][A-Za-z&]{{1,10}}\))?(?![\w(])"
    rf"|\b(?:19|20)\d\d(?:-Ohio-\d+|\sINSC\s\d+|\s{_CANADIAN}\s\d{{1,5}}|\s(?:IL(?:\sApp\s\([\dA-Za-z]+\))?|ND|SD|UT|"
    rf"WI|WY|VT|ME|MT|NM(?:SC|CA)?|"
    r"OK(?:\sCIV\sAPP)?|CO|ARK|PA\sSuper)\s\d+[A-Z]?|\sNY\sSlip\sOp\s\d+(?:\(U\))?)(?!\w)"
    r"|\b(?:ECLI:)?EU:[CTF]:(?:19|20)\d\d:\d+|\bT\.\s?C\.\s?(?:Memo|Summary\sOpinion|Summ\.\sOp)\.?\s(?:19|20)\d\d-\d+"
)
"""A neutral citation: given by the court itself, without a reporter."""

_BRITISH_REPORT = re.compile(
    r"[\[(](?:1[89]|20)\d\d[\])]\s(?:\d{1,3}\s)?(?:AC|SCC|SCR|CLR|ALR|NSWLR|VR|NZLR|DLR|IR|ILRM|SLR|QB|KB|Ch|WLR|"
    r"All\sER(?:\s\((?:Comm|D|EC)\))?|P\s?&\s?CR|Fam|"
    r"FLR|FCR|BCLC|"
    r"BCC|BCAR|Lloyd[’']s\sRep|CMLR|ICR|IRLR|Cr\sApp\sR(?:\s\(S\))?|HLR|EGLR|EHRR|RPC|FSR|STC|Costs\sLR|CLC|Bus\sLR|"
    r"PTSR|BLR|"
    r"Con\sLR|LGR|Imm\sAR|Med\sLR|WTLR|L\s?&\s?TR|EMLR|ECR|Env\sLR|JPL|ITLR|IRLR|Lloyd[’']s\sRep\sIR)\s\d{1,5}(?!\d)"
)


class Citation(NamedTuple):
    """A citation and its place in the stored text; `reported` when it names a case in a reporter."""

    words: str
    start: int
    end: int
    reported: bool


def find_citations(window: Window) -> list[Citation]:
    """Every full citation within the window, in document order. Short forms ("id.", "at 636") are left out."""
    flat = window.flat()
    found: dict[tuple[int, int], bool] = {}
    for start in range(0, len(flat.text), _PIECE):
        found.update(_reporter_citations(flat.text, start, start + _PIECE + _OVERLAP))
    for pattern in (_STATUTE, NEUTRAL, _BRITISH_REPORT):
        found.update({match.span(): pattern is _BRITISH_REPORT for match in pattern.finditer(flat.text)})
    return [_placed(flat, span, reported) for span, reported in sorted(_outermost(found))]


def _reporter_citations(text: str, start: int, end: int) -> Iterator[tuple[tuple[int, int], bool]]:
    from eyecite import get_citations  # slow to import
    from eyecite.models import FullCaseCitation, FullJournalCitation, FullLawCitation

    for citation in get_citations(text[start:end], tokenizer=_tokenizer()):
        if isinstance(citation, FullCaseCitation | FullLawCitation | FullJournalCitation) and _is_whole(citation):
            low, high = citation.span()  # type: ignore[no-untyped-call]
            yield (start + low, start + high), isinstance(citation, FullCaseCitation)


def _is_whole(citation: Any) -> bool:
    """Whether the citation names a page or section (eyecite also finds "___ F.4th ___")."""
    return any(sign.isdigit() for sign in str(citation.groups.get("page") or citation.groups.get("section") or ""))


@cache
def _tokenizer() -> Any:
    """Eyecite's tokenizer, asking its extractors in one order: of two that match the same words the first counts."""
    from eyecite.tokenizers import EXTRACTORS, AhocorasickTokenizer

    places = {id(extractor): place for place, extractor in enumerate(EXTRACTORS)}

    class InOrder(AhocorasickTokenizer):
        def get_extractors(self, text: str) -> Any:
            return sorted(super().get_extractors(text), key=lambda extractor: places[id(extractor)])

    return InOrder()


def _outermost(found: dict[tuple[int, int], bool]) -> Iterator[tuple[tuple[int, int], bool]]:
    """The citations that no longer one holds."""
    reach = -1
    for (start, end), reported in sorted(found.items(), key=lambda item: (item[0][0], -item[0][1])):
        if end > reach:
            yield (start, end), reported
            reach = end


def _placed(flat: Flat, span: tuple[int, int], reported: bool) -> Citation:
    return Citation(flat.text[slice(*span)], *flat.span(*span), reported)
