"""`mailroom watch`: queue, runs, review, costs and health in the terminal, until Ctrl-C.

Belongs here: looking again and again. Does not belong here: how it looks (`cli.glance`), what is shown
(`operations.watching`); both are imported when somebody watches.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Annotated

import typer
from rich.live import Live

from mailroom_dagster.cli.output import DEFAULT_HOME, HomeOption, JsonOption, console, emit, home_at
from mailroom_dagster.cli.platform import latest_runs
from mailroom_dagster.pipeline.mailroom import open_mailroom


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(watch)


def watch(
    every: Annotated[float, typer.Option("--every", min=0.5, help="Seconds between two looks.")] = 3.0,
    once: Annotated[bool, typer.Option("--once", help="Look once and end; so does --json.")] = False,
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Watch the mailroom work: inbox, queue, runs, what waits for a person, costs, health."""
    from mailroom_dagster.cli.glance import picture
    from mailroom_dagster.operations.watching import at_a_glance

    mailroom = open_mailroom(home_at(home))
    with latest_runs(mailroom.home) as runs:
        if once or as_json:
            glance = at_a_glance(mailroom, runs)
            emit(glance, as_json, lambda: console.print(picture(glance)))
            return
        with suppress(KeyboardInterrupt), Live(console=console, screen=True, auto_refresh=False) as live:
            while True:
                live.update(picture(at_a_glance(mailroom, runs)), refresh=True)
                time.sleep(every)
