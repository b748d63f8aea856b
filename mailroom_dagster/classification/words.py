"""The word model: TF-IDF over single words and pairs, logistic regression, in plain arrays.

Belongs here: turning a view's words into probabilities, and telling which words carried them. Only words that occur in
several sources of the training data are in the vocabulary, so that names and house styles do not decide. Fitting is
`training`'s.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Vocabulary:
    """Words and pairs with their inverse document frequencies."""

    index: dict[str, int]
    idf: Array

    def weights(self, grams: list[str]) -> tuple[NDArray[np.intp], Array]:
        """The known words of a text and their weights: (1 + log count) x idf, scaled to length 1."""
        known = [number for gram in grams if (number := self.index.get(gram)) is not None]
        numbers, counts = np.unique(np.array(known, dtype=np.intp), return_counts=True)
        weights = (1.0 + np.log(counts)) * self.idf[numbers]
        length = float(np.sqrt(weights @ weights))
        return numbers, weights / length if length else weights


@dataclass(frozen=True)
class WordModel:
    """Logistic regression over a vocabulary: one column a class."""

    vocabulary: Vocabulary
    coefficients: Array  # words x classes
    intercept: Array

    def probabilities(self, grams: list[str]) -> Array:
        """One probability a class, summing to 1."""
        numbers, weights = self.vocabulary.weights(grams)
        return softmax(weights @ self.coefficients[numbers] + self.intercept)

    def strongest(self, grams: list[str], column: int, count: int) -> list[str]:
        """The words that spoke loudest for a class, loudest first."""
        numbers, weights = self.vocabulary.weights(grams)
        rows = self.coefficients[numbers]
        said = weights * (rows[:, column] - rows.mean(axis=1))
        names = list(self.vocabulary.index)
        return [names[numbers[place]] for place in np.argsort(-said)[:count] if said[place] > 0]


def softmax(logits: Array) -> Array:
    """Probabilities from logits."""
    raised = np.exp(logits - logits.max())
    return np.asarray(raised / raised.sum(), dtype=np.float64)
