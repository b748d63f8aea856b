"""From perturbed truth values to escalation bands: where right and wrong values score.

Belongs here: the measurement by type. Quantiles, not extremes, so that one odd sample moves nothing. Does not belong
here: which values are measured (`evaluation.calibrate` takes the train split).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from random import Random

import numpy as np
from pydantic import BaseModel, ConfigDict

from mailroom_dagster.scoring.perturb import Variant, list_variants, variants
from mailroom_dagster.scoring.score import as_values, score_field
from mailroom_dagster.taxonomy.model import FieldSpec

TAIL = 0.05  # this share of right values may lie below the band, and of wrong ones above
Truth = Mapping[tuple[str, str], tuple[FieldSpec, list[object]]]
"""(class, field) -> its spec and its truth values, one a document."""


class TypeBand(BaseModel):
    """What one type's scores suggest. `low` and `high` are None when right and wrong values overlap: no cutoff."""

    model_config = ConfigDict(frozen=True)

    right: int
    wrong: int
    right_low: float | None  # TAIL quantile of right values
    wrong_high: float | None  # 1 - TAIL quantile of wrong values
    low: float | None
    high: float | None
    cutoff: bool


def calibrate(truth: Truth, *, seed: int = 42, per_type: int = 500) -> dict[str, TypeBand]:
    """Suggested band by type (`name`, `list of name`, …); at most `per_type` right and as many wrong samples each."""
    random = Random(seed)  # noqa: S311 (sampling, not secrets)
    samples: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    for kind, score, right in _samples(truth, random):
        samples[kind].append((score, right))
    return {kind: _band(_capped(found, per_type, random)) for kind, found in sorted(samples.items())}


def _samples(truth: Truth, random: Random) -> Iterable[tuple[str, float, bool]]:
    for key in sorted(truth):
        field, values = truth[key]
        field = field.model_copy(update={"partial_truth": False})  # here a foreign item is known to be foreign
        held = [texts for value in values if (texts := as_values(value))]
        kind = f"list of {field.type.value}" if field.many else field.type.value
        for place, texts in enumerate(held):
            others = [text for index, foreign in enumerate(held) if index != place for text in foreign]
            for variant in _variants(field, texts, others, random):
                result = score_field(field, variant.value, texts if field.many else texts[0])
                if result.score is not None:
                    yield kind, result.score, variant.right


def _variants(field: FieldSpec, texts: list[str], others: list[str], random: Random) -> Iterable[Variant]:
    return list_variants(field, texts, others, random) if field.many else variants(field, texts[0], others, random)


def _capped(samples: list[tuple[float, bool]], limit: int, random: Random) -> list[tuple[float, bool]]:
    kept = []
    for right in (True, False):
        of_kind = [sample for sample in samples if sample[1] is right]
        kept += random.sample(of_kind, min(limit, len(of_kind)))
    return kept


def _band(samples: list[tuple[float, bool]]) -> TypeBand:
    right = [score for score, good in samples if good]
    wrong = [score for score, good in samples if not good]
    right_low = round(float(np.quantile(right, TAIL)), 4) if right else None
    wrong_high = round(float(np.quantile(wrong, 1 - TAIL)), 4) if wrong else None
    cutoff = right_low is not None and wrong_high is not None and wrong_high < right_low
    return TypeBand(
        right=len(right),
        wrong=len(wrong),
        right_low=right_low,
        wrong_high=wrong_high,
        low=wrong_high if cutoff else None,
        high=right_low if cutoff else None,
        cutoff=cutoff,
    )
