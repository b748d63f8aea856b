"""The pictures of a run, as PNG bytes: what a reader should see at a glance.

Belongs here: drawing. Colours are told apart without hue alone; every picture says n. No global matplotlib state.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from mailroom_dagster.evaluation.gate_kpis import CostCard
from mailroom_dagster.evaluation.intervals import Estimate
from mailroom_dagster.evaluation.sorter_kpis import SorterKpis
from mailroom_dagster.evaluation.specialist_kpis import SpecialistKpis
from mailroom_dagster.evaluation.summary import Figures

INK, FILL, SOFT, ALERT = "#1f2933", "#2b6cb0", "#cbd5e0", "#c05621"
DPI = 110


def pictures(figures: Figures) -> dict[str, bytes]:
    """Every picture by name; one without data is left out."""
    drawn: dict[str, Callable[[], bytes | None]] = {
        "confusion matrix": lambda: confusion(figures.sorter),
        "reliability": lambda: reliability(figures.sorter),
        "coverage and accuracy": lambda: coverage(figures.sorter),
        "classes": lambda: classes(figures.sorter),
        "fields": lambda: fields(figures.specialists),
        "latency": lambda: latency(figures.cost),
    }
    return {name: picture for name, draw in drawn.items() if (picture := draw()) is not None}


def confusion(kpis: SorterKpis) -> bytes | None:
    """True class by row, said class by column, documents in the cells."""
    rows = list(kpis.confusion)
    columns = sorted({name for counts in kpis.confusion.values() for name in counts} | set(rows))
    if not rows:
        return None
    counts = np.array([[kpis.confusion[row].get(column, 0) for column in columns] for row in rows])
    figure, axes = _axes(1.6 + 0.75 * len(columns), 1.6 + 0.5 * len(rows))
    axes.imshow(counts / counts.sum(axis=1, keepdims=True), cmap="Blues", vmin=0, vmax=1.1, aspect="auto")
    axes.set_xticks(range(len(columns)), [_words(name) for name in columns], rotation=35, ha="right")
    axes.set_yticks(range(len(rows)), [_words(name) for name in rows])
    for (row, column), count in np.ndenumerate(counts):
        if count:
            wrong = rows[row] != columns[column]
            axes.text(column, row, str(count), ha="center", va="center", color=ALERT if wrong else "white",
                      fontweight="bold" if wrong else "normal")  # fmt: skip
    axes.set(xlabel="said", ylabel="true", title=f"Confusion, n = {counts.sum()}")
    return _png(figure)


def reliability(kpis: SorterKpis) -> bytes | None:
    """Stated confidence against observed accuracy, a bar a bin, with the number of documents."""
    bins = [item for item in kpis.reliability if item.n]
    if not bins:
        return None
    figure, axes = _axes(5, 4.2)
    axes.plot([0, 1], [0, 1], linestyle="--", color=SOFT, label="perfect")
    axes.bar([item.low for item in bins], [item.accuracy or 0.0 for item in bins], width=0.1, align="edge",
             color=FILL, alpha=0.75, edgecolor="white", label="observed")  # fmt: skip
    axes.plot([item.confidence for item in bins], [item.accuracy for item in bins], "o", color=INK, label="bin mean")
    for item in bins:
        axes.text(item.low + 0.05, 0.02, str(item.n), ha="center", color="white", fontsize=8)
    axes.set(xlim=(0, 1), ylim=(0, 1.05), xlabel="stated confidence", ylabel="share correct",
             title=f"Reliability, ECE {kpis.ece}")  # fmt: skip
    axes.legend(loc="upper left", frameon=False, fontsize=8)
    return _png(figure)


def coverage(kpis: SorterKpis) -> bytes | None:
    """Accuracy of what would be accepted, by how much would be accepted."""
    if not kpis.curve:
        return None
    figure, axes = _axes(5, 4.2)
    axes.step(
        [point.coverage for point in kpis.curve], [point.accuracy for point in kpis.curve], where="post", color=FILL
    )
    if kpis.coverage.value is not None and kpis.accepted_accuracy.value is not None:
        axes.plot(kpis.coverage.value, kpis.accepted_accuracy.value, "D", color=ALERT, label="accepted by the gate")
        axes.legend(loc="lower left", frameon=False, fontsize=8)
    lowest = min(point.accuracy for point in kpis.curve)
    axes.set(xlim=(0, 1.02), ylim=(min(0.9, lowest - 0.03), 1.01), xlabel="coverage", ylabel="accuracy of the covered",
             title=f"Coverage and accuracy, n = {kpis.coverage.n}")  # fmt: skip
    return _png(figure)


def classes(kpis: SorterKpis) -> bytes | None:
    """Recall by true class with intervals."""
    return _bars("Recall by class", [(_words(name), found["recall"]) for name, found in kpis.by_class.items()])


def fields(kpis: SpecialistKpis) -> bytes | None:
    """F1 by field with intervals, verbatim truth only."""
    rows = [
        (f"{_words(doc_class)}: {_words(name)}", found.f1)
        for doc_class, held in kpis.fields.items()
        for name, found in held.items()
        if found.tier == "verbatim" and found.f1.value is not None
    ]
    return _bars("F1 by field, verbatim truth", rows)


def latency(card: CostCard) -> bytes | None:
    """Seconds a document by stage."""
    stages = [stage for stage, seconds in card.seconds_median.items() if seconds is not None]
    if not stages:
        return None
    figure, axes = _axes(5, 0.9 + 0.6 * len(stages))
    places = np.arange(len(stages))
    axes.barh(
        places - 0.18, [card.seconds_median[stage] or 0.0 for stage in stages], height=0.34, color=FILL, label="median"
    )
    axes.barh(
        places + 0.18,
        [card.seconds_p95[stage] or 0.0 for stage in stages],
        height=0.34,
        color=SOFT,
        label="95th percentile",
    )
    axes.set_yticks(places, stages)
    axes.invert_yaxis()
    axes.set(xlabel="seconds a document", title=f"Latency, n = {card.documents}")
    axes.legend(frameon=False, fontsize=8)
    return _png(figure)


def _bars(title: str, rows: Sequence[tuple[str, Estimate]]) -> bytes | None:
    known = [(label, found) for label, found in rows if found.value is not None]
    if not known:
        return None
    figure, axes = _axes(7, 1.0 + 0.27 * len(known))
    places = np.arange(len(known))
    values = np.array([found.value for _, found in known])
    axes.barh(places, values, height=0.62, color=FILL, alpha=0.75)
    for place, (_, found) in zip(places, known, strict=True):
        if found.low is not None and found.high is not None:
            axes.plot([found.low, found.high], [place, place], color=INK, linewidth=1.2)
        axes.text(1.02, place, f"n={found.n}", va="center", fontsize=7, color=INK)
    axes.set_yticks(places, [label for label, _ in known], fontsize=8)
    axes.invert_yaxis()
    axes.set(xlim=(0, 1.0), title=f"{title} (lines: 95 % intervals)")
    return _png(figure)


def _axes(width: float, height: float) -> tuple[Figure, Any]:
    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.subplots()
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return figure, axes


def _png(figure: Figure) -> bytes:
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=DPI)
    return buffer.getvalue()


def _words(name: str) -> str:
    return name.replace("_", " ")
