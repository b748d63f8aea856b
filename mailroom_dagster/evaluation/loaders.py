"""From the files of a labelled set to a dataset with its two views.

Belongs here: pins, and one loader a format. Field names that the taxonomy does not have, and those known to be
uncertain, are left out. Raises dataset_integrity for rows that cannot be read.
"""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.evaluation.datasets import (
    Dataset,
    DatasetConfig,
    Pin,
    Sample,
    Split,
    Tier,
    Truth,
    TruthValue,
    load_datasets_config,
)
from mailroom_dagster.hashing import fingerprint, sha256_file
from mailroom_dagster.taxonomy.model import load_taxonomy

Views = tuple[list[Sample], list[Truth]]
_TIERS = {True: Tier.VERBATIM, False: Tier.LENIENT, None: Tier.CATEGORY}


def load_folder(config: DatasetConfig) -> Views:
    """Documents + labels.csv (filename, upload_as, path, doc_class, split, group, sha256 …) + truth.jsonl."""
    fields = _truth_fields(config)
    samples, truths = [], []
    for row in _rows(config.place / config.labels.file):
        name = row["upload_as"]
        path = config.place / row["path"]
        samples.append(
            Sample(name=name, path=path, sha256=row["sha256"], split=_split(row["split"]), group=row["group"])
        )
        truths.append(
            Truth(
                name=name,
                sha256=row["sha256"],
                file_name=row["filename"],
                doc_class=row["doc_class"],
                origin=row.get("origin") or "real",
                source=row.get("source_repo") or row["group"],
                fields=_known_fields(row["doc_class"], fields.get(row["filename"], {})),
            )
        )
    return samples, truths


def load_clauses(config: DatasetConfig) -> Views:
    """Documents + a table with a `Filename` column and a column a clause, as CUAD has them; lists are `['a', 'b']`.

    Everything is split test, every document its own group, the sha256 that of the file as it lies.
    """
    samples, truths = [], []
    for row in _rows(config.place / config.labels.file):
        path = config.place / row["Filename"]
        if not path.is_file():
            raise _broken(config.labels.file, f"{path.name} is not there")
        name, digest = f"doc_{sha256_file(path)[:10]}{path.suffix}", sha256_file(path)
        samples.append(Sample(name=name, path=path, sha256=digest, split=Split.TEST, group=path.name))
        values = {
            field: TruthValue(value=_clause(row[column]))
            for column, field in config.clauses.items()
            if row.get(column, "").strip() not in ("", "[]")
        }
        truths.append(
            Truth(
                name=name,
                sha256=digest,
                file_name=path.name,
                doc_class=config.doc_class,
                source=config.folder,
                fields=_known_fields(config.doc_class, values),
            )
        )
    return samples, truths


LOADERS: dict[str, Callable[[DatasetConfig], Views]] = {"folder": load_folder, "clauses": load_clauses}


def load_dataset(name: str) -> Dataset:
    """A dataset by its name in config/datasets.yaml. Raises bad_request, dataset_integrity."""
    known = load_datasets_config()
    if name not in known:
        raise MailroomError(ErrorCode.BAD_REQUEST, f"no dataset {name!r}", why=f"known are {', '.join(known)}")
    config = known[name]
    for pin in filter(None, (config.labels, config.truth)):
        _require_pin(name, config, pin)
    samples, truths = LOADERS[config.kind](config)
    return Dataset(name, fingerprint(config=config.model_dump(mode="json"))[:12], samples, truths)


def _require_pin(name: str, config: DatasetConfig, pin: Pin) -> None:
    path = config.place / pin.file
    if not path.is_file():
        hint = (
            f"set {config.root_env} to where it lies, or look at the bundled set samples"
            if config.root_env
            else "restore it"
        )
        raise MailroomError(
            ErrorCode.DATASET_INTEGRITY, f"dataset {name} has no {pin.file}", where=str(config.place), next_step=hint
        )
    if sha256_file(path) != pin.sha256:
        raise MailroomError(
            ErrorCode.DATASET_INTEGRITY,
            f"dataset {name} is not at its pinned revision",
            where=pin.file,
            why="its sha256 is not the one in config/datasets.yaml",
        )


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(newline="", encoding="utf-8-sig") as file:
        for number, row in enumerate(csv.DictReader(file), start=2):
            if None in row or None in row.values():
                raise _broken(path.name, f"line {number} has another number of columns than the head")
            yield row


def _truth_fields(config: DatasetConfig) -> dict[str, dict[str, TruthValue]]:
    found: dict[str, dict[str, TruthValue]] = defaultdict(dict)
    if config.truth is None:
        return found
    lines = (config.place / config.truth.file).read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        try:
            row = json.loads(line)
            found[row["filename"]][row["field"]] = TruthValue(value=row["value"], tier=_TIERS[row["in_text"]])
        except (ValueError, KeyError, TypeError) as error:
            raise _broken(config.truth.file, f"line {number} is not a truth row") from error
    return found


def _known_fields(doc_class: str, fields: dict[str, TruthValue]) -> dict[str, TruthValue]:
    known = load_taxonomy().classes.get(doc_class)
    return {name: value for name, value in fields.items() if known and name in known.fields}


def _clause(cell: str) -> Any:
    """A CUAD cell: a plain answer, or the Python list of passages that the table was written with."""
    import ast

    text = cell.strip()
    if text.startswith("["):
        try:
            return [str(item) for item in ast.literal_eval(text)]
        except (ValueError, SyntaxError):
            return text
    return text


def _split(word: str) -> Split:
    if word not in set(Split):
        raise _broken("the labels", f"{word!r} is no split")
    return Split(word)


def _broken(where: str, why: str) -> MailroomError:
    return MailroomError(ErrorCode.DATASET_INTEGRITY, "a dataset cannot be read", where=where, why=why)
