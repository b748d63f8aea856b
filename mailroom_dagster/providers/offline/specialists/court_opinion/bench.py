"""Who decided: the judges of the panel and the author of the opinion.

Belongs here: names of judges where captions and by-lines print them. Does not belong here: judges of other courts, whom
the text names.
"""

from __future__ import annotations

import re

from mailroom_dagster.providers.offline.specialists.common import Line, Window, squeeze

_HEAD_SIZE = 9_000
_MOST_LINES = 8
_BEFORE = re.compile(r"^\s*(?:b\s?e\s?f\s?o\s?r\s?e|panel|present|coram)\s*[:.]?\s*", re.IGNORECASE)
_BEFORE_ALONE = re.compile(r"^\s*(?:b\s?e\s?f\s?o\s?r\s?e|present)\s*[:.]*\s*$", re.IGNORECASE)
_BEFORE_LIST = re.compile(r"^\s*(?:before|present|panel)\b\s*:?\s*(?=[A-Z])(?P<names>[^\n]{4,200})", re.IGNORECASE)
_END = re.compile(r"^[-–—_=*\s]{4,}$|^\s*(?:b\s?e\s?t\s?w\s?e\s?e\s?n|and\s+between)\b|instructed by", re.IGNORECASE)
_TITLE = (
    r"(?:Chief\s+|Senior\s+|Presiding\s+|Associate\s+|Circuit\s+|District\s+|Magistrate\s+|Bankruptcy\s+|"
    r"Special\s+Trial\s+|"
    r"Vice\s+|Administrative\s+|Acting\s+|United\s+States\s+|U\.\s?S\.\s+)*(?:Judges?|Justices?|Chancellor|JJ?\.|"
    r"C\.\s?J\.|P\.\s?J\.|"
    r"A\.\s?J\.|J\.\s?P\.|JJ)"
)
_TITLED_BEFORE = re.compile(rf"^\s*(?:The\s+)?(?:Hon(?:ou?rable|\.)\s+)?{_TITLE}\s+(?=[A-Z])", re.IGNORECASE)
_TITLED_AFTER = re.compile(rf"[,\s]+(?:the\s+)?{_TITLE}\.?\s*$", re.IGNORECASE)
_NAME = re.compile(
    r"^(?:[A-Z][\w.’'-]*\.?)(?:\s+(?:[A-Z][\w.’'-]*|de|la|van|von|der|the|of|and))*(?:,?\s+(?:Jr|Sr|II|III|IV|QC|"
    r"KC)\.?)*$"
)
_PART = re.compile(r"\s*;\s*|,?\s+and\s+|,\s+(?!(?:Jr|Sr|II|III|IV|QC|KC|DBE|KBE|CBE)\b)|\s&\s", re.IGNORECASE)
_SITTING = re.compile(
    r"\s*[(,]\s*(?:sitting\s+as|in\s+retirement|by\s+designation|of\s+the|vice[- ]president|president|deputy).*$",
    re.IGNORECASE,
)
_CONCUR = re.compile(
    r"(?P<names>[A-Z][^\n.]{3,20}(?:\.\s[^\n.]{2,60}){0,6}?,?\s(?:JJ|P\. ?J\.|J)\.?),?\s+concur", re.DOTALL
)
_OPINION_BY = re.compile(
    r"(?:opinion|judgment|order|decision|ruling)\s+(?:of\s+the\s+court\s+)?(?:for\s+the\s+court\s+)?(?:was\s+)?"
    rf"(?:filed|delivered|issued|written|authored)?\s*(?:by|per)[:\s]+(?:THE\s+HONOURABLE\s+)?(?:{_TITLE}\s+)?"
    r"(?P<name>[A-Z][\w.’'-]+(?:\s+[A-Z][\w.’'-]+){0,4})",
    re.IGNORECASE,
)
_BY_LINE = re.compile(
    rf"^\s*(?P<name>[A-Z][A-Za-z.’'-]+(?:,?\s+[A-Z][A-Za-z.’'-]+){{0,4}}),\s+(?:{_TITLE})(?:,?\s*(?:delivered|"
    rf"for\s+the\s+court)[^\n:]*)?"
    r"\s*[.:]?\s*$|^\s*(?P<lead>[A-Z][A-Za-z.’'-]+(?:\s+[A-Z][A-Za-z.’'-]+){0,3}),\s+"
    rf"{_TITLE}\s*[.:]\s",
    re.MULTILINE,
)
_SPEAKER = re.compile(
    r"^\s*(?:\d{1,2}[.)]\s*)?(?P<name>(?:THE\s+HON\w*\s+|The\s+Hon\w*\s+)?(?:(?:LORD|LADY|MRS?|MS|Lord|Lady|Mrs?|Ms)\s+"
    r"(?:CHIEF\s+)?(?:JUSTICE|Justice)\s+[A-Z][\w’'-]+(?:\s+[A-Z][\w’'-]+){0,2}|"
    r"[A-Z][A-Z’'-]+(?:\s+[A-Z’'-]+){1,3}\s+[QK]C|"
    r"(?:SIR|HHJ|HIS\s+HONOUR|HER\s+HONOUR)\s+[A-Z][\w’' -]{3,40}))\s*:",
    re.MULTILINE,
)


def find_judges(window: Window) -> list[tuple[str, int, int]]:
    """The judges of the deciding bench, in document order."""
    lines = window.head(_HEAD_SIZE).lines()
    for number, line in enumerate(lines):
        if _BEFORE_ALONE.match(line.text):
            return [judge for below in _block(lines[number + 1 :]) for judge in _names(below)]
        if (listed := _BEFORE_LIST.match(line.text)) and not line.text.rstrip().endswith("?"):
            names = _joined(window.text, line, lines[number + 1 : number + 4], listed.start("names"))
            if judges := [judge for part in names for judge in _names(part)]:
                return judges
    return []


def find_author(window: Window) -> tuple[str, int, int] | None:
    """The author of the opinion: "Opinion for the Court filed by …", a by-line, or the first British speaker."""
    head = window.head(2 * _HEAD_SIZE)
    for pattern in (_OPINION_BY, _SPEAKER, _BY_LINE):
        if match := head.search(pattern):
            group = "name" if match["name"] else "lead"
            return squeeze(match[group]), match.start(group), match.end(group)
    return None


def _block(lines: list[Line]) -> list[Line]:
    block = []
    for line in lines[:_MOST_LINES]:
        if _END.search(line.text):
            break
        block.append(line)
    return block


def _joined(text: str, line: Line, below: list[Line], start: int) -> list[Line]:
    """The rest of the line, with the lines below it while the list goes on."""
    end = line.end
    for following in below:
        if text[:end].rstrip().endswith((",", "and", ":")) or not re.search(
            rf"{_TITLE}\.?$", text[line.start : end], re.I
        ):
            end = following.end
        else:
            break
    return [Line(text[line.start + start : end], line.start + start)]


def _names(line: Line) -> list[tuple[str, int, int]]:
    """The names that a line lists; titles stay with British judges and go with American ones."""
    names, start = [], 0
    words = _SITTING.sub("", line.text)
    for border in [*_PART.finditer(words), None]:
        end = border.start() if border else len(words)
        if name := _judge(words[start:end]):
            place = line.start + start + words[start:end].index(name)
            names.append((squeeze(name), place, place + len(name)))
        start = border.end() if border else end
    return names


def _judge(words: str) -> str | None:
    name = words.strip(" ,.:\t")
    if not re.match(
        r"(?:The\s+(?:Rt\.?\s+)?Hon\w*\.?\s+)?(?:Lord|Lady|Mrs?|Ms|Sir|Dame|HHJ|His|Her|Deputy|Upper)\b", name, re.I
    ):
        name = _TITLED_AFTER.sub("", _TITLED_BEFORE.sub("", name)).strip(" ,.:")
    elif re.match(r"(?:Chief|Circuit|District)?\s*Judges?$", name):
        return None
    return name if len(name) > 2 and _NAME.match(name) and not re.fullmatch(_TITLE, name, re.I) else None
