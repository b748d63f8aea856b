"""Prompts kept in Langfuse: fetched by label with the file as the fallback, and synchronised from the files.

Belongs here: comparing and copying prompt texts. Does not belong here: the files and their lock (`providers.prompts`).
The file is the truth: a text that was edited in Langfuse is a difference that `sync` overwrites only when forced.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import structlog
from langfuse.api import LangfuseAPI
from langfuse.api.commons.errors.not_found_error import NotFoundError
from langfuse.api.prompts.types.create_text_prompt_request import CreateTextPromptRequest
from langfuse.api.prompts.types.create_text_prompt_type import CreateTextPromptType
from langfuse.api.prompts.types.prompt import Prompt_Text

from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.observability.langfuse import langfuse_api
from mailroom_dagster.providers.prompts import Fetch, prompt_names, read_prompt

PREFIX = "mailroom-"
Standing = Literal["unchanged", "create", "update", "edited_there"]

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Difference:
    """How one prompt in Langfuse stands to its file."""

    name: str
    standing: Standing


def fetcher(environ: Mapping[str, str], label: str) -> Fetch:
    """Fetch managed texts by label; whatever goes wrong, the file is used and the log says so."""
    api = langfuse_api(environ)

    def fetch(name: str) -> str | None:
        try:
            return _managed_text(api, name, label)
        except Exception as error:
            log.warning("prompt_from_file", prompt=name, why=type(error).__name__)
            return None

    return fetch


def differences(api: LangfuseAPI, folder: Path, label: str, names: list[str] | None = None) -> list[Difference]:
    """Every prompt (or those named) with how it stands. Raises what the API raises."""
    return [Difference(name, _standing(api, folder, name, label)) for name in names or prompt_names(folder)]


def sync(
    api: LangfuseAPI, folder: Path, label: str, names: list[str] | None = None, *, force: bool = False
) -> list[Difference]:
    """Create and update prompts in Langfuse; those edited there only when forced. Returns what stood before."""
    found = differences(api, folder, label, names)
    for item in found:
        if item.standing in ("create", "update") or (force and item.standing == "edited_there"):
            text = read_prompt(folder, item.name)
            request = CreateTextPromptRequest(
                name=PREFIX + item.name,
                prompt=text,
                type=CreateTextPromptType.TEXT,
                labels=[label],
                config={"sha256": sha256_bytes(text.encode())},
            )
            api.prompts.create(request=request)
    return found


def _standing(api: LangfuseAPI, folder: Path, name: str, label: str) -> Standing:
    try:
        held = api.prompts.get(PREFIX + name, label=label)
    except NotFoundError:
        return "create"
    if not isinstance(held, Prompt_Text):
        return "edited_there"
    if held.prompt == read_prompt(folder, name):
        return "unchanged"
    written = held.config.get("sha256") if isinstance(held.config, dict) else None
    return "update" if written == sha256_bytes(held.prompt.encode()) else "edited_there"


def _managed_text(api: LangfuseAPI, name: str, label: str) -> str | None:
    try:
        held = api.prompts.get(PREFIX + name, label=label)
    except NotFoundError:
        return None
    return held.prompt if isinstance(held, Prompt_Text) else None
