"""Which documents a run looks at: nested, seeded samples and their partitions.

The sample of 20 is a prefix of the sample of 50 under the same seed, so that a larger run extends a smaller one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from random import Random

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.evaluation.datasets import Dataset, Sample, Split
from mailroom_dagster.taxonomy.model import Taxonomy

SEPARATOR = "."


def sample(dataset: Dataset, split: Split, *, per_class: int | None = None, seed: int = 42) -> list[Sample]:
    """The samples of a split, at most `per_class` a class, in a fixed order. Raises evaluation_refused if none."""
    by_class: dict[str, list[Sample]] = defaultdict(list)
    for item in sorted(dataset.samples.values(), key=lambda item: item.name):
        if item.split == split:
            by_class[dataset.truth_of(item).doc_class].append(item)
    chosen = [item for name in sorted(by_class) for item in _prefix(by_class[name], f"{seed}:{name}", per_class)]
    if not chosen:
        raise MailroomError(
            ErrorCode.EVALUATION_REFUSED, "nothing to evaluate", why=f"{split} of {dataset.name} is empty"
        )
    return chosen


def _prefix(items: list[Sample], seed: str, count: int | None) -> list[Sample]:
    order = list(items)
    Random(seed).shuffle(order)  # noqa: S311 (sampling, not secrets)
    return order[:count]


def partition_keys(datasets: Iterable[str], taxonomy: Taxonomy) -> list[str]:
    """Every `<dataset>.<split>.<class>`; those of one dataset and split stand together."""
    return [
        SEPARATOR.join((dataset, split.value, doc_class))
        for dataset in datasets
        for split in Split
        for doc_class in taxonomy.classes
    ]


def split_key(key: str) -> tuple[str, Split, str]:
    """Dataset, split and class of a partition key. Raises bad_request."""
    parts = key.split(SEPARATOR)
    if len(parts) == 3 and parts[1] in set(Split):
        return parts[0], Split(parts[1]), parts[2]
    raise MailroomError(
        ErrorCode.BAD_REQUEST, f"no evaluation partition {key!r}", why="it is <dataset>.<split>.<class>"
    )
