"""The command line `mailroom`: one file a group of commands. Here: putting them together, and the last resort."""

from __future__ import annotations

import logging
import sys
import uuid

import click
import typer

from mailroom_dagster.cli import demo, dev, documents, run
from mailroom_dagster.cli.output import EXIT_ERROR, EXIT_UNFORESEEN, complain, complaints
from mailroom_dagster.errors import MailroomError

app = typer.Typer(
    name="mailroom",
    help="A legal document mailroom: drop a file in; it is read, classified, extracted, judged, reported, archived.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for group in (run, demo, dev, documents):
    group.register(app)


def main() -> None:
    """Run the command line; no failure ends in a traceback."""
    logging.getLogger("mailroom").addHandler(logging.NullHandler())
    try:
        app(standalone_mode=False)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (KeyboardInterrupt, click.exceptions.Abort):
        complaints.print("stopped; run the same command again to continue")
        sys.exit(130)
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
