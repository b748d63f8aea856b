"""The script `mailroom`, which every reader process imports anew."""

from __future__ import annotations

import subprocess
import sys


def test_importing_the_script_loads_nothing_of_the_command_line() -> None:
    code = "import sys, mailroom_dagster.command; print(sum('mailroom_dagster' in name for name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "2"
