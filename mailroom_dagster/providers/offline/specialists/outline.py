"""The outline of a report or of minutes: headings, and the items under each.

Belongs here: what a heading looks like in Markdown, in capitals, in bold, numbered. Which section a field reads is the
specialists' knowledge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mailroom_dagster.providers.offline.specialists.common import Line

_MARKDOWN = re.compile(r"(#{1,6})\s+(.*?)\s*#*$")
_BOLD = re.compile(r"(?:\*\*|__)(?P<title>[^*_]{3,90}?):?(?:\*\*|__):?$")
_NUMBERED = re.compile(r"(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[A-Z]\.|[IVX]{1,5}\.)\s+(?P<title>[A-Z][^.;:]{2,80})$")
_CAPITALS = re.compile(r"[A-Z][A-Z0-9 &/,'’()-]{3,80}:?$")
_TITLED = re.compile(
    r"(?P<title>(?:[A-Z][\w’'/&-]*|and|of|the|to|for|in|on)(?: (?:[A-Z][\w’'/&-]*|and|of|the|to|for|in|on)){0,6}):?$"
)
_BULLET = re.compile(r"(?:[-*+•●▪◦o–]\s+|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s+|\[[ xX]\]\s*|>\s*|\*\*|_)+")
_SHORTEST_ITEM = 20


@dataclass(frozen=True)
class Section:
    """A heading, its level (1 is the highest) and the lines under it up to the next heading."""

    title: str
    level: int
    lines: tuple[Line, ...]


def sections(lines: Sequence[Line]) -> list[Section]:
    """The sections of a text in order; what stands above the first heading has the title ""."""
    found: list[tuple[str, int, list[Line]]] = [("", 0, [])]
    for line in lines:
        heading = _heading(line.text)
        if heading:
            found.append((*heading, []))
        else:
            found[-1][2].append(line)
    return [Section(title, level, tuple(under)) for title, level, under in found]


def under(parts: Sequence[Section], title: re.Pattern[str]) -> Iterator[Section]:
    """The sections whose heading matches, with the deeper sections below them."""
    level: int | None = None
    for section in parts:
        if title.search(section.title):
            level = section.level if level is None else min(level, section.level)
        elif level is None or section.level <= level:
            level = None
            continue
        yield section


def items(section: Section) -> Iterator[tuple[int, int]]:
    """The spans of a section's items: its bullets or lines, without the bullet, as long as a sentence."""
    for line in section.lines:
        mark = _BULLET.match(line.text)
        start = line.start + (mark.end() if mark else 0)
        if line.end - start >= _SHORTEST_ITEM and not line.text.startswith(("|", "<", "![")):
            yield start, line.end


def _is_title(words: str) -> bool:
    """Whether most words that carry meaning begin with a capital."""
    meant = [word for word in words.split() if len(word) > 3]
    return 2 * sum(word[0].isupper() for word in meant) > len(meant)


def _heading(text: str) -> tuple[str, int] | None:
    if match := _MARKDOWN.match(text):
        return match[2], len(match[1])
    if match := _BOLD.match(text):
        return match["title"], 7
    if (match := _NUMBERED.match(text)) and _is_title(match["title"]):
        return match["title"], 2 + match[0].split()[0].strip(".").count(".")
    if _CAPITALS.match(text) and len(text.split()) <= 8:
        return text, 2
    if (match := _TITLED.match(text)) and len(text) >= 4 and text[-1] != ".":
        return match["title"], 8
    return None
