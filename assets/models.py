"""The fast path's local text model as an asset: labelled train rows and one seed give the same bytes.

What trains is imported where it is needed: every run of the mailroom loads this file.
"""

import dagster as dg

from assets.owners import OWNERS
from mailroom_dagster.configuration import models_dir
from mailroom_dagster.evaluation.datasets import Split
from mailroom_dagster.evaluation.loaders import load_dataset
from resources.mailroom import MailroomResource


class TrainingConfig(dg.Config):
    """The dataset of `config/datasets.yaml` whose train split is learned from."""

    dataset: str = "pilot"


@dg.asset(
    group_name="models",
    owners=OWNERS,
    kinds={"scikitlearn", "json"},
    description="The fast path's model, its training manifest and its reliability on sources left out.",
)
def fast_path_model(config: TrainingConfig, mailroom: MailroomResource) -> dg.MaterializeResult[None]:
    """Train and write `models/fast_path.json`. Rows of any other split are refused."""
    from mailroom_dagster.classification.training.training import train
    from mailroom_dagster.evaluation.runs import texts_of
    from mailroom_dagster.evaluation.unseen_sources import labelled_rows

    room = mailroom.open()
    dataset = load_dataset(config.dataset)
    samples = [item for item in dataset.samples.values() if item.split is Split.TRAIN]
    rows = labelled_rows(dataset, texts_of(room), samples)
    report = train(rows, room.taxonomy, models_dir(), room.disk)
    return dg.MaterializeResult(
        metadata={
            "documents": len(report.documents),
            "words": report.words,
            "model_sha256": report.model_sha256,
            "reliability": dg.MetadataValue.json(
                {name: item.model_dump(mode="json") for name, item in report.reliability.items()}
            ),
        }
    )


MODEL_ASSETS = [fast_path_model]
MODEL_JOBS = [
    dg.define_asset_job("train_fast_path", selection=[fast_path_model], description="Train the fast path's model.")
]
