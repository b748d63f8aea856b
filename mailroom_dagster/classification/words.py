"""The word model: TF-IDF over single words and pairs, logistic regression, in plain arrays.

Belongs here: turning a view's words into probabilities, and telling which words carried them. Only words that occur in
several sources of the training data are in the vocabulary, so that names and house styles do not decide. Fitting is
`training`'s.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Weighed:
    """The known words of one text, by their numbers in the vocabulary, and their weights."""

    numbers: NDArray[np.intp]
    weights: Array


@dataclass(frozen=True)
class Vocabulary:
    """Words and pairs with their inverse document frequencies."""

    words: tuple[str, ...]
    idf: Array
    index: dict[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", {word: place for place, word in enumerate(self.words)})

    def weigh(self, grams: Counter[str]) -> Weighed:
        """The known words of a text: (1 + log count) x idf, scaled to length 1."""
        known = sorted([(self.index[gram], grams[gram]) for gram in filter(self.index.__contains__, grams)])
        numbers = np.array([number for number, _ in known], dtype=np.intp)
        weights = (1.0 + np.log([count for _, count in known])) * self.idf[numbers]
        length = float(np.sqrt(weights @ weights))
        return Weighed(numbers, weights / length if length else weights)


@dataclass(frozen=True)
class WordModel:
    """Logistic regression over a vocabulary: one column a class."""

    vocabulary: Vocabulary
    coefficients: Array  # words x classes
    intercept: Array

    def probabilities(self, text: Weighed) -> Array:
        """One probability a class, summing to 1."""
        return softmax(text.weights @ self.coefficients[text.numbers] + self.intercept)

    def strongest(self, text: Weighed, column: int, count: int) -> list[str]:
        """The words that spoke loudest for a class, loudest first."""
        rows = self.coefficients[text.numbers]
        said = text.weights * (rows[:, column] - rows.mean(axis=1))
        return [self.vocabulary.words[text.numbers[place]] for place in np.argsort(-said)[:count] if said[place] > 0]


def softmax(logits: Array) -> Array:
    """Probabilities from logits."""
    raised = np.exp(logits - logits.max())
    return np.asarray(raised / raised.sum(), dtype=np.float64)
