"""What a run found, as one value: every figure with its interval, the conditions, and what to be careful about.

Belongs here: putting the figures together. A summary exists only over a complete run.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from mailroom_dagster.evaluation.gate_kpis import CostCard, GateKpis, cost_card, gate_kpis
from mailroom_dagster.evaluation.guards import Overlap, overlap
from mailroom_dagster.evaluation.rows import DocumentRow, FieldRow
from mailroom_dagster.evaluation.runs import EvaluationRun
from mailroom_dagster.evaluation.settings import Conditions, Settings
from mailroom_dagster.evaluation.sorter_kpis import SorterKpis, sorter_kpis
from mailroom_dagster.evaluation.specialist_kpis import SpecialistKpis, specialist_kpis


class Figures(BaseModel):
    """The figures over one set of documents."""

    model_config = ConfigDict(frozen=True)

    documents: int
    sources: int
    sorter: SorterKpis
    specialists: SpecialistKpis
    gates: GateKpis
    cost: CostCard


class Summary(BaseModel):
    """A run in figures: over `all` documents, and over the `real` ones without templates and synthetic documents."""

    model_config = ConfigDict(frozen=True)

    run: str
    settings: Settings
    conditions: Conditions
    overlap: Overlap
    warnings: tuple[str, ...]
    all: Figures
    real: Figures


def summarize(run: EvaluationRun) -> Summary:
    """The summary of a scored run. Raises evaluation_refused while anything is missing."""
    documents, fields = run.documents(), run.fields()
    real = [row for row in documents if row.origin == "real"]
    known = overlap(run.sampled(), run.trained_on)
    return Summary(
        run=run.name,
        settings=run.settings,
        conditions=run.conditions,
        overlap=known,
        warnings=tuple(_warnings(documents, known)),
        all=figures(documents, fields),
        real=figures(real, [row for row in fields if row.origin == "real"]),
    )


def figures(documents: list[DocumentRow], fields: list[FieldRow]) -> Figures:
    """The figures over some documents and their fields."""
    return Figures(
        documents=len(documents),
        sources=len({row.group for row in documents}),
        sorter=sorter_kpis(documents),
        specialists=specialist_kpis(documents, fields),
        gates=gate_kpis(documents),
        cost=cost_card(documents),
    )


def _warnings(documents: list[DocumentRow], known: Overlap) -> list[str]:
    found = []
    if known.state == "overlap":
        found.append(f"{len(known.names)} documents were also trained on: run again with --without-overlap")
    if known.state == "unknown":
        found.append("the fast-path model does not say what it was trained on: an overlap cannot be excluded")
    if failed := sum(row.error is not None for row in documents):
        found.append(f"{failed} documents failed; they count as wrong")
    if synthetic := sum(row.origin != "real" for row in documents):
        found.append(
            f"{synthetic} of {len(documents)} documents are templates or synthetic: see the figures without them"
        )
    return found
