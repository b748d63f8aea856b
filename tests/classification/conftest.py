"""The shipped model, taxonomy and policy, loaded once."""

from __future__ import annotations

import pytest

from mailroom_dagster.classification.fast_path import FastPath
from mailroom_dagster.configuration import models_dir
from mailroom_dagster.policy import Policy
from mailroom_dagster.taxonomy.model import Taxonomy, load_taxonomy


@pytest.fixture(scope="session")
def taxonomy() -> Taxonomy:
    return load_taxonomy()


@pytest.fixture(scope="session")
def policy() -> Policy:
    return Policy()


@pytest.fixture(scope="session")
def fast_path() -> FastPath:
    model = FastPath.load(models_dir())
    assert model is not None
    return model
