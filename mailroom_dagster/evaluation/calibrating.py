"""What is fitted on labelled documents: escalation bands, the confidence of extractors and sorters. Train split only.

Belongs here: from a dataset to what the fitting functions of the other rooms take.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic import BaseModel

from mailroom_dagster.agents.contracts import Role, SortTask
from mailroom_dagster.classification.confidence import TEMPERATURES_FILE, Temperatures, load_temperatures
from mailroom_dagster.classification.evidence import evidence_of
from mailroom_dagster.classification.opinions import Asker
from mailroom_dagster.classification.view import shown_to
from mailroom_dagster.configuration import models_dir
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.evaluation.datasets import Dataset, Sample, Split, Tier
from mailroom_dagster.evaluation.guards import require_train
from mailroom_dagster.evaluation.runs import EvaluationRun
from mailroom_dagster.evaluation.sampling import sample
from mailroom_dagster.evaluation.settings import Settings
from mailroom_dagster.extraction.calibrating import CalibrationRow, calibration_row, fit_calibration
from mailroom_dagster.extraction.confidence import Calibration
from mailroom_dagster.hashing import doc_id_of
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.providers.offline.provider import OfflineProvider
from mailroom_dagster.routing.gates.scaling import Scaling, ScalingRow, fit_scaling
from mailroom_dagster.scoring.calibration import TypeBand, calibrate
from mailroom_dagster.taxonomy.model import UNKNOWN, FieldSpec, Taxonomy


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
    run, samples = train_run(mailroom, dataset, split)
    rows = (_row(run, item) for item in samples)
    return fit_calibration([row for row in rows if row is not None])


def calibrate_sorters(mailroom: Mailroom, dataset: Dataset, *, split: Split = Split.TRAIN) -> dict[str, Scaling]:
    """What the confidence of each configured sorting model is worth, by `provider/model`; a question a document.

    Raises evaluation_refused off the train split, and when only the offline rules sort.
    """
    asked = [(role, mailroom.provider.identity(role)) for role in (Role.REVIEWER, Role.SORTER)]
    models = {identity.name: role for role, identity in asked if identity.provider != OfflineProvider.name}
    if not models:
        raise MailroomError(
            ErrorCode.EVALUATION_REFUSED,
            "no model sorts but the offline rules",
            why="their confidences are fitted with the fast path",
            next_step="name a provider and its model in config/agents.yaml",
        )
    run, samples = train_run(mailroom, dataset, split)
    return {
        name: fit_scaling([row for item in samples for row in _sorter_rows(run, item, role)])
        for name, role in models.items()
    }


def train_run(mailroom: Mailroom, dataset: Dataset, split: Split) -> tuple[EvaluationRun, list[Sample]]:
    """A run over the samples to fit on, with their texts read. Raises evaluation_refused off the train split."""
    run = EvaluationRun(mailroom, Settings(dataset=dataset.name, split=split), dataset)
    samples = run.sampled()
    require_train(samples)
    run.texts.prepare(samples)
    return run, samples


def keep_fitted(mailroom: Mailroom, file: str, fitted: BaseModel) -> Path:
    """Write what was fitted to the models folder, where its room reads it."""
    path = models_dir() / file
    mailroom.disk.make_dir(path.parent)
    mailroom.disk.write_file(path, fitted.model_dump_json(indent=2).encode(), durable=True)
    return path


def keep_temperatures(mailroom: Mailroom, found: Mapping[str, Scaling]) -> Path:
    """Write the temperatures of these models beside those of others. Raises bad_config for a file that is damaged."""
    fitted = {name: scaling.temperature for name, scaling in found.items()}
    known = load_temperatures(models_dir()).temperatures
    return keep_fitted(mailroom, TEMPERATURES_FILE, Temperatures(temperatures=known | fitted))


def _sorter_rows(run: EvaluationRun, item: Sample, role: Role) -> Iterator[ScalingRow]:
    """How sure the model was of a class and whether it was right; nothing when it named none or broke a guard."""
    mailroom, document = run.mailroom, run.texts.read(item).document
    asker = Asker(mailroom.provider, mailroom.taxonomy, mailroom.policy.routing.transient_retries, Temperatures())
    task = SortTask(role=role, doc_id=doc_id_of(item.sha256), document=shown_to(role, document))
    opinion = asker.opinion(task, evidence_of(document, mailroom.fast_path))
    said = opinion.answer.doc_class
    if said != UNKNOWN and not opinion.problems:
        right = said == run.dataset.truth_of(item).doc_class
        yield ScalingRow(split=item.split, confidence=opinion.confidence, correct=right)


def _row(run: EvaluationRun, item: Sample) -> CalibrationRow | None:
    truth, reading, mailroom = run.dataset.truth_of(item), run.texts.read(item), run.mailroom
    extraction = mailroom.extractor.extract(doc_id_of(item.sha256), reading.document, reading.words, truth.doc_class)
    known = {name: value.value for name, value in truth.fields.items() if value.tier is Tier.VERBATIM}
    return calibration_row(mailroom.taxonomy.classes[truth.doc_class], extraction, known, item.split)
