"""Conflicts with what is archived: the same thing in the same matter, with other facts.

Two documents are about the same thing when all identity fields that both state agree, and there is at least one (claim
number, docket number; an agreement's title and parties, where one list may lack some of the other's). Only then are the
fields compared that the taxonomy marks `conflicting`, never lists or free text, and only values with evidence on both
sides.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from mailroom_dagster.extraction.merging import value_key
from mailroom_dagster.records.model import ExtractedField, ExtractionRecord
from mailroom_dagster.taxonomy.model import DocumentClass, FieldType, Taxonomy

Fields = Mapping[str, ExtractedField]
Facts = Mapping[str, Mapping[str, str]]
"""By identity or conflicting field that is stated: its values as they compare, with how each is written."""


@dataclass(frozen=True)
class Filed:
    """What an archived document states of its identity and of what may conflict."""

    doc_id: str
    doc_class: str
    facts: Facts


Others = Callable[[Fields], Sequence[Filed]]
"""Given fields, the archived documents of the matter and class that may be about the same thing."""


def find_conflicts(taxonomy: Taxonomy, doc_class: str, fields: Fields, others: Sequence[Filed]) -> tuple[str, ...]:
    """Sentences naming each field that archived documents state otherwise, one for each other value.

    `others` are archived documents of the same matter; those of other classes are passed over.
    """
    spec = taxonomy.classes.get(doc_class)
    if spec is None:
        return ()
    mine = facts_of(spec, fields)
    compared = [name for name, facts in mine.items() if facts and _may_conflict(spec, name)]
    found: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for other in others:
        if other.doc_class == doc_class and _same_thing(spec, mine, other.facts):
            for name in compared:
                if (theirs := other.facts.get(name)) and theirs.keys() != mine[name].keys():
                    found[name, _first(theirs)].append(other.doc_id)
    return tuple(
        f"field {name!r}: here {_first(mine[name])!r}, in {_places(doc_ids)} {theirs!r}"
        for (name, theirs), doc_ids in found.items()
    )


def filed_as(taxonomy: Taxonomy, record: ExtractionRecord) -> Filed:
    """What an archived record states."""
    spec = taxonomy.classes.get(record.doc_class)
    return Filed(record.doc_id, record.doc_class, facts_of(spec, record.fields) if spec else {})


def facts_of(spec: DocumentClass, fields: Fields) -> Facts:
    """What a document states of identity and conflicting fields, by evidence or a person's word."""
    return {
        name: {value_key(field, item.value): item.value for item in held.values if item.evidence or item.stated_by}
        for name, field in spec.fields.items()
        if (field.identity or _may_conflict(spec, name)) and (held := fields.get(name))
    }


def _may_conflict(spec: DocumentClass, name: str) -> bool:
    field = spec.fields[name]
    return field.conflicting and not field.many and field.type is not FieldType.TEXT


def _same_thing(spec: DocumentClass, a: Facts, b: Facts) -> bool:
    both = [name for name, field in spec.fields.items() if field.identity and a.get(name) and b.get(name)]
    return bool(both) and all(a[name].keys() <= b[name].keys() or b[name].keys() <= a[name].keys() for name in both)


def _first(values: Mapping[str, str]) -> str:
    return next(iter(values.values()))


def _places(doc_ids: Sequence[str]) -> str:
    more = len(doc_ids) - 1
    return f"document {doc_ids[0]}" + (f" and {more} more" if more else "")
