"""Fitting a whole fast path: the experts on all rows, the confidences on predictions for sources left out.

Belongs here: the order of fits, and which predictions calibrate what. Every row must be of the train split.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from sklearn.model_selection import GroupKFold
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from mailroom_dagster.classification.fast_path import FastPath, signals_of
from mailroom_dagster.classification.labelled import Labelled, require_train
from mailroom_dagster.classification.marks import MarkBook, load_marks
from mailroom_dagster.classification.reliability import Confidence, logit
from mailroom_dagster.classification.training.confidences import fit_confidence
from mailroom_dagster.classification.training.experts import Features, features_of, fit_marks, fit_words
from mailroom_dagster.classification.words import Array
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.taxonomy.model import UNKNOWN, Taxonomy

FOLDS = 8  # of sources
FEWEST_ROWS = 40


@dataclass(frozen=True)
class Judged:
    """A prediction for a document whose source the predicting model had not seen."""

    row: Labelled
    doc_class: str
    signals: Mapping[str, float]
    confidence: float = 0.0

    @property
    def correct(self) -> bool:
        """Whether the class is right."""
        return self.doc_class == self.row.doc_class


def fit(rows: Sequence[Labelled], taxonomy: Taxonomy) -> FastPath:
    """A fast path for the classes of a taxonomy. Raises evaluation_refused for rows that may not be fitted on."""
    return fit_features(prepare(rows), taxonomy)[0]


def prepare(rows: Iterable[Labelled], book: MarkBook | None = None) -> list[Features]:
    """Look at every document once; the result can be fitted on many times."""
    book = book or load_marks()
    return [features_of(row, book) for row in rows]


def fit_features(data: Sequence[Features], taxonomy: Taxonomy) -> tuple[FastPath, dict[str, list[Judged]]]:
    """The fast path, and the out-of-source predictions that its confidences were fitted on."""
    require_train(item.row for item in data)
    if len(data) < FEWEST_ROWS:
        why = f"{len(data)} training documents are too few, {FEWEST_ROWS} are needed"
        raise MailroomError(ErrorCode.EVALUATION_REFUSED, "nothing can be fitted", why=why)
    with threadpool_limits(limits=1):  # the arrays are small: threads only wait for each other
        return _fit_all(data, taxonomy)


def _fit_all(data: Sequence[Features], taxonomy: Taxonomy) -> tuple[FastPath, dict[str, list[Judged]]]:
    judged = _out_of_source(data, taxonomy)
    confidences = {name: _confidence(known) for name, known in judged.items()}
    told = {
        name: [replace(item, confidence=confidences[name].of(item.signals)) for item in known]
        for name, known in judged.items()
    }
    return _fit_experts(data, taxonomy, confidences), told


def _fit_experts(data: Sequence[Features], taxonomy: Taxonomy, confidences: dict[str, Confidence]) -> FastPath:
    classes = (*taxonomy.classes, UNKNOWN)
    coefficients, intercept = fit_marks(data, classes)
    return FastPath(
        classes=classes,
        marks_coefficients=coefficients,
        marks_intercept=intercept,
        words=fit_words(data, classes),
        confidences=confidences,
        book=load_marks(),
        taxonomy=taxonomy,
    )


def _out_of_source(data: Sequence[Features], taxonomy: Taxonomy) -> dict[str, list[Judged]]:
    """Predictions of each expert for every document, made without its source."""
    groups = [item.row.source for item in data]
    folds = GroupKFold(n_splits=min(FOLDS, len(set(groups))))
    judged: dict[str, list[Judged]] = {"fast_path": [], "marks": [], "words": []}
    for inside, outside in folds.split(np.zeros(len(data)), groups=groups):
        model = _fit_experts([data[place] for place in inside], taxonomy, {})
        for place in outside:
            for name, prediction in _predictions(model, data[place]).items():
                judged[name].append(prediction)
    return judged


def _predictions(model: FastPath, item: Features) -> dict[str, Judged]:
    """What the fast path, the sorter's marks and the reviewer's words say of one document."""
    marks, words = model.by_marks(item.marking), _by_words(model, item.grams)
    blended = model.blend(marks, words)
    best = model.classes[int(np.argmax(blended))]
    kind, _ = item.sorter_marking.ranking[0]
    reviewer = _by_words(model, item.reviewer_grams)
    said = model.classes[int(np.argmax(reviewer))]
    return {
        "fast_path": Judged(item.row, best, _only(signals_of(item.marking, best, float(blended.max())), "weaker")),
        "marks": Judged(item.row, kind, _only(signals_of(item.sorter_marking, kind, 0.5), "support", "lead")),
        "words": Judged(item.row, said, {"odds": logit(float(reviewer.max()))}),
    }


def _by_words(model: FastPath, grams: Counter[str]) -> Array:
    return model.words.probabilities(model.words.vocabulary.weigh(grams))


def _only(signals: Mapping[str, float], *names: str) -> dict[str, float]:
    return {name: signals[name] for name in names}


def _confidence(judged: Sequence[Judged]) -> Confidence:
    """Fitted on predictions that name a class; foreign texts never get that far."""
    named = [item for item in judged if item.doc_class != UNKNOWN]
    return fit_confidence([item.signals for item in named], [item.correct for item in named])
