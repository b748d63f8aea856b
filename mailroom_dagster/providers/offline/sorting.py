"""The offline sorter: hand-written marks over what it is shown, no training, no network.

Belongs here: an opinion from marks alone, independent of the fast path's trained words. Its confidence grows with the
marks found and shrinks with what speaks for another class or for none.
"""

from __future__ import annotations

import math
from functools import lru_cache

from mailroom_dagster.agents.contracts import SortAnswer, SortTask
from mailroom_dagster.classification.language import is_foreign
from mailroom_dagster.classification.marks import Marking, find_marks, load_marks
from mailroom_dagster.classification.subtypes import subtype_of
from mailroom_dagster.classification.view import view_of
from mailroom_dagster.taxonomy.model import UNKNOWN, Taxonomy, load_taxonomy

MIN_POINTS = 4.0  # below, nothing can be said
FOREIGN_CAP = 0.6  # marks are English


def sort(task: SortTask) -> SortAnswer:
    """One opinion from the marks of the document as it is shown."""
    view = view_of(task.document.text, task.document)
    book = load_marks()
    marking = find_marks(book, view)
    (best, points), (second, runner_up) = marking.ranking[:2]
    signals = {"points": points, "runner_up": runner_up}
    if points < MIN_POINTS or best not in book.classes:
        return SortAnswer(
            doc_class=UNKNOWN, confidence=0.5, reasoning=f"marks of {best}" if points else "no marks", signals=signals
        )
    confidence = _confidence(points, runner_up)
    if is_foreign(task.document):
        confidence = min(confidence, FOREIGN_CAP)
    return SortAnswer(
        doc_class=best,
        subtype=subtype_of(view, best, _taxonomy()),
        confidence=confidence,
        reasoning=_reasons(marking, best, second if runner_up else ""),
        signals=signals,
    )


def _confidence(points: float, runner_up: float) -> float:
    """Grows with the points and with their lead over whatever comes next."""
    return round(1 / (1 + math.exp(-(0.25 * points + 0.45 * (points - runner_up) - 2.0))), 4)


def _reasons(marking: Marking, best: str, second: str) -> str:
    found = ", ".join(name.replace("_", " ") for name in marking.found[best])
    return f"marks: {found}" + (f"; next {second}" if second else "")


@lru_cache(maxsize=1)
def _taxonomy() -> Taxonomy:
    return load_taxonomy()
