"""The command line `mailroom`: one file a group of commands. Here: putting them together, and the last resort."""

from __future__ import annotations

import logging
import os
import sys
import uuid

import typer

from mailroom_dagster.cli import (
    ask,
    catalog,
    demo,
    dev,
    documents,
    drill,
    evaluate,
    ledger,
    operations,
    prompts,
    review,
    routes,
    run,
    schema,
    traces,
    watch,
)
from mailroom_dagster.cli.output import EXIT_ERROR, EXIT_UNFORESEEN, complain, complaints
from mailroom_dagster.errors import MailroomError
from mailroom_dagster.observability.logs import configure_logging

app = typer.Typer(
    name="mailroom",
    help="A legal document mailroom: drop a file in; it is read, classified, extracted, judged, reported, archived.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for commands in (run, demo, dev, documents, watch, ask, operations, routes, schema):
    commands.register(app)
GROUPS = {
    "review": review,
    "ledger": ledger,
    "catalog": catalog,
    "eval": evaluate,
    "drill": drill,
    "prompts": prompts,
    "traces": traces,
}
for name, group in GROUPS.items():
    app.add_typer(group.app, name=name)


def main() -> None:
    """Run the command line; no failure ends in a traceback."""
    configure_logging({"LOG_LEVEL": "ERROR"} | dict(os.environ))
    try:
        app()
    except MailroomError as error:
        complain(error, as_json="--json" in sys.argv)
        sys.exit(EXIT_ERROR)
    except Exception as error:
        mark = uuid.uuid4().hex[:8]
        logging.getLogger("mailroom").exception("unforeseen failure %s", mark)
        complaints.print(
            f"internal: unforeseen {type(error).__name__} ({mark}). Next: run again; report it if it stays."
        )
        sys.exit(EXIT_UNFORESEEN)


if __name__ == "__main__":
    main()
