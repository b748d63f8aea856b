"""`mailroom eval`: how good the mailroom is, on labelled documents it did not see, in figures with intervals."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import Progress

from mailroom_dagster.cli import fitting
from mailroom_dagster.cli.fitting import DatasetOption, SeedOption, SplitOption
from mailroom_dagster.cli.output import (
    DEFAULT_HOME,
    HomeOption,
    JsonOption,
    complaints,
    console,
    emit,
    home_at,
    table,
)
from mailroom_dagster.cli.platform import open_instance, quiet_dagster
from mailroom_dagster.evaluation.comparison import Comparison, compare
from mailroom_dagster.evaluation.datasets import Split, load_dataset
from mailroom_dagster.evaluation.history import find_run, past_runs
from mailroom_dagster.evaluation.predicting import Mode
from mailroom_dagster.evaluation.report import headlines, write_report
from mailroom_dagster.evaluation.runs import EvaluationRun, Settings, texts_of
from mailroom_dagster.evaluation.sorter_kpis import sorter_kpis
from mailroom_dagster.evaluation.summary import Figures, Summary, summarize
from mailroom_dagster.pipeline.mailroom import Mailroom, open_mailroom

app = typer.Typer(no_args_is_help=True, help="Measure the mailroom on labelled documents.")
fitting.register(app)


PerClassOption = Annotated[int | None, typer.Option("--per-class", min=1, help="At most so many of each class.")]
OverlapOption = Annotated[
    bool, typer.Option("--without-overlap", help="Leave out documents that the fast path was trained on.")
]


@app.command()
def run(
    dataset: DatasetOption = "pilot",
    split: SplitOption = Split.TEST,
    per_class: PerClassOption = None,
    seed: SeedOption = 42,
    specialist: Annotated[bool, typer.Option("--specialist", help="Tell extraction the true class.")] = False,
    without_overlap: OverlapOption = False,
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Evaluate in Dagster, from sample to report; a run that was stopped goes on where it was."""
    mailroom = open_mailroom(home_at(home))
    settings = _settings(dataset, split, per_class, seed, "specialist" if specialist else "pipeline", without_overlap)
    run_in_dagster(mailroom, settings)
    done = EvaluationRun(mailroom, settings)
    _emit_summary(summarize(done), as_json, done.files.folder / "report" / "report.html")


@app.command()
def classify(
    dataset: DatasetOption = "pilot",
    split: SplitOption = Split.TEST,
    per_class: PerClassOption = None,
    seed: SeedOption = 42,
    without_overlap: OverlapOption = False,
    leave_one_source_out: Annotated[
        bool, typer.Option("--leave-one-source-out", help="Fit anew for every source, without it; takes minutes.")
    ] = False,
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Sorting alone: accuracy, calibration, coverage, with and without templates and synthetic documents."""
    if leave_one_source_out:
        _emit_unseen(open_mailroom(home_at(home)), dataset, as_json)
        return
    summary = _measured(home, _settings(dataset, split, per_class, seed, "classify", without_overlap), as_json)
    value = _head(summary) | {
        part: {"documents": found.documents, "sources": found.sources} | found.sorter.model_dump(mode="json")
        for part, found in (("all", summary.all), ("real", summary.real))
    }
    emit(value, as_json, lambda: _show_headlines(summary))


@app.command()
def extract(
    dataset: DatasetOption = "pilot",
    split: SplitOption = Split.TEST,
    per_class: PerClassOption = None,
    seed: SeedOption = 42,
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Extraction alone, under the true class: precision, recall, F1 by class and field, grounding, hallucination."""
    summary = _measured(home, _settings(dataset, split, per_class, seed, "specialist", False), as_json)
    value = _head(summary) | {
        part: {"documents": found.documents, "sources": found.sources} | found.specialists.model_dump(mode="json")
        for part, found in (("all", summary.all), ("real", summary.real))
    }
    emit(value, as_json, lambda: _show_fields(summary.all))


@app.command()
def report(
    name: Annotated[str | None, typer.Argument(help="A run, or the beginning of its name; the latest if none.")] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Show the page in the browser.")] = False,
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """The report of a past run."""
    past = find_run(home_at(home), name)
    page = past.folder / "report" / "report.html"
    if open_page:
        webbrowser.open(page.as_uri())
    _emit_summary(past.summary, as_json, page)


@app.command(name="runs")
def list_runs(home: HomeOption = DEFAULT_HOME, as_json: JsonOption = False) -> None:
    """Every finished run, the latest first."""
    rows = [
        {
            "run": item.summary.run,
            "documents": item.summary.all.documents,
            "accuracy": item.summary.all.sorter.accuracy.value,
            "field_f1": item.summary.all.specialists.micro.f1.value if item.summary.all.specialists.micro else None,
            "git": item.summary.conditions.git,
        }
        for item in past_runs(home_at(home))
    ]
    emit(rows, as_json, lambda: table("runs", ("run", "documents", "accuracy", "field F1", "git"), map(_cells, rows)))


@app.command(name="compare")
def compare_command(
    first: Annotated[str, typer.Argument(help="A run, or the beginning of its name.")],
    second: Annotated[str, typer.Argument(help="The run to set beside it.")],
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Two runs: paired differences with intervals, and the documents that changed."""
    one, other = find_run(home_at(home), first), find_run(home_at(home), second)
    found = compare(one.summary.run, one.documents(), other.summary.run, other.documents())
    emit(found.model_dump(mode="json"), as_json, lambda: _show_comparison(found))


@app.command()
def judge(
    dataset: DatasetOption = "pilot",
    split: SplitOption = Split.TEST,
    limit: Annotated[int, typer.Option(min=1, help="How many documents the judges look at.")] = 20,
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Let the judges look at a sample of a run of the whole way."""
    from mailroom_dagster.evaluation.judges import judge_run

    mailroom = open_mailroom(home_at(home))
    run_ = EvaluationRun(mailroom, Settings(dataset=dataset, split=split))
    found = judge_run(run_, limit=limit)
    rows = [[name, item.mean, item.labels, item.failed] for name, item in found.figures.items()]
    emit(
        found.model_dump(mode="json"),
        as_json,
        lambda: table(found.run, ("judge", "mean", "labels", "failed"), rows),
    )


def _settings(
    dataset: str, split: Split, per_class: int | None, seed: int, mode: Mode, without_overlap: bool
) -> Settings:
    return Settings(
        dataset=dataset,
        split=split,
        per_class=per_class,
        seed=seed,
        mode=mode,
        without_overlap=without_overlap,
    )


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


def _measured(home: Path, settings: Settings, quiet: bool) -> Summary:
    """Run in this process without Dagster, with a progress bar; a stopped run goes on."""
    run_ = EvaluationRun(open_mailroom(home_at(home)), settings)
    with Progress(console=complaints, disable=quiet) as progress:
        bar = progress.add_task(run_.name, total=len(run_.sampled()))
        for doc_class in run_.classes:
            names = run_.write_sample(doc_class)
            new = run_.predict(doc_class, lambda _: progress.advance(bar))
            progress.advance(bar, len(names) - new)
            run_.score(doc_class)
    summary = summarize(run_)
    write_report(run_, summary)
    return summary


def _emit_unseen(mailroom: Mailroom, dataset: str, as_json: bool) -> None:
    """Every document of both splits, predicted without its source; `test` are those of the test split among them."""
    from mailroom_dagster.evaluation.unseen_sources import leave_one_source_out

    loaded = load_dataset(dataset)
    rows = leave_one_source_out(mailroom, loaded, texts_of(mailroom))
    parts = {
        "all": rows,
        "real": [row for row in rows if row.origin == "real"],
        "test": [row for row in rows if row.split == Split.TEST],
    }
    found = {part: sorter_kpis(held) for part, held in parts.items()}
    value = {
        "dataset": dataset,
        "scheme": "leave_one_source_out",
        "unreadable": len(loaded.samples) - len(rows),
        **{
            part: {"documents": len(parts[part]), "sources": len({row.source for row in parts[part]})}
            | kpis.model_dump(mode="json")
            for part, kpis in found.items()
        },
    }
    shown = ("accuracy", "macro_f1", "ece", "brier", "coverage", "accepted_accuracy", "fast_path_rate")
    lines = [[name.replace("_", " "), *(getattr(kpis, name) for kpis in found.values())] for name in shown]
    emit(value, as_json, lambda: table("leave one source out", ("figure", *parts), lines))


def _head(summary: Summary) -> dict[str, Any]:
    return summary.model_dump(mode="json", include={"run", "settings", "conditions", "overlap", "warnings"})


def _emit_summary(summary: Summary, as_json: bool, page: Path) -> None:
    value = summary.model_dump(mode="json") | {"report": str(page)}
    emit(value, as_json, lambda: (_show_headlines(summary), console.print(f"\nreport: {page}", markup=False)))  # type: ignore[func-returns-value, arg-type]


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
    console.print(
        f"grounded {figures.specialists.grounded}, hallucination {figures.specialists.hallucination}", markup=False
    )


def _show_comparison(found: Comparison) -> None:
    rows = [
        [name, item.difference, {True: "yes", False: "no", None: "unknown"}[item.significant], item.difference.n]
        for name, item in found.differences.items()
    ]
    table(f"{found.second} minus {found.first}", ("figure", "difference", "significant", "n"), rows)
    changed = [[item.name, item.true_class, item.what, item.first, item.second] for item in found.changed]
    table(f"{len(changed)} documents changed", ("document", "class", "what", "first", "second"), changed)


def _cells(row: dict[str, Any]) -> list[Any]:
    return list(row.values())
