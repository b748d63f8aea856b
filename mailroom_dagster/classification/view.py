"""What of a document is looked at when it is sorted: chosen parts, never a blind cut.

Belongs here: choosing head, headings, tail and samples of long documents, and flattening them for comparison. Does not
belong here: judging what is seen. Only DocumentText is looked at, never a file name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import pairwise

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.classification.injection import without_instructions
from mailroom_dagster.reading.model import DocumentText, Page, PageSource

QUICK_HEAD, QUICK_TAIL = 3_000, 1_000  # characters that the fast path looks at
HEAD, HEADINGS, TAIL = 7_000, 2_000, 2_500  # characters that the sorter is shown
SAMPLES, SAMPLE = 6, 1_800  # windows over the whole document that the blind reviewer is shown
OPENING_CHARS, TITLE_CHARS, HEAD_CHARS, TAIL_CHARS = 300, 600, 3_000, 1_500  # the places of a view
LINES_CHARS = 2_500  # in which the first lines are looked for
GAP = "\n[...]\n"

_HEADING = re.compile(
    r"^[ \t]*(?:#{1,4} .{3,80}|(?:article|section|part|schedule|exhibit|item|annex)\b.{0,80}"
    r"|[A-Z][A-Z0-9 ,.&'’()-]{5,80})$",
    re.MULTILINE,
)
_PLAIN = (
    *((char, "") for char in "\u00ad\u200b\u200c\u200d\u2060\ufeff\x00"),
    *((char, '"') for char in "“”„«»"),
    *((char, "'") for char in "‘’‚´"),
    *((char, "-") for char in "–—‑−"),
    ("\u00a0", " "),
)
_LINE_NUMBERS = re.compile(r"\n *\d{1,2} *(?=\n)")
_SPACED = re.compile(r"[A-Z] [A-Z] [A-Z](?: [A-Z])+(?![A-Za-z])")  # O R D E R
_LINK = re.compile(r"\]\([^)\s]*\)")
_ADDRESS = re.compile(r"https?://\S+")
_TAG = re.compile(r"<!--|-->|</?(?:div|span|table|t[rdh]|p|br|strong|b|i|em|ul|li|a|h\d|u)\b[^>]{0,200}>|&nbsp;")
_MARKUP = str.maketrans(dict.fromkeys("*|~\\_", " ") | {"`": "'"})
_NOT_WORDS = str.maketrans({chr(code): " " for code in range(128) if not chr(code).isalnum()})


@dataclass(frozen=True)
class View:
    """Flat text (see `flatten`) by place.

    `grams` counts the words of `text` and its pairs of neighbouring words; `words` are these with the headers'.
    """

    opening: str
    title: str
    head: str
    tail: str
    text: str
    headers: str
    lines: str
    grams: Counter[str]
    words: AbstractSet[str]
    raw: str  # the chosen parts as they stand, for shapes that flattening loses


def quick_view(document: DocumentText) -> View:
    """Head and tail of the document, flat: the cost does not grow with the document."""
    return view_of(_ends(document.text, QUICK_HEAD, QUICK_TAIL), document)


def view_of(text: str, document: DocumentText) -> View:
    """A view over some text of a document, with the document's mail headers."""
    raw = without_instructions(text)
    plain = _plain(raw)
    flat = _flat(plain)
    headers = flatten(" ".join(f"{key}: {value}" for key, value in document.headers.items()))
    grams = Counter(grams_of(flat))
    return View(
        opening=flat[:OPENING_CHARS],
        title=flat[:TITLE_CHARS],
        head=flat[:HEAD_CHARS],
        tail=flat[-TAIL_CHARS:],
        text=flat,
        headers=headers,
        lines=_lines(plain[:LINES_CHARS]),
        grams=grams,
        words=grams.keys() | grams_of(headers) if document.headers else grams.keys(),
        raw=raw,
    )


def lines_of(text: str) -> str:
    """The lines of a text, each flat and between line breaks, for titles that stand alone."""
    return _lines(_plain(text))


def _lines(plain: str) -> str:
    lines = (line.strip(" #") for line in plain.translate(_MARKUP).lower().splitlines())
    return "\n" + "\n".join([" ".join(line.split()) for line in lines if line]) + "\n"


def words_of(flat: str) -> list[str]:
    """The words of a flat text: what stands between characters other than letters and digits."""
    return flat.translate(_NOT_WORDS).split()


def grams_of(flat: str) -> list[str]:
    """The words of a flat text, then its pairs of neighbouring words."""
    words = words_of(flat)
    return words + list(map(" ".join, pairwise(words)))


def flatten(text: str) -> str:
    """Lower-case ASCII with straight quotes, single spaces, one space before and after, and no markup.

    Any other character becomes `?`: marks and words are English, and other scripts are judged elsewhere.
    """
    return _flat(_plain(text))


def _flat(plain: str) -> str:
    text = _LINE_NUMBERS.sub("", f"\n{plain}")
    if "](" in text:
        text = _LINK.sub("] ", text)
    if "http" in text:
        text = _ADDRESS.sub(" ", text)
    if "<" in text:
        text = _TAG.sub(" ", text)
    return f" {' '.join(text.translate(_MARKUP).lower().split())} "


def _plain(text: str) -> str:
    text = _SPACED.sub(lambda found: found.group().replace(" ", ""), text)
    if text.isascii():
        return text
    for char, plain in _PLAIN:
        text = text.replace(char, plain)
    return text.encode("ascii", "replace").decode("ascii")


def shown_to(role: Role, document: DocumentText) -> DocumentText:
    """The document as a sorting agent sees it: head, headings, tail; the blind reviewer gets samples of all of it."""
    text = _samples(document.text) if role is Role.REVIEWER else _outline(document.text)
    text = without_instructions(text)
    page = Page(number=1, start=0, end=len(text), source=PageSource.TEXT_LAYER, quality=document.quality)
    return document.model_copy(update={"text": text, "pages": (page,), "hidden": ()})


def _ends(text: str, head: int, tail: int) -> str:
    return text if len(text) <= head + tail else text[:head] + GAP + text[-tail:]


def _outline(text: str) -> str:
    if len(text) <= HEAD + TAIL + HEADINGS:
        return text
    middle = text[HEAD:-TAIL]
    headings = "\n".join(match.group().strip() for match in _HEADING.finditer(middle[: 40 * HEAD]))[:HEADINGS]
    return GAP.join((text[:HEAD], headings, text[-TAIL:]))


def _samples(text: str) -> str:
    if len(text) <= SAMPLES * SAMPLE:
        return text
    step = (len(text) - SAMPLE) / (SAMPLES - 1)
    return GAP.join(text[round(i * step) : round(i * step) + SAMPLE] for i in range(SAMPLES))
