"""Which disk a home has: its file system alone, or an object store for what `MAILROOM_OBJECTS` moves there.

A home and its place on a store know each other by `objects.json`, which both hold: a forgotten or a wrong setting is
refused before anything is read, where it would else look like a home whose documents are gone.
"""

from __future__ import annotations

import uuid
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from pydantic import BaseModel, ConfigDict

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.storage.disk import Disk
from mailroom_dagster.storage.objects import ObjectDisk

MARK = "objects.json"


class Place(Protocol):
    """What is asked of a home."""

    @property
    def root(self) -> Path:
        """The home's folder."""

    @property
    def documents(self) -> Path:
        """One folder a document."""

    @property
    def objects(self) -> str | None:
        """The URL of the object store, if there is one."""


class Bound(BaseModel):
    """Whose objects lie somewhere: a name of the home, and the URL at which they were first."""

    model_config = ConfigDict(frozen=True)

    home: str
    objects: str


def open_disk(home: Place) -> Disk:
    """The disk of a home. Raises bad_config for objects that are not this home's, objects_unavailable."""
    if home.objects is None:
        if bound := _read(Disk(), home.root):
            raise _refused("the documents of this home lie on an object store", f"set MAILROOM_OBJECTS={bound.objects}")
        return Disk()
    disk = ObjectDisk(home.root, home.objects)
    there = _read(disk, home.root)  # before the home's own, which is written first: another process may be doing it
    bound = _read(Disk(), home.root)
    if bound is None:
        bound = _bind(home, home.objects, there)
    if there is None and bound.objects == home.objects:
        with suppress(FileExistsError):  # another process of this home was first
            disk.create_file(home.root / MARK, bound.model_dump_json().encode())
    elif there is None or there.home != bound.home:
        raise _refused("the documents of this home do not lie there", f"they were at {bound.objects} at first")
    return disk


def _bind(home: Place, objects: str, there: Bound | None) -> Bound:
    """Let a home without documents have its objects from now on at a place that nobody has."""
    if there:
        raise _refused("another home's documents lie there", f"choose another place, or put its {MARK} into the home")
    if home.documents.is_dir() and any(home.documents.iterdir()):
        raise _refused("the home has documents in its own folder", "move them as docs/operations.md says")
    bound = Bound(home=uuid.uuid4().hex, objects=objects)
    disk = Disk()
    disk.make_dir(home.root)
    try:
        disk.create_file(home.root / MARK, bound.model_dump_json().encode())
    except FileExistsError:
        return _read(disk, home.root) or bound
    return bound


def _read(disk: Disk, root: Path) -> Bound | None:
    try:
        return Bound.model_validate_json(disk.read(root / MARK))
    except FileNotFoundError:
        return None
    except ValueError as error:
        raise _refused(f"{MARK} cannot be read", "restore it from the backup") from error


def _refused(what: str, next_step: str) -> MailroomError:
    return MailroomError(ErrorCode.BAD_CONFIG, what, where="MAILROOM_OBJECTS", next_step=next_step)
