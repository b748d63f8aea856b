"""What lies in the inbox: which files may be claimed now, which matter they belong to, and what must stay out.

Only regular files are claimed, when nothing has touched them for a while and nobody holds them open for writing; a
sidecar that lies beside a file has to be as quiet. Links, pipes and devices are never followed or opened.
"""

from __future__ import annotations

import fcntl
import json
import os
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.records.home import safe_name

SIDECAR_SUFFIX = ".meta.json"
DEFAULT_MATTER = "DEFAULT"
IGNORED = frozenset({".ds_store", "thumbs.db", "desktop.ini"})
LONELY_SECONDS = 600  # a sidecar that waits for longer has missed its file


@dataclass(frozen=True)
class Arrival:
    """One file as it lies in the inbox. `problem` is set for what may not be claimed."""

    path: Path
    matter: str
    sidecar: Path | None = None
    note: str = ""
    problem: MailroomError | None = None


def scan(inbox: Path, stable_seconds: float) -> Iterator[Arrival]:
    """Every claimable or refusable file, by name; files that may still be changing are left for the next look."""
    for path in _listed(inbox):
        if path.is_dir() and not path.is_symlink():
            for inner in _listed(path):
                yield from _look(inner, path.name, stable_seconds)
        else:
            yield from _look(path, None, stable_seconds)


def _listed(folder: Path) -> list[Path]:
    """What is in a folder, by name; nothing in one that somebody took away or that is not ours to look into."""
    try:
        return sorted(folder.iterdir())
    except (FileNotFoundError, PermissionError):
        return []


def _look(path: Path, subfolder: str | None, stable_seconds: float) -> Iterator[Arrival]:
    if path.name.startswith(".") or path.name.lower() in IGNORED:
        return
    if path.name.endswith(SIDECAR_SUFFIX):
        yield from _lonely(path)
        return
    matter, sidecar, note = _matter(path, subfolder)
    try:
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode):
            yield Arrival(path, matter, problem=MailroomError(ErrorCode.NOT_A_FILE, "cannot be claimed"))
        elif _stable(path, status, stable_seconds) and not (sidecar and _changing(sidecar, stable_seconds)):
            yield Arrival(path, matter, sidecar, note)
    except FileNotFoundError:
        return  # somebody took it away again
    except PermissionError:
        yield Arrival(path, matter, problem=MailroomError(ErrorCode.UNREADABLE_FILE, "cannot be claimed"))


def _lonely(sidecar: Path) -> Iterator[Arrival]:
    """A sidecar whose file does not come is told of: the file may have been claimed, without it, before."""
    if sidecar.with_name(sidecar.name.removesuffix(SIDECAR_SUFFIX)).exists():
        return
    try:
        status = sidecar.lstat()
    except FileNotFoundError:
        return  # another claimer has just taken the file with it
    if stat.S_ISREG(status.st_mode) and time.time() - status.st_ctime > LONELY_SECONDS:
        problem = MailroomError(
            ErrorCode.BAD_SIDECAR, "a sidecar waits for its file", where=sidecar.name,
            why="no file of that name came, or it was claimed before the sidecar was there",
            next_step="drop a sidecar before its file, or drop the file into its matter's folder",
        )  # fmt: skip
        yield Arrival(sidecar, DEFAULT_MATTER, problem=problem)


def _changing(sidecar: Path, stable_seconds: float) -> bool:
    """Whether somebody may still be writing the sidecar; what is wrong with one that cannot be read is noted later."""
    try:
        return not _stable(sidecar, sidecar.lstat(), stable_seconds)
    except OSError:
        return False


def _stable(path: Path, status: os.stat_result, stable_seconds: float) -> bool:
    """No write and no rename for `stable_seconds` (a clock set back counts as stable), and no writer now."""
    age = time.time() - max(status.st_mtime, status.st_ctime)
    return not 0 <= age < stable_seconds and not being_written(path)


def being_written(path: Path) -> bool:
    """Whether some process holds the file open for writing (known on Linux for own files; else assumed not)."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_UNLCK)
    except BlockingIOError:
        return True
    except OSError:
        return False  # not ours, or a file system without leases: stability alone decides
    finally:
        os.close(descriptor)
    return False


def _matter(path: Path, subfolder: str | None) -> tuple[str, Path | None, str]:
    """Matter by sidecar, else inbox subfolder, else DEFAULT; never guessed from the file's name."""
    folder_matter = safe_name(subfolder, DEFAULT_MATTER) if subfolder else DEFAULT_MATTER
    sidecar = sidecar_of(path)
    if not _regular(sidecar):
        return folder_matter, None, ""
    try:
        return read_sidecar(sidecar) or folder_matter, sidecar, ""
    except MailroomError as error:
        return folder_matter, sidecar, error.code.value


def _regular(path: Path) -> bool:
    """Whether a regular file is there; a name too long for the file system is not."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def sidecar_of(path: Path) -> Path:
    """Where the sidecar of a file would lie."""
    return path.with_name(path.name + SIDECAR_SUFFIX)


def read_sidecar(path: Path) -> str | None:
    """The matter id that a sidecar names, made safe; None without a sidecar. Raises bad_sidecar."""
    if not _regular(path):
        return None
    try:
        data = json.loads(path.read_bytes()[:65536])
        matter = data.get("matter_id")
    except (OSError, ValueError, AttributeError, RecursionError) as error:
        raise MailroomError(ErrorCode.BAD_SIDECAR, "a sidecar is not a JSON object", where=path.name) from error
    if matter is None:
        return None
    if not isinstance(matter, str) or not matter.strip():
        raise MailroomError(ErrorCode.BAD_SIDECAR, "matter_id is not a name", where=path.name)
    return safe_name(matter, DEFAULT_MATTER)
