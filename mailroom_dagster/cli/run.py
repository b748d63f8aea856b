"""`mailroom run`: take files in and bring them as far as they go, through Dagster, in this process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from mailroom_dagster.cli.output import (
    DEFAULT_HOME,
    EXIT_ERROR,
    HomeOption,
    JsonOption,
    complaints,
    console,
    counted,
    emit,
    home_at,
    table,
)
from mailroom_dagster.cli.platform import run_documents
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.pipeline.batches import HeldBatch, adopt
from mailroom_dagster.pipeline.mailroom import Mailroom, open_mailroom
from mailroom_dagster.pipeline.views import document_view
from mailroom_dagster.wording import sure

if TYPE_CHECKING:
    from mailroom_dagster.intake.claiming import Claimed, Refused

FAST_PATH = "fast path"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(run)


def run(
    files: Annotated[list[Path], typer.Argument(help="Files, or folders with -r.")],
    matter: Annotated[str | None, typer.Option("--matter", "-m", help="The legal matter to file them under.")] = None,
    recursive: Annotated[
        bool, typer.Option("--recursive", "-r", help="Take folders with all that is in them.")
    ] = False,
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Take files in and bring them to rest: archived, parked for a person, or failed with a reason.

    The files stay where they are. What was here already is not done again. Exit code 3 when a path named does not
    exist.
    """
    absent = [path for path in files if not path.exists()]
    mailroom = open_mailroom(home_at(home))
    result = run_files(mailroom, list(_expand(files, recursive)), matter, quiet=as_json)
    emit(result, as_json, lambda: show_result(result))
    if absent:
        raise typer.Exit(EXIT_ERROR)


def run_files(mailroom: Mailroom, files: Sequence[Path], matter: str | None, quiet: bool) -> dict[str, Any]:
    """Claim, process and tell. The result accounts for every file and for the attachments found in them."""
    from mailroom_dagster.pipeline.publishing import publish

    with HeldBatch(mailroom.home) as batch:
        mailroom.intake.recover_if_needed()
        claimed, refused = mailroom.intake.accept_files(files, matter, batch.key)
        duplicates = [item.doc_id for _, item in claimed if item.duplicate]
        publish(mailroom, duplicates)
        adopted = adopt(mailroom, duplicates, batch.key)
        processed = _process(mailroom, batch.key, quiet)
    return _account(mailroom, claimed, adopted, refused, processed)


def _process(mailroom: Mailroom, batch: str, quiet: bool) -> list[str]:
    """Run the batch, its attachments, and what a passing failure left, until nothing of it is queued."""
    processed: dict[str, None] = {}
    with Progress(
        SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn(), console=complaints, disable=quiet
    ) as progress:
        bar = progress.add_task("starting", total=None)
        done: Counter[str] = Counter()

        def tell(stage: str) -> None:
            done[stage] += 1
            progress.update(bar, description=" · ".join(f"{name} {count}" for name, count in done.items()))

        mailroom.progress = tell
        while waiting := mailroom.pending.batches().get(batch, []):
            chunk = waiting[: mailroom.policy.intake.batch_size]
            run_documents(mailroom, chunk, batch)
            processed.update(dict.fromkeys(chunk))
    return list(processed)


def _expand(paths: Sequence[Path], recursive: bool) -> Iterator[Path]:
    for path in paths:
        if path.is_dir() and not path.is_symlink():
            if not recursive:
                raise MailroomError(
                    ErrorCode.BAD_REQUEST, "a folder was named", where=str(path), why="it holds many files",
                    next_step="add -r to take all of them",
                )  # fmt: skip
            yield from (item for item in sorted(path.rglob("*")) if item.is_symlink() or not item.is_dir())
        else:
            yield path


def _account(
    mailroom: Mailroom,
    claimed: Sequence[tuple[Path, Claimed]],
    adopted: Sequence[str],
    refused: Sequence[Refused],
    processed: Sequence[str],
) -> dict[str, Any]:
    rows = [
        document_view(
            mailroom, item.doc_id, file=printable(path), duplicate=item.duplicate and item.doc_id not in adopted
        )
        for path, item in claimed
    ]
    own = {item.doc_id for _, item in claimed}
    rows += [document_view(mailroom, doc_id) for doc_id in processed if doc_id not in own]
    rows += [_refused_view(item) for item in refused]
    return {"counts": dict(Counter(row["state"] for row in rows)), "documents": rows}


def printable(path: Path) -> str:
    """A path as text that every terminal and every JSON reader takes."""
    return str(path).encode("utf-8", "backslashreplace").decode()


def _refused_view(item: Refused) -> dict[str, Any]:
    empty = (
        "doc_id",
        "partition_key",
        "matter",
        "doc_class",
        "subtype",
        "confidence",
        "route",
        "record_dir",
        "parent",
        "reason",
    )
    error = {"code": item.error.code.value, "message": item.error.message}
    return {"file": printable(item.path), **dict.fromkeys(empty), "state": "failed", "error": error}


def show_result(result: dict[str, Any]) -> None:
    """The table of what happened, and what it adds up to."""
    rows = list(_family_order(result["documents"]))
    table("What happened", ["file", "class", "sure", "state"], [_line(row) for row in rows])
    if left := [row for row in rows if row["state"] not in ("archived", "duplicate")]:
        console.print()
        table("Not archived", ["file", "why"], [(_name(row), _why(row)) for row in left])
    counts = ", ".join(f"{count} {state}" for state, count in sorted(result["counts"].items()))
    console.print(f"\n{counted(len(rows), 'document')}: {counts}")


def _line(row: dict[str, Any]) -> list[object]:
    """One line; an attachment stands below its message, and a document that left the fast path tells its way."""
    confidence = sure(row["confidence"]) if row["confidence"] is not None else ""
    kind = f"{row['doc_class']}/{row['subtype']}" if row["subtype"] else row["doc_class"]
    way = lanes(row["route"] or "")
    state = f"{row['state']}, {way}" if row["state"] == "archived" and way not in ("", FAST_PATH) else row["state"]
    return [f"  └ {_name(row)}" if row["parent"] else _name(row), kind, confidence, state]


def _family_order(rows: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every attachment after the message it came with, when that is among them; also those of attachments."""
    messages = {row["doc_id"] for row in rows} - {None}  # what was refused has none
    told: set[str] = set()

    def family(row: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield row
        if row["doc_id"] in messages - told:  # the same message again has its attachments above
            told.add(row["doc_id"])
            for other in rows:
                if other["parent"] == row["doc_id"]:
                    yield from family(other)

    for row in rows:
        if row["parent"] not in messages:
            yield from family(row)


def _name(row: dict[str, Any]) -> str:
    return Path(row["file"]).name


def _why(row: dict[str, Any]) -> str:
    return str(row["error"]["message"] if row["error"] else row["reason"] or row["state"])


def lanes(route: str) -> str:
    """A route in words: which lanes a document took."""
    gates = [step.partition(":")[0] for step in route.split(" > ") if step]
    sorted_by = "sorter" if "classify" in gates else FAST_PATH
    second = ", second opinion" if "reviewer" in route or "retry" in route else ""
    return f"{sorted_by}{second}{', adjudicated' if 'judge' in gates or 'boss' in gates else ''}" if gates else ""
