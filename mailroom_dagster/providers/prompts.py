"""Prompts as files with variables, and the lock that pins them.

Belongs here: finding, filling and locking prompt texts. Does not belong here: what an agent is told besides (task data,
document text, the answer's shape: `providers.openai.messages`), or Langfuse itself (`observability.prompt_sync`).
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from mailroom_dagster.configuration import config_dir
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import sha256_bytes

LOCK_NAME = "prompts.lock"
_VARIABLE = re.compile(r"\{\{\s*([a-z_]+)\s*\}\}")

Fetch = Callable[[str], str | None]


@dataclass(frozen=True)
class Prompt:
    """One prompt text. `sha256` is of its UTF-8 bytes and goes into every record that rests on it."""

    name: str
    text: str
    managed: bool = False  # fetched from a prompt manager, not from the file

    @property
    def sha256(self) -> str:
        """Hex sha256 of the unfilled text."""
        return sha256_bytes(self.text.encode())

    def fill(self, variables: Mapping[str, str]) -> str:
        """The text with its `{{variables}}` replaced, once: braces in a value stay as they are. Raises bad_config."""

        def value(match: re.Match[str]) -> str:
            try:
                return variables[match[1]]
            except KeyError:
                known = ", ".join(sorted(variables)) or "none"
                raise MailroomError(
                    ErrorCode.BAD_CONFIG,
                    f"the prompt {self.name} asks for a variable {match[1]!r} that its role does not have",
                    why=f"its variables are: {known}",
                ) from None

        return _VARIABLE.sub(value, self.text)


class PromptBook:
    """The prompts of one folder, read once each. `fetch` may give a managed text instead; None means: take the file."""

    def __init__(self, folder: Path | None = None, fetch: Fetch | None = None) -> None:
        self.folder = folder or prompt_folder()
        self._fetch = fetch
        self._read: dict[str, Prompt] = {}
        self._lock = threading.Lock()

    def get(self, name: str) -> Prompt:
        """A prompt by name. Raises bad_config when there is no such file."""
        with self._lock:
            if name not in self._read:
                self._read[name] = self._load(name)
            return self._read[name]

    def _load(self, name: str) -> Prompt:
        text = read_prompt(self.folder, name)
        managed = self._fetch(name) if self._fetch else None
        return Prompt(name, managed, managed=True) if managed else Prompt(name, text)


def prompt_folder() -> Path:
    """Where the prompts of the configuration lie."""
    return config_dir() / "prompts"


def prompt_names(folder: Path) -> list[str]:
    """Every prompt of a folder, sorted."""
    return sorted(path.stem for path in folder.glob("*.md") if path.stem != "README")


def read_prompt(folder: Path, name: str) -> str:
    """A prompt file's text. Raises bad_config."""
    path = folder / f"{name}.md"
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise MailroomError(ErrorCode.BAD_CONFIG, f"the prompt {name} cannot be read", where=str(path)) from error


def lock_text(folder: Path) -> str:
    """What the lock of a folder should say: `sha256sum` lines over its prompt files."""
    hashes = ((sha256_bytes(read_prompt(folder, name).encode()), name) for name in prompt_names(folder))
    return "".join(f"{digest}  {name}.md\n" for digest, name in hashes)


def lock_differences(folder: Path) -> dict[str, str]:
    """Prompts that are not what the lock says: name -> changed, added or removed."""
    try:
        locked = _lock_entries((folder / LOCK_NAME).read_text(encoding="utf-8"))
    except FileNotFoundError:
        locked = {}
    present = _lock_entries(lock_text(folder))
    found = {name: "changed" if name in locked else "added" for name in present if locked.get(name) != present[name]}
    return found | {name: "removed" for name in locked if name not in present}


def _lock_entries(text: str) -> dict[str, str]:
    pairs = (line.split(maxsplit=1) for line in text.splitlines() if line.strip())
    return {name.strip().removesuffix(".md"): digest for digest, name in pairs}
