"""Who files, where no label says so: the first organisation that has a line or a cell of the head for itself.

Belongs here: recognising such a line. Labels are in `forms`, captions of covers in `cover`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mailroom_dagster.providers.offline.specialists.common import Line, Sheet, Window, word_set
from mailroom_dagster.providers.offline.specialists.compliance_filing.titles import is_title
from mailroom_dagster.providers.offline.specialists.naming import is_hard_form, name_before, read_name

_LINES = 40
_CELL = re.compile(r"[^\s](?:[^\t\n]*?[^\s])??(?=\t|[^\S\n]{3,}|$)")
_LEAD = re.compile(r"(?:Re|RE|To|In the Matter of|IN THE MATTER OF)\s?:?\s+")
_FORM = re.compile(r"\b(?:Inc|INC|LLC|L\.L\.C|Ltd|LTD|LIMITED|Limited|Corp|CORP|LLP|PLC|plc|L\.P|LP|N\.A)\b\.?")
_LEDE = 2_000
_OF_MANY = word_set("trust fund funds foundation bank company partnership association corporation")


def note_filer(head: Window, sheet: Sheet) -> None:
    """Note the organisation in the head: one with a legal form before a "… Trust", both before one in a sentence."""
    if sheet.has("entity_name"):
        return
    cells = list(_names(head))
    with_form = [cell for cell in cells if any(map(is_hard_form, re.split(r"[ ,]+", cell.text)))]
    others = [cell for cell in cells if cell.text.rsplit(" ", 1)[-1].casefold() in _OF_MANY]
    for cell in [*with_form, *others][:1]:
        sheet.add("entity_name", cell.start, cell.end)
    flat = head.head(_LEDE).flat()
    named = (name_before(flat.text, word.end()) for word in _FORM.finditer(flat.text))
    if not sheet.has("entity_name") and (name := next(filter(None, named), None)):
        sheet.add("entity_name", *flat.span(*name))


def _names(head: Window) -> Iterator[Line]:
    """The cells of the first lines that are nothing but a name of several words."""
    for line in head.lines()[:_LINES]:
        for cell in _CELL.finditer(line.text):
            lead = _LEAD.match(cell.group())
            start = lead.end() if lead else 0
            words = cell.group()[start:]
            name = read_name(words, 0)
            if name and not words[name[1] :].strip(" .,*") and " " in words and not is_title(words):
                yield Line(words[slice(*name)], line.start + cell.start() + start + name[0])
