"""What commands print: nothing in a file's name or words steers a terminal, and JSON is JSON whatever is in it."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from rich.text import Text

from mailroom_dagster.cli.output import complain, console, emit, records, table
from mailroom_dagster.errors import ErrorCode, MailroomError

HOSTILE = "a\x1b]8;;http://x\x07b\x1b[2J\x9b5m\r\x08c\u202ed\u2066e\x7f\udcfff"
STEERING = set(HOSTILE) - set("abcdef]8;http://x[2J5m")


@pytest.mark.parametrize(
    "show",
    [
        lambda: console.print(HOSTILE, markup=False),
        lambda: console.print(Text(HOSTILE, style="bold")),
        lambda: table(HOSTILE, [HOSTILE], [[HOSTILE]]),
        lambda: records([HOSTILE], [[HOSTILE]]),
    ],
)
@pytest.mark.parametrize("terminal", [False, True])
def test_nothing_shown_steers_a_terminal(show: Any, terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    monkeypatch.setattr(console, "_file", out)  # `file` would be put back as the stream of now, for good
    monkeypatch.setattr(console, "_force_terminal", terminal)
    show()
    printed = out.getvalue().replace("\x1b[1m", "").replace("\x1b[3m", "").replace("\x1b[0m", "")  # our own styles
    assert "\\u202e" in printed.replace("\n", "")
    assert not STEERING & set(printed)


@pytest.mark.parametrize("value", [HOSTILE, "שלום, 日本, é", [{"a": HOSTILE}]])
def test_json_carries_any_text_as_it_is_and_steers_nothing(
    value: Any, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    emit(value, True, lambda: None)
    printed = capsysbinary.readouterr().out.decode()
    assert json.loads(printed) == value
    assert not STEERING & set(printed)


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_a_number_that_json_lacks_is_null(number: float, capsys: pytest.CaptureFixture[str]) -> None:
    emit([{"n": number}], True, lambda: None)
    assert json.loads(capsys.readouterr().out, parse_constant=pytest.fail) == [{"n": None}]


def test_an_error_about_hostile_words_is_one_json_value(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    complain(MailroomError(ErrorCode.BAD_REQUEST, HOSTILE), as_json=True)
    said = json.loads(capsysbinary.readouterr().out)
    assert said["error"]["code"] == "bad_request"
    assert HOSTILE in said["error"]["message"]


def test_a_table_breaks_no_word_where_there_is_room_for_all(capsys: pytest.CaptureFixture[str]) -> None:
    name, why = "a_rather_long_name_of_a_file.txt", "reasons that go on " * 6
    table("", ["file", "state", "why"], [(name, "parked", why), ("two words", "failed", why)])
    lines = capsys.readouterr().out.splitlines()
    assert any(name in line for line in lines)
    assert max(map(len, lines)) <= console.width
