"""Logs: structlog over the standard library, pretty or JSON, with ids bound and never a word of a document.

Belongs here: setting logging up, once a process. Does not belong here: what is logged. Environment: LOG_LEVEL (INFO),
LOG_FORMAT (pretty, json), LOG_FILE (rotates at 10 MB, five kept). Third parties are heard from WARNING up, tracing
exporters not at all: their failures are counted instead.
"""

from __future__ import annotations

import logging
import logging.handlers
import os
import sys
import traceback
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any, TextIO

import structlog

LOG_FILE_BYTES = 10_000_000
LOG_FILES_KEPT = 5
LONGEST = 300  # characters of any one value
OURS = ("mailroom_dagster", "mailroom", "assets", "sensors", "resources")
MUTE = ("opentelemetry", "langfuse")
TEXT_KEYS = frozenset({"answer", "body", "content", "document", "messages", "prompt", "quote", "text", "words"})

Event = structlog.typing.EventDict


def configure_logging(environ: Mapping[str, str] = os.environ, stream: TextIO | None = None) -> None:
    """Set logging up for this process; a second call replaces the first. Unknown levels mean INFO."""
    level = logging.getLevelName(environ.get("LOG_LEVEL", "INFO").upper())
    as_json = environ.get("LOG_FORMAT", "pretty").lower() == "json"
    handlers: list[logging.Handler] = [logging.StreamHandler(stream or sys.stderr)]
    handlers[0].setFormatter(_formatter(as_json))
    if path := environ.get("LOG_FILE"):
        to_file = logging.handlers.RotatingFileHandler(
            path, maxBytes=LOG_FILE_BYTES, backupCount=LOG_FILES_KEPT, encoding="utf-8", delay=True
        )
        to_file.setFormatter(_formatter(as_json=True))
        handlers.append(to_file)
    _install(handlers, level if isinstance(level, int) else logging.INFO)
    structlog.configure(
        processors=[*_shared(), structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )


def bound(**ids: str) -> AbstractContextManager[None]:
    """Every line logged inside carries these ids: doc_id, matter_id, run_id, trace_id."""
    return structlog.contextvars.bound_contextvars(**ids)


def without_document_text(logger: Any, method: str, event: Event) -> Event:
    """A processor that keeps text out: values under text's names give way to their size, long ones are cut."""
    return {key: _size(value) if key in TEXT_KEYS else _short(value) for key, value in event.items()}


def without_messages_of_exceptions(logger: Any, method: str, event: Event) -> Event:
    """A processor that tells an exception by its type and its frames: its message may quote what it choked on."""
    info = event.pop("exc_info", None)
    if info is True:
        info = sys.exc_info()
    elif isinstance(info, BaseException):
        info = (type(info), info, info.__traceback__)
    if isinstance(info, tuple) and info[0] is not None:
        frames = traceback.extract_tb(info[2])
        event["exception"] = info[0].__name__
        event["frames"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-8:]]
    return event


def _shared() -> list[structlog.typing.Processor]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]


def _formatter(as_json: bool) -> logging.Formatter:
    last = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if as_json
        else structlog.dev.ConsoleRenderer(colors=False)
    )
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=_shared(),
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            without_messages_of_exceptions,
            without_document_text,
            last,
        ],
    )


def _install(handlers: list[logging.Handler], level: int) -> None:
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
        old.close()
    for handler in handlers:
        root.addHandler(handler)
    root.setLevel(logging.WARNING)
    for name in OURS:
        logging.getLogger(name).setLevel(level)
    for name in MUTE:
        logging.getLogger(name).setLevel(logging.CRITICAL)


def _size(value: Any) -> str:
    return f"<{len(value)} long>" if hasattr(value, "__len__") else "<left out>"


def _short(value: Any) -> Any:
    if isinstance(value, bytes):
        return _size(value)
    if isinstance(value, str):
        return value if len(value) <= LONGEST else f"{value[:LONGEST]}… <{len(value)} long>"
    if isinstance(value, Mapping):
        return without_document_text(None, "", dict(value))
    if isinstance(value, list | tuple | set | frozenset):
        return [_short(item) for item in value]
    return value if isinstance(value, int | float | None) else _short(str(value))
