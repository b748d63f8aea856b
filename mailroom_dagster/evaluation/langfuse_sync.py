"""A dataset's split and our evaluators in Langfuse, for those who look at quality there. Nothing else needs it.

Belongs here: what an item holds, and creating what is missing. Item ids are stable, so that a second sync changes
nothing; an evaluator that exists is left as people made it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from langfuse.api import LangfuseAPI
from langfuse.api.evaluation_commons import EvaluatorOutputDefinition_Categorical, EvaluatorOutputDefinition_Numeric
from langfuse.api.evaluators import CreateEvaluatorRequest_LlmAsJudge

from mailroom_dagster.configuration import config_dir
from mailroom_dagster.errors import MailroomError
from mailroom_dagster.evaluation.datasets import Dataset, Sample, Split
from mailroom_dagster.evaluation.sampling import sample
from mailroom_dagster.evaluation.texts import Texts

PREFIX = "mailroom-"
OUTPUTS: dict[str, Any] = {
    "mailroom-pipeline-judge": EvaluatorOutputDefinition_Categorical(
        categories=["CORRECT", "PARTIAL", "MISS"], should_allow_multiple_matches=False
    ),
    "mailroom-pipeline-quality": EvaluatorOutputDefinition_Numeric(min_value=0.0, max_value=1.0),
}


def sync_dataset(
    api: LangfuseAPI, dataset: Dataset, split: Split, texts: Texts, *, limit: int | None = None, dry_run: bool = False
) -> dict[str, Any]:
    """Upsert `mailroom-<dataset>` with an item a document; returns name, items and what could not be read."""
    name, chosen = f"{PREFIX}{dataset.name}", sample(dataset, split)[:limit]
    dataset.require_bytes(chosen)
    unreadable = []
    if not dry_run:
        texts.prepare(chosen)
        api.datasets.create(name=name, metadata={"revision": dataset.revision})
        for item in chosen:
            try:
                _put(api, name, dataset, item, texts)
            except MailroomError as error:
                unreadable.append({"name": item.name, "error": error.code.value})
    return {"name": name, "items": [item.name for item in chosen], "unreadable": unreadable}


def sync_evaluators(api: LangfuseAPI, *, folder: Path | None = None, dry_run: bool = False) -> dict[str, list[str]]:
    """Create the evaluators of config/evaluators that the project does not have; returns created and kept names."""
    held = {item.name for item in api.evaluators.list(limit=100).data}
    missing = [name for name in OUTPUTS if name not in held]
    for name in [] if dry_run else missing:
        prompt = ((folder or config_dir() / "evaluators") / f"{name}.md").read_text(encoding="utf-8")
        request = CreateEvaluatorRequest_LlmAsJudge(name=name, prompt=prompt, output_definition=OUTPUTS[name])
        api.evaluators.create(request=request)
    return {"created": missing, "kept": sorted(held & OUTPUTS.keys())}


def _put(api: LangfuseAPI, name: str, dataset: Dataset, item: Sample, texts: Texts) -> None:
    truth = dataset.truth_of(item)
    api.dataset_items.create(
        dataset_name=name,
        id=f"{dataset.name}-{item.name}",
        input={"text": texts.read(item).document.text, "file_name": item.name, "matter": "DEFAULT"},
        expected_output={
            "doc_class": truth.doc_class,
            "subtype": truth.subtype,
            "fields": {field: value.value for field, value in truth.fields.items()},
        },
        metadata={"split": item.split.value, "group": item.group, "origin": truth.origin, "sha256": item.sha256},
    )
