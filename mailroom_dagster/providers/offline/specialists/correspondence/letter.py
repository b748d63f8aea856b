"""The parts of a letter: letterhead, date line, address, reference line, salutation, closing, copies.

Belongs here: where each part stands and whom it names. Does not belong here: mails (`mail`) and what the letter says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mailroom_dagster.providers.offline.specialists.common import Line, Window
from mailroom_dagster.providers.offline.specialists.given_names import GIVEN_NAMES
from mailroom_dagster.values.dates import DateSpan, find_dates

_HEAD_SIZE = 12_000
_DATE_WITHIN = 60  # lines from the top
_LONGEST_DATE_LINE = 120  # characters
_FULL_LINE = 60  # of running text: a line that ends although its next word would fit is a heading
_NEWS_PLACE = re.compile(
    r"[A-Z]{3,}[A-Z .]*,\s(?:[A-Z][\w.]+(?:\s[A-Z][\w.]+)?,?\s)?(?=[A-Z][a-z]{2,8}\.?\s\d|\d{1,2}\s[A-Z])"
)
_DASH = re.compile(r"\s*(?:[–—-]|\()")
_LABELLED_DATE = re.compile(r"(?:date(?:d)?|filed|sent|issued)\s*[:.]?\s*", re.IGNORECASE)
_SALUTATION = re.compile(
    r"(?:(?:Respected\s+|My\s+Dear\s+)?(?:Sirs?|Madam|SIRS?)(?:\s?/\s?(?:Madam|Sir))?(?=[,:]?\s*$)|Dear|DEAR|"
    r"Greetings|Hello|Hi|Good\s(?:morning|afternoon|day))\b[ ,]*(?P<name>[^:,!;\n]{0,80}?)\s*[:,!;.]*$"
)
_GENERIC = re.compile(
    r"^(?:sirs?|madam|sirs?\s*(?:/|or|and)\s*mada?me?s?|colleagues?|all|everyone|team|there|friends?|gentlemen)?$",
    re.IGNORECASE,
)
_TO_WHOM = re.compile(
    r"To\s+(?P<name>(?:the\s+|all\s+|our\s+)?[A-Z][^\n:]{2,90}?)\s*[:,]\s*$|"
    r"^To\s+(?:the\s+)(?P<body>[A-Z][^\n]{2,90}?),\s"
)
_REFERENCE = re.compile(r"(?:re|subj?(?:ect)?|ref(?!\W+no)|reference|in\s+re)\s*[:.]\s*(?P<value>.*)$", re.IGNORECASE)
_TO_ALONE = re.compile(r"To\s*[,:]?$")
_LABEL = re.compile(r"^[A-Z][\w .’'/-]{2,40}\s?:")
_CLOSING = re.compile(
    r"(?:(?:yours|very|most|sincerely|respectfully|cordially|faithfully|truly|kind|best|warm|with|thank|thanks|many|"
    r"cheers|"
    r"regards)\b[\s,]*){1,4}(?:(?:sincerely|truly|faithfully|regards|wishes|yours|submitted|you|again|in\s+advance|"
    r"and)\b[\s,.]*)*[,.!]?$",
    re.IGNORECASE,
)
_SIGNED = re.compile(r"^(?:by\s*:\s*)?(?:/?s/+\s*)?", re.IGNORECASE)
_EXECUTED = re.compile(r"(?:Name|By)\s*:\s*(?:/s/\s*)?(?P<name>[A-Z][^\n:]{2,60}?)\s*$")
_HONORIFIC = re.compile(r"^(?:Mr|Mrs|Ms|Miss|Messrs|Attn|Attention|To)\b[.:]*\s+", re.IGNORECASE)
_HONOURABLE = re.compile(r"^(?:The\s+)?Hon(?:ou?rable|\.)\s+(?=[A-Z])")
_OFFICE_BEHIND = re.compile(r",\s(?!(?:Jr|Sr|II|III|IV|Esq|Esquire|QC|KC|Ph|MD|M\.D|CPA|Clerk)\b).*$")
_FIRM = re.compile(
    r"[A-Z][\w.’'-]*(?:,?\s(?:&\s)?[A-Z][\w.’'-]*){0,5},?\s(?:&\sCo|&\sPartners|LLP|LLC|L\.L\.P|P\.C|Inc|Ltd|Limited|GmbH|AG|plc|PLC)\.?"
)
_PERSON = re.compile(
    r"^(?:(?:Dr|Hon|Prof|Rev|Sir|Lord|Lady|The\s+Honou?rable)\.?\s+)?[A-Z][\w’'-]*\.?(?:\s+(?:[A-Z][\w’'-]*\.?|de|la|"
    r"van|von|der|“[^”]+”)){1,4}"
    r"(?:,?\s+(?:Jr|Sr|II|III|IV|Esq|Esquire|QC|KC|PhD|Ph\.D|MD|M\.D|CPA)\.?)*(?:,\s+Clerk(?:\s+of\s+Court)?)?,?$"
)
_NO_NAME = re.compile(
    r"\d|\b(?:via|by|telephone|tel|fax|phone|website|www|confidential|privileged|page|street|avenue|suite|road|floor|"
    r"box|"
    r"court|courthouse|building|plaza|re|dear|enclosures?|attachments?|cc|copy|certified|mail|e-?mail|hand|delivery|"
    r"department|university|office|the|district|circuit|states|united|clerk|for|of)\b|@",
    re.IGNORECASE,
)
_OFFICER = re.compile(r"^(?:acting\s+)?(?:chief\s+deputy\s+)?clerk(?:\s+of\s+(?:the\s+)?court)?$", re.IGNORECASE)
_ASSISTANT = re.compile(r"^(?:case\s+manager|deputy\s+clerk|deputy|calendar\s+clerk|secretary\s+to)\b", re.IGNORECASE)
_ADDRESS_END = re.compile(r"\b[A-Z]{2}\.?\s+\d{5}(?:-\d{4})?$|\b[A-Z]{1,2}\d[A-Z\d]?\s+\d[A-Z]{2}$")
_COPIES = re.compile(r"^(?:c\.?c\.?|copy\s+to|copies\s+to|cc'?d)\s*:?\s*(?P<names>.*)$", re.IGNORECASE)


@dataclass(frozen=True)
class Named:
    """A name and the words it stands in."""

    name: str
    start: int
    end: int


@dataclass(frozen=True)
class Letter:
    """A letter's lines and the places of its parts: line numbers, None where there is no such part."""

    text: str
    lines: Sequence[Line]
    date: DateSpan | None
    date_line: int | None
    salutation: int | None
    reference: int | None
    closing: int | None

    @property
    def body_start(self) -> int | None:
        """The line behind the salutation, or behind the reference line of a letter without one."""
        last = max((part for part in (self.salutation, self.reference) if part is not None), default=None)
        return None if last is None else last + 1


def read_letter(window: Window, month_first: bool | None) -> Letter:
    """Find the parts. A document that is no letter has few or none of them."""
    lines = window.lines()
    head = [line for line in lines if line.start < _HEAD_SIZE]
    salutation = next((number for number, line in enumerate(head) if _SALUTATION.match(line.text)), None)
    reference = next((number for number, line in enumerate(head) if _REFERENCE.match(line.text)), None)
    closings = [number for number, line in enumerate(lines) if len(line.text) < 60 and _CLOSING.match(line.text)]
    first = max(salutation or 0, reference or 0)
    closing = next((number for number in closings if number > first), None)
    date_line, date = _date_line(head, month_first)
    return Letter(window.text, lines, date, date_line, salutation, reference, closing)


def subject(letter: Letter) -> tuple[int, int] | None:
    """The words behind "Re:", up to a label, a bracket or the salutation; at most three lines."""
    if letter.reference is None:
        return _heading(letter)
    line = letter.lines[letter.reference]
    match = _REFERENCE.match(line.text)
    start = line.start + match.start("value") if match else line.start
    end = line.end if match and match["value"] else start
    for following in letter.lines[letter.reference + 1 : letter.reference + 4]:
        gap = letter.text[end : following.start]
        if end > start and ("\n\n" in gap or _ends_reference(following.text)):
            break
        if end == start and _SALUTATION.match(following.text):
            break
        start, end = (following.start, following.end) if end == start else (start, following.end)
    return (start, end) if end > start else None


def _heading(letter: Letter) -> tuple[int, int] | None:
    """The heading that British letters print between salutation and text instead of a reference line."""
    if letter.salutation is None or letter.salutation + 2 >= len(letter.lines):
        return None
    line, below = letter.lines[letter.salutation + 1 : letter.salutation + 3]
    stands_alone = "\n" in letter.text[line.end : below.start].strip(" \t")[1:]
    width = max(len(other.text) for other in letter.lines[letter.salutation + 2 : letter.salutation + 12])
    broken_off = below.text[0].isupper() and len(line.text) + len(below.text.split()[0]) < width >= _FULL_LINE
    is_heading = (
        (stands_alone or broken_off)
        and len(line.text) <= 90
        and line.text[-1] not in ".,;:!?"
        and len(line.text.split()) > 1
    )
    return (line.start, line.end) if is_heading else None


def addressees(letter: Letter) -> list[Named]:
    """Whom the letter is addressed to: the first line of each address, else the salutation's name."""
    named = list(_addresses(letter))
    if named or letter.salutation is None:
        return named or list(_to_whom(letter))
    line = letter.lines[letter.salutation]
    match = _SALUTATION.match(line.text)
    if match is None or _GENERIC.match(match["name"]):
        return list(_to_whom(letter)) or list(_firms(letter))
    return [_named(line, match.start("name"), match.end("name"), match["name"].strip("“”\"' "))]


def signatory(letter: Letter) -> Named | None:
    """Who signed; a court's assistant signs for the officer of the letterhead."""
    officer = _officer(letter)
    if letter.closing is None:
        return officer or _executed(letter)
    lines = letter.lines[letter.closing + 1 : letter.closing + 8]
    for number, line in enumerate(lines):
        signed = _SIGNED.match(line.text)
        start = signed.end() if signed else 0
        name = line.text[start:].rstrip(" ,")
        if not _PERSON.match(name) or _NO_NAME.search(name.split(",")[0]):
            if name.count(" ") == 0 and name.isalpha() and number == 0 and name[:1].isupper():
                return _named(line, start, start + len(name), name)
            continue
        title = lines[number + 1].text if number + 1 < len(lines) else ""
        if _ASSISTANT.match(title) and officer:
            return officer
        return _with_office(letter.text, line, start, name, lines[number + 1] if title else None)
    return officer


def _executed(letter: Letter) -> Named | None:
    """Who signs a notice that ends like a deed: "By: …", "Name: …"."""
    for line in letter.lines[-12:]:
        if (match := _EXECUTED.match(line.text)) and _PERSON.match(match["name"]):
            return _named(line, match.start("name"), match.end("name"), match["name"])
    return None


def copied(letter: Letter) -> list[Named]:
    """The names behind "cc:", on its line and the lines below."""
    first = next((number for number, line in enumerate(letter.lines) if _COPIES.match(line.text)), None)
    if first is None:
        return []
    names = []
    for number, line in enumerate(letter.lines[first : first + 40]):
        match = _COPIES.match(line.text)
        words = match["names"] if match and number == 0 else line.text
        honorific = _HONORIFIC.match(words)
        start = len(line.text) - len(words) + (honorific.end() if honorific else 0)
        name = line.text[start:].strip(" ,;")
        if name and _PERSON.match(name) and not _NO_NAME.search(name):
            names.append(_named(line, start, start + len(name), name))
        elif number and not _NO_NAME.search(line.text):
            break
    return names


def opening_name(window: Window, start: int) -> Named | None:
    """The given name that a mail's body begins with: "Andy, I have …"."""
    match = re.compile(r"\s*(?P<name>[A-Z][a-z]+)(?:\s(?:and|&)\s[A-Z][a-z]+)?\s?[,:–-]+\s").match(window.text, start)
    if match is None or match["name"].casefold() not in GIVEN_NAMES:
        return None
    return Named(match["name"], match.start("name"), match.end("name"))


def _date_line(lines: Sequence[Line], month_first: bool | None) -> tuple[int | None, DateSpan | None]:
    for number, line in enumerate(lines[:_DATE_WITHIN]):
        if (news := _NEWS_PLACE.match(line.text)) and (span := _date_behind(line, news.end(), month_first)):
            return number, span
        if len(line.text) > _LONGEST_DATE_LINE:
            continue
        for span in find_dates(line.text, month_first=month_first):
            rest = line.text[: span.start] + line.text[span.end :]
            rest = _LABELLED_DATE.sub("", rest, count=1)
            if len(rest.strip(" ,.|")) <= 25 and not re.search(r"\bpage\b|:\s*\S+\s+document", rest, re.IGNORECASE):
                return number, DateSpan(span.value, line.start + span.start, line.start + span.end)
    return None, None


def _date_behind(line: Line, start: int, month_first: bool | None) -> DateSpan | None:
    """The date that begins right at an offset of a line: "PORTVILLE, Maine, March 9, 2020 – …"."""
    for span in find_dates(line.text[start : start + 30], month_first=month_first):
        if span.start == 0 and _DASH.match(line.text, start + span.end):
            return DateSpan(span.value, line.start + start, line.start + start + span.end)
    return None


def _ends_reference(words: str) -> bool:
    return bool(
        _LABEL.match(words) or words.startswith(("(", "Our ", "Your ")) or _SALUTATION.match(words) or len(words) > 110
    )


def _addresses(letter: Letter) -> Iterator[Named]:
    last = min((part for part in (letter.reference, letter.salutation) if part is not None), default=None)
    if last is None:
        return
    if alone := next((number for number in range(last - 1) if _TO_ALONE.match(letter.lines[number].text)), None):
        line = letter.lines[alone + 1]
        if not line.text.startswith("The ") and not _NO_NAME.search(line.text):
            yield _named(line, 0, len(line.text.rstrip(" ,")), line.text.rstrip(" ,"))
            return
    expected = True
    first = letter.date_line + 1 if letter.date_line is not None and letter.date_line < last else max(0, last - 8)
    for number in range(first, last):
        line = letter.lines[number]
        honorific = _HONORIFIC.match(line.text)
        start = honorific.end() if honorific else 0
        name = (_OFFICE_BEHIND.sub("", line.text[start:]) if honorific else line.text[start:]).rstrip(" ,")
        if expected and _PERSON.match(name) and not _NO_NAME.search(_HONOURABLE.sub("", name)):
            below = letter.lines[number + 1] if number + 1 < last else None
            yield _with_office(letter.text, line, start, name, below)
            expected = False
        expected = expected or bool(_ADDRESS_END.search(line.text))


def _to_whom(letter: Letter) -> Iterator[Named]:
    for line in letter.lines[:20]:
        if match := _TO_WHOM.match(line.text):
            group = "name" if match["name"] else "body"
            yield _named(line, match.start(group), match.end(group), match[group])
            return


def _firms(letter: Letter) -> Iterator[Named]:
    """The firm that a letter to "Dear Sirs" is addressed to: between date and salutation, else last above the date."""
    if letter.date_line is not None and letter.salutation is not None:
        below = letter.lines[letter.date_line + 1 : letter.salutation]
        for line in (*below, *reversed(letter.lines[1 : letter.date_line])):
            if _FIRM.fullmatch(line.text) and line.text != letter.lines[0].text:
                yield _named(line, 0, len(line.text), line.text)
                return


def _officer(letter: Letter) -> Named | None:
    """The officer whom the letterhead names above a title such as "Clerk"."""
    for number, line in enumerate(letter.lines[:12]):
        if number and _OFFICER.match(line.text) and _PERSON.match(letter.lines[number - 1].text):
            return _with_office(letter.text, letter.lines[number - 1], 0, letter.lines[number - 1].text, line)
    return None


def _with_office(text: str, line: Line, start: int, name: str, below: Line | None) -> Named:
    """The name, with the office of a clerk of court that stands on the line below."""
    if below and _OFFICER.match(below.text) and "\n\n" not in text[line.end : below.start]:
        return Named(f"{name}, {below.text}", line.start + start, below.end)
    return _named(line, start, start + len(name), name)


def _named(line: Line, start: int, end: int, name: str) -> Named:
    return Named(name, line.start + start, line.start + end)
