"""What the policy names is what the mailroom works with."""

from __future__ import annotations

import multiprocessing
import re
from pathlib import Path

import pytest

from mailroom_dagster.classification.transformer import TransformerPath
from mailroom_dagster.configuration import checkout_dir
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.policy import Policy
from mailroom_dagster.reading.pool import ReadJob
from mailroom_dagster.records.home import Home
from resources.mailroom import MailroomResource

PATIENCE_SECONDS = 120  # for a busy machine; a process that ends takes a small part of it


def with_policy(home: Home, values: dict[str, object]) -> Mailroom:
    mailroom = Mailroom(home)
    mailroom.__dict__["policy"] = Policy.model_validate(values)
    return mailroom


@pytest.mark.parametrize("room", ["sorter", "extractor"])
def test_a_gate_that_the_policy_wants_and_nobody_trained_is_missed(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: str
) -> None:
    monkeypatch.setenv("MAILROOM_MODELS", str(tmp_path))
    assert getattr(with_policy(home, {}), room)
    with pytest.raises(MailroomError, match="never trained") as missed:
        getattr(with_policy(home, {"routing": {"learned_gate": True}}), room)
    assert missed.value.code is ErrorCode.BAD_CONFIG


def test_the_policy_chooses_the_fast_path(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    transformer = object()
    monkeypatch.setattr(TransformerPath, "load", lambda *_: transformer)
    assert with_policy(home, {"sorting": {"fast_path": "transformer"}}).fast_path is transformer
    assert with_policy(home, {}).fast_path is not transformer


def test_every_key_of_the_policy_is_read_somewhere() -> None:  # F-96
    folders = [checkout_dir() / name for name in ("mailroom_dagster", "assets", "sensors", "resources")]
    files = [path for folder in folders for path in folder.rglob("*.py") if path.name != "policy.py"]
    source = "\n".join(path.read_text(encoding="utf-8") for path in files)
    for section, field in Policy.model_fields.items():
        for key in getattr(field.annotation, "model_fields", ()):
            holder = rf"(?:policy|_policy|{section}|limits)"
            assert re.search(rf"\b{holder}\.{key}\b", source), f"nothing reads {section}.{key}"


def read_something(home: Home) -> None:
    """What a run does first; the readers stay for the next batch, and the mailroom as long as the process."""
    note = home.root / "note.txt"
    note.write_text("Dear Sir, we write about the lease.")
    mailroom = MailroomResource(home=str(home.root)).open()
    assert len(list(mailroom.readers.read_many([ReadJob("a", note, "note.txt")]))) == 1


def test_a_process_that_read_does_not_wait_for_its_readers(home: Home) -> None:
    process = multiprocessing.get_context("spawn").Process(target=read_something, args=(home,))
    process.start()
    process.join(PATIENCE_SECONDS)
    try:
        assert process.exitcode == 0
    finally:
        process.kill()
