"""Numbers with their uncertainty: bootstrap intervals that resample whole sources, not single documents.

Documents of one source resemble each other, so the source is the cluster. Belongs here: the resampling. A statistic is
a function of weights: a matrix (resamples x items) goes in, one number a resample comes out, NaN where it is undefined.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel, ConfigDict

Numbers = npt.NDArray[np.float64]
Statistic = Callable[[Numbers], Numbers]

RESAMPLES = 2000
ALPHA = 0.05
SEED = 42
_Z = 1.959964  # of a normal interval at ALPHA


class Estimate(BaseModel):
    """A number with its 95 % interval. `value` is None when undefined, the interval with fewer than two clusters."""

    model_config = ConfigDict(frozen=True)

    value: float | None
    low: float | None = None
    high: float | None = None
    n: int = 0
    clusters: int = 0

    def __str__(self) -> str:
        """`0.912 [0.85, 0.96]`, `–` when undefined."""
        if self.value is None:
            return "–"
        interval = "" if self.low is None or self.high is None else f" [{self.low:.2f}, {self.high:.2f}]"
        return f"{self.value:.3f}{interval}"


def estimate(statistic: Statistic, clusters: Sequence[str]) -> Estimate:
    """The statistic over all items with a percentile interval over resampled clusters.

    Where no resample differs (all right, all wrong) the interval is Wilson's for as many trials as there are clusters:
    thirteen right answers of thirteen do not prove perfection.
    """
    n, groups = len(clusters), sorted(set(clusters))
    value = _number(statistic(np.ones((1, n)))[0]) if n else None
    if value is None or len(groups) < 2:
        return Estimate(value=value, n=n, clusters=len(groups))
    samples = statistic(_weights(tuple(clusters)))
    samples = samples[~np.isnan(samples)]
    low, high = (float(number) for number in np.quantile(samples, [ALPHA / 2, 1 - ALPHA / 2]))
    if low == high and value in (0.0, 1.0):
        low, high = wilson(value, len(groups))
    return Estimate(value=value, low=round(low, 4), high=round(high, 4), n=n, clusters=len(groups))


def ratio(numerators: Sequence[float], denominators: Sequence[float], clusters: Sequence[str]) -> Estimate:
    """Sum over sum. Items whose denominator is 0 say nothing and are not counted in n."""
    speaking = [index for index, number in enumerate(denominators) if number]
    top = np.array([numerators[index] for index in speaking], dtype=float)
    bottom = np.array([denominators[index] for index in speaking], dtype=float)
    return estimate(lambda weights: divide(weights @ top, weights @ bottom), [clusters[index] for index in speaking])


def share(flags: Sequence[bool], clusters: Sequence[str]) -> Estimate:
    """How many of the items are true."""
    return ratio([float(flag) for flag in flags], [1.0] * len(flags), clusters)


def mean(numbers: Sequence[float | None], clusters: Sequence[str]) -> Estimate:
    """The mean of the known numbers."""
    known = [(number, cluster) for number, cluster in zip(numbers, clusters, strict=True) if number is not None]
    return ratio([number for number, _ in known], [1.0] * len(known), [cluster for _, cluster in known])


def wilson(value: float, trials: int) -> tuple[float, float]:
    """Wilson's score interval of a proportion."""
    center = (value + _Z**2 / (2 * trials)) / (1 + _Z**2 / trials)
    half = _Z * ((value * (1 - value) / trials + _Z**2 / (4 * trials**2)) ** 0.5) / (1 + _Z**2 / trials)
    return max(0.0, center - half), min(1.0, center + half)


def divide(top: Any, bottom: Any) -> Numbers:
    """Element by element, NaN for a division by zero."""
    top, bottom = np.asarray(top, dtype=float), np.asarray(bottom, dtype=float)
    empty: Numbers = np.full(np.broadcast(top, bottom).shape, np.nan)
    np.divide(top, bottom, out=empty, where=bottom != 0)
    return empty


@lru_cache(maxsize=64)
def _weights(clusters: tuple[str, ...]) -> Numbers:
    """How often each item counts in each resample (RESAMPLES x items)."""
    groups = sorted(set(clusters))
    drawn = np.random.default_rng(SEED).multinomial(len(groups), [1 / len(groups)] * len(groups), size=RESAMPLES)
    place = {group: index for index, group in enumerate(groups)}
    return drawn[:, [place[cluster] for cluster in clusters]].astype(float)


def _number(value: float) -> float | None:
    return None if np.isnan(value) else round(float(value), 4)
