"""`python -m mailroom_dagster.cli` is `mailroom`."""

from mailroom_dagster.cli import main

main()
