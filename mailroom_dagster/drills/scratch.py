"""Scratch copies of a home: a drill never touches the home that it is given."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.store import RecordStore
from mailroom_dagster.storage import open_disk
from mailroom_dagster.storage.opening import MARK


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="mailroom-drill-") as folder:
        yield Path(folder)


def copy_home(home: Home, target: Path) -> Home:
    """A copy of a home, hard links and objects made files of their own."""
    shutil.copytree(home.root, target, symlinks=True)
    if home.objects:
        _copy_objects(home, target)
    return Home(target)


def _copy_objects(home: Home, target: Path) -> None:
    disk = open_disk(home)
    (target / MARK).unlink()
    for path in (path for folder in (home.documents, home.archive, home.catalog) for path in disk.glob(folder, "**/*")):
        copy = target / path.relative_to(home.root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(disk.read(path))


def require_documents(home: Home, count: int) -> list[str]:
    """The doc_ids of a home. Raises bad_request when there are fewer than `count`."""
    found = list(RecordStore(home, open_disk(home)).doc_ids())
    if len(found) < count:
        raise MailroomError(
            ErrorCode.BAD_REQUEST,
            f"a drill needs a home with at least {count} processed documents",
            next_step="`mailroom demo` or `mailroom run` with some files first",
        )
    return found
