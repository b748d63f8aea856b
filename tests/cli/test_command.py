"""The script `mailroom`: what it loads. Every reader process imports it anew; looking commands start at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mailroom_dagster.cli import GROUPS, app
from mailroom_dagster.pipeline.mailroom import open_mailroom
from mailroom_dagster.records.home import Home

HEAVY = {"dagster", "duckdb", "httpx", "lxml", "pandas", "PIL", "pyarrow", "pymupdf", "scipy", "sklearn", "tantivy"}


def run(code: str, *arguments: str) -> str:
    """What a process of its own prints last."""
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1]


def test_importing_the_script_loads_nothing_of_the_command_line() -> None:
    code = "import sys, mailroom_dagster.command; print(sum('mailroom_dagster' in name for name in sys.modules))"
    assert run(code) == "2"


@pytest.mark.parametrize("command", [["--help"], ["status"]], ids=" ".join)
def test_looking_loads_no_models_no_readers_and_no_dagster(command: list[str], tmp_path: Path) -> None:
    home = open_mailroom(Home(tmp_path)).home
    code = (
        "import sys; from mailroom_dagster.cli import app; app(standalone_mode=False); "
        f"print(sorted({HEAVY!r} & set(sys.modules)))"
    )
    options = [] if command == ["--help"] else ["--home", str(home.root)]
    assert run(code, *command, *options) == "[]"


@pytest.mark.parametrize("group", GROUPS)
def test_a_group_of_commands_is_told_of_and_loaded_when_it_is_called(group: str) -> None:
    told = CliRunner().invoke(app, ["--help"]).output
    called = CliRunner().invoke(app, [group, "--help"])
    assert group in told.split()
    assert called.exit_code == 0
    assert "Commands" in called.output
