"""The fast path: a local model over marks and words that sorts a document without asking an agent.

Belongs here: loading the trained file and answering. Does not belong here: training it (`training`), or deciding
whether its answer is enough (the fast_path table of `routing`). It knows what it does not know: a class without a
defining mark, and a text that is not English, never reach a high confidence.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from mailroom_dagster.agents.contracts import SortAnswer
from mailroom_dagster.classification.language import is_foreign
from mailroom_dagster.classification.marks import MarkBook, Marking, load_marks
from mailroom_dagster.classification.reliability import Confidence, logit
from mailroom_dagster.classification.subtypes import subtype_of
from mailroom_dagster.classification.view import quick_view
from mailroom_dagster.classification.words import Array, Vocabulary, Weighed, WordModel, softmax
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.reading.model import DocumentText
from mailroom_dagster.taxonomy.model import UNKNOWN, Taxonomy, load_taxonomy

MODEL_FILE = "fast_path.json"
FORMAT = 1
POINTS = 10.0  # points are divided by this
ODDS = 2.5  # log odds of the blend that say as much as a lead of POINTS
WORDS_SHARE = 0.3  # of the blend; the rest is the marks'
UNDEFINED_CAP = 0.9  # of a class without a defining mark, and of one that is hardly ahead of the next kind
NARROW_LEAD = 0.25  # in POINTS
STRONG_WORDS = 4  # named with a verdict


@dataclass(frozen=True)
class FastVerdict:
    """What the fast path says. Confidence is calibrated, 0..1; margin is that of the best class over the next."""

    doc_class: str
    subtype: str | None
    confidence: float
    margin: float
    because: tuple[str, ...]
    signals: dict[str, float] = field(default_factory=dict)

    def as_answer(self) -> SortAnswer:
        """The verdict as an opinion beside those of agents."""
        return SortAnswer(
            doc_class=self.doc_class,
            subtype=self.subtype,
            confidence=self.confidence,
            reasoning=", ".join(self.because),
            signals=self.signals,
        )


class FastSorter(Protocol):
    """What can take the fast path's slot. `classes` are those it was trained on, `unknown` last."""

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes it knows."""

    def sort(self, document: DocumentText) -> FastVerdict | None:
        """A verdict; None when the document has to be sorted in full."""


@dataclass(frozen=True)
class FastPath:
    """A trained model. `classes` ends with `unknown`; columns and rows of the arrays follow it."""

    classes: tuple[str, ...]
    marks_coefficients: Array  # classes + the best background kind, x classes
    marks_intercept: Array
    words: WordModel
    confidences: dict[str, Confidence]  # by who rests on it: fast_path, marks, words
    book: MarkBook
    taxonomy: Taxonomy

    @classmethod
    def load(cls, folder: Path) -> FastPath | None:
        """The model of a folder; None when there is none. Raises bad_config for a file that cannot be used."""
        path = folder / MODEL_FILE
        try:
            content = json.loads(path.read_bytes())
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise _unusable("is not JSON", path) from error
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise _unusable("is of another format", path)
        try:
            model = cls.from_json(content)
        except (KeyError, TypeError, ValueError, AttributeError) as error:  # ValueError: pydantic's and numpy's too
            raise _unusable("lacks a part", path) from error
        if not model.is_whole():
            raise _unusable("does not fit together", path)
        return model

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> FastPath:
        """The model as `as_json` gave it."""
        words = content["words"]
        vocabulary = Vocabulary(tuple(words["vocabulary"]), np.array(words["idf"]))
        return cls(
            classes=tuple(content["classes"]),
            marks_coefficients=np.array(content["marks"]["coefficients"]),
            marks_intercept=np.array(content["marks"]["intercept"]),
            words=WordModel(vocabulary, np.array(words["coefficients"]), np.array(words["intercept"])),
            confidences={name: Confidence(**model) for name, model in content["confidences"].items()},
            book=load_marks(),
            taxonomy=load_taxonomy(),
        )

    def is_whole(self) -> bool:
        """Whether its arrays fit each other."""
        count, words = len(self.classes), len(self.words.vocabulary.words)
        shapes = (
            (self.marks_coefficients, (count, count)),
            (self.marks_intercept, (count,)),
            (self.words.vocabulary.idf, (words,)),
            (self.words.coefficients, (words, count)),
            (self.words.intercept, (count,)),
        )
        return all(array.shape == shape and array.dtype.kind in "fi" for array, shape in shapes)

    def as_json(self) -> dict[str, Any]:
        """Everything learned, as plain JSON."""
        return {
            "format": FORMAT,
            "classes": list(self.classes),
            "marks": {
                "coefficients": self.marks_coefficients.round(4).tolist(),
                "intercept": self.marks_intercept.round(4).tolist(),
            },
            "words": {
                "vocabulary": list(self.words.vocabulary.words),
                "idf": self.words.vocabulary.idf.round(4).tolist(),
                "coefficients": self.words.coefficients.round(3).tolist(),
                "intercept": self.words.intercept.round(4).tolist(),
            },
            "confidences": {name: model.model_dump() for name, model in self.confidences.items()},
        }

    def sort(self, document: DocumentText) -> FastVerdict:
        """Sort one document by its head and tail."""
        view = quick_view(document)
        marking = self.book.find(view)
        weighed = self.words.vocabulary.weigh(view.grams)
        blended = self.blend(self.by_marks(marking), self.words.probabilities(weighed))
        order = np.argsort(-blended)
        best = self.classes[order[0]]
        probability = round(float(blended[order[0]]), 4)
        margin = round(float(blended[order[0]] - blended[order[1]]), 4)
        signals = signals_of(marking, best, probability) | {"margin": margin}
        return FastVerdict(
            doc_class=best,
            subtype=subtype_of(view, best, self.taxonomy),
            confidence=self._confidence(document, marking, best, probability, signals),
            margin=margin,
            because=self._because(weighed, marking, int(order[0])),
            signals=signals,
        )

    def by_marks(self, marking: Marking) -> Array:
        """Probabilities from the marks alone."""
        return softmax(mark_points(marking, self.classes) @ self.marks_coefficients + self.marks_intercept)

    def blend(self, marks: Array, words: Array) -> Array:
        """The two experts' probabilities as one."""
        return softmax((1 - WORDS_SHARE) * np.log(marks + 1e-9) + WORDS_SHARE * np.log(words + 1e-9))

    def _confidence(
        self, document: DocumentText, marking: Marking, best: str, probability: float, signals: dict[str, float]
    ) -> float:
        if is_foreign(document):
            return 0.0
        if best == UNKNOWN:
            return probability
        confidence = self.confidences["fast_path"].of(signals)
        clear = best in marking.defined and signals["lead"] >= NARROW_LEAD
        return confidence if clear else min(confidence, UNDEFINED_CAP)

    def _because(self, weighed: Weighed, marking: Marking, column: int) -> tuple[str, ...]:
        marks = (name.replace("_", " ") for name in marking.found.get(self.classes[column], ()))
        words = self.words.strongest(weighed, column, STRONG_WORDS)
        return (*marks, *(f'"{word}"' for word in words))


def mark_points(marking: Marking, classes: tuple[str, ...]) -> Array:
    """The points of each class and of the best background kind, scaled. `classes` ends with `unknown`."""
    points = [marking.points.get(name, 0.0) for name in classes[:-1]]
    return np.array([*points, max(marking.background.values(), default=0.0)]) / POINTS


def signals_of(marking: Marking, doc_class: str, probability: float) -> dict[str, float]:
    """What a confidence rests on: the blend's log odds, the marks' points, their lead over all other kinds, and the
    weaker of odds and lead: the fast path is only as sure as the less sure of its two views."""
    odds, lead = logit(probability), marking.lead(doc_class) / POINTS
    return {
        "odds": round(odds, 4),
        "support": round(marking.points.get(doc_class, 0.0) / POINTS, 4),
        "lead": round(lead, 4),
        "weaker": round(min(odds / ODDS, lead), 4),
    }


def _unusable(why: str, path: Path) -> MailroomError:
    step = "restore the file as it was delivered, or run the asset job train_fast_path"
    return MailroomError(ErrorCode.BAD_CONFIG, f"the fast-path model {why}", where=str(path), next_step=step)
