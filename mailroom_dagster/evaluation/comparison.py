"""Two runs side by side: paired differences with intervals, and the documents that changed.

Belongs here: the pairing. Only documents that both runs have are compared; what only one has is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pydantic import BaseModel, ConfigDict

from mailroom_dagster.evaluation.intervals import Estimate, mean
from mailroom_dagster.evaluation.rows import DocumentRow

MEASURES: dict[str, Callable[[DocumentRow], float | None]] = {
    "class_correct": lambda row: float(row.class_correct),
    "class_accepted": lambda row: float(row.class_accepted),
    "straight_through": lambda row: float(row.straight_through),
    "field_score": lambda row: row.field_score,
    "cost_usd": lambda row: row.cost_usd,
}


class Difference(BaseModel):
    """Second minus first. `significant`: the 95 % interval of the paired difference excludes 0."""

    model_config = ConfigDict(frozen=True)

    difference: Estimate
    significant: bool | None


class Change(BaseModel):
    """A document that the two runs do not agree on."""

    model_config = ConfigDict(frozen=True)

    name: str
    true_class: str
    what: str  # better | worse | other
    first: str
    second: str


class Comparison(BaseModel):
    """Two runs over the documents that both have."""

    model_config = ConfigDict(frozen=True)

    first: str
    second: str
    common: int
    only_first: int
    only_second: int
    differences: dict[str, Difference]
    changed: tuple[Change, ...]


def compare(
    first: str, first_rows: Sequence[DocumentRow], second: str, second_rows: Sequence[DocumentRow]
) -> Comparison:
    """Compare by document name."""
    one, other = ({row.name: row for row in rows} for rows in (first_rows, second_rows))
    common = sorted(one.keys() & other.keys())
    return Comparison(
        first=first,
        second=second,
        common=len(common),
        only_first=len(one) - len(common),
        only_second=len(other) - len(common),
        differences={name: _difference(measure, common, one, other) for name, measure in MEASURES.items()},
        changed=tuple(change for name in common if (change := _change(one[name], other[name]))),
    )


def _difference(
    measure: Callable[[DocumentRow], float | None],
    names: Sequence[str],
    one: Mapping[str, DocumentRow],
    other: Mapping[str, DocumentRow],
) -> Difference:
    pairs = [(measure(one[name]), measure(other[name])) for name in names]
    differences = [None if None in pair else pair[1] - pair[0] for pair in pairs]  # type: ignore[operator]
    found = mean(differences, [one[name].group for name in names])
    known = found.low is not None and found.high is not None
    return Difference(difference=found, significant=not found.low <= 0 <= found.high if known else None)  # type: ignore[operator]


def _change(one: DocumentRow, other: DocumentRow) -> Change | None:
    first, second = _outcome(one), _outcome(other)
    if first == second:
        return None
    what = {(False, True): "better", (True, False): "worse"}.get((one.class_correct, other.class_correct), "other")
    return Change(name=one.name, true_class=one.true_class, what=what, first=first, second=second)


def _outcome(row: DocumentRow) -> str:
    score = "" if row.field_score is None else f" fields {row.field_score:.2f}"
    return f"{row.error or row.doc_class} {'accepted' if row.straight_through else 'held back'}{score}"
