"""What the commands of `mailroom eval` do: run or find an evaluation, and say what it found."""

from __future__ import annotations

import os
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from rich.progress import Progress

from mailroom_dagster.cli.output import complaints, console, emit, table
from mailroom_dagster.cli.platform import open_instance, quiet_dagster
from mailroom_dagster.evaluation.comparison import Comparison
from mailroom_dagster.evaluation.comparison import compare as compare_rows
from mailroom_dagster.evaluation.datasets import Split
from mailroom_dagster.evaluation.history import find_run, past_runs
from mailroom_dagster.evaluation.judges import judge_run
from mailroom_dagster.evaluation.loaders import load_dataset
from mailroom_dagster.evaluation.report import headlines, write_report
from mailroom_dagster.evaluation.runs import EvaluationRun, texts_of
from mailroom_dagster.evaluation.settings import Settings
from mailroom_dagster.evaluation.sorter_kpis import sorter_kpis
from mailroom_dagster.evaluation.summary import Figures, Summary, summarize
from mailroom_dagster.evaluation.unseen_sources import leave_one_source_out
from mailroom_dagster.pipeline.mailroom import Mailroom, open_mailroom
from mailroom_dagster.records.home import Home

SORTING = ("accuracy", "macro_f1", "ece", "brier", "coverage", "accepted_accuracy", "fast_path_rate")


def run(home: Home, settings: Settings, as_json: bool) -> None:
    """Evaluate in Dagster and show the headlines."""
    mailroom = open_mailroom(home)
    run_in_dagster(mailroom, settings)
    done = EvaluationRun(mailroom, settings)
    _emit_summary(summarize(done), as_json, done.files.folder / "report" / "report.html")


def run_in_dagster(mailroom: Mailroom, settings: Settings) -> None:
    """The job `evaluate` over every class, in this process, on the home's own instance. Raises what the run raised."""
    quiet_dagster()
    import dagster as dg

    from assets.evaluation import EvaluationConfig, evaluation_assets, evaluation_jobs, range_tags, run_config
    from resources.mailroom import MailroomResource

    definitions = dg.Definitions(
        assets=evaluation_assets(), jobs=evaluation_jobs(), resources={"mailroom": MailroomResource.around(mailroom)}
    )
    config = run_config(EvaluationConfig.of(settings)) | {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}
    with open_instance(mailroom.home) as instance:
        definitions.resolve_job_def("evaluate").execute_in_process(
            instance=instance, run_config=config, tags=range_tags(settings.dataset, settings.split)
        )


def classify(home: Home, settings: Settings, as_json: bool) -> None:
    """Sorting alone."""
    summary = _measured(home, settings, as_json)
    value = _head(summary) | _parts(summary, lambda found: found.sorter)
    emit(value, as_json, lambda: _show_headlines(summary))


def extract(home: Home, settings: Settings, as_json: bool) -> None:
    """Extraction alone."""
    summary = _measured(home, settings, as_json)
    value = _head(summary) | _parts(summary, lambda found: found.specialists)
    emit(value, as_json, lambda: _show_fields(summary.all))


def classify_unseen(home: Home, dataset: str, as_json: bool) -> None:
    """Every document of both splits, predicted without its source; `test` are those of the test split among them."""
    mailroom, loaded = open_mailroom(home), load_dataset(dataset)
    rows = leave_one_source_out(mailroom, loaded, texts_of(mailroom))
    parts = {
        "all": rows,
        "real": [row for row in rows if row.origin == "real"],
        "test": [row for row in rows if row.split == Split.TEST],
    }
    found = {part: sorter_kpis(held) for part, held in parts.items()}
    counts = {
        part: {"documents": len(held), "sources": len({row.source for row in held})} for part, held in parts.items()
    }
    value = {
        "dataset": dataset,
        "scheme": "leave_one_source_out",
        "unreadable": len(loaded.samples) - len(rows),
        **{part: counts[part] | kpis.model_dump(mode="json") for part, kpis in found.items()},
    }
    lines = [[name.replace("_", " "), *(getattr(kpis, name) for kpis in found.values())] for name in SORTING]
    emit(value, as_json, lambda: table("leave one source out", ("figure", *parts), lines))


def report(home: Home, name: str | None, open_page: bool, as_json: bool) -> None:
    """The report of a past run."""
    past = find_run(home, name)
    page = past.folder / "report" / "report.html"
    if open_page:
        webbrowser.open(page.as_uri())
    _emit_summary(past.summary, as_json, page)


def runs(home: Home, as_json: bool) -> None:
    """Every finished run."""
    rows = [
        {
            "run": item.summary.run,
            "documents": item.summary.all.documents,
            "accuracy": item.summary.all.sorter.accuracy.value,
            "field_f1": item.summary.all.specialists.micro.f1.value if item.summary.all.specialists.micro else None,
            "git": item.summary.conditions.git,
        }
        for item in past_runs(home)
    ]
    columns = ("run", "documents", "accuracy", "field F1", "git")
    lines = [list(row.values()) for row in rows]
    emit(rows, as_json, lambda: table("runs", columns, lines, none="none yet; `mailroom eval run` makes one"))


def compare(home: Home, first: str, second: str, as_json: bool) -> None:
    """Two runs side by side."""
    one, other = find_run(home, first), find_run(home, second)
    found = compare_rows(one.summary.run, one.documents(), other.summary.run, other.documents())
    emit(found.model_dump(mode="json"), as_json, lambda: _show_comparison(found))


def judge(home: Home, settings: Settings, limit: int, as_json: bool) -> None:
    """The judges over a finished run."""
    found = judge_run(EvaluationRun(open_mailroom(home), settings), limit=limit)
    rows = [[name, item.mean, item.labels, item.failed] for name, item in found.figures.items()]
    shown = ("judge", "mean", "labels", "failed")
    emit(found.model_dump(mode="json"), as_json, lambda: table(found.run, shown, rows))


def sync(home: Home, dataset: str, split: Split, limit: int | None, dry_run: bool, as_json: bool) -> None:
    """Dataset and evaluators into Langfuse. Raises provider_misconfigured without keys."""
    from mailroom_dagster.observability.reaching import langfuse

    mailroom = open_mailroom(home)
    with langfuse(os.environ) as api:
        from mailroom_dagster.evaluation.langfuse_sync import sync_dataset, sync_evaluators

        value = {
            "dataset": sync_dataset(
                api, load_dataset(dataset), split, texts_of(mailroom), limit=limit, dry_run=dry_run
            ),
            "evaluators": sync_evaluators(api, dry_run=dry_run),
        }
    emit(value, as_json, lambda: console.print_json(data=value))


def _measured(home: Home, settings: Settings, quiet: bool) -> Summary:
    """Run in this process without Dagster, with a progress bar; a stopped run goes on."""
    measured = EvaluationRun(open_mailroom(home), settings)
    with Progress(console=complaints, disable=quiet) as progress:
        bar = progress.add_task(measured.name, total=len(measured.sampled()))
        for doc_class in measured.classes:
            names = measured.write_sample(doc_class)
            new = measured.predict(doc_class, lambda _: progress.advance(bar))
            progress.advance(bar, len(names) - new)
            measured.score(doc_class)
    summary = summarize(measured)
    write_report(measured, summary)
    return summary


def _head(summary: Summary) -> dict[str, Any]:
    return summary.model_dump(mode="json", include={"run", "settings", "conditions", "overlap", "warnings"})


def _parts(summary: Summary, kpis: Callable[[Figures], BaseModel]) -> dict[str, Any]:
    """The figures over all documents, and over those that are neither template nor synthetic."""
    return {
        part: {"documents": found.documents, "sources": found.sources} | kpis(found).model_dump(mode="json")
        for part, found in (("all", summary.all), ("real", summary.real))
    }


def _emit_summary(summary: Summary, as_json: bool, page: Path) -> None:
    def show() -> None:
        _show_headlines(summary)
        console.print(f"report: {page}", markup=False)

    emit(summary.model_dump(mode="json") | {"report": str(page)}, as_json, show)


def _show_headlines(summary: Summary) -> None:
    rows = [[label, found, real, found.n] for label, found, real in headlines(summary) if found.value is not None]
    table(summary.run, ("figure", "all", "real only", "n"), rows)
    for warning in summary.warnings:
        console.print(f"note: {warning}", markup=False)


def _show_fields(figures: Figures) -> None:
    rows = [
        [doc_class, name, found.precision, found.recall, found.f1, found.scored + found.wrong]
        for doc_class, fields in figures.specialists.fields.items()
        for name, found in fields.items()
    ]
    table("fields", ("class", "field", "precision", "recall", "F1", "n"), rows)
    specialists = figures.specialists
    console.print(f"grounded {specialists.grounded}, hallucination {specialists.hallucination}", markup=False)


def _show_comparison(found: Comparison) -> None:
    words = {True: "yes", False: "no", None: "unknown"}
    rows = [
        [name, item.difference, words[item.significant], item.difference.n] for name, item in found.differences.items()
    ]
    table(f"{found.second} minus {found.first}", ("figure", "difference", "significant", "n"), rows)
    changed = [[item.name, item.true_class, item.what, item.first, item.second] for item in found.changed]
    table(f"{len(changed)} documents changed", ("document", "class", "what", "first", "second"), changed)
