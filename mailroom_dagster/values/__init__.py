"""Typed values: what dates, amounts, identifiers, names, labels, durations and sentences are in documents.

Belongs here: finding and reading values in words. Does not belong here: where a value stands on a page (`grounding`),
which value a field takes (`extraction`, the specialists) or how two values are scored (`scoring`).
"""

from __future__ import annotations

from mailroom_dagster.taxonomy.model import FieldSpec, FieldType
from mailroom_dagster.values.dates import parse_date
from mailroom_dagster.values.ids import clean_id
from mailroom_dagster.values.labels import parse_label
from mailroom_dagster.values.money import parse_money
from mailroom_dagster.values.names import clean_name


def canonical(field: FieldSpec, words: str, *, month_first: bool | None = None) -> str | None:
    """The canonical value that `words` state for `field`; None when they state no value of its type.

    Forms: ISO date, `USD 1250.00`, verbatim id, clean name, label of the vocabulary, flattened text.
    `month_first` is the order of the document's numeric dates (`dates.reads_month_first`).
    """
    if field.type is FieldType.DATE:
        return parse_date(words, month_first=month_first)
    if field.type is FieldType.MONEY:
        money = parse_money(words)
        return None if money is None else str(money)
    if field.type is FieldType.LABEL:
        return parse_label(field.vocabulary, words)
    if field.type is FieldType.ID:
        return clean_id(words)
    if field.type is FieldType.NAME:
        return clean_name(words)
    return " ".join(words.split()) or None
