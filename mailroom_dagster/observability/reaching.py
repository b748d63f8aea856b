"""Langfuse for commands that need it, where its absence is an error with a name (tracing goes on without a word)."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from mailroom_dagster.errors import ErrorCode, MailroomError

if TYPE_CHECKING:
    from langfuse.api import LangfuseAPI

KEYS = ("LANGFUSE_PUBLIC_KEY", "LANGFUSE_SECRET_KEY")


@contextmanager
def langfuse(environ: Mapping[str, str]) -> Iterator[LangfuseAPI]:
    """The API; inside, whatever it raises is provider_unavailable. Raises provider_misconfigured without it."""
    if importlib.util.find_spec("langfuse") is None:
        raise _misconfigured("the langfuse package is not installed", "pip install 'mailroom-dagster[langfuse]'")
    if missing := [name for name in KEYS if not environ.get(name)]:
        raise _misconfigured("Langfuse needs its keys", f"set {' and '.join(missing)}")
    from mailroom_dagster.observability.langfuse import address_of, langfuse_api

    try:
        yield langfuse_api(environ)
    except MailroomError:
        raise
    except Exception as error:
        status = getattr(error, "status_code", None)
        raise MailroomError(
            ErrorCode.PROVIDER_UNAVAILABLE,
            "Langfuse did not do what was asked",
            where=address_of(environ),
            why=f"it answered with status {status}" if status else type(error).__name__,
        ) from error


def _misconfigured(what: str, next_step: str) -> MailroomError:
    return MailroomError(ErrorCode.PROVIDER_MISCONFIGURED, what, next_step=next_step)
