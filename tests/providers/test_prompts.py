"""Prompts as files, their variables and their lock."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.providers.openai.messages import prompt_names
from mailroom_dagster.providers.prompts import (
    LOCK_NAME,
    Prompt,
    PromptBook,
    lock_differences,
    lock_text,
    prompt_folder,
)
from mailroom_dagster.taxonomy.model import Taxonomy
from tests.providers.conftest import Asking, sort_task


def test_the_shipped_prompts_are_what_the_lock_says() -> None:
    assert lock_differences(prompt_folder()) == {}, "after a wanted change: mailroom prompts lock"


def test_every_role_and_class_has_its_prompt(taxonomy: Taxonomy) -> None:
    book = PromptBook(prompt_folder())
    for role in Role:
        for name in prompt_names(role, taxonomy):
            assert "data" in book.get(name).text, f"{name} does not say that documents are data"


def test_a_lock_tells_changed_added_and_removed(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.md").write_text(name)
    (tmp_path / LOCK_NAME).write_text(lock_text(tmp_path))
    assert lock_differences(tmp_path) == {}
    (tmp_path / "a.md").write_text("changed")
    (tmp_path / "b.md").unlink()
    (tmp_path / "c.md").write_text("c")
    assert lock_differences(tmp_path) == {"a": "changed", "b": "removed", "c": "added"}


def test_variables_are_filled_once_and_unknown_ones_are_named() -> None:
    prompt = Prompt("p", "{{classes}} and {{ fields }}")
    assert prompt.fill({"classes": "{{fields}}", "fields": "f"}) == "{{fields}} and f"
    with pytest.raises(MailroomError) as caught:
        Prompt("p", "{{docment}}").fill({"document": "x"})
    assert caught.value.code is ErrorCode.BAD_CONFIG
    assert "docment" in caught.value.message


def test_a_missing_prompt_is_bad_config(tmp_path: Path) -> None:
    with pytest.raises(MailroomError) as caught:
        PromptBook(tmp_path).get("judge")
    assert caught.value.code is ErrorCode.BAD_CONFIG


def test_a_managed_text_is_used_and_hashed_and_the_file_is_the_fallback(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("of the file")
    (tmp_path / "b.md").write_text("of the file")
    book = PromptBook(tmp_path, fetch={"a": "managed"}.get)
    assert (book.get("a").text, book.get("a").managed) == ("managed", True)
    assert (book.get("b").text, book.get("b").managed) == ("of the file", False)
    assert book.get("a").sha256 != book.get("b").sha256


def test_a_changed_prompt_changes_the_identity_of_its_role_alone(asking: Asking) -> None:
    before = {role: asking.provider().identity(role).prompt_hash for role in Role}
    (asking.prompts / "contracts_specialist.md").write_text("Another prompt.")
    after = {role: asking.provider().identity(role).prompt_hash for role in Role}
    assert [role for role in Role if before[role] != after[role]] == [Role.SPECIALIST]


def test_the_prompt_of_the_log_is_the_prompt_of_the_identity(asking: Asking) -> None:
    reply = asking.provider().answer(sort_task())
    assert reply.calls[0].prompt_hash == Prompt("sorter", (asking.prompts / "sorter.md").read_text()).sha256
