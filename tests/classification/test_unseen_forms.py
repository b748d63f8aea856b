"""Short mails, claims told by letter, agencies' forms that the model was not trained on: sorted, never wrongly."""

from __future__ import annotations

from pathlib import Path

import yaml

from mailroom_dagster.classification.fast_path import FastPath
from mailroom_dagster.classification.labelled import handwritten, plain_document
from mailroom_dagster.configuration import models_dir
from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.taxonomy.model import Taxonomy

FORMS: dict[str, list[str]] = yaml.safe_load((Path(__file__).parent / "unseen_forms.yaml").read_text(encoding="utf-8"))
FEWEST_SURE = 0.8


def test_hard_kinds_are_sorted_alone_and_never_wrongly(fast_path: FastPath, taxonomy: Taxonomy) -> None:
    told = [(doc_class, fast_path.sort(plain_document(text))) for doc_class, texts in FORMS.items() for text in texts]
    sure = [(truth, said) for truth, said in told if said.confidence >= taxonomy.bars(said.doc_class).fast_path]
    assert [(truth, said.doc_class) for truth, said in sure if truth != said.doc_class] == []
    assert len(sure) >= FEWEST_SURE * len(told)


def test_no_unseen_form_was_trained_on() -> None:
    trained = {row.sha256 for row in handwritten(models_dir())}
    assert not trained & {sha256_bytes(text.encode()) for texts in FORMS.values() for text in texts}
