"""Conflicts with what is archived: the same thing in the same matter, with other facts.

Two documents are about the same thing when an identity field agrees (docket number, claim number). Only the fields that
the taxonomy marks `conflicting` are then compared, never lists or free text, and only values with evidence on both
sides. Where a class has no identity field, the pair of parties and title stands for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mailroom_dagster.extraction.merging import value_key
from mailroom_dagster.records.model import ExtractedField, ExtractionRecord
from mailroom_dagster.taxonomy.model import DocumentClass, Taxonomy


def find_conflicts(
    taxonomy: Taxonomy, doc_class: str, fields: Mapping[str, ExtractedField], others: Sequence[ExtractionRecord]
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


def _same_thing(spec: DocumentClass, a: Mapping[str, ExtractedField], b: Mapping[str, ExtractedField]) -> bool:
    identities = [name for name, field in spec.fields.items() if field.identity and not field.many]
    if not identities:
        return _key(spec, "parties", a) == _key(spec, "parties", b) is not None
    return any(_key(spec, name, a) == _key(spec, name, b) is not None for name in identities)


def _differing(
    spec: DocumentClass, name: str, a: Mapping[str, ExtractedField], b: Mapping[str, ExtractedField]
) -> tuple[str, str] | None:
    field = spec.fields[name]
    if field.many or not field.conflicting or None in (_key(spec, name, a), _key(spec, name, b)):
        return None
    if _key(spec, name, a) == _key(spec, name, b):
        return None
    return a[name].values[0].value, b[name].values[0].value


def _key(spec: DocumentClass, name: str, fields: Mapping[str, ExtractedField]) -> frozenset[str] | None:
    """The grounded values of a field as they compare; None when there are none."""
    field = fields.get(name)
    values = [item for item in field.values if item.evidence or item.stated_by] if field else []
    return frozenset(value_key(spec.fields[name], item.value) for item in values) or None
