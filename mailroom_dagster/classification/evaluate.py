"""How well sorting does on labelled documents: predictions of the whole flow, with a model that has not seen them.

Belongs here: which model predicts what. Does not belong here: figures, intervals and reports (`evaluation`).
Two schemes: `split` fits on the train rows and predicts the others; `leave_one_source_out` predicts every row of each
source with a model fitted on the train rows of all other sources.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from mailroom_dagster.classification.fast_path import FastPath
from mailroom_dagster.classification.labelled import TRAIN, Labelled
from mailroom_dagster.classification.sorting import Sorter, Sorting
from mailroom_dagster.classification.training.experts import Features
from mailroom_dagster.classification.training.fitting import fit_features, prepare
from mailroom_dagster.policy import Policy
from mailroom_dagster.providers.base import Provider
from mailroom_dagster.reading.model import DocumentText
from mailroom_dagster.taxonomy.model import Taxonomy

Scheme = Literal["split", "leave_one_source_out"]


@dataclass(frozen=True)
class Prediction:
    """What the flow said of one document. `doc_class` may be `unknown`; `auto_accepted`: no person was needed."""

    name: str
    truth: str
    doc_class: str
    confidence: float
    auto_accepted: bool
    fast_path: bool  # whether the fast path answered alone
    source: str
    origin: str
    subtype: str | None = None

    @property
    def correct(self) -> bool:
        """Whether the class is right."""
        return self.doc_class == self.truth


def evaluate(
    rows: Sequence[Labelled],
    taxonomy: Taxonomy,
    policy: Policy,
    scheme: Scheme,
    *,
    extra: Sequence[Labelled] = (),
    provider_for: Callable[[FastPath], Provider],
) -> list[Prediction]:
    """Predictions in the order of `rows`. `extra` rows (the handwritten texts) are always trained on, never predicted.

    `provider_for` gives the provider of agents for a fitted model. Only train rows are ever fitted on."""
    data = prepare([*rows, *extra])
    held, always = data[: len(rows)], data[len(rows) :]
    told = {}
    for inside, outside in _folds(held, scheme):
        model, _ = fit_features([*inside, *always], taxonomy)
        sorter = Sorter(taxonomy, policy, provider_for(model), model)
        for item in outside:
            told[item.row.name] = predict(sorter, item.row)
    return [told[row.name] for row in rows if row.name in told]


def predict(sorter: Sorter, row: Labelled) -> Prediction:
    """The whole flow for one document: first pass and, when wanted, the second opinion."""
    sorting = sort_whole(sorter, row.name, row.document)
    return Prediction(
        name=row.name,
        truth=row.doc_class,
        doc_class=sorting.doc_class,
        confidence=sorting.confidence,
        auto_accepted=sorting.route == "extract",
        fast_path=sorting.decided_by == "fast_path" and sorting.route == "extract",
        source=row.source,
        origin=row.origin,
        subtype=sorting.subtype,
    )


def sort_whole(sorter: Sorter, doc_id: str, document: DocumentText) -> Sorting:
    """First pass and, when the first pass is uncertain, the second opinion."""
    sorting = sorter.first_pass(doc_id, document)
    return sorter.second_opinion(doc_id, document, sorting) if sorting.route == "uncertain" else sorting


def _folds(data: Sequence[Features], scheme: Scheme) -> Iterator[tuple[list[Features], list[Features]]]:
    """Pairs of (train rows to fit on, rows to predict)."""
    if scheme == "split":
        yield [item for item in data if item.row.split == TRAIN], [item for item in data if item.row.split != TRAIN]
        return
    for source in sorted({item.row.source for item in data}):
        inside = [item for item in data if item.row.source != source and item.row.split == TRAIN]
        yield inside, [item for item in data if item.row.source == source]
