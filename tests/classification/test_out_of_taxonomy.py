"""Texts that belong to no class are never accepted automatically."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.classification.evaluate import sort_whole
from mailroom_dagster.classification.fast_path import FastPath
from mailroom_dagster.classification.labelled import handwritten, plain_document
from mailroom_dagster.classification.sorting import Sorter
from mailroom_dagster.configuration import models_dir
from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.policy import Policy
from mailroom_dagster.providers.base import Identity, Reply
from mailroom_dagster.providers.offline.sorting import OfflineSorter
from mailroom_dagster.taxonomy.model import Taxonomy

HERE = Path(__file__).parent
TEXTS: dict[str, str] = yaml.safe_load((HERE / "out_of_taxonomy.yaml").read_text(encoding="utf-8"))
TARGET = 0.98


class Offline:
    """The offline sorting agents as a provider."""

    name = "offline"
    sees_images = False

    def __init__(self, taxonomy: Taxonomy, model: FastPath | None) -> None:
        self._sorter = OfflineSorter(taxonomy, model)

    def identity(self, role: Role) -> Identity:
        return Identity(provider=self.name, model="test")

    def answer(self, task: Any) -> Reply[Any]:
        return Reply(self._sorter.sort(task))


@pytest.mark.parametrize("installed", [True, False], ids=["with the model", "without a model"])
def test_texts_of_no_class_are_parked(taxonomy: Taxonomy, fast_path: FastPath, installed: bool) -> None:
    model = fast_path if installed else None
    sorter = Sorter(taxonomy, Policy(), Offline(taxonomy, model), model)
    sorted_all = {name: sort_whole(sorter, name, plain_document(text)) for name, text in TEXTS.items()}
    accepted = {name: item.doc_class for name, item in sorted_all.items() if item.route == "extract"}
    assert len(TEXTS) >= 60
    assert 1 - len(accepted) / len(TEXTS) >= TARGET, accepted


def test_no_test_text_was_trained_on() -> None:
    trained = {row.sha256 for row in handwritten(models_dir())}
    assert not trained & {sha256_bytes(text.encode()) for text in TEXTS.values()}
