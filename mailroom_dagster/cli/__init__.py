"""The command line `mailroom`: one file a group of commands. Here: putting them together, and the last resort."""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
import sys
import uuid
from importlib import import_module
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from mailroom_dagster.cli import ask, demo, dev, documents, operations, routes, run, schema, watch
from mailroom_dagster.cli.output import EXIT_ERROR, EXIT_UNFORESEEN, EXIT_USAGE, complain
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.observability.logs import configure_logging
from mailroom_dagster.storage import named

SQLITE_ERRORS = {
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_READONLY: errno.EROFS,
    sqlite3.SQLITE_CANTOPEN: errno.EACCES,
    sqlite3.SQLITE_IOERR: errno.EIO,
}
GROUPS = {  # name: (module below cli, what the help says)
    "review": ("review", "See and decide what the machine parked."),
    "ledger": ("ledger", "Verify, sign, anchor and prove the audit trail."),
    "catalog": ("catalog", "Ask and look after the Parquet catalog."),
    "eval": ("evaluate", "Measure the mailroom on labelled documents."),
    "drill": ("drill", "Drills on a scratch copy; the home itself is never touched."),
    "prompts": ("prompts", "Look after the prompts of the agents."),
    "traces": ("traces", "Fetch what was traced."),
}
PANELS = {  # of the help
    "Documents": ("run", "demo", "status", "show", "review", "ask"),
    "Running it": ("dev", "watch", "check", "recover", "doctor", "pause", "resume", "requeue"),
    "Evidence and figures": ("ledger", "catalog", "eval", "drill"),
    "How it decides": ("routes", "schema", "prompts", "traces"),
}


class OnDemand(TyperGroup):
    """Imports a group of commands when one of them is called: what only one group needs is heavy."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is called, and the arguments left for it."""
        name, command, rest = super().resolve_command(ctx, args)
        if name in GROUPS:
            module, about = GROUPS[name]
            command = get_command(import_module(f"mailroom_dagster.cli.{module}").app)
            command.help = about
        return name, command, rest


app = typer.Typer(
    name="mailroom",
    cls=OnDemand,
    help="A legal document mailroom: drop a file in; it is read, classified, extracted, judged, reported, archived.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for commands in (run, demo, dev, documents, watch, ask, operations, routes, schema):
    commands.register(app)
for group, (_, about) in GROUPS.items():
    app.add_typer(typer.Typer(help=about), name=group)
registered: list[Any] = [*app.registered_commands, *app.registered_groups]
for item in registered:
    name = item.name or item.callback.__name__
    [item.rich_help_panel] = [panel for panel, names in PANELS.items() if name in names]


def main() -> None:
    """Run the command line; no failure ends in a traceback."""
    configure_logging({"LOG_LEVEL": "ERROR"} | dict(os.environ))
    as_json = "--json" in sys.argv
    try:
        _refuse_bare_bytes(sys.argv[1:])
        app()
    except SystemExit as ended:
        if ended.code == EXIT_USAGE and as_json:  # what is wrong stands on standard error
            complain(MailroomError(ErrorCode.BAD_REQUEST, "the command line is wrong"), as_json)
        raise
    except MailroomError as error:
        complain(error, as_json)
        sys.exit(EXIT_ERROR)
    except Exception as error:
        if known := _of_the_disk(error):
            complain(known, as_json)
            sys.exit(EXIT_ERROR)
        mark = uuid.uuid4().hex[:8]
        logging.getLogger("mailroom").exception("unforeseen failure %s", mark)
        complain(MailroomError(ErrorCode.INTERNAL, f"unforeseen {type(error).__name__} ({mark})"), as_json)
        sys.exit(EXIT_UNFORESEEN)


def _of_the_disk(error: BaseException | None) -> MailroomError | None:
    """The named error of a failure that began at the disk, whichever library it came through; SQLite is Dagster's."""
    while error:
        if isinstance(error, OSError) and error.filename:
            return named(error, Path(os.fsdecode(error.filename)))
        if isinstance(error, sqlite3.DatabaseError) and hasattr(error, "sqlite_errorcode"):
            return _of_sqlite(error.sqlite_errorcode & 0xFF)
        error = error.__cause__
    return None


def _of_sqlite(code: int) -> MailroomError | None:
    if number := SQLITE_ERRORS.get(code):
        return named(OSError(number, os.strerror(number)), Path("Dagster's database"))
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        step = "move the home's folder dagster/ away: it is made again, and no document is in it"
        return MailroomError(ErrorCode.RECORD_CORRUPT, "Dagster's database cannot be read", next_step=step)
    return None


def _refuse_bare_bytes(arguments: list[str]) -> None:
    """Bytes that are no text may be a file's name; anywhere else no record could hold them. Raises bad_request."""
    for argument in arguments:
        if any("\ud800" <= char <= "\udfff" for char in argument) and not os.path.lexists(argument):
            raise MailroomError(ErrorCode.BAD_REQUEST, "an argument is neither UTF-8 nor the name of a file")


if __name__ == "__main__":
    main()
