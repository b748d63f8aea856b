"""The number that counts for sorting: every document of a source predicted by a model that saw nothing of that source.

Belongs here: from a dataset to labelled rows, and from predictions to sorting rows. Fitting and predicting are
`classification`'s. The source is also the cluster of the intervals.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mailroom_dagster.agents.contracts import SortTask
from mailroom_dagster.classification.evaluate import Prediction, evaluate
from mailroom_dagster.classification.fast_path import FastPath
from mailroom_dagster.classification.labelled import Labelled, handwritten
from mailroom_dagster.configuration import models_dir
from mailroom_dagster.errors import MailroomError
from mailroom_dagster.evaluation.datasets import Dataset, Sample
from mailroom_dagster.evaluation.rows import SortingRow
from mailroom_dagster.evaluation.texts import Texts
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.providers.base import Reply
from mailroom_dagster.providers.offline.provider import OfflineProvider
from mailroom_dagster.providers.offline.sorting import OfflineSorter
from mailroom_dagster.taxonomy.model import Taxonomy


class FoldProvider(OfflineProvider):
    """The offline provider whose sorting agents rest on a model fitted without the source in question."""

    def __init__(self, taxonomy: Taxonomy, model: FastPath) -> None:
        super().__init__(taxonomy)
        self._sorter = OfflineSorter(taxonomy, model)

    def answer(self, task: Any) -> Reply[Any]:
        """Sorting tasks by the fold's model, all others as ever."""
        return Reply(self._sorter.sort(task)) if isinstance(task, SortTask) else super().answer(task)


def labelled_rows(dataset: Dataset, texts: Texts, samples: Iterable[Sample]) -> list[Labelled]:
    """Labelled documents with their texts, as training and `classification.evaluate` take them; unreadable ones not."""
    chosen = list(samples)
    dataset.require_bytes(chosen)
    texts.prepare(chosen)
    rows = []
    for item in chosen:
        truth = dataset.truth_of(item)
        try:
            document = texts.read(item).document
        except MailroomError:
            continue
        rows.append(
            Labelled(
                name=item.name,
                sha256=item.sha256,
                split=item.split.value,
                doc_class=truth.doc_class,
                source=truth.source,
                document=document,
                origin=truth.origin,
                subtype=truth.subtype,
            )
        )
    return rows


def leave_one_source_out(mailroom: Mailroom, dataset: Dataset, texts: Texts) -> list[SortingRow]:
    """Every document of the dataset, both splits; each fold is fitted on train rows of the other sources alone."""
    rows = labelled_rows(dataset, texts, dataset.samples.values())
    said = evaluate(
        rows,
        mailroom.taxonomy,
        mailroom.policy,
        "leave_one_source_out",
        extra=handwritten(models_dir()),
        provider_for=lambda model: FoldProvider(mailroom.taxonomy, model),
    )
    splits = {row.name: row.split for row in rows}
    return [_row(item, splits[item.name]) for item in said]


def _row(item: Prediction, split: str) -> SortingRow:
    return SortingRow(
        name=item.name,
        split=split,
        group=item.source,
        origin=item.origin,
        source=item.source,
        true_class=item.truth,
        doc_class=item.doc_class,
        subtype=item.subtype,
        class_correct=item.correct,
        class_confidence=item.confidence,
        class_accepted=item.auto_accepted,
        fast_path=item.fast_path,
        resorted=None,
        second_opinion=None,
        error=None,
    )
