"""`mailroom dev`: the Dagster UI and daemon on a home."""

from __future__ import annotations

import os
import signal
import sys
from typing import Annotated

import typer

from mailroom_dagster.cli.output import DEFAULT_HOME, HomeOption, console, home_at
from mailroom_dagster.cli.platform import dagster_home, open_instance
from mailroom_dagster.pipeline.mailroom import open_mailroom


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(dev)


def dev(
    home: HomeOption = DEFAULT_HOME,
    port: Annotated[int, typer.Option(min=1, max=65535, help="The UI's port on this machine.")] = 3000,
) -> None:
    """Start the Dagster UI and its daemon on this home: files dropped into its inbox are processed."""
    place = open_mailroom(home_at(home)).home
    open_instance(place).dispose()  # the databases exist before UI and daemon start side by side
    instance = dagster_home(place)
    environment = os.environ | {
        "MAILROOM_HOME": str(place.root),
        "DAGSTER_HOME": str(instance),
        "PYTHONWARNINGS": "ignore",
    }
    console.print(f"Dagster UI: http://127.0.0.1:{port}   inbox: {place.inbox}   stop with Ctrl-C", markup=False)
    command = [sys.executable, "-m", "dagster", "dev", "-m", "mailroom_dagster.definitions", "-h", "127.0.0.1"]
    for stop in (signal.SIGINT, signal.SIGTERM):  # a shell that starts this in the background has them ignored
        signal.signal(stop, signal.SIG_DFL)
    os.chdir(instance)
    os.execve(sys.executable, [*command, "-p", str(port)], environment)  # noqa: S606 (signals reach Dagster itself)
