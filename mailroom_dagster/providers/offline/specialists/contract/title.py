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
    r"|license|licence|plan of merger|statement of work|letter of intent|assignment|supplement)s?"
)
_HAS_KIND = re.compile(rf"\b{_KIND}\b", re.IGNORECASE)
_OWN = re.compile(
    rf"\b(?:This|THIS)\s((?:(?!(?i:this)\b)[^\s();“”\"]+\s){{0,14}}?(?i:{_KIND})"
    r"(?:\s(?i:and plan of merger|no\.? ?\d+))?)"
    r"(?=\W*(?:\(|,|is\b|IS\b|dated|made|MADE|entered|effective|between|by|BY|as of|sets?|consists|the\b|shall"
    r"|hereinafter))"
)
_RUN = re.compile(rf"(?:\b[A-Z][A-Z0-9&/.’'-]*,? (?:[-–] )?){{0,12}}\b{_KIND.upper()}\b(?: [A-Z][A-Z&-]+\b){{0,8}}")
_PREFIX = re.compile(
    r"^(?:\W|exhibit\s+[\w.()-]+|ex-[\d.]+|execution (?:version|copy)|confidential\b(?! (?:information|disclosure|non))"
    r"|page \d+ of \d+|final|draft|form of|version [\d.]+|cover page|for |\d+\s)+",
    re.IGNORECASE,
)
_NOT_TITLE = re.compile(
    r"\bsource:|\.{3,}|table of contents|confidential treatment|number\b|\bwhereas\b|\bexhibits?:|©|http|\d\s*$"
    r"|defined terms"
    r"|in witness|signature",
    re.IGNORECASE,
)
_TITLE_PART = re.compile(r"[A-Za-z &,/’'-]{3,70}")
_AMENDS = re.compile(r"(?:(?:[A-Z]+ )?amendment(?: (?:no\.? ?|number )\w+)?)?(?: ?\bto(?: the)?)?", re.IGNORECASE)
_ONLY_KIND = re.compile(rf"(?:and )?{_KIND}", re.IGNORECASE)
_BLANK_LINES = 4  # characters between the lines of a title that is set wide
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
    own, inline = _own_name(head), _inline(head)
    headings = _headings(head) or ([inline] if inline else [])
    if own is None or not own[2]:
        return headings[0] if headings else own and own[:2]
    name = head.window.text[slice(*own[:2])]
    return next((span for span in headings if _same_title(head.window.text[slice(*span)], name)), own[:2])


def _same_title(heading: str, own: str) -> bool:
    """Whether a heading is the contract's own name: most of the name's words are in it."""
    name, words = _key(own).split(), _key(heading).split()
    return 2 * sum(word in words for word in name) > len(name)


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
    parties = head.preamble.parties if head.preamble else ()
    names = " ".join(head.flat.text[party.start : party.end] for party in parties).casefold()
    found = []
    for number, line in enumerate(lines):
        if span := _heading(line):
            found.append((_continued(lines, number, span[0], names), span[1]))
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


def _continued(lines: list[Line], number: int, start: int, names: str) -> int:
    """Where a title begins that takes several lines; one that is no more than "AGREEMENT" may have blank lines above.

    A line that stands in the parties' `names` is no part of a title.
    """
    for below, above in zip(lines[number:0:-1], lines[number - 1 :: -1], strict=False):
        gap = below.start - above.end
        alone = _ONLY_KIND.fullmatch(below.text) is not None
        if start != below.start or gap > (_BLANK_LINES if alone else 2) or above.text.casefold() in names:
            break
        if not _continues(above.text, alone):
            break
        start = above.start
    return start


def _continues(text: str, alone: bool) -> bool:
    """Whether a line is the upper part of a title: short, in capitals unless no more than "Agreement" follows."""
    if _AMENDS.fullmatch(text):
        return True
    if not _TITLE_PART.fullmatch(text) or not (text.isupper() or (alone and text.istitle())):
        return False
    return not (has_form(text) or _PREFIX.match(text) or _NOT_TITLE.search(text) or _HAS_KIND.search(text))


def _inline(head: Head) -> tuple[int, int] | None:
    """The last run of capitals with a title's word before the preamble, where the text has no lines."""
    end = head.preamble.start if head.preamble else min(len(head.flat.text), 2000)
    for match in reversed(list(_RUN.finditer(head.flat.text, max(0, end - _REACH), end))):
        prefix = _PREFIX.match(match.group())
        start = match.start() + (prefix.end() if prefix else 0)
        words = head.flat.text[start : match.end()]
        if words.isupper():
            return head.flat.span(start + _repeated(words), match.end())
    return None


def _repeated(words: str) -> int:
    """Where the second of two equal titles in a row begins; 0 for one title."""
    half = (len(words) + 1) // 2
    return half if words[:half].strip() == words[half:].strip() else 0


def _key(words: str) -> str:
    return " ".join(re.findall(r"\w+", words.casefold()))
