"""What is fitted on labelled documents: escalation bands and the confidence of extractions. Train split only.

Belongs here: from a dataset to what the fitting functions of the other rooms take.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from pydantic import BaseModel

from mailroom_dagster.configuration import models_dir
from mailroom_dagster.evaluation.datasets import Dataset, Sample, Split, Tier
from mailroom_dagster.evaluation.guards import require_train
from mailroom_dagster.evaluation.runs import EvaluationRun
from mailroom_dagster.evaluation.sampling import sample
from mailroom_dagster.evaluation.settings import Settings
from mailroom_dagster.extraction.calibrating import CalibrationRow, calibration_row, fit_calibration
from mailroom_dagster.extraction.confidence import Calibration
from mailroom_dagster.hashing import doc_id_of
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.scoring.calibration import TypeBand, calibrate
from mailroom_dagster.taxonomy.model import FieldSpec, Taxonomy


def calibrate_scoring(
    dataset: Dataset, taxonomy: Taxonomy, *, split: Split = Split.TRAIN, seed: int = 42, per_type: int = 500
) -> dict[str, TypeBand]:
    """Suggested escalation bands by type, from perturbed truth values. Raises evaluation_refused off train."""
    samples = sample(dataset, split)
    require_train(samples)
    truth: dict[tuple[str, str], tuple[FieldSpec, list[object]]] = {}
    values: dict[tuple[str, str], list[object]] = defaultdict(list)
    for known in map(dataset.truth_of, samples):
        for name, value in known.fields.items():
            if value.tier is Tier.VERBATIM:
                key = (known.doc_class, name)
                values[key].append(value.value)
                truth[key] = (taxonomy.classes[known.doc_class].fields[name], values[key])
    return calibrate(truth, seed=seed, per_type=per_type)


def calibrate_extraction(mailroom: Mailroom, dataset: Dataset, *, split: Split = Split.TRAIN) -> Calibration:
    """The confidence of extractions, fitted on documents extracted under their true class.

    Raises evaluation_refused off the train split.
    """
    run = EvaluationRun(mailroom, Settings(dataset=dataset.name, split=split, mode="specialist"), dataset)
    samples = run.sampled()
    require_train(samples)
    run.texts.prepare(samples)
    rows = (_row(run, item) for item in samples)
    return fit_calibration([row for row in rows if row is not None])


def keep_fitted(mailroom: Mailroom, file: str, fitted: BaseModel) -> Path:
    """Write what was fitted to the models folder, where its room reads it."""
    path = models_dir() / file
    mailroom.disk.make_dir(path.parent)
    mailroom.disk.write_file(path, fitted.model_dump_json(indent=2).encode(), durable=True)
    return path


def _row(run: EvaluationRun, item: Sample) -> CalibrationRow | None:
    truth, reading, mailroom = run.dataset.truth_of(item), run.texts.read(item), run.mailroom
    extraction = mailroom.extractor.extract(doc_id_of(item.sha256), reading.document, reading.words, truth.doc_class)
    known = {name: value.value for name, value in truth.fields.items() if value.tier is Tier.VERBATIM}
    return calibration_row(mailroom.taxonomy.classes[truth.doc_class], extraction, known, item.split)
