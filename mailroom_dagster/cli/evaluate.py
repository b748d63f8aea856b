"""`mailroom eval`: how good the mailroom is, on labelled documents it did not see, in figures with intervals.

Belongs here: the commands. What they do is in `evaluating`, imported when it is needed: plots and models are heavy.
"""

from __future__ import annotations

from typing import Annotated

import typer

from mailroom_dagster.cli import ask, fitting
from mailroom_dagster.cli.fitting import DatasetOption, SeedOption, SplitOption
from mailroom_dagster.cli.output import DEFAULT_HOME, HomeOption, JsonOption, home_at
from mailroom_dagster.evaluation.datasets import Split
from mailroom_dagster.evaluation.settings import Settings

app = typer.Typer(no_args_is_help=True)
fitting.register(app)
ask.register_evaluation(app)

PerClassOption = Annotated[int | None, typer.Option("--per-class", min=1, help="At most so many of each class.")]
OverlapOption = Annotated[
    bool, typer.Option("--without-overlap", help="Leave out documents that the fast path was trained on.")
]
SemanticOption = Annotated[bool, typer.Option("--semantic", help="Score free texts by meaning, too (extra semantic).")]


@app.command()
def run(
    dataset: DatasetOption = "pilot",
    split: SplitOption = Split.TEST,
    per_class: PerClassOption = None,
    seed: SeedOption = 42,
    specialist: Annotated[bool, typer.Option("--specialist", help="Tell extraction the true class.")] = False,
    without_overlap: OverlapOption = False,
    semantic: SemanticOption = False,
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Evaluate in Dagster, from sample to report; a run that was stopped goes on where it was."""
    from mailroom_dagster.cli import evaluating

    settings = Settings(
        dataset=dataset,
        split=split,
        per_class=per_class,
        seed=seed,
        mode="specialist" if specialist else "pipeline",
        without_overlap=without_overlap,
        semantic=semantic,
    )
    evaluating.run(home_at(home), settings, as_json)


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
    from mailroom_dagster.cli import evaluating

    if leave_one_source_out:
        evaluating.classify_unseen(home_at(home), dataset, as_json)
        return
    settings = Settings(
        dataset=dataset, split=split, per_class=per_class, seed=seed, mode="classify", without_overlap=without_overlap
    )
    evaluating.classify(home_at(home), settings, as_json)


@app.command()
def extract(
    dataset: DatasetOption = "pilot",
    split: SplitOption = Split.TEST,
    per_class: PerClassOption = None,
    seed: SeedOption = 42,
    semantic: SemanticOption = False,
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Extraction alone, under the true class: precision, recall, F1 by class and field, grounding, hallucination."""
    from mailroom_dagster.cli import evaluating

    settings = Settings(
        dataset=dataset, split=split, per_class=per_class, seed=seed, mode="specialist", semantic=semantic
    )
    evaluating.extract(home_at(home), settings, as_json)


@app.command()
def report(
    name: Annotated[str | None, typer.Argument(help="A run, or the beginning of its name; the latest if none.")] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Show the page in the browser.")] = False,
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """The report of a past run."""
    from mailroom_dagster.cli import evaluating

    evaluating.report(home_at(home), name, open_page, as_json)


@app.command()
def runs(home: HomeOption = DEFAULT_HOME, as_json: JsonOption = False) -> None:
    """Every finished run, the latest first."""
    from mailroom_dagster.cli import evaluating

    evaluating.runs(home_at(home), as_json)


@app.command()
def compare(
    first: Annotated[str, typer.Argument(help="A run, or the beginning of its name.")],
    second: Annotated[str, typer.Argument(help="The run to set beside it.")],
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Two runs: paired differences with intervals, and the documents that changed."""
    from mailroom_dagster.cli import evaluating

    evaluating.compare(home_at(home), first, second, as_json)


@app.command()
def judge(
    dataset: DatasetOption = "pilot",
    split: SplitOption = Split.TEST,
    limit: Annotated[int, typer.Option(min=1, help="How many documents the judges look at.")] = 20,
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Let three judges look at a sample of a finished run of the whole way."""
    from mailroom_dagster.cli import evaluating

    evaluating.judge(home_at(home), Settings(dataset=dataset, split=split), limit, as_json)


@app.command()
def sync(
    dataset: DatasetOption = "pilot",
    split: SplitOption = Split.TEST,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many documents.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be sent, send nothing.")] = False,
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Put a dataset's split and the evaluators into Langfuse. The documents' texts leave this machine."""
    from mailroom_dagster.cli import evaluating

    evaluating.sync(home_at(home), dataset, split, limit, dry_run, as_json)
