"""Which tracing the environment asks for. A backend is imported only when it is chosen."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Mapping

import structlog

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.observability.tracing import NO_TRACING, Tracing

CHOICE_VARIABLE = "OBSERVABILITY_PROVIDER"
ENVIRONMENT_VARIABLES = ("OBSERVABILITY_ENVIRONMENT", "LANGFUSE_TRACING_ENVIRONMENT")
CHOICES = ("auto", "langfuse", "otlp", "none")

log = structlog.get_logger(__name__)


def build_tracing(environ: Mapping[str, str] = os.environ) -> Tracing:
    """The tracing that the environment asks for; without its keys or its package none, with a word in the log.

    Raises bad_config for a choice that there is not.
    """
    choice = choice_in(environ)
    try:
        return _built(choice, environ)
    except Exception as error:  # nothing about tracing may stop the mailroom
        log.warning("tracing_off", why=type(error).__name__)
        return NO_TRACING


def choice_in(environ: Mapping[str, str] = os.environ) -> str:
    """Which of CHOICES the environment names. Raises bad_config for another word."""
    choice = environ.get(CHOICE_VARIABLE, "").strip().lower() or "auto"
    if choice not in CHOICES:
        raise MailroomError(
            ErrorCode.BAD_CONFIG,
            f"{choice!r} is none of {', '.join(CHOICES)}",
            where=CHOICE_VARIABLE,
            next_step=f"set {CHOICE_VARIABLE} to one of these, or not at all",
        )
    return choice


def _built(choice: str, environ: Mapping[str, str]) -> Tracing:
    keys = bool(environ.get("LANGFUSE_PUBLIC_KEY") and environ.get("LANGFUSE_SECRET_KEY"))
    if choice == "langfuse" or (choice == "auto" and keys):
        if keys and _installed("langfuse"):
            from mailroom_dagster.observability.langfuse import langfuse_tracing

            return langfuse_tracing(environ, environment_of(environ))
        log.warning("tracing_off", why="Langfuse needs its keys and `pip install mailroom-dagster[langfuse]`")
    elif choice == "otlp" or (choice == "auto" and _otlp_address(environ)):
        if _installed("opentelemetry.sdk"):
            from mailroom_dagster.observability.spans import otlp_tracing

            return otlp_tracing(environment_of(environ))
        log.warning("tracing_off", why="OTLP needs `pip install mailroom-dagster[otlp]`")
    return NO_TRACING


def environment_of(environ: Mapping[str, str]) -> str:
    """The name of the environment that traces carry: live unless it is said."""
    return next((environ[name] for name in ENVIRONMENT_VARIABLES if environ.get(name)), "live")


def _otlp_address(environ: Mapping[str, str]) -> bool:
    names = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
    return any(environ.get(name) for name in names)


def _installed(package: str) -> bool:
    try:
        return importlib.util.find_spec(package) is not None
    except ModuleNotFoundError:
        return False
