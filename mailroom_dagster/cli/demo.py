"""`mailroom demo`: the bundled sample documents through the main job, with no keys and no services."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import typer

from mailroom_dagster.cli.output import DEFAULT_HOME, HomeOption, JsonOption, console, emit, home_at
from mailroom_dagster.cli.run import run_files, show_result
from mailroom_dagster.configuration import samples_dir
from mailroom_dagster.pipeline.mailroom import open_mailroom

WHERE_TO_LOOK = (
    ("mailroom dev", "the Dagster UI: assets, runs, checks"),
    ("mailroom show NAME", "a document: fields, evidence, decisions"),
    ("mailroom review serve", "the page where people decide what was parked"),
    ("mailroom ask QUESTION", "an answer from the documents, with its places"),
    ("mailroom ledger verify", "the audit trail against every file"),
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(demo)


def demo(home: HomeOption = DEFAULT_HOME, as_json: JsonOption = False) -> None:
    """Run the bundled sample documents and say what became of them and where to look."""
    mailroom = open_mailroom(home_at(home))
    samples = sorted(path for path in (samples_dir() / "documents").iterdir() if path.is_file())
    result = run_files(mailroom, samples, "DEMO", quiet=as_json)

    def tell() -> None:
        show_result(result)
        console.print("\nWhere to look", style="bold")
        for step in _first(home):
            console.print(f"  first: {step}", markup=False, soft_wrap=True)
        for command, what in WHERE_TO_LOOK:
            console.print(f"  {command:<23} {what}", markup=False)

    emit(result, as_json, tell)


def _first(home: Path) -> Iterator[str]:
    """What makes the commands work as they stand in this shell."""
    if Path(sys.prefix, "bin", "mailroom").exists() and shutil.which("mailroom") is None:
        yield f"source {shlex.quote(os.path.relpath(sys.prefix))}/bin/activate"
    if home != DEFAULT_HOME:
        yield f"export MAILROOM_HOME={shlex.quote(str(home))}"
