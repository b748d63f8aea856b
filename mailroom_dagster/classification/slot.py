"""Which model takes the fast path's slot, as the policy says."""

from __future__ import annotations

from pathlib import Path

from mailroom_dagster.classification.fast_path import FastPath, FastSorter
from mailroom_dagster.classification.transformer import TransformerPath
from mailroom_dagster.policy import SortingPolicy
from mailroom_dagster.taxonomy.model import Taxonomy


def load_fast_path(policy: SortingPolicy, models: Path, taxonomy: Taxonomy) -> FastSorter | None:
    """The configured model; None when it is not there: every document is then sorted in full. Raises bad_config."""
    if policy.fast_path == "transformer":
        return TransformerPath.load(models, taxonomy)
    return FastPath.load(models)
