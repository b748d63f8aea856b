"""Signs that one file holds several documents: a later page begins as another kind of document begins.

Belongs here: the openings of letters, agreements, court papers and the like. An annexed exhibit is no other document.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

HEAD = 1500  # characters of a page in which an opening shows
TOP = 350  # characters in which its title or letterhead shows

_MONTH = r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
_OPENINGS: tuple[tuple[str, re.Pattern[str], re.Pattern[str]], ...] = (  # kind, sign at the top, sign in the head
    (
        "court paper",
        re.compile(
            r"(?i)\b(?:united states|supreme|superior|district|circuit|county|bankruptcy|appeals?)\b[^\n]{0,60}\bcourt"
            r"|\bcourts? of\b|\bcourt\b[^\n]{0,30}\b(?:district|circuit|county)\b"
        ),
        re.compile(r"(?i)\bv\.\s|\bin re\b|\bplaintiff|\bappell|\bpetitioner|\bcase no"),
    ),
    (
        "agreement",
        re.compile(r"(?m)^[^\na-z]{0,60}\b(?:AGREEMENT|CONTRACT|LEASE|DEED)\b[^\na-z]{0,40}$"),
        re.compile(r"\b[Ee]ntered into|\bmade (?:and entered|as of|this|on)\b|\b[Dd]ated (?:as of|this)\b"),
    ),
    (
        "letter",
        re.compile(rf"(?i)\b(?:{_MONTH}\s+\d{{1,2}},?\s+\d{{4}}|\d{{1,2}}\s+{_MONTH}\s+\d{{4}})\b"),
        re.compile(r"(?m)^\s*Dear\s[^\n]{2,60}[:,]\s*$"),
    ),
    ("invoice", re.compile(r"(?im)^\s*invoice\b"), re.compile(r"(?i)\binvoice (?:number|no|date|#)")),
    ("minutes", re.compile(r"(?i)\bminutes of (?:the|a)\b"), re.compile(r"(?i)\bmeeting\b")),
    ("message", re.compile(r"\A\s*From: [^\n]+\n"), re.compile(r"(?m)^Subject: ")),
)  # fmt: skip
_ANNEX = re.compile(r"(?im)^\W{0,4}(?:exhibit|appendix|annex|schedule|attachment|enclosure|form of|addendum)\b")


def kinds_of_openings(pages: Sequence[str]) -> list[tuple[int, str]]:
    """(page from 1, kind) for the first page and every later page that opens as another kind than what came before."""
    found: list[tuple[int, str]] = []
    for number, text in enumerate(pages, start=1):
        kind = _opening(text[:HEAD])
        if kind and (number == 1 or (found and kind != found[-1][1] and not _is_annex(pages, number))):
            found.append((number, kind))
    return found


def _opening(head: str) -> str | None:
    return next((kind for kind, top, body in _OPENINGS if top.search(head, 0, TOP) and body.search(head)), None)


def _is_annex(pages: Sequence[str], number: int) -> bool:
    """Whether the page, or a slip sheet before it, says that it is annexed to what came before."""
    before = pages[number - 2]
    slip = before if len(before) < 200 else ""
    return bool(_ANNEX.search(pages[number - 1][:400]) or _ANNEX.search(slip))
