"""Fixtures of the reading tests: a reader of bytes, and a cache that spares OCR."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mailroom_dagster.errors import MailroomError
from mailroom_dagster.policy import ReadingPolicy
from mailroom_dagster.reading.model import Reading
from mailroom_dagster.reading.readers import read_file

ReadBytes = Callable[..., Reading]


@pytest.fixture
def read(tmp_path: Path) -> ReadBytes:
    """`read(data, name, **limits)`: the reading of a file with these bytes, without OCR unless asked for."""

    def read_bytes(data: bytes, name: str = "letter.txt", **limits: object) -> Reading:
        path = tmp_path / "file"
        path.write_bytes(data)
        return read_file(path, name, ReadingPolicy.model_validate({"ocr": False, **limits}))

    return read_bytes


@pytest.fixture
def code_of(read: ReadBytes) -> Callable[..., str]:
    """`code_of(data, name, **limits)`: the error's code, `review:<codes>`, or `text`."""

    def outcome(data: bytes, name: str = "letter.txt", **limits: object) -> str:
        try:
            document = read(data, name, **limits).document
        except MailroomError as error:
            return error.code.value
        return "review:" + ",".join(document.needs_person) if document.needs_person else "text"

    return outcome
