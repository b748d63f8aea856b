"""The evaluation job in a process of its own that dies, as under kill -9, after some documents: see test_runs."""

from __future__ import annotations

import sys
from pathlib import Path

from mailroom_dagster.cli.evaluating import run_in_dagster
from mailroom_dagster.evaluation.settings import Settings
from mailroom_dagster.records.home import Home
from tests.evaluation.factories import ScriptedProvider, open_tiny

if __name__ == "__main__":
    mailroom = open_tiny(Home(Path(sys.argv[1])), ScriptedProvider(kill_after=int(sys.argv[2])))
    run_in_dagster(mailroom, Settings(dataset="tiny"))
