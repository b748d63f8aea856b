"""Evaluation as assets: sample, predictions and scores by `<dataset>.<split>.<class>`, and the report over them.

Everything is kept by document on disk, so that a killed run goes on where it was. The assets are built by functions:
nothing of the configuration is read at import. What evaluates is imported where a step needs it: every run of the
mailroom loads this file.
"""

import base64
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

import dagster as dg

from assets.owners import OWNERS
from mailroom_dagster.evaluation.datasets import Split, load_datasets_config
from mailroom_dagster.evaluation.sampling import partition_keys, split_key
from mailroom_dagster.evaluation.settings import Mode, Settings
from mailroom_dagster.taxonomy.model import load_taxonomy
from resources.mailroom import MailroomResource

if TYPE_CHECKING:
    from mailroom_dagster.evaluation.runs import EvaluationRun
    from mailroom_dagster.evaluation.summary import Summary

GROUP = "evaluation"
JOB = "evaluate"
STEPS = ("eval_sample", "eval_predictions", "eval_scores")
REPORT = "evaluation_report"
RANGE_START, RANGE_END = "dagster/asset_partition_range_start", "dagster/asset_partition_range_end"
SHOWN = ("confusion matrix", "reliability", "coverage and accuracy", "fields")


class EvaluationConfig(dg.Config):
    """How to evaluate. `per_class` 0 takes every document of the split."""

    dataset: str = "pilot"
    split: str = "test"
    per_class: int = 0
    seed: int = 42
    mode: str = "pipeline"
    without_overlap: bool = False
    semantic: bool = False

    @classmethod
    def of(cls, settings: Settings) -> "EvaluationConfig":
        """Settings as run config."""
        return cls(**settings.model_dump(mode="json", exclude={"per_class"}), per_class=settings.per_class or 0)

    def settings(self, dataset: str, split: Split) -> Settings:
        """These settings for one dataset and split. Raises a validation error for an unknown mode."""
        return Settings(
            dataset=dataset,
            split=split,
            per_class=self.per_class or None,
            seed=self.seed,
            mode=cast(Mode, self.mode),
            without_overlap=self.without_overlap,
            semantic=self.semantic,
        )


def evaluation_assets() -> list[dg.AssetsDefinition]:
    """The four assets. Raises bad_config."""
    partitions = dg.StaticPartitionsDefinition(partition_keys(load_datasets_config(), load_taxonomy()))
    sample = _step("eval_sample", partitions, (), _sample, "The documents a run looks at: nested and seeded.")
    predictions = _step(
        "eval_predictions", partitions, (sample,), _predict, "What the mailroom said of each, without seeing the truth."
    )
    scores = _step("eval_scores", partitions, (predictions,), _score, "Prediction and truth joined, scored by type.")
    return [sample, predictions, scores, _report(scores)]


def evaluation_jobs() -> list[Any]:
    """The job `evaluate` over all four."""
    selection = dg.AssetSelection.assets(*STEPS, REPORT)
    return [
        dg.define_asset_job(JOB, selection, description="Evaluate one split of a dataset, in figures and pictures.")
    ]


def evaluation_schedules() -> list[dg.ScheduleDefinition]:
    """Every Monday at 03:00: the test split of every dataset that is present. Off until switched on."""

    @dg.schedule(
        job_name=JOB,
        cron_schedule="0 3 * * 1",
        name="weekly_evaluation",
        description="Evaluates the test split of every dataset of config/datasets.yaml that is present.",
    )
    def weekly_evaluation(context: dg.ScheduleEvaluationContext) -> Iterator[dg.RunRequest | dg.SkipReason]:
        present = [name for name, config in load_datasets_config().items() if config.place.is_dir()]
        if not present:
            yield dg.SkipReason("no dataset is present")
        for name in present:
            config = EvaluationConfig(dataset=name)
            yield dg.RunRequest(run_key=None, run_config=run_config(config), tags=range_tags(name, Split.TEST))

    return [weekly_evaluation]


def run_config(config: EvaluationConfig) -> dict[str, Any]:
    """The same settings for all four steps."""
    return {"ops": {name: {"config": config.model_dump()} for name in (*STEPS, REPORT)}}


def range_tags(dataset: str, split: Split) -> dict[str, str]:
    """The tags of a run over every class of one dataset and split."""
    keys = [
        key for key in partition_keys(load_datasets_config(), load_taxonomy()) if split_key(key)[:2] == (dataset, split)
    ]
    return {RANGE_START: keys[0], RANGE_END: keys[-1]} if keys else {}


def _step(
    name: str,
    partitions: dg.PartitionsDefinition[str],
    deps: tuple[dg.AssetsDefinition, ...],
    work: "Callable[[EvaluationRun, str], Mapping[str, Any]]",
    description: str,
) -> dg.AssetsDefinition:
    """One partitioned step: `work` for every class of the run's partitions."""

    @dg.asset(
        name=name, partitions_def=partitions, deps=deps, group_name=GROUP, owners=OWNERS, kinds={"python", "parquet"},
        backfill_policy=dg.BackfillPolicy.single_run(), description=description,
    )  # fmt: skip
    def step(context: dg.AssetExecutionContext, config: EvaluationConfig, mailroom: MailroomResource) -> None:
        from mailroom_dagster.evaluation.runs import EvaluationRun

        runs: dict[tuple[str, Split], EvaluationRun] = {}
        for key in context.partition_keys:
            dataset, split, doc_class = split_key(key)
            if (dataset, split) not in runs:
                runs[dataset, split] = EvaluationRun(mailroom.open(), config.settings(dataset, split))
            found = work(runs[dataset, split], doc_class)
            context.log.info(f"{key}: {dict(found)}")
        context.add_output_metadata({"runs": [run.name for run in runs.values()]})

    return step


def _sample(run: "EvaluationRun", doc_class: str) -> Mapping[str, Any]:
    return {"documents": len(run.write_sample(doc_class))}


def _predict(run: "EvaluationRun", doc_class: str) -> Mapping[str, Any]:
    return {"new": run.predict(doc_class)}


def _score(run: "EvaluationRun", doc_class: str) -> Mapping[str, Any]:
    rows = run.score(doc_class)
    return {"documents": len(rows), "class_correct": sum(row.class_correct for row in rows)}


def _report(scores: dg.AssetsDefinition) -> dg.AssetsDefinition:
    @dg.asset(
        name=REPORT, deps=[scores], group_name=GROUP, owners=OWNERS, kinds={"python", "html"},
        description="Every figure of a complete run with its interval, in one page with pictures.",
    )  # fmt: skip
    def evaluation_report(config: EvaluationConfig, mailroom: MailroomResource) -> dg.MaterializeResult[Any]:
        from mailroom_dagster.evaluation.report import write_report
        from mailroom_dagster.evaluation.runs import EvaluationRun
        from mailroom_dagster.evaluation.summary import summarize

        run = EvaluationRun(mailroom.open(), config.settings(config.dataset, Split(config.split)))
        summary = summarize(run)
        page = write_report(run, summary)
        return dg.MaterializeResult(metadata=report_metadata(summary) | {"report": dg.MetadataValue.path(str(page))})

    return evaluation_report


def report_metadata(summary: "Summary") -> dict[str, dg.MetadataValue]:
    """The headlines as numbers and as a table, and the pictures."""
    from mailroom_dagster.evaluation.plots import pictures
    from mailroom_dagster.evaluation.report import headlines

    shown = headlines(summary)
    lines = [f"| {label} | {found} | {real} | {found.n} |" for label, found, real in shown]
    head = ["| figure | all | real only | n |", "|---|---|---|---|"]
    drawn = pictures(summary.all)
    images = [
        f"![{name}](data:image/png;base64,{base64.b64encode(drawn[name]).decode()})" for name in SHOWN if name in drawn
    ]
    numbers: dict[str, dg.MetadataValue] = {
        label.replace(" ", "_"): dg.MetadataValue.float(found.value)
        for label, found, _ in shown
        if found.value is not None
    }
    return numbers | {
        "run": dg.MetadataValue.text(summary.run),
        "documents": dg.MetadataValue.int(summary.all.documents),
        "headlines": dg.MetadataValue.md("\n".join([*head, *lines])),
        "pictures": dg.MetadataValue.md("\n\n".join(images)),
        "warnings": dg.MetadataValue.json(list(summary.warnings)),
    }
