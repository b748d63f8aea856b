"""Prompts kept in Langfuse: the file is the truth and the fallback."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mailroom_dagster.observability.langfuse import langfuse_api
from mailroom_dagster.observability.managed_prompts import differences, fetcher, sync
from tests.faults.langfuse_server import LangfuseServer, langfuse_server

pytest.importorskip("langfuse", reason="the extra langfuse is not installed")
LABEL = "production"


@pytest.fixture
def server() -> Iterator[LangfuseServer]:
    with langfuse_server() as running:
        yield running


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("judge", "sorter"):
        (tmp_path / f"{name}.md").write_text(f"You are the {name}.")
    return tmp_path


def standings(server: LangfuseServer, folder: Path) -> dict[str, str]:
    return {item.name: item.standing for item in differences(langfuse_api(server.environ), folder, LABEL)}


def test_missing_prompts_are_created_changed_ones_updated_equal_ones_left(server: LangfuseServer, folder: Path) -> None:
    api = langfuse_api(server.environ)
    assert standings(server, folder) == {"judge": "create", "sorter": "create"}
    sync(api, folder, LABEL)
    assert standings(server, folder) == {"judge": "unchanged", "sorter": "unchanged"}
    assert server.prompts["mailroom-judge"]["labels"] == [LABEL]
    (folder / "judge.md").write_text("You are another judge.")
    assert standings(server, folder) == {"judge": "update", "sorter": "unchanged"}
    sync(api, folder, LABEL, ["sorter"])
    assert standings(server, folder)["judge"] == "update"
    sync(api, folder, LABEL)
    assert server.prompts["mailroom-judge"]["prompt"] == "You are another judge."


def test_a_prompt_edited_in_langfuse_is_overwritten_only_when_forced(server: LangfuseServer, folder: Path) -> None:
    api = langfuse_api(server.environ)
    sync(api, folder, LABEL)
    server.prompts["mailroom-judge"]["prompt"] = "edited by hand"
    assert standings(server, folder)["judge"] == "edited_there"
    sync(api, folder, LABEL)
    assert server.prompts["mailroom-judge"]["prompt"] == "edited by hand"
    sync(api, folder, LABEL, force=True)
    assert standings(server, folder)["judge"] == "unchanged"


def test_a_managed_prompt_is_fetched_and_a_missing_one_is_the_file(server: LangfuseServer, folder: Path) -> None:
    sync(langfuse_api(server.environ), folder, LABEL, ["judge"])
    fetch = fetcher(server.environ, LABEL)
    assert fetch("judge") == "You are the judge."
    assert fetch("sorter") is None


def test_a_langfuse_that_is_down_gives_the_file(folder: Path, server: LangfuseServer) -> None:
    fetch = fetcher(server.environ | {"LANGFUSE_BASE_URL": "http://127.0.0.1:9"}, LABEL)
    assert fetch("judge") is None
