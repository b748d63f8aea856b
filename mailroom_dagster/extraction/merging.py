"""Merging the windows of one document: deterministic, evidence kept, whatever order the windows come in.

A list field keeps every distinct value once, in document order; of passages of text, none that is part of a longer
one, which is what a window's edge leaves. A single-valued field takes the value with the most
distinct places in the text, the earliest of equals; what the other windows said counts against agreement.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from mailroom_dagster.records.model import Evidence, ExtractedField, FieldValue
from mailroom_dagster.taxonomy.model import FieldSpec, FieldType
from mailroom_dagster.values.ids import id_key
from mailroom_dagster.values.names import name_key

Values = Mapping[str, Sequence[FieldValue]]


def merge(specs: Mapping[str, FieldSpec], windows: Iterable[Values]) -> dict[str, ExtractedField]:
    """One field for each that has a value, in the taxonomy's order."""
    collected = list(windows)
    fields: dict[str, ExtractedField] = {}
    for name, spec in specs.items():
        groups = _groups(spec, [value for window in collected for value in window.get(name, ())])
        if groups:
            kept = _without_parts(spec, groups) if spec.many else [min(groups, key=_rank)]
            fields[name] = ExtractedField(name=name, many=spec.many, values=tuple(_one(group) for group in kept))
    return fields


def agreement(specs: Mapping[str, FieldSpec], windows: Sequence[Values]) -> float:
    """The share of single-valued fields on which all windows that found one found the same; 1.0 when none did."""
    counts = [
        len(_groups(specs[name], [value for window in windows for value in window.get(name, ())]))
        for name in {name for window in windows for name in window}
        if not specs[name].many
    ]
    return sum(count == 1 for count in counts) / len(counts) if counts else 1.0


def value_key(spec: FieldSpec, value: str) -> str:
    """What makes two values of a field the same."""
    if spec.type is FieldType.NAME:
        return name_key(value)
    if spec.type is FieldType.ID:
        return id_key(value)
    return " ".join(value.casefold().split())


def _groups(spec: FieldSpec, values: Sequence[FieldValue]) -> list[list[FieldValue]]:
    """Values grouped by what they say; groups and members in document order."""
    groups: dict[str, list[FieldValue]] = {}
    for value in sorted(values, key=_place):
        groups.setdefault(value_key(spec, value.value), []).append(value)
    return sorted(groups.values(), key=lambda group: _place(group[0]))


def _without_parts(spec: FieldSpec, groups: list[list[FieldValue]]) -> list[list[FieldValue]]:
    """The groups without passages that stand inside a longer passage of another group."""
    if spec.type is not FieldType.TEXT:
        return groups
    places = sorted((_place(value)[0], -_end(value), number) for number, group in enumerate(groups) for value in group)
    outside, reach = set(), -1
    for _, negative_end, number in places:
        if -negative_end > reach:
            outside.add(number)
            reach = -negative_end
    return [group for number, group in enumerate(groups) if number in outside]


def _end(value: FieldValue) -> int:
    return value.evidence[-1].end


def _place(value: FieldValue) -> tuple[int, int, str]:
    first = value.evidence[0]
    return first.start, first.end, value.value


def _rank(group: list[FieldValue]) -> tuple[int, tuple[int, int, str]]:
    return -len({_place(value)[:2] for value in group}), _place(group[0])


def _one(group: list[FieldValue]) -> FieldValue:
    """The first of a group, with the evidence of all."""
    pieces: dict[tuple[int, int], Evidence] = {
        (piece.start, piece.end): piece for value in group for piece in value.evidence
    }
    return group[0].model_copy(update={"evidence": tuple(pieces[place] for place in sorted(pieces))})
