"""The report of a run: one HTML file that needs nothing beside it, and the summary as JSON.

Belongs here: choosing the headlines and filling the page. Everything shown comes from the summary.
"""

from __future__ import annotations

import base64
from pathlib import Path

import jinja2

from mailroom_dagster.evaluation.gate_kpis import CostCard
from mailroom_dagster.evaluation.intervals import Estimate
from mailroom_dagster.evaluation.plots import pictures
from mailroom_dagster.evaluation.runs import EvaluationRun
from mailroom_dagster.evaluation.summary import Figures, Summary

_TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=jinja2.StrictUndefined
)


def write_report(run: EvaluationRun, summary: Summary) -> Path:
    """Write report.html, summary.json and the pictures below the run's folder; returns the page's path."""
    drawn = pictures(summary.all)
    for name, data in drawn.items():
        run.files.write_bytes(f"report/{name.replace(' ', '-')}.png", data)
    run.files.write("report/summary.json", summary)
    return run.files.write_bytes("report/report.html", render(summary, drawn).encode())


def render(summary: Summary, drawn: dict[str, bytes]) -> str:
    """The page."""
    return _TEMPLATES.get_template("report.html.j2").render(
        summary=summary,
        headlines=headlines(summary),
        cost=_cost(summary.all.cost),
        pictures={name: base64.b64encode(data).decode() for name, data in drawn.items()},
    )


def headlines(summary: Summary) -> list[tuple[str, Estimate, Estimate]]:
    """(label, over all documents, over real ones) of the figures that matter most."""
    pairs = zip(_headlines(summary.all), _headlines(summary.real), strict=True)
    return [(label, found, real) for (label, found), (_, real) in pairs]


def _headlines(figures: Figures) -> list[tuple[str, Estimate]]:
    sorter, specialists, gates = figures.sorter, figures.specialists, figures.gates
    nothing = Estimate(value=None)
    micro = specialists.micro
    return [
        ("class accuracy", sorter.accuracy),
        ("class macro F1", sorter.macro_f1),
        ("calibration error (ECE)", sorter.ece),
        ("Brier score", sorter.brier),
        ("class accepted without a person", sorter.coverage),
        ("accuracy of the accepted", sorter.accepted_accuracy),
        ("answered by the fast path", sorter.fast_path_rate),
        ("asked for a second opinion", sorter.second_opinion_rate),
        ("field precision (verbatim, complete truth)", micro.precision if micro else nothing),
        ("field recall (verbatim, complete truth)", micro.recall if micro else nothing),
        ("field F1 (verbatim, complete truth)", micro.f1 if micro else nothing),
        ("recall of lists with incomplete truth", specialists.incomplete_recall),
        ("mean document score", specialists.document_score),
        ("schema valid", specialists.schema_valid),
        ("values grounded", specialists.grounded),
        ("hallucination rate", specialists.hallucination),
        ("straight through", gates.straight_through),
        ("right, of those straight through", gates.straight_through_correct),
        ("held back with reason (precision)", gates.precision),
        ("held back when needed (recall)", gates.recall),
    ]


def _cost(card: CostCard) -> list[tuple[str, object]]:
    return [
        ("documents", card.documents),
        ("model calls", card.calls),
        ("input tokens", card.input_tokens),
        ("output tokens", card.output_tokens),
        ("cost, USD", card.cost_usd),
        ("cost a document, USD", card.usd_per_document),
        ("cost a correct document, USD", card.usd_per_correct_document),
        *((f"{stage}: median seconds", seconds) for stage, seconds in card.seconds_median.items()),
        *((f"{stage}: 95th percentile", seconds) for stage, seconds in card.seconds_p95.items()),
    ]
