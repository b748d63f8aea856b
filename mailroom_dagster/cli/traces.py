"""`mailroom traces`: traces with their scores on disk, for analysis without Langfuse."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from mailroom_dagster.cli.output import DEFAULT_HOME, HomeOption, JsonOption, console, emit, home_at
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.observability.reaching import langfuse
from mailroom_dagster.storage import Disk

app = typer.Typer(no_args_is_help=True)


def register(parent: typer.Typer) -> None:
    """Add the group."""
    parent.add_typer(app, name="traces")


@app.callback()
def group() -> None:
    """Fetch what was traced."""


@app.command()
def mirror(
    since: Annotated[str | None, typer.Option(help="ISO 8601: only traces from then on.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="At most so many traces.")] = 1000,
    trace_id: Annotated[str | None, typer.Option(help="This trace alone.")] = None,
    wait_scores: Annotated[float, typer.Option(min=0, help="Seconds to wait for scores that come late.")] = 0,
    to: Annotated[Path | None, typer.Option(help="Folder; <home>/traces when not given.")] = None,
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Write finished traces with observations and scores to <to>/<timestamp>/, one file a trace and an index."""
    begin = _time(since)
    with langfuse(os.environ) as api:
        from mailroom_dagster.observability.mirror import mirror_traces

        target = to or home_at(home).root / "traces"
        done = mirror_traces(
            api, target, Disk(), since=begin, limit=limit, trace_id=trace_id, wait_scores_seconds=wait_scores
        )
    value = {
        "folder": str(done.folder),
        "traces": done.traces,
        "observations": done.observations,
        "scores": done.scores,
    }
    line = f"{done.traces} traces, {done.observations} observations, {done.scores} scores in {done.folder}"
    emit(value, as_json, lambda: console.print(line))


def _time(words: str | None) -> datetime | None:
    if words is None:
        return None
    try:
        when = datetime.fromisoformat(words)
    except ValueError:
        raise MailroomError(ErrorCode.BAD_REQUEST, "--since is not an ISO 8601 time") from None
    return when if when.tzinfo else when.replace(tzinfo=UTC)
