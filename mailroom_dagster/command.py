"""The command `mailroom`.

Nothing is imported before it is called: reader processes import the script of the process that starts them, and should
not load the whole command line to read a file.
"""


def main() -> None:
    """Run the command line."""
    from mailroom_dagster.cli import main as run

    run()
