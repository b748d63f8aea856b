"""People's decisions as a labelled dataset, `review_labels`: for fitting only, and never without consent.

Belongs here: which decisions may be used, and the files of the set (`evaluation.loaders`, kind folder). Consent is
`review.collect_labels` in the policy: it must have stood when the decision was taken, which the ledger says of each,
and it must stand now.
"""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.evaluation.datasets import DatasetConfig, Pin, Split
from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.pipeline.bins import source_path
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.records.model import (
    ClassificationRecord,
    ExtractedField,
    ExtractionRecord,
    Manifest,
    Stage,
    State,
)
from mailroom_dagster.routing import Route

DATASET = "review_labels"
CONSENT = "label_consent"  # in the detail of a decision's ledger entry
LABELS, TRUTH = "labels.csv", "truth.jsonl"
_COLUMNS = ("filename", "upload_as", "path", "doc_class", "split", "group", "sha256")


@dataclass(frozen=True)
class Label:
    """What a person stated of one document. `fields` is empty where only the class was theirs."""

    manifest: Manifest
    doc_class: str
    fields: dict[str, ExtractedField]

    @property
    def name(self) -> str:
        """A neutral file name."""
        return f"doc_{self.manifest.doc_id}{Path(self.manifest.file_name).suffix.lower()}"


def write_labels(mailroom: Mailroom, folder: Path) -> tuple[int, DatasetConfig]:
    """Write the set into a folder; returns the number of documents and the entry for config/datasets.yaml.

    Raises not_allowed without consent, original_changed for a document whose bytes are not what was decided on.
    """
    if not mailroom.policy.review.collect_labels:
        raise MailroomError(
            ErrorCode.NOT_ALLOWED, "decisions are not collected as labels", why="nobody has consented",
            next_step="set review.collect_labels in config/policy.yaml; decisions from then on are used",
        )  # fmt: skip
    found = list(labels(mailroom))
    mailroom.disk.make_dir(folder / "documents")
    for label in found:
        _copy(mailroom, label, folder / "documents" / label.name)
    pins = {}
    for name, data in ((LABELS, _table(found)), (TRUTH, _truth(found))):
        mailroom.disk.write_file(folder / name, data, durable=True)
        pins[name] = Pin(file=name, sha256=sha256_bytes(data))
    about = "What people decided in review, with their consent; to fit on."
    config = DatasetConfig(kind="folder", about=about, root=str(folder), labels=pins[LABELS], truth=pins[TRUTH])
    return len(found), config


def labels(mailroom: Mailroom) -> Iterator[Label]:
    """Archived documents that a person approved or corrected while consent stood, as they left them."""
    decided = {entry.doc_id: entry.detail for entry in mailroom.ledger.entries() if entry.stage == "review"}
    for doc_id in sorted(doc_id for doc_id, detail in decided.items() if detail.get(CONSENT) is True):
        manifest = mailroom.store.manifest(doc_id)
        sorted_as = mailroom.store.read(doc_id, Stage.CLASSIFICATION, ClassificationRecord)
        extraction = mailroom.store.read(doc_id, Stage.EXTRACTION, ExtractionRecord)
        if manifest.state is not State.ARCHIVED or manifest.person is None or sorted_as is None:
            continue  # rejected, on its way, or done again since
        seen = extraction is not None and decided[doc_id].get("to") == Route.REPORT
        yield Label(manifest, sorted_as.doc_class, dict(extraction.fields) if extraction and seen else {})


def _copy(mailroom: Mailroom, label: Label, target: Path) -> None:
    source = source_path(mailroom, label.manifest)
    if not mailroom.disk.holds(source, label.manifest.sha256):
        raise MailroomError(ErrorCode.ORIGINAL_CHANGED, "an original changed", where=label.manifest.file_name)
    with mailroom.disk.local(source) as file:
        shutil.copyfile(file, target)


def _table(found: list[Label]) -> bytes:
    text = io.StringIO(newline="")
    table = csv.DictWriter(text, _COLUMNS, lineterminator="\n")
    table.writeheader()
    for label in found:
        name, manifest = label.name, label.manifest
        table.writerow(
            {"filename": name, "upload_as": name, "path": f"documents/{name}", "doc_class": label.doc_class,
             "split": Split.TRAIN.value, "group": manifest.matter_id, "sha256": manifest.sha256}
        )  # fmt: skip
    return text.getvalue().encode()


def _truth(found: list[Label]) -> bytes:
    rows = [
        {"filename": label.name, "field": name, "value": item.json_value,
         "in_text": all(value.evidence for value in item.values)}
        for label in found
        for name, item in label.fields.items()
        if item.values
    ]  # fmt: skip
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()
