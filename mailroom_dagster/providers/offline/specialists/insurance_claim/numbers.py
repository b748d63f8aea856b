"""Claim and policy numbers: one of each in a form or letter, all of them in a log or loss run.

Belongs here: finding numbers by their labels, learning from those how the insurer's numbers are built, and finding
every number of that build. Does not belong here: dockets of courts (`dockets`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from mailroom_dagster.providers.offline.specialists.common import Line, Sheet, Window
from mailroom_dagster.providers.offline.specialists.labelled import in_columns

_HEAD_SIZE = 40_000
_A_LIST = 3  # distinct numbers that make a document a list of claims
_ROWS = 12
_GROUPS = r"(?:[A-Z]{1,4} )?\d[A-Z\d]*(?: \d{2,8}){1,3}(?=[ \t]*(?:[\n|]|$))"  # "PA 22 771904", alone behind its label
_ID = (
    rf"(?P<value>{_GROUPS}|"
    + r"(?:[A-Z]{1,4} (?=\d{4}))?(?=[A-Z0-9#/-]*\d)[A-Z0-9][A-Z0-9]*(?:[-/][A-Z0-9]+)*)(?![\w/-])"
)
_NUMBER_WORD = r"(?:numbers?|nos?\b\.?|nbr\b\.?|#|id\b|ref(?:erence)?s?\b\.?)(?:\s?(?:number|no\.|#))?"
_GAP = r"\s?(?:is|was|of|:|：|#|\(|\)|\*|\s){0,6}[ \t._]{0,80}[|:：\s]?[ \t]{0,60}"
_CLAIM_LABELS = (
    (3, re.compile(rf"\b(?i:(?:carrier|insurer|loss\s+run)\s+(?:claim\s+)?{_NUMBER_WORD}{_GAP})#?{_ID}")),
    (2, re.compile(rf"\b(?i:claims?\s+{_NUMBER_WORD}{_GAP})#?{_ID}")),
    (2, re.compile(rf"\b(?i:claim(?:\s+(?:assigned|created|opened))?)\s?[:#]\s?#?{_ID}")),
    (1, re.compile(rf"\b(?i:(?:notice\s+|file\s+|our\s+|your\s+)?reference(?:\s+number)?{_GAP})#?{_ID}")),
    (1, re.compile(rf"\b(?i:(?:our\s+)?file\s+{_NUMBER_WORD}{_GAP})#?{_ID}")),
)
_POLICY_LABELS = (
    (2, re.compile(rf"\b(?i:polic(?:y|ies)\s+{_NUMBER_WORD}{_GAP})#?{_ID}")),
    (2, re.compile(rf"\b(?i:policy(?:\s+(?:shown|on\s+loss|referenced|listed|is))?)\s?[:#]?\s?#?(?-i:{_ID})")),
    (1, re.compile(rf"\b(?i:policy)(?:[ ]{{2,40}}|[ ]?\t|[ ]?\||[ ])(?=[A-Z\d/-]*\d[A-Z\d/-]*\d){_ID}")),
    (1, re.compile(rf"\b(?i:(?:contract|certificate)\s+(?:of\s+insurance\s+)?{_NUMBER_WORD}{_GAP})#?{_ID}")),
)
_CLAIM_HEADING = re.compile(r"\bclaim\s*(?:number|no\b|#|id\b|ref)|\bclaims?$", re.IGNORECASE)
_POLICY_HEADING = re.compile(r"^policy(?:/self-insured)?\s*(?:number|no\b\.?|#|id\b|ref\w*\.?)?$", re.IGNORECASE)
_HEADING = re.compile(r"[A-Z][A-Za-z /&#(),.'’-]{3,60}")
_COLUMNS = re.compile(r" *\t *| {2,}")
_CELL_ID = re.compile(rf"#?{_ID}")
_ROW = re.compile(rf"#?{_ID}(?= \d{{1,2}}/\d{{1,2}}/\d\d)")  # of a table whose columns are a blank apart
_ANY_ID = re.compile(rf"(?<![\w/-])#?{_ID}")
_NO_ID = re.compile(
    r"\d{1,3}|(?:[012]?\d|3[01])[-/](?:[012]?\d|3[01])[-/]\d{2,4}|(?:19|20)\d\d|(?:19|20)\d\d-\d{2}-\d{2}|"
    r"\d{3}[- ]\d{3,4}(?:[- ]\d{4})?|"
    r"[A-Z]{2}-?\d{1,2}"
)


@dataclass
class Build:
    """How a family of numbers is built: the runs of letters and digits, with lengths seen, and what points to it."""

    samples: list[str] = field(default_factory=list)
    weight: float = 0.0

    def pattern(self) -> re.Pattern[str]:
        """A pattern for every number of this build."""
        columns = zip(*[_runs(sample) for sample in self.samples], strict=True)
        runs = "".join(_run_pattern(column) for column in columns)
        return re.compile(rf"(?:(?<![\w/-])|(?<=[a-z.])){runs}(?![\w/-])")


def note_numbers(window: Window, sheet: Sheet) -> bool:
    """Note claim and policy numbers; whether the document is a list of claims."""
    claims = _builds(window, _CLAIM_LABELS, _CLAIM_HEADING)
    policies = _builds(window, _POLICY_LABELS, _POLICY_HEADING)
    is_list = _note(window, claims, "claim_number", "claim_numbers", sheet)
    _note(window, policies, "policy_number", "policy_numbers", sheet, 2 if is_list else _A_LIST)
    return is_list


def _note(window: Window, builds: dict[str, Build], one: str, many: str, sheet: Sheet, least: int = _A_LIST) -> bool:
    if not builds:
        return False
    best = max(builds.values(), key=lambda build: build.weight)
    found = list(window.finditer(best.pattern()))
    if len({match.group() for match in found}) >= least:
        for match in found:
            sheet.add_match(many, match)
        return True
    labelled = [match for match in found if match.group() in best.samples]
    if labelled and len(set(best.samples)) == 1:
        sheet.add_match(one, labelled[0])
    return False


def _builds(
    window: Window, labels: Sequence[tuple[int, re.Pattern[str]]], heading: re.Pattern[str]
) -> dict[str, Build]:
    builds: dict[str, Build] = {}
    samples = [
        (weight, match["value"])
        for weight, pattern in labels
        for match in window.finditer(pattern)
        if not _among_labels(match)
    ]
    for weight, number in [*samples, *((2, number) for number in _tabled(window, heading))]:
        if not _NO_ID.fullmatch(number) and len(number) >= 4:
            build = builds.setdefault("".join(kind for kind, _ in _runs(number)), Build())
            build.weight += weight / (1 + build.samples.count(number))
            build.samples.append(number)
    return builds


def _among_labels(match: re.Match[str]) -> bool:
    """Whether the label stands in a block of labels, whose values come after all of them (`labelled.in_columns`)."""
    start = match.string.rfind("\n", 0, match.start())
    return "\n" in match.group() and match.string[max(0, start - 1) : start] == ":"


def _tabled(window: Window, heading: re.Pattern[str]) -> Iterator[str]:
    lines = window.head(_HEAD_SIZE).lines()
    yield from _column(lines, heading)
    for label, value in in_columns(lines):
        if heading.search(label.text.rstrip(":")) and (match := _ANY_ID.search(value.text)):
            yield match["value"]


def _column(lines: Sequence[Line], heading: re.Pattern[str]) -> Iterator[str]:
    """Numbers below a heading in a table: in its own column, or the only such cells when the heading is broken up."""
    for number, line in enumerate(lines):
        cells = _COLUMNS.split(line.text)
        places = [place for place, cell in enumerate(cells) if heading.search(cell)]
        if heading.match(line.text) and len(cells) < 2:
            numbered = map(_ROW.match, (below.text for below in lines[number + 1 : number + 1 + _ROWS]))
            yield from (match["value"] for match in numbered if match)
        if not places or len(cells) < 2:
            continue
        if above := _value_above(lines, number, len(cells), places[0]):
            yield above
            continue
        for below in lines[number + 1 : number + 1 + _ROWS]:
            row = _COLUMNS.split(below.text)
            if len(row) == len(cells) and (match := _CELL_ID.fullmatch(row[places[0]])):
                yield match["value"]
            elif len(row) == len(cells) and _HEADING.fullmatch(row[places[0]]):
                break  # another row of headings
            elif len(row) > 4 and len(row) != len(cells):
                yield from (cell for cell in row[:4] if "-" in cell and _CELL_ID.fullmatch(cell))


def _value_above(lines: Sequence[Line], number: int, width: int, place: int) -> str | None:
    """The number right above its heading, in forms whose first row is values or whose last is headings."""
    rows = [_COLUMNS.split(line.text) for line in lines[max(0, number - 2) : number + 2]]
    at = min(number, 2)
    headed = at > 1 and len(rows[0]) == width and _is_headings(rows[0])
    followed = len(rows) > at + 1 and len(rows[at + 1]) == width
    if not at or len(rows[at - 1]) != width or (headed and followed):
        return None
    match = _CELL_ID.fullmatch(rows[at - 1][place])
    return match["value"] if match else None


def _is_headings(cells: Sequence[str]) -> bool:
    return all(not cell or _HEADING.fullmatch(cell) for cell in cells)


def _runs(number: str) -> list[tuple[str, str]]:
    """The number's runs: ("A", letters), ("9", digits), or a sign by itself."""
    kinds = ("A" if sign.isalpha() else "9" if sign.isdigit() else sign for sign in number)
    pairs = zip(kinds, number, strict=True)
    return [(kind, "".join(sign for _, sign in run)) for kind, run in groupby(pairs, key=lambda pair: pair[0])]


def _run_pattern(runs: Sequence[tuple[str, str]]) -> str:
    kind, words = runs[0][0], {words for _, words in runs}
    if kind not in "A9" or (kind == "A" and len(words) == 1):
        return re.escape(runs[0][1])
    lengths = [len(word) for word in words]
    sign = "[A-Z]" if kind == "A" else r"\d"
    return f"{sign}{{{min(lengths)},{max(lengths)}}}"
