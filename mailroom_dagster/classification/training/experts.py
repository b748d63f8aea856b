"""The two experts of the fast path, fitted: one over marks, one over words.

Belongs here: features, weights of rows, choice of words, and the two regressions. Each class weighs the same, and
within a class each source the square root of its documents, so that a big source does not speak for its class.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from scipy import sparse
from sklearn.linear_model import LogisticRegression

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.classification.fast_path import mark_points
from mailroom_dagster.classification.labelled import HANDWRITTEN, Labelled
from mailroom_dagster.classification.marks import MarkBook, Marking
from mailroom_dagster.classification.view import quick_view, shown_to, view_of
from mailroom_dagster.classification.words import Array, Vocabulary, WordModel

SEED = 20
MARKS_STRENGTH, WORDS_STRENGTH = 3.0, 45.0  # inverse of the ridge
MAX_WORDS = 3_000
FEWEST_DOCUMENTS, FEWEST_SOURCES = 3, 3  # that a word must occur in
ROUNDS, TOLERANCE = 200, 1e-3


@dataclass(frozen=True)
class Features:
    """What the models look at in one labelled document: as the fast path, the sorter and the reviewer see it."""

    row: Labelled
    marking: Marking
    grams: Counter[str]
    sorter_marking: Marking
    reviewer_grams: Counter[str]

    @property
    def source(self) -> str:
        """Where it comes from; the texts written for this project count as one source a class."""
        return f"{self.row.source} {self.row.doc_class}" if self.row.source == HANDWRITTEN else self.row.source


def features_of(row: Labelled, book: MarkBook) -> Features:
    """Look at one document."""
    quick = quick_view(row.document)
    return Features(
        row=row,
        marking=book.find(quick),
        grams=quick.grams,
        sorter_marking=book.find(view_of(shown_to(Role.SORTER, row.document).text, row.document)),
        reviewer_grams=view_of(shown_to(Role.REVIEWER, row.document).text, row.document).grams,
    )


def fit_marks(data: Sequence[Features], classes: tuple[str, ...]) -> tuple[Array, Array]:
    """Coefficients (kinds x classes) and intercept over the points of marks."""
    table = np.array([mark_points(item.marking, classes) for item in data])
    return _regression(table, data, classes, MARKS_STRENGTH)


def fit_words(data: Sequence[Features], classes: tuple[str, ...]) -> WordModel:
    """The word model."""
    vocabulary = choose_words(data)
    weighed = [vocabulary.weigh(item.grams) for item in data]
    rows = np.concatenate([np.full(len(text.numbers), place) for place, text in enumerate(weighed)])
    columns = np.concatenate([text.numbers for text in weighed])
    values = np.concatenate([text.weights for text in weighed])
    table = sparse.csr_matrix((values, (rows, columns)), shape=(len(data), len(vocabulary.words)))
    return WordModel(vocabulary, *_regression(table, data, classes, WORDS_STRENGTH))


def choose_words(data: Sequence[Features]) -> Vocabulary:
    """The words and pairs that occur in several documents of several sources, most frequent first."""
    documents: Counter[str] = Counter()
    by_source: dict[str, set[str]] = defaultdict(set)
    for item in data:
        documents.update(item.grams.keys())
        by_source[item.source] |= item.grams.keys()
    sources = Counter(chain.from_iterable(by_source.values()))
    common = [
        gram
        for gram, count in documents.items()
        if count >= FEWEST_DOCUMENTS and sources[gram] >= FEWEST_SOURCES and not gram.isdigit()
    ]
    chosen = sorted(common, key=lambda gram: (-documents[gram], gram))[:MAX_WORDS]
    counts = np.array([documents[gram] for gram in chosen])
    return Vocabulary(tuple(chosen), np.log((1 + len(data)) / (1 + counts)) + 1)


def weights_of(data: Sequence[Features]) -> Array:
    """One weight a document."""
    sizes = Counter((item.row.doc_class, item.row.source) for item in data)
    raw = np.array([sizes[(item.row.doc_class, item.row.source)] ** -0.5 for item in data])
    truth = np.array([item.row.doc_class for item in data])
    names = sorted(set(truth))
    totals = {name: raw[truth == name].sum() for name in names}
    return np.asarray(raw / np.array([totals[name] for name in truth]) * len(data) / len(names))


def _regression(
    table: object, data: Sequence[Features], classes: tuple[str, ...], strength: float
) -> tuple[Array, Array]:
    """Coefficients (features x classes) and intercept; a class without documents gets a column that never wins."""
    model = LogisticRegression(C=strength, max_iter=ROUNDS, tol=TOLERANCE, random_state=SEED)
    model.fit(table, [item.row.doc_class for item in data], sample_weight=weights_of(data))
    places = [classes.index(name) for name in model.classes_]
    coefficients = np.zeros((model.coef_.shape[1], len(classes)))
    intercept = np.full(len(classes), -20.0)
    coefficients[:, places] = model.coef_.T
    intercept[places] = model.intercept_
    return coefficients, intercept
