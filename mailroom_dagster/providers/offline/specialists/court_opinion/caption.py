"""The caption of an opinion: who against whom, over however many lines it is printed.

Belongs here: finding the lines of the caption in the head of an opinion. Does not belong here: how parties and names
are read from those lines (`case_names`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mailroom_dagster.providers.offline.specialists.case_names import (
    ENDS_IN_FORM,
    ROLE,
    TITLE,
    split_parties,
    split_sides,
    tidy_party,
)
from mailroom_dagster.providers.offline.specialists.common import Flat, Line, Window
from mailroom_dagster.providers.offline.specialists.short_names import short_party, title_of

_HEAD_SIZE = 9_000
_MOST_LINES_OF_A_SIDE = 24
_MOST_PROSE = 700  # characters of running text before it is the opinion's body
_LINE_NUMBER = re.compile(r"\d{1,2}")
_COLUMN_MARK = re.compile(r"^\s*[)\]§|:*}]+(?:\s.*)?$|\s+[)\]§|}*](?:\s.*)?$|\s+[)\]|}]+$")
_RIGHT_COLUMN = re.compile(rf"(?<=\S)(?:\t+|\s{{4,}})(?!\s*(?:\w+\s+)?{ROLE}\W*$).*$", re.IGNORECASE)
_SIGN = re.compile(
    r"(?:^|(?<=[\w.,)]\s))[-–—\s]*(?P<sign>v(?!\.)|v\.|V\.?|vs|VS|versus|against|AGAINST)\s?[.:]?[-–—\s]*$"
)
_SIGN_FIRST = re.compile(r"^(?:v|vs)\.\s+(?=\S)", re.IGNORECASE)
_BETWEEN = re.compile(r"^(?:and\s+)?b\s?e\s?t\s?w\s?e\s?e\s?n\b\s*[:;.-]*$", re.IGNORECASE)
_AND = re.compile(r"^[-–—\s(]*(?:and|v|vs)\.?[-–—\s)]*$", re.IGNORECASE)
_HAS_ROLE = re.compile(rf"\b{ROLE}\b", re.IGNORECASE)
_ROLE_LINE = re.compile(
    rf"^[\s(\[–-]*(?:the\s+)?(?:\w+\s+)?{ROLE}(?:[\s/,&-]+(?:and\s+)?{ROLE})*[\s.,)\]:–-]*$", re.IGNORECASE
)
_NAME_AND_ROLE = re.compile(rf"^\S.*\t+\s*(?:\w+\s+)?{ROLE}\W*$", re.IGNORECASE)
_RULE = re.compile(r"^[-–—_=*~.\s]{4,}$|^(?:[-–—_] ?){3,}")
_BORDER = re.compile(
    r"^(?:\(?Nos?\b[ .:]|\(?(?:Case|Docket|Civil|Cause|Index|Appeal|Claim|Misc)\b\.?\s*(?:Action\s+)?(?:Nos?\b|"
    r"Numbers?\b|[#:\d])|C\.\s?A\.|\d{4}\s|\*|\d{1,4}\s(?:[A-Z]\.|[A-Z][a-z]+\.)|\(?[A-Z][a-z]+\.?\s\d{1,2},\s\d{4}|"
    r"(?:United\s+States|U\.\s?S\.)\s+(?:Court|District|Tax|Bankruptcy|Board)|In\s+the\s|(?:For|From)\s+the\s|"
    r"Court\s+of|"
    r"(?:The\s+)?(?:Supreme|High|Superior|Circuit)\s+Court|The\s+(?:United\s+States|Court)|Division\b|Royal\s+Courts|"
    r"(?:Northern|Southern|Eastern|Western|Middle|Central)\s+District|District\s+of\s+(?!Columbia)|"
    r"\[?Unpublished|For\s+Publication|Not\s+(?:for|to|recommended)|ORDER|OPINION|MEMORANDUM|JUDGMENT|DECISION|RULING|"
    r"O R D E R|J U D G|SUMMARY|NOTICE|Approved|Per\s+Curiam|By\s+the\s+Court|Before\b|Argued|Submitted|Decided|Filed|"
    r"Entered|Dated?\b|Hearing|Handed|Consolidated|On\s+(?:Appeal|Petition|Writ|Certiorari)|Appeals?\s+(?:from|by)|"
    r"Petition\s+for|Error\s+from|Counsel\b|Hon\.|Attorneys?\s+for|Present\b[:.]|Page\s+\d|Re:|Dear\s|\(Computer|"
    r"Transcript|Chapter\s+\d|©?\s*Crown\s+Copyright)",
    re.IGNORECASE,
)
_ALSO_BORDER = re.compile(
    r"\bDIVISION$|\bDISTRICT$|^[A-Z]+\sCOUNTY$|instructed\s+by|\bappeared\b|\bEsq|\bClerk\b|\bChief Judge\b|"
    r",\s(?:Circuit|District)\sJudge|\bfor\s+the\s+(?:Appell|Claim|Defend|Plaint)"
)
_ROLE_IN_PROSE = re.compile(
    r"\bthe (?P<role>defendant|plaintiff|petitioner|respondent|appellant|appellee|claimant)s?(?P<kin> (?:husband|wife|"
    r"father|mother|landlord|tenant|insurer|employer|employee))?\b",
    re.IGNORECASE,
)
_PROSE = re.compile(r"[a-z]{2,},?(?: [a-z]{2,},?){5,}")
_CITE_AS = re.compile(r"\[?Cite as\b", re.IGNORECASE)
_CITED = re.compile(r"^[^;]{0,60}(?:[,\s]\d+ [A-Z]|\[\d{4}\]|\(\d{4}\))")


@dataclass(frozen=True)
class Party:
    """A party and where it is named (its words may stand apart, in a column)."""

    name: str
    start: int
    end: int


@dataclass(frozen=True)
class Caption:
    """What the caption says. Spans are offsets into the stored text."""

    name: str  # the short case name
    start: int
    end: int  # of the words of the name, from the first party to the last
    full_start: int
    full_end: int  # of the whole caption
    parties: tuple[Party, ...] = ()


def find_caption(window: Window) -> Caption | None:
    """The caption in the head of the document; None when it has none."""
    lines = _caption_lines(window.head(_HEAD_SIZE))
    if between := _between(window.text, lines):
        return between
    versus, titled = _versus(window.text, lines), _titled(window.text, lines)
    if versus and titled:  # "In re A" far above "B v. C" is the case; the other is named in it
        return titled if titled.full_start < versus.full_start else versus
    return versus or titled


def find_roles(window: Window) -> list[re.Match[str]]:
    """Parties of an opinion without a caption, as its first paragraphs call them: "the plaintiff wife"."""
    named: dict[str, re.Match[str]] = {}
    for match in window.head(_HEAD_SIZE // 3).finditer(_ROLE_IN_PROSE):
        key = match["role"].casefold()
        if key not in named or (match["kin"] and not named[key]["kin"]):
            named[key] = match
    return list(named.values())


def _caption_lines(head: Window) -> list[Line]:
    """The head's lines up to its prose, without line numbers and what stands in a right-hand column."""
    kept: list[Line] = []
    prose = 0
    for line in head.lines():
        if _CITE_AS.match(line.text):
            continue
        if _PROSE.search(line.text):
            prose += len(line.text)
            if prose > _MOST_PROSE:
                break
            if not split_sides(line.text):
                continue
        words = _RIGHT_COLUMN.sub("", _COLUMN_MARK.sub("", line.text)).rstrip()
        if words and not _LINE_NUMBER.fullmatch(words):
            kept.append(Line(words, line.start))
    return kept


def _between(text: str, lines: list[Line]) -> Caption | None:
    """British captions: names and roles between "BETWEEN" and a rule, sides parted by "- and -"."""
    first = next((number for number, line in enumerate(lines) if _BETWEEN.match(line.text)), None)
    if first is None:
        return None
    sides: list[list[Line]] = [[]]
    for line in lines[first + 1 : first + 1 + 2 * _MOST_LINES_OF_A_SIDE]:
        if _AND.match(line.text) and not line.text.startswith("("):
            sides.append([])
        elif _is_border(line) and any(sides):
            break
        elif not _is_border(line):
            sides[-1].append(line)
    sides = [side for side in sides if side]
    if len(sides) == 1:
        sides = _parted_by_role(sides[0])
    return _from_sides(text, sides[0], "v", sides[1], sides[2:]) if len(sides) > 1 else None


def _parted_by_role(lines: list[Line]) -> list[list[Line]]:
    ends = [number + 1 for number, line in enumerate(lines) if _ROLE_LINE.match(line.text)]
    return [lines[: ends[0]], lines[ends[0] :]] if len(ends) > 1 else [lines]


def _versus(text: str, lines: list[Line]) -> Caption | None:
    """Captions with a "v." on, at the end or at the head of a line, or inside one."""
    for number, line in enumerate(lines):
        left, right = _upwards(lines, number), _downwards(lines, number)
        if sign := _SIGN.search(line.text):
            ahead = line.text[: sign.start()].strip(" ,-")
            left = [*(left if len(ahead) < 40 else []), *([Line(ahead, line.start)] if ahead else [])]
            caption = _from_sides(text, left, "v" if sign["sign"] == "v" else "v.", right)
        elif sign := _SIGN_FIRST.search(line.text):
            caption = _from_sides(text, left, "v.", [Line(line.text[sign.end() :], line.start + sign.end()), *right])
        else:
            caption = _inside(text, line, right)
        if caption:
            return caption
    return None


def _inside(text: str, line: Line, below: list[Line]) -> Caption | None:
    sides = split_sides(line.text)
    if sides is None or _CITED.search(sides[2]):
        return None
    if not _HAS_ROLE.search(line.text) and (len(line.text) > 160 or _PROSE.search(line.text)):
        return None
    left, sign, right = sides
    rest = Line(right, line.end - len(right))
    goes_on = (
        not _HAS_ROLE.search(right)
        and not right.endswith(".")
        and below
        and "\n\n" not in text[line.end : below[0].start]
    )
    return _from_sides(text, [Line(left, line.start)], sign, [rest, *(below[:3] if goes_on else [])])


def _upwards(lines: list[Line], number: int) -> list[Line]:
    side: list[Line] = []
    for line in reversed(lines[max(0, number - _MOST_LINES_OF_A_SIDE) : number]):
        if _is_border(line):
            if any(not _ROLE_LINE.match(kept.text) for kept in side):
                break
            continue
        side.insert(0, line)
        if TITLE.match(line.text):
            break
    return side


def _downwards(lines: list[Line], number: int) -> list[Line]:
    side: list[Line] = []
    for line in lines[number + 1 : number + 1 + _MOST_LINES_OF_A_SIDE]:
        if _is_border(line) or _SIGN.search(line.text):
            break
        side.append(line)
        if _HAS_ROLE.search(line.text):
            break
    return side


def _titled(text: str, lines: list[Line]) -> Caption | None:
    """Captions without two sides: "In re X", "Appeal of X"."""
    for number, line in enumerate(lines):
        title = TITLE.match(line.text)
        if title is None or len(line.text) > 300:
            continue
        block = [line]
        for below in lines[number + 1 : number + 4]:
            if _is_border(below) or (block[-1].text.endswith(".") and not ENDS_IN_FORM.search(block[-1].text)):
                break
            block.append(below)
        flat = Flat.of_spans(text, [(part.start, part.end) for part in block])
        if name := tidy_party(flat.text[title.end() :].lstrip(" :")):
            start, end = flat.span(0, flat.text.index(name, title.end()) + len(name))
            short = short_party(name) if title.group().casefold().startswith("appeal") else name
            return Caption(f"{title.group()} {short}", start, end, start, block[-1].end)
    return None


def _is_border(line: Line) -> bool:
    words = line.text
    if _NAME_AND_ROLE.search(words):
        return False
    return bool(_RULE.match(words) or _BORDER.match(words) or _ALSO_BORDER.search(words)) or len(words) > 400


def _from_sides(
    text: str, left: list[Line], sign: str, right: list[Line], others: Sequence[list[Line]] = ()
) -> Caption | None:
    sides = [_parties(text, side) for side in (left, right, *others)]
    if not sides[0] or not sides[1]:
        return None
    first, second = sides[0][0], sides[1][0]
    name = title_of(first.name, sign, second.name)
    parties = tuple(party for side in sides for party in side)
    return Caption(name, first.start, second.end, left[0].start, right[-1].end, parties)


def _parties(text: str, lines: list[Line]) -> list[Party]:
    side = Flat.of_spans(text, [(line.start, line.end) for line in lines])
    parties, start = [], 0
    for name in split_parties(side.text):
        place = side.text.find(name, start)
        if place >= 0:
            start = place + len(name)
            end = _unbroken(text, side, place, start)
            parties.append(Party(side.text[place:end], *side.span(place, end)))
    return parties


def _unbroken(text: str, side: Flat, start: int, end: int) -> int:
    """Where the name must end at the latest: before words of another column that stand between its own."""
    for gap in re.compile(" ").finditer(side.text, start, end):
        before, behind = side.span(start, gap.start())[1], side.span(gap.end(), gap.end() + 1)[0]
        if any(sign.isalnum() for sign in text[before:behind]):
            return gap.start()
    return end
