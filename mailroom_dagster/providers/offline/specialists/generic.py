"""The specialist of a class that has no own one: it reads the values that stand behind labels named like the fields.

Belongs here: turning a field's name and type from the taxonomy into labels and values, so that a class added to
`config/taxonomy.yaml` gives values without code. Prose is not read; what has no label is absent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from mailroom_dagster.agents.contracts import ExtractAnswer, ExtractTask
from mailroom_dagster.providers.offline.specialists.common import Sheet, Window
from mailroom_dagster.providers.offline.specialists.labelled import label, labelled
from mailroom_dagster.taxonomy.model import FieldSpec, FieldType, Taxonomy, load_taxonomy
from mailroom_dagster.values import canonical
from mailroom_dagster.values.dates import find_dates, reads_month_first
from mailroom_dagster.values.money import find_money

_SHORT_FORMS = {
    "number": r"(?:number|no\.?|nr\.?|#)",
    "date": "date",
    "amount": r"(?:amount|sum|total)",
    "id": r"(?:id|no\.?)",
}


def extract(task: ExtractTask) -> ExtractAnswer:
    """The labelled values of every field that the taxonomy gives the class; none for a class it does not know."""
    window = Window.of(task)
    sheet = Sheet(window.text)
    known = _taxonomy().classes.get(task.doc_class)
    month_first = reads_month_first(str(window))
    for name, field in known.fields.items() if known else ():
        for match in labelled(window, _label(name)):
            for start, end, value in _values(field, match["value"], month_first):
                sheet.add(name, match.start("value") + start, match.start("value") + end, value)
            if sheet.has(name) and not field.many:
                break
    return sheet.answer()


@cache
def _taxonomy() -> Taxonomy:
    return load_taxonomy()


@cache
def _label(name: str) -> re.Pattern[str]:
    """The labels of a field: its name's words, and "date of loss" for "loss_date"."""
    words = name.split("_")
    forms = [r"[ _-]".join(_SHORT_FORMS.get(word, re.escape(word)) for word in words)]
    if len(words) > 1 and words[-1] == "date":
        forms.append(r"date of (?:the )?" + " ".join(words[:-1]))
    return label("|".join(f"(?:{form})" for form in forms))


def _values(field: FieldSpec, words: str, month_first: bool | None) -> Iterator[tuple[int, int, str]]:
    if field.type is FieldType.DATE:
        yield from ((date.start, date.end, date.value) for date in find_dates(words, month_first=month_first)[:1])
    elif field.type is FieldType.MONEY:
        yield from ((money.start, money.end, str(money.value)) for money in find_money(words)[:1])
    elif field.many:
        for part in re.finditer(r"[^;]+", words):
            if value := canonical(field, part.group()):
                yield part.start(), part.end(), value
    elif value := canonical(field, words):
        yield 0, len(words), value
