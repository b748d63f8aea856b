"""Stored text into titled sections: numbered headings, articles, captions, mail.

Belongs here: where a section begins and what it is called. Headings on lines of their own are the outline's knowledge;
here are those that a clause runs on from ("12.4 Governing Law. This Agreement …"). The sections of a document lie in
order, do not overlap, and leave out nothing but white space.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mailroom_dagster.providers.offline.specialists.common import Line, Window, squeeze
from mailroom_dagster.providers.offline.specialists.outline import sections as outline
from mailroom_dagster.questions.model import Section
from mailroom_dagster.reading.model import DocumentText
from mailroom_dagster.values.sentences import sentence_spans

SHORTEST, LONGEST = 300, 2_500  # characters; shorter parts join the one before, longer ones are cut between sentences
_TITLE_CHARACTERS = 120
_WORDS = r"[A-Z][\w’'&/-]*(?:,? (?:[A-Z][\w’'&/-]*|and|of|the|to|for|in|on|or|by|with)){0,8}"
_RUN_ON = re.compile(
    rf"(?:(?:ARTICLE|Article|SECTION|Section|§)\s*)?(?:\d{{1,2}}(?:\.\d{{1,2}}){{0,3}}|[IVX]{{1,5}}|[A-Z])[.):]?\s+"
    rf"(?P<title>{_WORDS})\s?[.:–—](?:\s|$)"
)
_ARTICLE = re.compile(r"(?:ARTICLE|Article|SECTION|Section|§)\s*(?:\d{1,2}(?:\.\d{1,2})*|[IVXLC]{1,6})\b[.:\s–—-]*")


class _Part(NamedTuple):
    title: str
    start: int
    end: int
    firm: bool  # a numbered heading: not joined to the part before, however short


def split(doc_id: str, document: DocumentText) -> list[Section]:
    """The sections of a document in order; none for a document without text."""
    text = document.text
    parts = [piece for part in _joined(list(_parts(text, first_title(document)))) for piece in _cut(text, part)]
    return [
        Section(
            doc_id=doc_id,
            number=number,
            title=part.title,
            page=document.page_at(part.start).number,
            start=part.start,
            end=part.end,
            text=text[part.start : part.end],
        )
        for number, part in enumerate(parts)
    ]


def first_title(document: DocumentText) -> str:
    """What the document calls itself: its mail subject, its title, else its first line."""
    named = document.headers.get("subject") or document.title or document.text.strip().partition("\n")[0]
    return squeeze(named)[:_TITLE_CHARACTERS]


def _parts(text: str, title: str) -> Iterator[_Part]:
    """The parts between headings; each heading belongs to the part it opens."""
    lines = Window(text, 0, len(text)).lines()
    if not lines:
        return
    breaks = sorted({**_headings(lines), lines[0].start: (title, True)}.items())
    ends = [start for start, _ in breaks[1:]] + [lines[-1].end]
    for (start, (name, firm)), end in zip(breaks, ends, strict=True):
        yield _Part(name, start, start + len(text[start:end].rstrip()), firm)


def _headings(lines: Sequence[Line]) -> dict[int, tuple[str, bool]]:
    """Offset of a heading -> its title and whether it is firm."""
    found: dict[int, tuple[str, bool]] = {}
    at = 0  # of the line that opens the outline's next section; what stands above the first heading has none
    for number, part in enumerate(outline(lines)):
        if number:
            found[lines[at].start] = (_named(part.title), bool(_ARTICLE.match(lines[at].text)))
        at += len(part.lines) + bool(number)
    for line in lines:
        if match := _RUN_ON.match(line.text):
            found[line.start] = (_named(match["title"]), True)
    return found


def _named(title: str) -> str:
    return squeeze(_ARTICLE.sub("", title) or title)[:_TITLE_CHARACTERS]


def _joined(parts: Sequence[_Part]) -> list[_Part]:
    """Short parts without a firm heading joined to the part before them."""
    joined: list[_Part] = []
    for part in parts:
        before = joined[-1] if joined else None
        if before and not part.firm and part.end - part.start < SHORTEST and part.end - before.start <= LONGEST:
            joined[-1] = before._replace(end=part.end)
        elif before and before.end - before.start <= len(before.title) + 40 and part.end - before.start <= LONGEST:
            title = before.title if part.title in before.title else f"{before.title} – {part.title}"
            joined[-1] = _Part(title[:_TITLE_CHARACTERS], before.start, part.end, True)
        else:
            joined.append(part)
    return joined


def _cut(text: str, part: _Part) -> Iterator[_Part]:
    """A part in pieces of at most LONGEST characters, between sentences where there are any."""
    start = end = part.start
    for low, high in _pieces(text, part):
        if high - start > LONGEST and end > start:
            yield part._replace(start=start, end=end)
            start = low
        end = high
    if end > start:
        yield part._replace(start=start, end=end)


def _pieces(text: str, part: _Part) -> Iterator[tuple[int, int]]:
    """Sentences, with those that are longer than a section cut by length."""
    for low, high in sentence_spans(text[part.start : part.end]):
        for at in range(part.start + low, part.start + high, LONGEST):
            yield at, min(at + LONGEST, part.start + high)
