"""Pages of the documentation that are generated from the code: `python -m mailroom_dagster.cli.reference`."""

from __future__ import annotations

from mailroom_dagster.cli.routes import routing_page
from mailroom_dagster.cli.settings import settings_page
from mailroom_dagster.configuration import checkout_dir
from mailroom_dagster.errors import ERROR_KINDS


def errors_page() -> str:
    """docs/errors.md: every code with its meaning and the next step."""
    rows = [
        f"| `{code.value}` | {kind.meaning} | {kind.next_step} | {'no' if kind.permanent else 'yes'} |"
        for code, kind in ERROR_KINDS.items()
    ]
    head = (
        "# Errors\n\nEvery failure has a code and says what, where, why and what to do next. "
        "This page is generated from `mailroom_dagster/errors.py`.\n\n"
        "| code | what it means | what to do next | tried again by itself |\n|---|---|---|---|\n"
    )
    return head + "\n".join(rows) + "\n"


def main() -> None:
    """Write the generated pages."""
    docs = checkout_dir() / "docs"
    (docs / "errors.md").write_text(errors_page(), encoding="utf-8")
    (docs / "settings.md").write_text(settings_page(), encoding="utf-8")
    (docs / "routing.md").write_text(routing_page(), encoding="utf-8")


if __name__ == "__main__":
    main()
