"""Fit models/extraction_confidence.json on the train split of a dataset, and say how well it fits.

    python benchmarks/fit_extraction_confidence.py [--dataset pilot] [--cache DIR] [--write]

Every document is extracted offline under its true class. Without --write nothing is changed.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from mailroom_dagster.configuration import models_dir
from mailroom_dagster.errors import MailroomError
from mailroom_dagster.evaluation.datasets import Dataset
from mailroom_dagster.evaluation.loaders import load_dataset
from mailroom_dagster.evaluation.texts import Texts
from mailroom_dagster.extraction.calibrating import CalibrationRow, calibration_row, fit_calibration
from mailroom_dagster.extraction.confidence import MODEL_NAME, Calibration
from mailroom_dagster.extraction.extractor import Extractor
from mailroom_dagster.hashing import doc_id_of
from mailroom_dagster.policy import load_policy
from mailroom_dagster.providers.offline.provider import OfflineProvider
from mailroom_dagster.storage import Disk
from mailroom_dagster.taxonomy.model import load_taxonomy

BANDS = ((0.0, 0.7), (0.7, 0.85), (0.85, 0.95), (0.95, 1.01))


def rows_of(dataset: Dataset, cache: Path) -> list[CalibrationRow]:
    """One row for each training document that can be read and compared."""
    taxonomy, policy = load_taxonomy(), load_policy()
    extractor = Extractor(taxonomy, policy, OfflineProvider(taxonomy), Calibration())
    samples = [sample for sample in dataset.samples.values() if sample.split == "train"]
    texts = Texts(cache, policy, Disk())
    texts.prepare(samples)
    rows = []
    for sample in samples:
        truth = dataset.truth_of(sample)
        try:
            reading = texts.read(sample)
        except MailroomError as error:
            print(f"left out: {sample.name} ({error.code.value})")
            continue
        extraction = extractor.extract(
            doc_id_of(sample.sha256), reading.document, reading.words, truth.doc_class, truth.subtype
        )
        values = {name: item.value for name, item in truth.fields.items()}
        rows.append(calibration_row(taxonomy.classes[truth.doc_class], extraction, values, sample.split))
    return [row for row in rows if row]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--dataset", default="pilot")
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "mailroom-texts")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    rows = rows_of(load_dataset(given.dataset), given.cache)
    calibration = fit_calibration(rows)
    said = [(calibration.confidence(row.signals), row.correct) for row in rows]
    print(f"{len(rows)} documents, mean squared error {sum((p - c) ** 2 for p, c in said) / len(said):.4f}")
    for low, high in BANDS:
        inside = [correct for confidence, correct in said if low <= confidence < high]
        if inside:
            print(f"confidence {low:.2f} to {min(high, 1):.2f}: n {len(inside)}, right {sum(inside) / len(inside):.3f}")
    text = calibration.model_dump_json(indent=1) + "\n"
    if given.write:
        Disk().write_file(models_dir() / MODEL_NAME, text.encode(), durable=False)
    else:
        print(text)


if __name__ == "__main__":
    main()
