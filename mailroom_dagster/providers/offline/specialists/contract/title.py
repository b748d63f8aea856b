"""The title of a contract: the heading above its preamble, or the name the preamble gives it.

Belongs here: what is a title among the headings of the head. Does not belong here: the subtype that follows from it
(sorting decides that).
"""

from __future__ import annotations

import re

from mailroom_dagster.providers.offline.specialists.common import Line, Sheet, word_set
from mailroom_dagster.providers.offline.specialists.contract.head import Head
from mailroom_dagster.providers.offline.specialists.naming import has_form

_KIND = (
    r"(?:agreement|contract|lease|amendment|memorandum|deed|addendum|indenture|nda|undertaking|settlement|guaranty|note"
    r"|license|licence|plan of merger|statement of work|letter of intent|terms|assignment|supplement|policy|charter)s?"
)
_HAS_KIND = re.compile(rf"\b{_KIND}\b", re.IGNORECASE)
_OWN = re.compile(
    rf"\b(?:This|THIS)\s((?:[^\s(),;“”\"]+\s){{0,14}}?(?i:{_KIND})(?:\s(?i:and plan of merger|no\.? ?\d+))?)"
    r"(?=\W*(?:\(|,|is\b|IS\b|dated|made|MADE|entered|effective|between|by|BY|as of|sets?|consists|the\b|shall|hereinafter))"
)
_RUN = re.compile(
    rf"(?:\b[A-Z][A-Z0-9&/.’'-]*,? (?:[-–] )?){{0,12}}\b{_KIND.upper().replace('(?:', '(?:', 1)}\b(?: [A-Z][A-Z&-]+\b){{0,8}}"
)
_PREFIX = re.compile(
    r"^(?:\W|exhibit\s+[\w.()-]+|ex-[\d.]+|execution (?:version|copy)|confidential\b(?! (?:information|disclosure|non))"
    r"|page \d+ of \d+|final|draft|form of|version [\d.]+|cover page|for |\d+\s)+",
    re.IGNORECASE,
)
_NOT_TITLE = re.compile(
    r"\bsource:|\.{3,}|table of contents|confidential treatment|number\b|\bwhereas\b|\bexhibits?:|©|http|\d\s*$|defined terms"
    r"|in witness|signature",
    re.IGNORECASE,
)
_SMALL = word_set("of and the for to in a an by on with or no de la is as at")
_LONGEST = 140
_HEADINGS = 120
_REACH = 700


def add_title(sheet: Sheet, head: Head) -> None:
    """Note the document's name."""
    span = _title(head)
    if span:
        sheet.add("document_name", *span)


def _title(head: Head) -> tuple[int, int] | None:
    own = _own_name(head)
    headings = _headings(head)
    if own and own[2]:
        fitting = [
            span for span in headings if _same_title(head.window.text[slice(*span)], head.window.text[slice(*own[:2])])
        ]
        return fitting[0] if fitting else own[:2]
    if headings:
        return headings[0]
    return _inline(head) or (own[:2] if own else None)


def _same_title(heading: str, own: str) -> bool:
    """Whether a heading is the contract's own name, perhaps with more before or after it."""
    name, words = _key(own), _key(heading)
    return words.startswith(name) or words.endswith(name)


def _own_name(head: Head) -> tuple[int, int, bool] | None:
    """The name after "This" in the preamble or, without one, in the first sentences; and whether it says which kind."""
    low, high = (0, 3000) if head.preamble is None else (head.preamble.start - _REACH, head.preamble.start + 20)
    matches = list(_OWN.finditer(head.flat.text, max(0, low), max(0, high)))
    if not matches:
        return None
    match = matches[-1] if head.preamble else matches[0]
    return *head.flat.span(*match.span(1)), " " in match[1] and match[1][0].isupper()


def _headings(head: Head) -> list[tuple[int, int]]:
    """Lines above the preamble that are titles, each with the capital lines it continues."""
    limit = head.flat.span(head.preamble.start, head.preamble.start + 1)[0] if head.preamble else head.window.end
    lines = [line for line in head.window.lines()[:_HEADINGS] if line.start < limit]
    found = []
    for number, line in enumerate(lines):
        if span := _heading(line):
            found.append((_continued(lines, number, span[0]), span[1]))
    return found


def _heading(line: Line) -> tuple[int, int] | None:
    words = line.text.split(" / ")[-1].strip("# *_")
    start = line.start + line.text.rindex(words) if words else line.start
    prefix = _PREFIX.match(words)
    start, words = (start + prefix.end(), words[prefix.end() :]) if prefix else (start, words)
    if not words or len(words) > _LONGEST or not _HAS_KIND.search(words) or _NOT_TITLE.search(words):
        return None
    tokens = [token for token in re.findall(r"[^\W\d_][\w’'-]*", words) if token.casefold() not in _SMALL]
    capital = sum(token[0].isupper() for token in tokens)
    if not tokens or capital < len(tokens) or words[-1] in ".,;:" or words.startswith(("This ", "THIS ")):
        return None
    return start, start + len(words)


def _continued(lines: list[Line], number: int, start: int) -> int:
    """Where a title begins that takes two lines of capitals."""
    above = lines[number - 1] if number else None
    if above is None or start != lines[number].start or lines[number].start - above.end > 2:
        return start
    fits = above.text.isupper() and len(above.text) <= 60 and re.fullmatch(r"[A-Z &,/’'-]+", above.text)
    if not fits or has_form(above.text) or _PREFIX.match(above.text) or _NOT_TITLE.search(above.text):
        return start
    return above.start


def _inline(head: Head) -> tuple[int, int] | None:
    """The last run of capitals with a title's word before the preamble, where the text has no lines."""
    end = head.preamble.start if head.preamble else min(len(head.flat.text), 2000)
    for match in reversed(list(_RUN.finditer(head.flat.text, max(0, end - _REACH), end))):
        prefix = _PREFIX.match(match.group())
        start = match.start() + (prefix.end() if prefix else 0)
        if start < match.end() and head.flat.text[start : match.end()].isupper():
            return head.flat.span(start, match.end())
    return None


def _key(words: str) -> str:
    return " ".join(re.findall(r"\w+", words.casefold()))
