"""Conflicts with what is archived: the same thing in the same matter, with other facts.

Two documents are about the same thing when all identity fields that both state agree, and there is at least one (claim
number, docket number; an agreement's title and parties, where one list may lack some of the other's). Only then are the
fields compared that the taxonomy marks `conflicting`, never lists or free text, and only values with evidence on both
sides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from mailroom_dagster.extraction.merging import value_key
from mailroom_dagster.records.model import ExtractedField, ExtractionRecord
from mailroom_dagster.taxonomy.model import DocumentClass, FieldType, Taxonomy

Fields = Mapping[str, ExtractedField]
Others = Callable[[Fields], Sequence[ExtractionRecord]]
"""Given fields, the archived extractions of the matter and class that may be about the same thing."""


def find_conflicts(
    taxonomy: Taxonomy, doc_class: str, fields: Fields, others: Sequence[ExtractionRecord]
) -> tuple[str, ...]:
    """Sentences naming each field that an archived document of the same matter and class states otherwise.

    `others` are the archived extraction records of the matter; those of other classes are passed over.
    """
    spec = taxonomy.classes.get(doc_class)
    if spec is None:
        return ()
    return tuple(
        f"field {name!r}: here {mine!r}, in document {other.doc_id} {theirs!r}"
        for other in others
        if other.doc_class == doc_class and _same_thing(spec, fields, other.fields)
        for name in spec.fields
        if (pair := _differing(spec, name, fields, other.fields))
        for mine, theirs in [pair]
    )


def identity_keys(spec: DocumentClass, fields: Fields) -> dict[str, frozenset[str]]:
    """By identity field that is stated, its values as they compare."""
    names = [name for name, field in spec.fields.items() if field.identity]
    return {name: key for name in names if (key := _key(spec, name, fields))}


def _same_thing(spec: DocumentClass, a: Fields, b: Fields) -> bool:
    mine, theirs = identity_keys(spec, a), identity_keys(spec, b)
    both = mine.keys() & theirs.keys()
    return bool(both) and all(mine[name] <= theirs[name] or theirs[name] <= mine[name] for name in both)


def _differing(spec: DocumentClass, name: str, a: Fields, b: Fields) -> tuple[str, str] | None:
    field = spec.fields[name]
    if field.many or field.type is FieldType.TEXT or not field.conflicting:
        return None
    mine, theirs = _key(spec, name, a), _key(spec, name, b)
    if not mine or not theirs or mine == theirs:
        return None
    return a[name].values[0].value, b[name].values[0].value


def _key(spec: DocumentClass, name: str, fields: Fields) -> frozenset[str] | None:
    """The grounded values of a field as they compare; None when there are none."""
    field = fields.get(name)
    values = [item for item in field.values if item.evidence or item.stated_by] if field else []
    return frozenset(value_key(spec.fields[name], item.value) for item in values) or None
