"""Commands that only look: where there is no mailroom, and how they print for people."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from mailroom_dagster.cli import app
from mailroom_dagster.cli.output import counted
from mailroom_dagster.errors import MailroomError
from mailroom_dagster.pipeline.mailroom import open_mailroom
from mailroom_dagster.records.home import Home

LOOKING = [
    ("status",),
    ("show", "letter"),
    ("ask", "Which law governs?"),
    ("check",),
    ("recover",),
    ("resume",),
    ("requeue", "letter"),
    ("catalog", "query", "SELECT 1"),
    ("catalog", "compact"),
    ("ledger", "verify"),
    ("review", "list"),
    ("review", "approve", "letter"),
]


@pytest.mark.parametrize("command", LOOKING, ids=" ".join)
def test_where_there_is_no_mailroom_none_is_made(command: tuple[str, ...], tmp_path: Path) -> None:
    place = tmp_path / "mistyped"
    result = CliRunner().invoke(app, [*command, "--home", str(place)])
    assert isinstance(result.exception, MailroomError)
    assert "no mailroom is there" in str(result.exception)
    assert not place.exists()


@pytest.mark.parametrize(("columns", "apart"), [(2, False), (30, True)])
def test_rows_too_wide_for_a_table_are_printed_one_column_a_line(columns: int, apart: bool, tmp_path: Path) -> None:
    open_mailroom(Home(tmp_path))
    asked = ", ".join(f"{number} AS column{number}" for number in range(columns))
    result = CliRunner().invoke(app, ["catalog", "query", f"SELECT {asked}", "--home", str(tmp_path)])
    lines = [line.split() for line in result.stdout.splitlines()]
    assert (["column1", "1"] in lines) is apart


def test_one_thing_is_told_as_one() -> None:
    assert [counted(number, "document") for number in range(3)] == ["0 documents", "1 document", "2 documents"]
