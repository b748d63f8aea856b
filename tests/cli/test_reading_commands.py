"""Commands that only look: where there is no mailroom, and how they print for people."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from mailroom_dagster.cli import app
from mailroom_dagster.cli.output import counted
from mailroom_dagster.cli.run import show_result
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


@pytest.mark.parametrize(
    ("cell", "columns", "apart"),
    [
        ("1", 2, False),
        ("1", 30, True),
        ("one_long_name_that_nobody_likes.pdf", 3, True),
        ("many short words " * 9, 3, False),
    ],
)
def test_rows_whose_words_a_table_would_break_are_printed_one_column_a_line(
    cell: str, columns: int, apart: bool, tmp_path: Path
) -> None:
    open_mailroom(Home(tmp_path))
    asked = ", ".join(f"'{cell}' AS column{number}" for number in range(columns))
    result = CliRunner().invoke(app, ["catalog", "query", f"SELECT {asked}", "--home", str(tmp_path)])
    assert any(line.split() == ["column1", *cell.split()] for line in result.stdout.splitlines()) is apart


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("status",), "mailroom run FILE"),
        (("review", "list"), "nothing waits for a person"),
        (("catalog", "query", "FROM documents"), "no rows"),
    ],
)
def test_where_there_is_nothing_one_line_says_so(command: tuple[str, ...], words: str, tmp_path: Path) -> None:
    open_mailroom(Home(tmp_path))
    result = CliRunner().invoke(app, [*command, "--home", str(tmp_path)], env={"COLUMNS": "200"})
    [line] = result.stdout.splitlines()
    assert words in line


def test_what_happened_puts_attachments_below_their_message_and_says_why_what_was_left(
    capsys: pytest.CaptureFixture[str],
) -> None:
    empty = {"doc_class": None, "subtype": None, "confidence": None, "route": None, "reason": None, "error": None}
    rows = [
        empty | {"file": "in/a.eml", "doc_id": "1", "parent": None, "state": "archived", "confidence": 0.9975},
        empty | {"file": "in/b.txt", "doc_id": "2", "parent": None, "state": "archived"},
        empty | {"file": "c.pdf", "doc_id": "3", "parent": "1", "state": "parked", "reason": "not sure"},
    ]
    show_result({"documents": rows, "counts": {"archived": 2, "parked": 1}})
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [line[0] for line in lines[3:6]] == ["a.eml", "└", "b.txt"]
    assert ["c.pdf", "│", "not", "sure"] in lines
    assert "100" not in str(lines)


def test_one_thing_is_told_as_one() -> None:
    assert [counted(number, "document") for number in range(3)] == ["0 documents", "1 document", "2 documents"]
