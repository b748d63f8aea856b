"""Training as users run it: from labelled rows to a model file, with its manifest and reliability numbers beside it.

Belongs here: what is written and what is said about it. Does not belong here: the fits (`fitting`, `experts`).
The same rows give the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from mailroom_dagster.classification.fast_path import MODEL_FILE, FastPath
from mailroom_dagster.classification.labelled import HANDWRITTEN, Labelled, handwritten, require_train
from mailroom_dagster.classification.training.experts import SEED
from mailroom_dagster.classification.training.fitting import Judged, fit_features, prepare
from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.storage import Disk
from mailroom_dagster.taxonomy.model import UNKNOWN, Taxonomy

MANIFEST_FILE = "fast_path.manifest.json"
BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 1.0)


class Reliability(BaseModel):
    """How a confidence did on documents of sources left out: `accepted` are those at or above the bar."""

    model_config = ConfigDict(frozen=True)

    documents: int
    accuracy: float
    accepted: int
    accepted_accuracy: float | None
    calibration_error: float
    brier: float
    background_accepted: int  # texts of no class at or above the bar
    background: int
    bins: tuple[dict[str, float], ...]


class TrainingReport(BaseModel):
    """What a training gave. Beside the model as `fast_path.manifest.json`."""

    model_config = ConfigDict(frozen=True)

    model_sha256: str
    marks_sha256: str
    seed: int
    classes: tuple[str, ...]
    words: int
    documents: tuple[dict[str, str], ...]  # name, sha256, doc_class, source
    reliability: dict[str, Reliability]


def train(rows: Sequence[Labelled], taxonomy: Taxonomy, folder: Path, disk: Disk | None = None) -> TrainingReport:
    """Fit on labelled rows and the handwritten texts of `folder`, and write the model and its manifest there.

    Raises evaluation_refused for a row of another split than train."""
    require_train(rows)
    everything = [*rows, *handwritten(folder)]
    model, judged = fit_features(prepare(everything), taxonomy)
    content = encode(model)
    report = TrainingReport(
        model_sha256=sha256_bytes(content),
        marks_sha256=model.book.digest,
        seed=SEED,
        classes=model.classes,
        words=len(model.words.vocabulary.words),
        documents=tuple(
            {"name": row.name, "sha256": row.sha256, "doc_class": row.doc_class, "source": row.source}
            for row in sorted(everything, key=lambda row: row.name)
        ),
        reliability={name: reliability(known, taxonomy.default_bars.fast_path) for name, known in judged.items()},
    )
    disk = disk or Disk()
    disk.write_file(folder / MODEL_FILE, content, durable=True)
    disk.write_file(folder / MANIFEST_FILE, _pretty(report.model_dump(mode="json")), durable=True)
    return report


def encode(model: FastPath) -> bytes:
    """The bytes of the model file."""
    return json.dumps(model.as_json(), separators=(",", ":"), sort_keys=True).encode() + b"\n"


def reliability(judged: Sequence[Judged], bar: float) -> Reliability:
    """The numbers of out-of-source predictions; accuracy is over real documents, not over texts of no class."""
    labelled = [item for item in judged if item.row.origin != HANDWRITTEN]
    named = [item for item in labelled if item.doc_class != UNKNOWN]
    accepted = [item for item in named if item.confidence >= bar]
    background = [item for item in judged if item.row.doc_class == UNKNOWN]
    return Reliability(
        documents=len(labelled),
        accuracy=_mean([item.correct for item in labelled]) or 0.0,
        accepted=len(accepted),
        accepted_accuracy=_mean([item.correct for item in accepted]),
        calibration_error=_calibration_error(named),
        brier=_mean([(item.confidence - item.correct) ** 2 for item in named]) or 0.0,
        background_accepted=sum(item.doc_class != UNKNOWN and item.confidence >= bar for item in background),
        background=len(background),
        bins=tuple(_bins(named)),
    )


def _bins(judged: Sequence[Judged]) -> list[dict[str, float]]:
    found = []
    for low, high in pairwise(BINS):
        here = [item for item in judged if low <= item.confidence < high or (high == 1.0 == item.confidence)]
        if here:
            said = _mean([item.confidence for item in here]) or 0.0
            found.append({"low": low, "n": len(here), "said": said, "right": _mean([x.correct for x in here]) or 0.0})
    return found


def _calibration_error(judged: Sequence[Judged]) -> float:
    gaps = [(bin_["n"], abs(bin_["said"] - bin_["right"])) for bin_ in _bins(judged)]
    return round(sum(n * gap for n, gap in gaps) / max(1, len(judged)), 4)


def _mean(values: Sequence[float]) -> float | None:
    return round(sum(values) / len(values), 4) if values else None


def _pretty(value: Any) -> bytes:
    return json.dumps(value, indent=1, sort_keys=True).encode() + b"\n"
