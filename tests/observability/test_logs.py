"""Logs: readable, with their ids, and without documents."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from mailroom_dagster.observability.logs import bound, configure_logging

SECRET = "the parties agree in secret"


@pytest.fixture(autouse=True)
def _undo() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    for handler in root.handlers[:]:
        root.removeHandler(handler)
    for handler in handlers:
        root.addHandler(handler)
    root.setLevel(level)
    structlog.reset_defaults()


@pytest.fixture
def stream() -> io.StringIO:
    return io.StringIO()


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def ours() -> Any:
    return structlog.get_logger("mailroom_dagster.somewhere")


def test_a_line_is_json_with_time_level_logger_and_ids(stream: io.StringIO) -> None:
    configure_logging({"LOG_FORMAT": "json"}, stream)
    with bound(doc_id="d", matter_id="m", run_id="r", trace_id="t"):
        ours().info("classified", confidence=0.9)
    [line] = lines(stream)
    assert line.pop("timestamp").endswith("Z")
    assert line == {
        "event": "classified", "level": "info", "logger": "mailroom_dagster.somewhere", "confidence": 0.9,
        "doc_id": "d", "matter_id": "m", "run_id": "r", "trace_id": "t",
    }  # fmt: skip
    ours().info("outside")
    assert "doc_id" not in lines(stream)[1]


def test_pretty_lines_are_for_people(stream: io.StringIO) -> None:
    configure_logging({}, stream)
    ours().info("classified", doc_id="d")
    assert "classified" in stream.getvalue()
    assert "doc_id=d" in stream.getvalue()


@pytest.mark.parametrize("form", ["json", "pretty"])
def test_document_text_never_comes_through(stream: io.StringIO, form: str) -> None:
    """F-93."""
    configure_logging({"LOG_FORMAT": form}, stream)
    ours().info("a", text=SECRET, quote=SECRET, nested={"content": SECRET}, data=SECRET.encode())
    ours().info("b", value="x" * 250 + " " * 100 + SECRET)
    try:
        raise ValueError(SECRET)
    except ValueError:
        ours().exception("c")
        logging.getLogger("mailroom.pipeline").exception("d")
        logging.getLogger("somebody.else").exception("e")
    assert SECRET not in stream.getvalue()
    assert stream.getvalue().count("ValueError") == 3
    assert "test_logs.py" in stream.getvalue()


def test_third_parties_are_quiet_and_tracing_exporters_mute(stream: io.StringIO) -> None:
    configure_logging({"LOG_FORMAT": "json", "LOG_LEVEL": "DEBUG"}, stream)
    for name in ("openai", "httpx2", "httpcore2.http11", "urllib3"):
        logging.getLogger(name).debug("request body: %s", SECRET)
        logging.getLogger(name).info("HTTP Request")
    logging.getLogger("opentelemetry.exporter").error("cannot export")
    logging.getLogger("urllib3").warning("odd")
    ours().debug("detail")
    assert [line["event"] for line in lines(stream)] == ["odd", "detail"]


def test_the_level_is_that_of_the_environment(stream: io.StringIO) -> None:
    configure_logging({"LOG_FORMAT": "json", "LOG_LEVEL": "warning"}, stream)
    ours().info("no")
    ours().warning("yes")
    configure_logging({"LOG_FORMAT": "json", "LOG_LEVEL": "nonsense"}, stream)
    ours().info("info again")
    assert [line["event"] for line in lines(stream)] == ["yes", "info again"]


def test_a_log_file_is_json_and_rotates(tmp_path: Path, stream: io.StringIO) -> None:
    path = tmp_path / "mailroom.log"
    configure_logging({"LOG_FILE": str(path)}, stream)
    ours().info("to both")
    assert json.loads(path.read_text())["event"] == "to both"
    assert "to both" in stream.getvalue()
    [rotating] = [
        item for item in logging.getLogger().handlers if isinstance(item, logging.handlers.RotatingFileHandler)
    ]
    assert (rotating.maxBytes, rotating.backupCount) == (10_000_000, 5)
