"""`mailroom prompts` and `mailroom traces`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mailroom_dagster.cli import prompts, traces
from mailroom_dagster.errors import ErrorCode, MailroomError
from tests.faults.langfuse_server import NOW, LangfuseServer, langfuse_server

run = CliRunner()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A configuration with two prompts and the shipped agents."""
    place = tmp_path / "config" / "prompts"
    place.mkdir(parents=True)
    for name in ("judge", "sorter"):
        (place / f"{name}.md").write_text(f"You are the {name}.")
    (place.parent / "agents.yaml").write_text("provider: offline\n")
    monkeypatch.setenv("MAILROOM_CONFIG", str(place.parent))
    return place


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[LangfuseServer]:
    pytest.importorskip("langfuse", reason="the extra langfuse is not installed")
    with langfuse_server() as running:
        for name, value in running.environ.items():
            monkeypatch.setenv(name, value)
        yield running


def test_a_difference_from_the_lock_is_said_and_locked_away(folder: Path) -> None:
    first = run.invoke(prompts.app, ["diff", "--json"])
    assert (first.exit_code, json.loads(first.stdout)) == (1, {"judge": "added", "sorter": "added"})
    assert run.invoke(prompts.app, ["lock"]).exit_code == 0
    assert run.invoke(prompts.app, ["diff"]).exit_code == 0
    (folder / "judge.md").write_text("changed")
    again = run.invoke(prompts.app, ["diff", "--json"])
    assert (again.exit_code, json.loads(again.stdout)) == (1, {"judge": "changed"})
    assert run.invoke(prompts.app, ["diff", "sorter"]).exit_code == 0


def test_prompts_are_synchronised_with_langfuse(folder: Path, server: LangfuseServer) -> None:
    dry = run.invoke(prompts.app, ["sync", "--dry-run", "--json"])
    assert json.loads(dry.stdout) == {"judge": "create", "sorter": "create"}
    assert server.prompts == {}
    run.invoke(prompts.app, ["sync", "--json"])
    assert set(server.prompts) == {"mailroom-judge", "mailroom-sorter"}
    assert run.invoke(prompts.app, ["diff", "--langfuse"]).exit_code == 0
    server.prompts["mailroom-judge"]["prompt"] = "edited"
    told = run.invoke(prompts.app, ["sync"])
    assert "--force" in told.stdout
    run.invoke(prompts.app, ["sync", "--force"])
    assert server.prompts["mailroom-judge"]["prompt"] == "You are the judge."


def test_traces_are_mirrored_into_the_home(server: LangfuseServer, tmp_path: Path) -> None:
    ids = {"id": "o", "traceId": "t1", "projectId": "p", "type": "SPAN", "name": "document-pipeline"}
    server.observations.append(ids | {"startTime": NOW, "endTime": NOW})
    done = run.invoke(traces.app, ["mirror", "--home", str(tmp_path), "--since", "2026-01-01", "--json"])
    result = json.loads(done.stdout)
    assert (result["traces"], result["observations"]) == (1, 1)
    assert Path(result["folder"]).parent == tmp_path / "traces"
    assert (Path(result["folder"]) / "t1.json").exists()


def test_what_cannot_be_done_is_an_error_with_a_name(tmp_path: Path, folder: Path) -> None:
    bad_time = run.invoke(traces.app, ["mirror", "--home", str(tmp_path), "--since", "last week"])
    assert isinstance(bad_time.exception, MailroomError)
    assert bad_time.exception.code is ErrorCode.BAD_REQUEST
    no_keys = run.invoke(prompts.app, ["sync"])
    assert isinstance(no_keys.exception, MailroomError)
    assert no_keys.exception.code is ErrorCode.PROVIDER_MISCONFIGURED
