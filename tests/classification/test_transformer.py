"""A transformer in the slot: it answers, or the document is sorted in full."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from mailroom_dagster.classification.fast_path import FastPath
from mailroom_dagster.classification.labelled import plain_document
from mailroom_dagster.classification.slot import load_fast_path
from mailroom_dagster.classification.sorting import Sorter
from mailroom_dagster.classification.transformer import TransformerPath, TransformerSettings
from mailroom_dagster.configuration import models_dir
from mailroom_dagster.errors import MailroomError
from mailroom_dagster.policy import Policy, SortingPolicy
from mailroom_dagster.taxonomy.model import Taxonomy
from tests.classification import samples
from tests.classification.scripted import Scripted, said


def path(taxonomy: Taxonomy, logits: Sequence[float] | None, max_tokens: int = 500) -> TransformerPath:
    """Logits of contract, correspondence and unknown; None raises."""

    def run(tokens: list[int]) -> Sequence[float]:
        if logits is None:
            raise RuntimeError("out of memory")
        return logits

    settings = TransformerSettings(classes=["contract", "correspondence", "unknown"], max_tokens=max_tokens)
    return TransformerPath(settings, taxonomy, lambda text: list(range(len(text.split()))), run)


def test_a_sure_transformer_answers_alone(taxonomy: Taxonomy) -> None:
    sorter = Sorter(taxonomy, Policy(), Scripted(said("correspondence", 0.99)), path(taxonomy, [8.0, 0.0, 0.0]))
    sorting = sorter.first_pass("doc", plain_document(samples.NDA))
    assert (sorting.doc_class, sorting.subtype, sorting.decided_by) == ("contract", "other", "fast_path")


@pytest.mark.parametrize(("logits", "max_tokens"), [(None, 500), ([8.0, 0.0, 0.0], 5)], ids=["raises", "oversized"])
def test_a_transformer_that_cannot_answer_leaves_the_document_to_the_sorter(
    taxonomy: Taxonomy, logits: Sequence[float] | None, max_tokens: int
) -> None:
    provider = Scripted(said("contract", 0.97, "other"))
    sorting = Sorter(taxonomy, Policy(), provider, path(taxonomy, logits, max_tokens)).first_pass(
        "doc", plain_document(samples.NDA)
    )
    assert [decision.rule for decision in sorting.decisions] == ["unavailable", "confident"]


def test_the_policy_chooses_who_takes_the_slot(taxonomy: Taxonomy, tmp_path: Path) -> None:
    assert isinstance(load_fast_path(SortingPolicy(), models_dir(), taxonomy), FastPath)
    assert load_fast_path(SortingPolicy(fast_path="transformer"), tmp_path, taxonomy) is None


def test_bad_settings_are_refused(taxonomy: Taxonomy, tmp_path: Path) -> None:
    (tmp_path / "transformer").mkdir()
    (tmp_path / "transformer" / "settings.json").write_text('{"classes": ["one"]}', encoding="utf-8")
    with pytest.raises(MailroomError, match="settings"):
        load_fast_path(SortingPolicy(fast_path="transformer"), tmp_path, taxonomy)
