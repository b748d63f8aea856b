"""What a diligence report examines: a company, a project, a property, a pool of assets.

Belongs here: titles ("X Due Diligence", "Security Assessment of X"), labels and sentences that name the target.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mailroom_dagster.providers.offline.specialists.common import Line, Sheet, Window
from mailroom_dagster.providers.offline.specialists.labelled import is_blank, label, labelled
from mailroom_dagster.providers.offline.specialists.naming import name_before, read_name

_HEAD_CHARS = 8_000
_TITLE_LINES = 30
_REVIEW = (
    r"(?:due[- ]diligence|self[- ]?assessment|joint[- ]?(?:review|assessment)|assessment|threat[- ]model(?:l?ing)?"
    r"|audit|review"
    r"|evaluation|penetration test(?:ing)?|pentest|diligence|closing checklist|investigation|appraisal)"
)
_KINDS = (
    r"(?:security|graduation|incubation|incubating|sandbox|project|technical|legal|financial|commercial"
    r"|environmental|third[- ]party"
    r"|governance|general|independent|comprehensive|stride|vendor|tax|operational|final|draft|initial|phase \w+"
    r"|cyber|code|level|report|summary|source|risk|site|property|joint|self)"
)
_NAMED_FIRST = re.compile(
    rf"^\W*(?!(?:re|subject)\b)(?P<name>[^:|]{{2,80}}?)(?:[’']s)?[\s:–—"
    rf"|-]+(?:{_KINDS}[\s/&-]+(?:and )?)*{_REVIEW}\b",
    re.IGNORECASE,
)
_NAMED_LAST = re.compile(
    rf"\b{_REVIEW}(?:[ -](?:report|summary|results|findings|proposal|document|checklist))*"
    r"(?:\s?(?:\b(?:of|on|for|regarding)\b|[:–—-])|(?<=-report))\s(?:the )?(?P<name>[^|:]{2,80})$",
    re.IGNORECASE,
)
_BEHIND_NAME = re.compile(r"(?:\s+(?:project|v?\d[\d./]*|\([^)]*\))|,? (?:19|20)\d\d)+\s*$", re.IGNORECASE)
_TARGET_LABEL = label(r"(?:target|subject)(?: company| entity| property)?|issuing entity|issuer")
_LABEL = label(
    r"(?:company|project|property)(?: name)?|borrower|seller|asset|product|system|application|client"
    r"|re"
)
_DEFINED = re.compile(
    r"\((?:the )?[“\"](?:Target|Issuing Entity|Issuer|Property|Subject Property|Project|Borrower)[”\"]\)"
)
_SENTENCES = (
    re.compile(
        r"\bdue diligence (?:review |investigation |process )?(?:of|on|for) (?:the )?\**(?=[A-Za-z])", re.IGNORECASE
    ),
    re.compile(r"\bevaluation summary for (?:the )?", re.IGNORECASE),
    re.compile(
        r"\b(?:design goals|security analysis|security model|assessment|review|audit) (?:for|of) (?:the )?(?=[A-Z])"
    ),
)
_JOINS = re.compile(r"\W*(?:for|of|on|prepared for)\W*", re.IGNORECASE)
_PART_OF = re.compile(r"\s[-–—|]\s")  # "Acme Payments - Merchant Portal"
_NO_NAME = re.compile(
    r"(?:strictly |private and )?(?:confidential|privileged|draft|final|prepared (?:for|by)|executive summary)\b", re.I
)
_WORD = re.compile(rf"(?:{_KINDS}|{_REVIEW}|the|a|an|of|for|and)\b\W*", re.IGNORECASE)
_KIND_ONLY = re.compile(rf"\W*(?:{_KINDS}[\s/&-]+)*{_REVIEW}(?:\s(?:report|{_KINDS}))*\W*", re.IGNORECASE)
_BLANK_TITLE = re.compile(rf"\W*[\[{{<][^\]}}>]{{2,60}}[\]}}>][\s:–—-]+(?:{_KINDS}\s)*{_REVIEW}", re.IGNORECASE)
_ACRONYM = re.compile(r"[A-Z][A-Z0-9]{1,6}")
_REACH = 100
_OFTEN = 4


def add_target(sheet: Sheet, window: Window) -> None:
    """Note the target: from the title, else a label, a defined term, a sentence; an acronym in full where it is given.

    A form whose title is still a blank ("{name} Due Diligence") has none.
    """
    head = window.head(_HEAD_CHARS)
    if any(_BLANK_TITLE.match(line.text) for line in head.lines()[:_TITLE_LINES]):
        return
    span = next(_targets(head), None)
    if span:
        sheet.add("target_entity", *_in_full(sheet.text, _without_reviewer(span, head), head))


def _targets(head: Window) -> Iterator[tuple[int, int]]:
    yield from _behind(head, _TARGET_LABEL)
    yield from _in_titles(head)
    yield from _behind(head, _LABEL)
    flat = head.flat()
    for match in _DEFINED.finditer(flat.text):
        if name := name_before(flat.text, match.start()):
            yield flat.span(*name)
    for pattern in _SENTENCES:
        for match in pattern.finditer(flat.text):
            if name := read_name(flat.text, match.end()):
                yield flat.span(*name)


def _behind(head: Window, pattern: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    for match in labelled(head, pattern):
        name = read_name(match["value"], 0)
        if name and "http" not in match["value"] and not _WORD.match(match["value"]):
            yield match.start("value") + name[0], match.start("value") + name[1]


def _in_titles(head: Window) -> Iterator[tuple[int, int]]:
    lines = head.lines()[:_TITLE_LINES]
    for number, line in enumerate(lines):
        if not (line.text.startswith("#") or len(line.text) <= _REACH):
            continue
        if _KIND_ONLY.fullmatch(line.text):
            yield from _beside(lines, number, str(head))
        elif span := _in_title(line):
            yield span


def _beside(lines: Sequence[Line], number: int, text: str) -> Iterator[tuple[int, int]]:
    """The name on the line above or below a line that only says what kind of review it is; the one used more."""
    below = [line for line in lines[number + 1 : number + 3] if not _JOINS.fullmatch(line.text)]
    around = (*lines[max(0, number - 1) : number], *below[:1])
    spans = []
    for line in around:
        words = line.text.strip("#*_ ")
        name = read_name(words, 0)
        if (
            name
            and (name[1] == len(words) or _PART_OF.match(words, name[1]))
            and not _WORD.match(words)
            and not _NO_NAME.match(words)
            and len(words.split()) <= 5
        ):
            start = line.start + line.text.index(words)
            spans.append((start, start + name[1], text.count(words)))
    yield from [(start, end) for start, end, _ in sorted(spans, key=lambda span: -span[2])[:1]]


def _in_title(line: Line) -> tuple[int, int] | None:
    words = line.text.rstrip("*_# ")
    for pattern in (_NAMED_FIRST, _NAMED_LAST):
        match = pattern.search(words)
        if match is None or is_blank(match["name"]) or words[-1:] in ".,;":
            continue
        start, end = match.span("name")
        while word := _WORD.match(words, start, end):
            start = word.end()
        if behind := _BEHIND_NAME.search(words, start, end):
            end = behind.start()
        if start < end and _is_target(words[start:end].strip()):
            return line.start + start, line.start + end
    return None


def _is_target(name: str) -> bool:
    """A target is a proper name: it has a capital or a hyphened project name, and few words."""
    first = name.split(" ")[0]
    return len(name.split()) <= 8 and (any(sign.isupper() for sign in name) or "-" in first) and "http" not in name


def _without_reviewer(span: tuple[int, int], head: Window) -> tuple[int, int]:
    """The name without an acronym at its edge that only the title has: who reviews, not what is reviewed."""
    name, text = head.text[span[0] : span[1]].strip(), str(head)
    first, _, rest = name.partition(" ")
    start, _, last = name.rpartition(" ")
    for acronym, kept, place in ((first, rest, span[0] + len(first) + 1), (last, start, span[0])):
        if kept and _ACRONYM.fullmatch(acronym) and text.count(name) == 1 and text.count(kept) >= _OFTEN:
            return place, place + len(kept)
    return span


def _in_full(text: str, span: tuple[int, int], head: Window) -> tuple[int, int]:
    """The words an acronym stands for, when the head has them before it in brackets."""
    name = text[span[0] : span[1]].strip()
    if not _ACRONYM.fullmatch(name):
        return span
    initials = r"[\s-]+".join(rf"{sign}\w+" for sign in name if sign.isalpha())
    full = re.compile(rf"\b({initials})\s*\({re.escape(name)}\)", re.IGNORECASE).search(text, head.start, head.end)
    return full.span(1) if full else span
