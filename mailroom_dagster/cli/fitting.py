"""The commands of `mailroom eval` that fit something on labelled documents: on the train split and on no other.

What does the work is imported when it is needed: models are heavy.
"""

from __future__ import annotations

from typing import Annotated

import typer

from mailroom_dagster.cli.output import DEFAULT_HOME, HomeOption, JsonOption, console, emit, home_at, table
from mailroom_dagster.evaluation.datasets import Split
from mailroom_dagster.evaluation.loaders import load_dataset
from mailroom_dagster.taxonomy.model import load_taxonomy

DatasetOption = Annotated[str, typer.Option("--dataset", "-d", help="A set of config/datasets.yaml.")]
SplitOption = Annotated[Split, typer.Option("--split", "-s", help="Which part of it.")]
SeedOption = Annotated[int, typer.Option("--seed", help="Of the sample; the same seed gives nested samples.")]


def register(app: typer.Typer) -> None:
    """Add the commands to `mailroom eval`."""
    app.command(name="calibrate-scoring")(calibrate_scoring)
    app.command()(calibrate)
    app.command(name="calibrate-sorter")(calibrate_sorter)
    app.command(name="train-gate")(train_gate)
    app.command(name="calibrate-gate")(calibrate_gate)


def calibrate_scoring(
    dataset: DatasetOption = "pilot",
    split: SplitOption = Split.TRAIN,
    seed: SeedOption = 42,
    per_type: Annotated[int, typer.Option(min=1, help="At most so many right and wrong samples of a type.")] = 500,
    as_json: JsonOption = False,
) -> None:
    """Measure the scorers on perturbed truth values and suggest escalation bands for config/scoring.yaml."""
    from mailroom_dagster.evaluation import calibrating

    found = calibrating.calibrate_scoring(
        load_dataset(dataset), load_taxonomy(), split=split, seed=seed, per_type=per_type
    )
    value = {kind: band.model_dump(mode="json") for kind, band in found.items()}
    rows = [
        [kind, band.right, band.wrong, f"[{band.low}, {band.high})" if band.cutoff else "no cutoff"]
        for kind, band in found.items()
    ]
    emit(value, as_json, lambda: table("bands", ("type", "right", "wrong", "band"), rows))


def calibrate(
    dataset: DatasetOption = "pilot",
    split: SplitOption = Split.TRAIN,
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Fit the confidence of extractions on the train split and write models/extraction_confidence.json."""
    from mailroom_dagster.evaluation import calibrating
    from mailroom_dagster.extraction.confidence import MODEL_NAME
    from mailroom_dagster.pipeline.mailroom import open_mailroom

    mailroom = open_mailroom(home_at(home))
    found = calibrating.calibrate_extraction(mailroom, load_dataset(dataset), split=split)
    path = calibrating.keep_fitted(mailroom, MODEL_NAME, found)
    value = found.model_dump(mode="json") | {"file": str(path)}
    emit(value, as_json, lambda: console.print(f"fitted on {found.documents} documents: {path}", markup=False))


def calibrate_sorter(
    dataset: DatasetOption = "pilot",
    split: SplitOption = Split.TRAIN,
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Ask the configured sorting models about the train split and write models/sorter_temperatures.json."""
    from mailroom_dagster.evaluation import calibrating
    from mailroom_dagster.pipeline.mailroom import open_mailroom

    mailroom = open_mailroom(home_at(home))
    found = calibrating.calibrate_sorters(mailroom, load_dataset(dataset), split=split)
    path = calibrating.keep_temperatures(mailroom, found)
    value = {name: scaling.model_dump(mode="json") for name, scaling in found.items()} | {"file": str(path)}
    rows = [
        [name, scaling.n, scaling.temperature, scaling.ece_before, scaling.ece_after] for name, scaling in found.items()
    ]
    head = ("model", "answers", "temperature", "calibration error", "then")
    emit(value, as_json, lambda: table("sorters", head, rows))


def train_gate(
    dataset: DatasetOption = "pilot",
    split: SplitOption = Split.TRAIN,
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Fit the learned gate on medium-band decisions of the train split and write models/route_gate.json."""
    from mailroom_dagster.evaluation import calibrating, gate_training
    from mailroom_dagster.pipeline.mailroom import open_mailroom
    from mailroom_dagster.routing.gates.learned import GATE_FILE

    mailroom = open_mailroom(home_at(home))
    found = gate_training.fit_learned_gate(mailroom, load_dataset(dataset), split)
    path = calibrating.keep_fitted(mailroom, GATE_FILE, found)
    value = found.model_dump(mode="json") | {"file": str(path)}
    emit(value, as_json, lambda: console.print(f"fitted on {found.documents} decisions: {path}", markup=False))


def calibrate_gate(
    dataset: DatasetOption = "pilot",
    split: SplitOption = Split.TRAIN,
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Ask the decision model about the train split's medium band and write models/decision_gate.json."""
    from mailroom_dagster.evaluation import calibrating, gate_training
    from mailroom_dagster.pipeline.mailroom import open_mailroom
    from mailroom_dagster.routing.gates.decision_model import CALIBRATION_FILE

    mailroom = open_mailroom(home_at(home))
    found = gate_training.fit_decision_gate(mailroom, load_dataset(dataset), split)
    path = calibrating.keep_fitted(mailroom, CALIBRATION_FILE, found)
    value = found.model_dump(mode="json") | {"file": str(path)}
    emit(value, as_json, lambda: console.print(f"calibrated on {found.n} answers: {path}", markup=False))
