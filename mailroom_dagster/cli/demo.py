"""`mailroom demo`: the bundled sample documents through the main job, with no keys and no services."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import typer

from mailroom_dagster.cli.output import DEFAULT_HOME, HomeOption, JsonOption, console, emit, home_at
from mailroom_dagster.cli.run import run_files, show_result
from mailroom_dagster.configuration import samples_dir
from mailroom_dagster.pipeline.mailroom import open_mailroom


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
        flag = f" --home {home}" if home != DEFAULT_HOME else ""
        console.print("\nWhere to look", style="bold")
        if Path(sys.prefix, "bin", "mailroom").exists() and shutil.which("mailroom") is None:
            console.print(f"  first: source {os.path.relpath(sys.prefix)}/bin/activate", markup=False)
        for command, what in (
            (f"mailroom dev{flag}", "the Dagster UI: assets, runs, checks"),
            (f"mailroom show NAME{flag}", "a document: fields, evidence, decisions"),
            (f"mailroom review list{flag}", "what waits for a person, and why"),
            (f"mailroom ledger verify{flag}", "the audit trail against every file"),
        ):
            console.print(f"  {command:<{23 + len(flag)}} {what}", markup=False)

    emit(result, as_json, tell)
