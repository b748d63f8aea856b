"""Who decided: the judges of the panel and the author of the opinion.

Belongs here: names of judges where captions and by-lines print them. Does not belong here: judges of other courts, whom
the text names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mailroom_dagster.providers.offline.specialists.common import Line, Window, squeeze

_HEAD_SIZE = 9_000
_TAIL_SIZE = 2_000
_MOST_LINES = 8
_TITLE = (
    r"(?:(?:Chief|Senior|Presiding|Associate|Circuit|District|Magistrate|Bankruptcy|Special\s+Trial|Vice|"
    r"Administrative|"
    r"Acting|United\s+States|U\.\s?S\.)\s+)*(?:Judges?|Justices?|Chancellor|JJ?\.?|[CPA]\.\s?J\.?|J\.\s?P\.?|"
    r"V\.\s?C\.?)"
)
_BEFORE_ALONE = re.compile(r"(?:b\s?e\s?f\s?o\s?r\s?e|present)\s*[:.]*$", re.IGNORECASE)
_BEFORE_LIST = re.compile(
    r"(?:before|present|panel)\b(?:\s+consist\w*\s+of)?\s*:?\s*(?=[A-Z])(?P<names>.{4,200})", re.IGNORECASE
)
_CONCURRING = re.compile(
    r"(?P<names>(?:[A-Z][\w’'-]+(?:,\s(?:Acting\s)?(?:P\.\s?J\.|J\.\s?P\.))?,?\s(?:and\s)?){1,7})JJ?\.,?\s+concur"
)
_END = re.compile(
    r"[-–—_=*\s]{4,}$|(?:b\s?e\s?t\s?w\s?e\s?e\s?n|and\s+between|judge?ment|heard|hearing)\b|.*instructed by",
    re.IGNORECASE,
)
_PART = re.compile(r"\s*;\s*|,?\s+and\s+|,\s+(?!(?:Jr|Sr|II|III|IV|QC|KC|DBE|KBE|CBE)\b)|\s&\s", re.IGNORECASE)
_TITLED_BEFORE = re.compile(rf"^(?:The\s+)?(?:Hon(?:ou?rable|\.)\s+)?{_TITLE}\s+(?=[A-Z])", re.IGNORECASE)
_TITLED_AFTER = re.compile(rf"[,\s]+(?:the\s+)?{_TITLE}$", re.IGNORECASE)
_ONLY_TITLE = re.compile(rf"(?:the\s+)?{_TITLE}", re.IGNORECASE)
_BRITISH = re.compile(
    r"(?:The\s+(?:Rt\.?\s+)?Hon\w*\.?\s+)?(?:Lord|Lady|Mrs?|Ms|Sir|Dame|HHJ|His|Her|Deputy|Upper)\b", re.IGNORECASE
)
_SITTING = re.compile(
    r"\s*[(,]\s*(?:sitting\s+as|in\s+retirement|by\s+designation|of\s+the|vice[- ]president|president|deputy).*$",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"[A-Z][\w.’'-]*(?:\s+(?:[A-Z][\w.’'-]*|de|la|van|von|der|the|of|and))*(?:,?\s+(?:Jr|Sr|II|III|IV|QC|KC)\.?)*"
)
_WRITER = r"(?P<name>[A-Z][\w.’'-]+(?:,?[ \t]+[A-Z][\w.’'-]+){0,4}?)"
_BY_LINES = (
    re.compile(
        r"(?i:(?:opinion|judgment|order|decision|ruling)\s+(?:(?:of|for)\s+the\s+court\s+)?(?:was\s+)?(?:filed|"
        r"delivered|issued|"
        rf"written|authored)?\s*(?:by|per)[:\s]+(?:the\s+honou?rable\s+)?(?:{_TITLE}\s+)?){_WRITER}(?=[.,;:\n]|$)"
    ),
    re.compile(rf"(?i:{_TITLE}\s+){_WRITER}\s+(?:delivered|announced)\s+the\s+(?:opinion|judgment)"),
    re.compile(
        r"^[^\S\n]*(?:\d{1,2}[.)]\s*)?(?P<name>(?:(?i:the\s+hon\w*)\s+)?(?:(?:LORD|LADY|MRS?|MS|Lord|Lady|Mrs?|Ms)\s+"
        r"(?:(?:CHIEF\s+)?(?i:justice)\s+)?[A-Z][\w’'-]+(?:\s+[A-Z][\w’'-]+){0,2}|"
        r"[A-Z][A-Z’'-]+(?:\s+[A-Z’'-]+){1,3}\s+[QK]C|"
        r"(?:SIR|HHJ|HIS\s+HONOUR|HER\s+HONOUR)\s+[A-Z][\w’' -]{3,40}))\s*(?:\([^)\n]{0,120}\)\s*)?:",
        re.MULTILINE,
    ),
    re.compile(
        rf"^[^\S\n]*{_WRITER},\s+(?i:{_TITLE})(?:,?\s*(?:delivered|for\s+the\s+court)[^\n:]*)?[^\S\n]*(?:[.:]\s|[.:]?[^\S\n]*$)",
        re.MULTILINE,
    ),
)  # in the order of how plainly they name the author


def find_judges(window: Window) -> list[tuple[str, int, int]]:
    """The judges of the deciding bench, each with its place, in document order."""
    lines = window.head(_HEAD_SIZE).lines()
    for number, line in enumerate(lines):
        if _BEFORE_ALONE.match(line.text):
            return [judge for below in _block(lines[number + 1 :]) for judge in _names(below)]
        if (listed := _BEFORE_LIST.match(line.text)) and not line.text.endswith("?"):
            names = _joined(window.text, line, lines[number + 1 : number + 4], listed.start("names"))
            if judges := list(_names(names)):
                return judges
    if concurring := window.tail(_TAIL_SIZE).search(_CONCURRING):
        return list(_names(Line(concurring["names"], concurring.start("names"))))
    return []


def find_author(window: Window) -> tuple[str, int, int] | None:
    """The author of the opinion: "Opinion for the Court filed by …", the first British speaker, or a by-line."""
    head = window.head(2 * _HEAD_SIZE)
    found = next((match for pattern in _BY_LINES if (match := head.search(pattern))), None)
    return (squeeze(found["name"]), *found.span("name")) if found else None


def _block(lines: list[Line]) -> list[Line]:
    ends = [number for number, line in enumerate(lines[:_MOST_LINES]) if _END.match(line.text)]
    return lines[: ends[0] if ends else _MOST_LINES]


def _joined(text: str, line: Line, below: list[Line], start: int) -> Line:
    """The rest of the line, with the lines below it while the list goes on."""
    end = line.end
    for following in below:
        if not text[line.start : end].rstrip().endswith((",", " and", ":")):
            break
        end = following.end
    return Line(text[line.start + start : end], line.start + start)


def _names(line: Line) -> Iterator[tuple[str, int, int]]:
    """The names that a line lists; titles stay with British judges and go with American ones."""
    words, start = _SITTING.sub("", line.text), 0
    for border in [*_PART.finditer(words), None]:
        end = border.start() if border else len(words)
        if name := _judge(words[start:end]):
            place = line.start + start + words[start:end].index(name)
            yield squeeze(name), place, place + len(name)
        start = border.end() if border else end


def _judge(words: str) -> str | None:
    name = words.strip(" ,.:\t\n")
    if _ONLY_TITLE.fullmatch(name):
        return None
    if not _BRITISH.match(name):
        name = _TITLED_AFTER.sub("", _TITLED_BEFORE.sub("", name))
    name = name.strip(" ,.:")
    return name if len(name) > 2 and _NAME.fullmatch(name) else None
