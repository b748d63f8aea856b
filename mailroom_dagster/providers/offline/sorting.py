"""The offline sorting agents: hand-written marks for sorter and retry, trained words for the blind reviewer.

Belongs here: opinions that need no network. The two rest on different evidence in different parts of the document, so
that their agreement means something. What their confidences are worth was fitted with the fast path.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from mailroom_dagster.agents.contracts import Role, SortAnswer, SortTask
from mailroom_dagster.classification.fast_path import FastPath, signals_of
from mailroom_dagster.classification.language import is_foreign
from mailroom_dagster.classification.marks import Marking, load_marks
from mailroom_dagster.classification.reliability import Confidence, logit
from mailroom_dagster.classification.subtypes import subtype_of
from mailroom_dagster.classification.view import View, view_of
from mailroom_dagster.configuration import models_dir
from mailroom_dagster.taxonomy.model import UNKNOWN, Taxonomy, load_taxonomy

FOREIGN_CAP = 0.6  # marks and words are English
MARKS_ALONE_CAP = 0.94  # below the high bar: where there are words to ask, marks alone accept nothing
NOTHING_FOUND = 0.3  # confidence of an answer for want of anything better
UNFITTED = Confidence(bias=-3.0, weights={"support": 2.5, "lead": 4.5})  # where no model is installed


@dataclass(frozen=True)
class OfflineSorter:
    """Answers sorting tasks for the classes of a taxonomy; without a model the reviewer looks at marks, too."""

    taxonomy: Taxonomy
    model: FastPath | None

    def sort(self, task: SortTask) -> SortAnswer:
        """One opinion on the document as it is shown."""
        view = view_of(task.document.text, task.document)
        by_words = task.role is Role.REVIEWER and self.model is not None
        answer = self._by_words(view, self.model) if by_words and self.model else self._by_marks(view)
        if is_foreign(task.document):
            return answer.model_copy(update={"confidence": min(answer.confidence, FOREIGN_CAP)})
        return answer

    def _by_marks(self, view: View) -> SortAnswer:
        marking = load_marks().find(view)
        (best, points), (second, runner_up) = marking.ranking[:2]
        signals = signals_of(marking, best, 0.5)
        if best not in marking.defined or best not in self.taxonomy.classes:
            reasoning = f"marks of {best.replace('_', ' ')}" if points else "no marks"
            return SortAnswer(doc_class=UNKNOWN, confidence=NOTHING_FOUND, reasoning=reasoning, signals=signals)
        confidence = UNFITTED.of(signals)
        if self.model:
            confidence = min(self.model.confidences["marks"].of(signals), MARKS_ALONE_CAP)
        return SortAnswer(
            doc_class=best,
            subtype=subtype_of(view, best, self.taxonomy),
            confidence=confidence,
            reasoning=_reasons(marking, best, second if runner_up else ""),
            signals=signals,
        )

    def _by_words(self, view: View, model: FastPath) -> SortAnswer:
        weighed = model.words.vocabulary.weigh(view.grams)
        probabilities = model.words.probabilities(weighed)
        column = int(np.argmax(probabilities))
        best = model.classes[column]
        odds = logit(float(probabilities[column]))
        strongest = ", ".join(model.words.strongest(weighed, column, 5))
        return SortAnswer(
            doc_class=best,
            subtype=subtype_of(view, best, self.taxonomy),
            confidence=NOTHING_FOUND if best == UNKNOWN else model.confidences["words"].of({"odds": odds}),
            reasoning=f"words: {strongest}",
            signals={"odds": odds},
        )


def sort(task: SortTask) -> SortAnswer:
    """One opinion with the taxonomy and the model that are configured."""
    return _configured().sort(task)


def _reasons(marking: Marking, best: str, second: str) -> str:
    found = ", ".join(name.replace("_", " ") for name in marking.found[best])
    return f"marks: {found}" + (f"; next {second.replace('_', ' ')}" if second else "")


@lru_cache(maxsize=1)
def _configured() -> OfflineSorter:
    return OfflineSorter(load_taxonomy(), FastPath.load(models_dir()))
