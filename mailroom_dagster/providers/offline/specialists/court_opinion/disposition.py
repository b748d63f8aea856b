"""What a court decided: outcome, holding, questions, and the kind of opinion, each in the court's own words.

Belongs here: the sentences and headings that say so. Nothing is summarised.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mailroom_dagster.providers.offline.specialists.common import Window
from mailroom_dagster.values.sentences import sentence_spans

_MOST_ISSUES = 5
_LONGEST_SENTENCE = 700
_LONGEST_OUTCOME = 1_500
_HEAD_SIZE = 9_000
_TAIL_SIZE = 6_000

_DONE = (
    r"(?:affirm|revers|vacat|remand|dismiss|den(?:y|ie)|grant|allow|quash|modif|uphold|upheld|refus|succeed|fail|"
    r"overrul|strik|struck|set\s+aside|discharg|transfer|enter(?:ed)?\b|award|exclud|suspend|disbar)\w*"
)
_THING = (
    r"(?:judgments?|orders?|appeals?|cross[- ]appeals?|petitions?|motions?|applications?|claims?|complaints?|"
    r"decisions?|"
    r"convictions?|sentences?|awards?|writs?|verdicts?|decrees?|actions?|counterclaims?|cases?|stays?|requests?|"
    r"demurrers?|exceptions?|rules?)"
)
_ORDERED = re.compile(
    r"(?:^|[\s.;])(?:it\s+is\s+)?(?:hereby\s+|further\s+|"
    r"so\s+)*ordered,?\s+(?:adjudged,?\s+(?:and\s+)?decreed,?\s+)?that\s+",
    re.I,
)
_DISPOSES = re.compile(
    rf"\b{_THING}\b[^.;]{{0,160}}?\b(?:is|are|be|was|were|must\s+be|should\s+be|"
    rf"shall\s+be)\s+(?:\w+,?\s+){{0,4}}?{_DONE}"
    rf"|\b(?:we|I|the\s+court|the\s+tribunal)\s+(?:would\s+|will\s+|shall\s+|must\s+|also\s+|too\s+|therefore\s+|"
    rf"hereby\s+|accordingly\s+){{0,3}}{_DONE}|\b{_THING}\s+(?:therefore\s+|accordingly\s+)?(?:succeeds?|fails?)\b"
    rf"|\b{_THING}\b[^;]{{0,240}}[,)]\s+(?:unanimously\s+)?(?:affirmed|reversed|modified|dismissed|vacated)\b",
    re.IGNORECASE,
)
_ONE_WORD = re.compile(
    r"^[^\S\n]*((?:AFFIRMED|REVERSED|VACATED|DISMISSED|DENIED|GRANTED|REMANDED)(?:[\w\s,;-]{0,60}(?:AFFIRMED|REVERSED|"
    r"VACATED|DISMISSED|DENIED|GRANTED|REMANDED|PART))?)\s*\.?\s*$",
    re.MULTILINE,
)
_HOLDS = re.compile(
    r"\b(?:we|I|the\s+court|this\s+court|the\s+board|the\s+tribunal)\s+(?:therefore\s+|thus\s+|accordingly\s+|now\s+|"
    r"also\s+|further\s+)?(?:hold|find|conclude|am\s+satisfied|are\s+satisfied|consider|determine|rule)s?\s+that\b",
    re.IGNORECASE,
)
_STRONG_HOLDS = re.compile(r"\b(?:we|I|the\s+court)\s+(?:\w+\s+)?hold(?:s)?\s+that\b", re.IGNORECASE)
_ASKS = re.compile(
    r"\b(?:the\s+(?:\w+\s+){0,3}(?:question|issue)s?\s+(?:\w+\s+){0,6}(?:is|are|was|were|arises?)\b|(?:we|"
    r"I)\s+(?:must\s+|now\s+)?"
    r"(?:decide|consider|address|determine)\s+whether|question\s+presented|issues?\s+(?:on|in)\s+(?:this\s+)?appeal|"
    r"(?:calls|called)\s+upon\s+to\s+(?:decide|determine)|these\s+questions\s+arise|(?:appellants?|plaintiffs?|"
    r"petitioners?|defendants?)\s+(?:contends?|argues?|claims?)\s+(?:first\s+)?(?:\(1\)\s+)?that)\b",
    re.IGNORECASE,
)
_KINDS = (
    ("per_curiam", re.compile(r"^\W*per\s+curiam\W*$", re.IGNORECASE)),
    (
        "memorandum",
        re.compile(
            r"^\W*(?:summary\s+order|memorandum(?:\s+(?:opinion|decision|disposition|and\s+order|order|"
            r"opinion\s+and\s+order))?"
            r"|memorandum\s+findings\s+of\s+fact\s+and\s+opinion|unpublished(?:\s+opinion)?)\W*$",
            re.IGNORECASE,
        ),
    ),
    (
        "judgment",
        re.compile(
            r"^\W*(?:approved\s+|final\s+)?(?:judge?ment|j u d g e? ?m e n t|reasons\s+for\s+judgment)"
            r"(?:\W+approved(?:\s+by\s+the\s+court)?(?:\s+for\s+handing\s+down)?)?\W*$",
            re.IGNORECASE,
        ),
    ),
    (
        "order",
        re.compile(
            r"^\W*(?:(?i:order)|O R D E R|(?:[A-Z]+\s+){1,6}(?:AND\s+)?ORDER|ORDER\s+(?:[A-Z’']+[\s,]*){1,14})\W*$"
        ),
    ),
    ("majority", re.compile(r"^\W*(?:opinion(?:\s+(?:of|for)\s+the\s+court\b.*)?|lead\s+opinion)\W*$", re.IGNORECASE)),
    ("dissent", re.compile(r"^.{0,60}\bdissenting\W*$", re.IGNORECASE)),
    ("concurrence", re.compile(r"^.{0,60}\bconcurring\W*$", re.IGNORECASE)),
)


_CELL = re.compile(r"\S+(?:[^\S\t]{1,3}\S+)*")  # a line's columns are parted by tabs or wide gaps


def find_kind(window: Window) -> tuple[str, int, int] | None:
    """The kind of opinion and the heading that states it: the first heading of the head that does."""
    for line in window.head(_HEAD_SIZE).lines():
        if len(line.text) <= 90:
            for cell in _CELL.finditer(line.text):
                kind = next((kind for kind, pattern in _KINDS if pattern.match(cell.group())), None)
                if kind:
                    return kind, line.start + cell.start(), line.start + cell.end()
    return None


def find_outcome(window: Window) -> tuple[int, int] | None:
    """The words of the disposition: what is ordered, else the last sentence that disposes of the case."""
    for part in (window.head(_HEAD_SIZE), window.tail(_TAIL_SIZE)):
        clauses = [(match.end(), _clause_end(window, match.end())) for match in part.finditer(_ORDERED)]
        disposing = [clause for clause in clauses if _DISPOSES.search(window.text, *clause)]
        if disposing:
            return disposing[0][0], max(end for _, end in disposing if end - disposing[0][0] <= _LONGEST_OUTCOME)
    one_word = list(window.tail(_TAIL_SIZE).finditer(_ONE_WORD))
    if one_word:
        return one_word[-1].span(1)
    sentences = [span for span in _sentences(window.tail(_TAIL_SIZE)) if _DISPOSES.search(window.text, *span)]
    return sentences[-1] if sentences else None


def find_holding(window: Window) -> tuple[int, int] | None:
    """The first sentence in which the court holds, else the last in which it finds or concludes."""
    weak = None
    for start, end in _sentences(window):
        if _STRONG_HOLDS.search(window.text, start, end):
            return start, end
        if _HOLDS.search(window.text, start, end):
            weak = start, end
    return weak


def find_issues(window: Window) -> list[tuple[int, int]]:
    """The first sentences that state a question to be decided."""
    return [span for span in _sentences(window) if _ASKS.search(window.text, *span)][:_MOST_ISSUES]


def _sentences(window: Window) -> Iterator[tuple[int, int]]:
    for start, end in sentence_spans(str(window)):
        if end - start <= _LONGEST_SENTENCE:
            yield window.start + start, window.start + end


def _clause_end(window: Window, start: int) -> int:
    """Where the clause that begins at `start` ends: before "; and it is further", or with its sentence."""
    stop = re.compile(r";\s+and\s+it\s+is\b|[.](?=\s|$)(?<!\b[A-Z]\.)|\n\s*\n").search(window.text, start, window.end)
    return stop.start() if stop else min(window.end, start + _LONGEST_SENTENCE)
