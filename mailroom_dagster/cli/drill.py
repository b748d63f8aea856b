"""`mailroom drill`: kill, tamper with and restore a scratch copy, and say what was done and what was noticed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from mailroom_dagster.cli.output import (
    DEFAULT_HOME,
    EXIT_FOUND,
    HomeOption,
    JsonOption,
    complaints,
    console,
    emit,
    home_at,
    table,
)
from mailroom_dagster.configuration import samples_dir
from mailroom_dagster.crashpoints import CRASH_POINTS
from mailroom_dagster.drills.kill import KillOutcome, drill_kill
from mailroom_dagster.drills.restore import drill_restore
from mailroom_dagster.drills.scratch import scratch_folder
from mailroom_dagster.drills.tamper import TamperOutcome, drill_tamper
from mailroom_dagster.errors import ErrorCode, MailroomError

app = typer.Typer(no_args_is_help=True)


@app.command()
def kill(
    files: Annotated[list[Path] | None, typer.Argument(help="Files to process; default: some of the samples.")] = None,
    point: Annotated[list[str] | None, typer.Option("--point", help="Only this crash point; may be repeated.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Kill the whole mailroom at every crash point, start it again, and compare with one that was never killed."""
    if unknown := set(point or ()) - set(CRASH_POINTS):
        raise MailroomError(ErrorCode.BAD_REQUEST, f"no such crash point: {', '.join(sorted(unknown))}")
    outcomes = []
    with _told("killing", as_json), scratch_folder() as scratch:
        for outcome in drill_kill([path.resolve() for path in files or _samples()], scratch, point or CRASH_POINTS):
            complaints.print(f"{outcome.point}: {_kill_result(outcome)}", markup=False) if not as_json else None
            outcomes.append(outcome)
    value = [{"point": item.point, "reached": item.reached, "differences": list(item.differences)} for item in outcomes]
    rows = [(item.point, _kill_result(item)) for item in outcomes]
    _finish(value, rows, ["killed at", "after the restart"], as_json, all(not item.differences for item in outcomes))


@app.command()
def tamper(home: HomeOption = DEFAULT_HOME, as_json: JsonOption = False) -> None:
    """Do to copies of the home what somebody could do who may write every file, and say what was noticed."""
    with _told("tampering", as_json), scratch_folder() as scratch:
        outcomes = list(drill_tamper(home_at(home), scratch))
    value = [
        {
            "act": item.act.name,
            "told": item.act.told,
            "as_expected": item.as_expected,
            "problems": [problem.model_dump(mode="json") for problem in item.problems],
        }
        for item in outcomes
    ]
    rows = [(item.act.told, _noticed(item), _mark(item.as_expected)) for item in outcomes]
    columns = ["what was done", "what was noticed", "as it should be"]
    _finish(value, rows, columns, as_json, all(item.as_expected for item in outcomes))


@app.command()
def restore(home: HomeOption = DEFAULT_HOME, as_json: JsonOption = False) -> None:
    """Back a copy of the home up, lose it, restore it, and verify what came back."""
    with _told("restoring", as_json), scratch_folder() as scratch:
        steps = list(drill_restore(home_at(home), scratch))
    value = [{"done": step.done, "result": step.result, "ok": step.ok} for step in steps]
    rows = [(step.done, step.result, _mark(step.ok)) for step in steps]
    _finish(value, rows, ["what was done", "result", "as it should be"], as_json, all(step.ok for step in steps))


def _samples() -> list[Path]:
    found = sorted(path for path in (samples_dir() / "documents").glob("*") if path.is_file())
    if not found:
        raise MailroomError(ErrorCode.BAD_REQUEST, "there are no samples here", next_step="name some files")
    return found[:3]


@contextmanager
def _told(what: str, quiet: bool) -> Iterator[None]:
    if quiet:
        yield
    else:
        with complaints.status(f"{what} scratch copies"):
            yield


def _kill_result(outcome: KillOutcome) -> str:
    if outcome.differences:
        return "; ".join(outcome.differences)
    return "as if never killed" if outcome.reached else "not on the way of these files"


def _noticed(outcome: TamperOutcome) -> str:
    if not outcome.problems:
        return "nothing: it came after the last witnessed head"
    first = outcome.problems[0]
    return f"{first.kind.value} at {first.seq}: {first.message}"


def _mark(ok: bool) -> str:
    return "yes" if ok else "NO"


def _finish(
    value: list[dict[str, Any]], rows: Sequence[Sequence[str]], columns: list[str], as_json: bool, ok: bool
) -> None:
    def show() -> None:
        table("", columns, rows)
        verdict = "everything is as it should be" if ok else "NOT everything is as it should be"
        console.print(f"\n{len(rows)} lines, on scratch copies; {verdict}", style="green" if ok else "red")

    emit({"ok": ok, "drill": value}, as_json, show)
    if not ok:
        raise typer.Exit(EXIT_FOUND)
