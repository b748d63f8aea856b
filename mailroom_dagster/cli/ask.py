"""`mailroom ask`: a question to the archive, answered with citations, or an honest no."""

from __future__ import annotations

import getpass
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from mailroom_dagster.cli.fitting import DatasetOption
from mailroom_dagster.cli.output import (
    DEFAULT_HOME,
    EXIT_FOUND,
    HomeOption,
    JsonOption,
    console,
    emit,
    home_at,
    standing_home,
    table,
)
from mailroom_dagster.pipeline.mailroom import open_mailroom
from mailroom_dagster.wording import sure

if TYPE_CHECKING:
    from mailroom_dagster.questions.model import Answer, Statement


def register(parent: typer.Typer) -> None:
    """Add the command."""
    parent.command("ask")(ask)


def register_evaluation(parent: typer.Typer) -> None:
    """Add `ask` to the group `mailroom eval`."""
    parent.command("ask")(measure)


def measure(dataset: DatasetOption = "pilot", home: HomeOption = DEFAULT_HOME, as_json: JsonOption = False) -> None:
    """Questions made from the truth: retrieval, citations, answers, abstention, and the judge on corrupted answers."""
    from mailroom_dagster.evaluation.asking import evaluate_asking
    from mailroom_dagster.evaluation.loaders import load_dataset

    figures, _ = evaluate_asking(open_mailroom(home_at(home)), load_dataset(dataset))
    names = ("recall_at_5", "citation_precision", "cited", "accuracy", "abstention", "corrupted_caught")
    rows = [[name.replace("_", " "), getattr(figures, name), getattr(figures, name).n] for name in names]
    rows.append(["contradicted claims returned", figures.contradicted, figures.questions])
    emit(figures.model_dump(mode="json"), as_json, lambda: table("questions", ("figure", "value", "n"), rows))


def ask(
    question: Annotated[str, typer.Argument(help="A question in plain words.")],
    matter: Annotated[str | None, typer.Option("--matter", help="Only documents of this matter.")] = None,
    document: Annotated[str | None, typer.Option("--document", help="Only this document: its id or name.")] = None,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Make the index of sections anew first.")] = False,
    as_indexed: Annotated[bool, typer.Option("--as-indexed", help="Do not look for new documents first.")] = False,
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Ask the archive. Exit code 1 when it does not answer."""
    from mailroom_dagster.questions.store import QuestionDesk

    desk = QuestionDesk(open_mailroom(standing_home(home)))
    if rebuild:
        desk.archive.rebuild()
    elif not as_indexed:
        desk.archive.refresh()
    answer = desk.ask(question, matter=matter, document=document, asked_by=f"person:{getpass.getuser()}")
    emit(answer.model_dump(mode="json"), as_json, lambda: _show(answer))
    if not answer.answered:
        raise typer.Exit(EXIT_FOUND)


def _show(answer: Answer) -> None:
    if answer.answered:
        for statement in answer.statements:
            console.print(f"{escape(statement.text)}\n  [dim]{escape(_places(statement))}[/dim]")
        for caveat in answer.caveats:
            console.print(f"[bold]Caution:[/bold] {escape(caveat)}")
    else:
        console.print(answer.text)
    if answer.verdict:
        counts = ", ".join(f"{count} {name}" for name, count in answer.verdict.counts.items())
        console.print(f"\nClaims: {counts}; {sure(answer.verdict.confidence)} sure.")
    if added := answer.decomposition.added:
        words = added.problem or ", ".join([*added.intents, *added.terms, *added.entities]) or "nothing"
        console.print(f"Added to the question by the model: {escape(words)}.")
    for attempt in answer.attempts:
        console.print(f"Attempt ({escape(attempt.changed)}): {escape(attempt.outcome)}.")
    rows = [(item.document, item.section.title, item.section.page, f"{item.score:.2f}") for item in answer.sections]
    if rows:
        title = f"\nSections, used from a score of {answer.threshold:g} on (--json: what each score is made of)"
        table(title, ["document", "section", "page", "score"], rows)


def _places(statement: Statement) -> str:
    return "; ".join(
        f"{item.document}, {item.title!r}, page {item.page}, [{item.start}:{item.end}]" for item in statement.citations
    )
