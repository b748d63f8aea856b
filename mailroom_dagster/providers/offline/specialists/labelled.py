"""Values that stand behind a label: "Effective Date: …", a table row, a form's cell, a Markdown row.

Belongs here: the layouts in which a label and its value stand, and which values are blanks to be filled in. Which
labels a field has is the specialists' knowledge.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from mailroom_dagster.providers.offline.specialists.common import Line, Window

_BORDER = r"[ ]{0,60}[:：][*_]{0,3}|\t|[ ]{0,60}\||[ ]{3,60}(?=[^ \n])|[ ]?\.{3,80}"
_NEXT_LABEL = (  # behind a gap any words with a colon; behind a single blank those that only labels end with
    r"(?:[ ]{2,60}[A-Z][\w#.'’/ ]{1,30}"
    r"|[ ](?:[A-Z][a-z]+ )?(?:Numbers?|Nos?\.?|Date(?: of \w+)?|As of|Amount|Type))[:：]"
)
_CELL = re.compile(r"[^\t]+")
_ASIDE = re.compile(r"(?<=\w)(?: ?\(.*|/[A-Z]{3,})$")
_BLANK = re.compile(r"\W*$|[\[{<][^\]}>]*[\]}>]?\W*$|.*_{3,}|.*\[(?:[A-Z•●_ ]|name|date|insert)|.*[•●]", re.DOTALL)


def label(names: str, *, anywhere: bool = False) -> re.Pattern[str]:
    """A pattern for the values behind a label, as group `value`.

    `names` is a pattern for the label's words, case ignored. The label begins a line or a cell, or stands at the end of
    a gap (it is not looked for at every blank: a page of blanks would cost too much), unless `anywhere`. Behind it
    comes a colon, a cell's border, a wide gap or a row of points.
    """
    first = r"(?:^|(?<=[\n\f\t|])|(?<= / )|(?<=  )(?! ))[ *_>#\d.()•☐-]{0,12}(?:(?<=\()[a-z]{1,4}\)\.? ?\*? ?)?"
    begins = r"(?<![^\W_])(?<!['’-])" if anywhere else first
    return re.compile(
        rf"{begins}(?i:{names})[ *_]{{0,4}}(?:(?:/ |\()[^\t\n|:]{{0,80}})?(?:{_BORDER})"
        rf"[ \t*_|]{{0,60}}\n?[ \t*_]{{0,60}}(?P<value>[^\n\t|\f]{{1,300}}?)[ *_]*(?= / |[\n\t|\f]|$|{_NEXT_LABEL})"
    )


def labelled(window: Window, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """The matches of a label whose value is filled in."""
    return (match for match in window.finditer(pattern) if not is_blank(match["value"]))


def is_blank(words: str) -> bool:
    """Whether words are a blank of a form ("____", "[NAME]", "{date}", "•"), or nothing at all."""
    return _BLANK.match(words) is not None


def stacked(names: str) -> re.Pattern[str]:
    """A pattern for the value on the line below a label that fills its own line, as group `value`."""
    return re.compile(
        rf"(?:^|(?<=[\n\f\t])) {{0,20}}(?:(?:[A-Za-z]|\(?\d{{0,2}}\(?[a-z]?)[.)]{{1,2}}[ \t]+|(?:[A-Za-z]|"
        rf"\d{{1,2}}[a-z]?)[ \t]+)?"
        rf"(?i:{names})"
        r"(?:[ \t]*\([^\n)]{1,60}\))?[ \t]*[:：]?[ \t]*"
        r"\n[ \t\n]{0,4}"
        r"(?=(?P<value>[^\n\t\f]{1,200}?)[ \t]*(?:[\n\t\f]|$))"  # ahead: what looks like a value may be a label
    )


def under_heading(headings: str, names: str) -> re.Pattern[str]:
    """A pattern for the value of a label in the first lines of a section: "Name:" below "INSURED", as group `value`."""
    return re.compile(
        rf"(?:^|(?<=[\n\f]))[ \t#*_\d.()-]{{0,12}}(?i:{headings})(?i:(?:['’]s)? (?:information|details|data|section))?"
        rf"[ \t*_:]{{0,8}}\n(?:[^\n]{{0,200}}\n){{0,4}}?[ \t*_-]{{0,60}}(?i:{names})"
        r"[ \t*_]{0,60}[:\t\n|][ \t*_\n]{0,60}"
        rf"(?P<value>[^\n\t|\f]{{2,120}}?)[ *_]*(?=[\n\t|\f]|$|{_NEXT_LABEL})"
    )


def glued(names: str) -> re.Pattern[str]:
    """A pattern for a value that markup prints right behind its label, without a blank: "Account no.AB-12"."""
    return re.compile(
        rf"(?:^|(?<=[\n\f\t])) {{0,20}}(?i:{names})(?<=[a-z.#])"
        r"(?P<value>[A-Z\d#][^\n\t\f]{1,120}?)[ \t]*(?=[\n\t\f]|$)"
    )


def spaced(names: str) -> re.Pattern[str]:
    """A pattern for a value that stands behind its label with nothing but a blank between: "Return ID RT-2023-88"."""
    return re.compile(
        rf"(?:^|(?<=[\n\f\t])) {{0,20}}(?i:{names})[ ]{{1,2}}(?P<value>[A-Z\d#][^\n\t\f:]{{1,120}}?)[ \t]*"
        r"(?=[\n\t\f]|$)"
    )


def cells_below(lines: Sequence[Line]) -> Iterator[tuple[Line, Line]]:
    """Labels and values of forms that print a row of labels above a row of as many values."""
    rows = [_cells(line) for line in lines]
    for labels, values in itertools.pairwise(rows):
        if len(labels) == len(values) > 1:
            yield from ((_without_aside(words), value) for words, value in zip(labels, values, strict=True))


def _without_aside(words: Line) -> Line:
    """A printed label without what it adds in brackets or behind a stroke: "CARRIER (NAME & ADDRESS)"."""
    return Line(_ASIDE.sub("", words.text), words.start)


def _cells(line: Line) -> list[Line]:
    return [Line(cell.group(), line.start + cell.start()) for cell in _CELL.finditer(line.text)]


def in_columns(lines: Sequence[Line]) -> Iterator[tuple[Line, Line]]:
    """Labels and values of forms that print all labels of a block first ("No.:", "Date:") and then all values."""
    first = 0
    while first < len(lines):
        last = first
        while last < len(lines) and lines[last].text.endswith(":"):
            last += 1
        if (count := last - first) > 1 and last + count <= len(lines):
            yield from zip(lines[first:last], lines[last : last + count], strict=True)
        first = max(last, first + 1)
