"""What exactly was measured: the code, the configuration and the models, as hashes.

A run whose revision differs is another run; nothing of it is reused.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from functools import lru_cache
from pathlib import Path

import mailroom_dagster
from mailroom_dagster.configuration import config_dir, models_dir

_OUTSIDE = {"cli", "_packed"}  # says nothing about a prediction


@lru_cache(maxsize=1)
def code_digest() -> str:
    """Hex sha256 over the domain's source, the configuration and the models, by name."""
    package = Path(mailroom_dagster.__file__).parent
    sources = [path for path in package.rglob("*.py") if path.relative_to(package).parts[0] not in _OUTSIDE]
    digest = hashlib.sha256()
    for path in [*sorted(sources), *_files(config_dir()), *_files(models_dir())]:
        digest.update(f"{path.name}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


@lru_cache(maxsize=1)
def git_revision() -> str | None:
    """The commit of the checkout, with `+` when something is not committed; None outside a checkout."""
    place = Path(mailroom_dagster.__file__).parent.parent
    if shutil.which("git") is None or not (place / ".git").exists():
        return None
    commit = _git(place, "rev-parse", "--short=12", "HEAD")
    return f"{commit}+" if commit and _git(place, "status", "--porcelain", "--untracked-files=no") else commit


def _git(place: Path, *arguments: str) -> str | None:
    done = subprocess.run(["git", "-C", str(place), *arguments], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else []
