"""The caption of an opinion: who against whom, over however many lines it is printed.

Belongs here: finding the lines of the caption in the head of an opinion. Does not belong here: how parties and names
are read from those lines (`case_names`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from mailroom_dagster.providers.offline.specialists.case_names import (
    ENDS_IN_FORM,
    ROLE,
    TITLE,
    split_parties,
    split_sides,
    tidy_party,
)
from mailroom_dagster.providers.offline.specialists.common import Flat, Line, Window, join, squeeze
from mailroom_dagster.providers.offline.specialists.court_opinion.borders import is_border
from mailroom_dagster.providers.offline.specialists.court_opinion.citations import NEUTRAL
from mailroom_dagster.providers.offline.specialists.short_names import short_party, title_of
from mailroom_dagster.values.spans import OTHER_COLUMN

_HEAD_SIZE = 9_000
_MOST_LINES_OF_A_SIDE = 24
_OWN_CITATION_SIZE = 2_000
_MOST_ASIDES = 4
_MOST_PROSE = 700  # characters of running text before it is the opinion's body
_NARROWEST, _SLACK = 36, 3  # characters before a right-hand column, and how far its lines stray
_COLUMN_SIGNS = " \t)]§|:*}"
_LINE_NUMBER = re.compile(r"\d{1,2}")
_COLUMN_MARK = re.compile(r"^\s*[)\]§|:*}]+(?:\s.*)?$|\s+[)\]§|}*](?:\s.*)?$|\s+[)\]|}]+$")
_RIGHT_COLUMN = re.compile(rf"(?<=\S)(?:\t+|\s{{4,}})(?!\s*[.…]*\s*(?:\w+\s+)?{ROLE}\W*$).*$", re.IGNORECASE)
_SIGN = re.compile(
    r"(?:^|(?<=[\w.,)]\s))[-–—\s]*(?P<sign>v(?!\.)|v\.|V\.?|vs|Vs|VS|versus|Versus|VERSUS|against|"
    r"AGAINST)\s?[.:]?[-–—\s]*$"
)
_SIGN_AND_NUMBER = re.compile(
    r"^(?:v|vs)\.?\s+(?=(?:Case|Civil|Cause|Docket|Index|Action|C\.A\.|Nos?\.)\s[^\n]*\d)", re.IGNORECASE
)
_SIGN_FIRST = re.compile(r"^(?:v|vs)\.\s+(?=\S)", re.IGNORECASE)
_BETWEEN = re.compile(r"^(?:and\s+)?b\s?e\s?t\s?w\s?e\s?e\s?n\b\s*[:;.-]*$", re.IGNORECASE)
_AND = re.compile(r"^[-–—\s(]*(?:and|v|vs)[.:]?[-–—\s)]*$", re.IGNORECASE)
_DASHED_AND = re.compile(r"[-–—]\s*and\s*[-–—]", re.IGNORECASE)
_ROLE_BESIDE = re.compile(rf"(?<=\S)(?:\t+|\s{{4,}})\s*{ROLE}$", re.IGNORECASE)
_HAS_ROLE = re.compile(rf"\b{ROLE}\b", re.IGNORECASE)
_ROLE_LINE = re.compile(
    rf"^[\s(\[–-]*(?:the\s+)?(?:\w+\s+)?{ROLE}(?:[\s/,&-]+(?:and\s+)?{ROLE})*[\s.,)\]:–-]*$", re.IGNORECASE
)
_ROLE_IN_PROSE = re.compile(
    r"\bthe (?P<role>defendant|plaintiff|petitioner|respondent|appellant|appellee|claimant)s?(?P<kin> (?:husband|wife|"
    r"father|mother|landlord|tenant|insurer|employer|employee))?\b",
    re.IGNORECASE,
)
_PROSE = re.compile(r"[a-z]{2,},?(?: [a-z]{2,},?){5,}")
_WORDS = re.compile(r"\w+")
_NO_CAPTION = re.compile(
    r"\[?Cite as\b|\(Sup(?:er)?\.? ?Ct\b|"
    r"\([A-Z][\w. ]{2,30} Count(?:y|ies)\)$|Filed \d|\(By\s+(?:Sri|Smt|Shri|Mrs?|Ms|Adv)",
    re.IGNORECASE,
)
_FILLER = re.compile(r"l{6,}(?=[A-Z])")  # rows of points, as some converters read them
_BETWEEN_AND_NAME = re.compile(r"(?P<word>BETWEEN|AND|Between|And):?\t+(?P<name>\S.*)")
_OWN_CITATION = re.compile(
    rf"(?:^|(?<=[\n\f]))[^\S\n]*(?:(?:Medium\s+)?(?:Neutral\s+)?Citation(?:\s+Number)?\s*:\s*)?"
    rf"(?P<name>(?P<first>[^\s:\[\d][^\n:\[]{{1,120}}?)\sv\.?\s(?P<second>[^\n\[]{{2,120}}?)),?\s+\(?(?:{NEUTRAL.pattern})",
    re.IGNORECASE,
)
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
    full: str  # its words, without those of another column
    parties: tuple[Party, ...] = ()


def find_caption(window: Window) -> Caption | None:
    """The caption in the head of the document; None when it has none."""
    lines = _caption_lines(window.head(_HEAD_SIZE))
    own = _own_citation(window.head(_OWN_CITATION_SIZE))
    if between := _between(window.text, lines):
        return _named(between, own) if own else between
    if own and not _NO_CAPTION.match(own.group().strip()):
        sides = [Line(own[side], own.start(side)) for side in ("first", "second")]
        if caption := _from_sides(window.text, sides[:1], own["name"][len(own["first"]) :].split()[0], sides[1:]):
            return _named(caption, own)
    versus, titled = _versus(window.text, lines), _titled(window.text, lines)
    if versus and titled:  # "In re A" far above "B v. C" is the case; the other is named in it
        return titled if titled.full_start < versus.full_start else versus
    return versus or titled


def _own_citation(head: Window) -> re.Match[str] | None:
    """The line that states the case's own name and neutral citation; the head's first such citation is its own."""
    own, first = head.search(_OWN_CITATION), head.search(NEUTRAL)
    return own if own and first and own.start() < first.start() < own.end() <= first.end() else None


def _named(caption: Caption, own: re.Match[str]) -> Caption:
    """The caption with the name under which the court itself cites the case."""
    return replace(caption, name=squeeze(own["name"]), start=own.start("name"), end=own.end("name"))


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
    column = 0  # where the right-hand column of the line above began
    for line in head.lines():
        begin = head.text.rfind("\n", 0, line.start) + 1
        column = 0 if head.text[max(0, begin - 2) : begin] == "\n\n" else column
        if _NO_CAPTION.match(line.text) or (column > _NARROWEST and abs(line.start - begin - column) <= _SLACK):
            continue
        if filler := _FILLER.match(line.text):
            line = Line(line.text[filler.end() :], line.start + filler.end())
        if between := _BETWEEN_AND_NAME.match(line.text):
            kept.append(Line(between["word"], line.start))
            line = Line(between["name"], line.start + between.start("name"))
        if _PROSE.search(line.text):
            prose += len(line.text)
            if prose > _MOST_PROSE:
                break
            if not split_sides(line.text):
                continue
        numbered = _SIGN_AND_NUMBER.match(line.text)
        words = numbered.group() if numbered else _RIGHT_COLUMN.sub("", _COLUMN_MARK.sub("", line.text))
        words = words.rstrip()
        right = line.text[len(words) :].lstrip(_COLUMN_SIGNS)
        column = line.end - len(right) - begin if right else 0
        if words and not _LINE_NUMBER.fullmatch(words):
            kept.append(Line(words, line.start))
    return [_beside_its_role(head.text, *pair) for pair in zip_longest(kept, kept[1:])]


def _beside_its_role(text: str, line: Line, below: Line | None) -> Line:
    """A party's line without the role beside it where the name goes on in the line below."""
    goes_on = below and "\n" not in text[line.end : below.start].strip(" \t")[1:] and not is_border(below)
    if not below or not goes_on or _AND.match(below.text) or _HAS_ROLE.search(below.text) or _SIGN.search(below.text):
        return line
    return Line(_ROLE_BESIDE.sub("", line.text), line.start)


def _between(text: str, lines: list[Line]) -> Caption | None:
    """British captions: names and roles between "BETWEEN" and a rule, sides parted by "- and -"."""
    announced = (number for number, line in enumerate(lines) if _BETWEEN.match(line.text))
    first = next(announced, _above_sides(lines))
    if first is None:
        return None
    sides: list[list[Line]] = [[]]
    for line in lines[first + 1 : first + 1 + 2 * _MOST_LINES_OF_A_SIDE]:
        if _AND.match(line.text) and not line.text.startswith("("):
            sides.append([])
        elif is_border(line) and any(sides):
            break
        elif not is_border(line):
            sides[-1].append(line)
    sides = [side for side in sides if side]
    if len(sides) == 1:
        sides = _parted_by_role(sides[0])
    return _from_sides(text, sides[0], "v", sides[1], sides[2:]) if len(sides) > 1 else None


def _above_sides(lines: list[Line]) -> int | None:
    """The line above the first side where no "BETWEEN" announces sides that "- and -" parts."""
    parted = next((number for number, line in enumerate(lines) if _DASHED_AND.match(line.text)), None)
    side = _upwards(lines, parted) if parted else []
    return lines.index(side[0]) - 1 if any(_HAS_ROLE.search(line.text) for line in side) else None


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
        if is_border(line):
            if any(not _ROLE_LINE.match(kept.text) for kept in side):
                break
            continue
        side.insert(0, line)
        if TITLE.match(line.text):
            break
    return side


def _downwards(lines: list[Line], number: int) -> list[Line]:
    side: list[Line] = []
    below = lines[number + 1 : number + 1 + _MOST_LINES_OF_A_SIDE]
    first = next((place for place, line in enumerate(below[:_MOST_ASIDES]) if not is_border(line)), 0)
    for line in below[first:]:  # behind "v." the right-hand column may have come first
        if is_border(line) or _SIGN.search(line.text):
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
        block, behind = [line], lines[number + 1 :]
        if not line.text[title.end() :].strip(" :"):  # the right-hand column may come before the name
            behind = behind[
                next((place for place, other in enumerate(behind[:_MOST_ASIDES]) if not is_border(other)), 0) :
            ]
        for below in behind[:3]:
            if is_border(below) or (block[-1].text.endswith(".") and not ENDS_IN_FORM.search(block[-1].text)):
                break
            block.append(below)
        flat = Flat.of_spans(text, [(part.start, part.end) for part in block])
        if name := tidy_party(flat.text[title.end() :].lstrip(" :")):
            start, end = flat.span(0, flat.text.index(name, title.end()) + len(name))
            short = short_party(name) if title.group().casefold().startswith("appeal") else name
            return Caption(f"{title.group()} {short}", start, end, start, block[-1].end, flat.text)
    return None


def _from_sides(
    text: str, left: list[Line], sign: str, right: list[Line], others: Sequence[list[Line]] = ()
) -> Caption | None:
    sides = [_parties(text, side) for side in (left, right, *others)]
    if not sides[0] or not sides[1]:
        return None
    first, second = sides[0][0], sides[1][0]
    name = title_of(first.name, sign, second.name)
    parties = tuple(party for side in sides for party in side)
    printed = text[left[0].start : right[-1].end]
    told = join([*(line.text for line in left), sign, *(line.text for line in right)])
    in_column = _WORDS.findall(OTHER_COLUMN.sub("", f"{printed}\n")) == _WORDS.findall(told)
    full = told if in_column else squeeze(printed)
    return Caption(name, first.start, second.end, left[0].start, right[-1].end, full, parties)


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
        if any(sign.isalnum() for sign in OTHER_COLUMN.sub("", text[before - 1 : behind])[1:]):
            return gap.start()
    return end
