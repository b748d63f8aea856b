"""A tiny labelled set of made-up documents, and a provider that answers by script, for the tests of evaluation."""

from __future__ import annotations

import csv
import json
import os
import shutil
import signal
from pathlib import Path
from typing import Any

from mailroom_dagster.agents.contracts import (
    ExtractAnswer,
    ExtractTask,
    JudgeAnswer,
    JudgeTask,
    RawValue,
    Role,
    SortAnswer,
    SortTask,
)
from mailroom_dagster.configuration import config_dir
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.evaluation.datasets import DatasetConfig, Pin
from mailroom_dagster.hashing import sha256_bytes, sha256_file
from mailroom_dagster.pipeline.mailroom import Mailroom, open_mailroom
from mailroom_dagster.providers.base import CallSummary, Identity, Reply
from mailroom_dagster.records.home import Home

BODIES = {
    "contract": (
        "SERVICES AGREEMENT\n\nThis agreement is made between Alder{n} Works Inc. and Birch{n} Supply LLC. "
        "It is governed by the laws of Ohio. Both parties shall perform the services described in the schedule."
    ),
    "correspondence": (
        "Dear Ms. Cedar{n},\n\nPlease find enclosed what you asked for on the telephone last week. "
        "We remain at your disposal for any question you may have.\n\nYours sincerely,\nDogwood{n} Elm"
    ),
}
TRUTH = {
    "contract": lambda n: [("parties", [f"Alder{n} Works Inc.", f"Birch{n} Supply LLC"]), ("governing_law", "Ohio")],
    "correspondence": lambda n: [("recipient", f"Cedar{n}"), ("sender", f"Dogwood{n} Elm")],
}


def make_dataset(folder: Path, per_class: int = 4) -> DatasetConfig:
    """Write documents, labels and truth; half of each class is train, every document is a source of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    rows, truths = [], []
    for doc_class, body in BODIES.items():
        for n in range(per_class):
            data = body.format(n=n).encode()
            digest = sha256_bytes(data)
            name, split = f"{doc_class}_original_{n}.txt", ("train", "test")[n % 2]
            (folder / name).write_bytes(data)
            rows.append(
                {"filename": name, "upload_as": f"doc_{digest[:10]}.txt", "path": name, "doc_class": doc_class,
                 "split": split, "group": name, "origin": "real" if n else "template", "source_repo": f"repo{n}",
                 "sha256": digest}
            )  # fmt: skip
            truths += [
                {"filename": name, "field": field, "value": value, "in_text": True, "split": split}
                for field, value in TRUTH[doc_class](n)
            ]
    with (folder / "labels.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    (folder / "truth.jsonl").write_text("".join(json.dumps(row) + "\n" for row in truths))
    return DatasetConfig(
        kind="folder",
        root=str(folder),
        labels=Pin(file="labels.csv", sha256=sha256_file(folder / "labels.csv")),
        truth=Pin(file="truth.jsonl", sha256=sha256_file(folder / "truth.jsonl")),
    )


def make_config(target: Path, dataset: DatasetConfig) -> Path:
    """A copy of the configuration whose only dataset is `tiny`."""
    shutil.copytree(config_dir(), target)
    text = json.dumps({"datasets": {"tiny": dataset.model_dump(mode="json")}})  # JSON is YAML
    (target / "datasets.yaml").write_text(text)
    return target


class ScriptedProvider:
    """Sorts by the first word, extracts what the truth says; can fail on a word, and can kill its process."""

    name = "scripted"
    sees_images = False

    def __init__(self, *, kill_after: int | None = None, fails_on: str = "", wrong_on: str = "") -> None:
        self.sorted = 0
        self.kill_after = kill_after
        self.fails_on = fails_on
        self.wrong_on = wrong_on

    def identity(self, role: Role) -> Identity:
        return Identity("scripted", f"script-{role}")

    def answer(self, task: Any) -> Reply[Any]:
        if self.fails_on and self.fails_on in task.document.text:
            raise MailroomError(ErrorCode.PROVIDER_REFUSED, "no")
        call = CallSummary("c", task.role, "scripted", "m", "answered", input_tokens=10, output_tokens=2, cost_usd=None)
        return Reply(self._answer(task), (call,), None)

    def _answer(self, task: Any) -> Any:
        if isinstance(task, SortTask):
            return self._sort(task)
        if isinstance(task, ExtractTask):
            return _extract(task)
        assert isinstance(task, JudgeTask)
        return JudgeAnswer(label="complete", score=1.0)

    def _sort(self, task: SortTask) -> SortAnswer:
        if self.kill_after is not None and self.sorted >= self.kill_after:
            os.kill(os.getpid(), signal.SIGKILL)
        self.sorted += 1
        contract = task.document.text.startswith("SERVICES")
        if self.wrong_on and self.wrong_on in task.document.text:
            contract = not contract
        return SortAnswer(
            doc_class="contract" if contract else "correspondence",
            subtype="service" if contract else None,
            confidence=0.99,
        )


def _extract(task: ExtractTask) -> ExtractAnswer:
    text = task.document.text
    number = next((n for n in range(20) if f"Alder{n} " in text or f"Cedar{n}," in text), None)
    if number is None:
        return ExtractAnswer()
    values: dict[str, tuple[RawValue, ...]] = {}
    for field, value in TRUTH[task.doc_class](number):
        items = value if isinstance(value, list) else [value]
        found = tuple(RawValue(value=item, quote=item) for item in items if item in text)
        if found:
            values[field] = found
    return ExtractAnswer(values=values, confidence=0.99)


def open_tiny(home: Home, provider: ScriptedProvider | None = None) -> Mailroom:
    """A mailroom that the script answers for."""
    return open_mailroom(home, provider or ScriptedProvider())
