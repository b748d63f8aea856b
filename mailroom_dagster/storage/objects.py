"""Documents, archive and catalog as objects of a store that fsspec can reach; everything else of a home stays files.

An object is put whole or not at all, and lasts once the store has answered. Its key is the path below the home. A file
that must not be replaced is put on the condition that it is not there (`If-None-Match: *`).
"""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.storage.disk import Disk

# Others change what lies there, so that no listing is kept; and else s3fs asks for an object's size before it gets it.
_OPTIONS = {"use_listings_cache": False, "max_concurrency": 1}
ON_OBJECTS = frozenset({"documents", "archive", "catalog", "objects.json"})


class ObjectDisk(Disk):
    """A home's disk whose paths in ON_OBJECTS are objects below `url`. Raises objects_unavailable for the store."""

    def __init__(self, root: Path, url: str) -> None:
        self._root = root
        self._store, self._prefix = _reached(url)

    def write_file(self, path: Path, data: bytes, *, durable: bool, mode: int = 0o644) -> None:
        """Put an object, or a file as ever."""
        if key := self._key(path):
            self._put(key, data, "overwrite")
        else:
            super().write_file(path, data, durable=durable, mode=mode)

    def create_file(self, path: Path, data: bytes, *, mode: int = 0o644) -> None:
        """Put an object that must not exist yet. Raises FileExistsError."""
        if key := self._key(path):
            self._put(key, data, "create")
        else:
            super().create_file(path, data, mode=mode)

    def make_dir(self, path: Path, *, durable: bool = False) -> None:
        """Objects need no folder."""
        if not self._key(path):
            super().make_dir(path, durable=durable)

    def sync_file(self, path: Path) -> None:
        """Objects last already."""
        if not self._key(path):
            super().sync_file(path)

    def link(self, source: Path, target: Path) -> None:
        """The same bytes under a second name: a copy, where one of the two is an object."""
        if self._key(target):
            self.create_file(target, self.read(source))
            return
        with self.local(source) as file:
            super().link(file, target)

    def rename(self, source: Path, target: Path) -> None:
        """Put a file's bytes at another place, and only then take it away."""
        if not (self._key(source) or self._key(target)):
            super().rename(source, target)
        elif source != target:
            self.write_file(target, self.read(source), durable=True)
            self.remove(source)

    def remove(self, path: Path) -> None:
        """Remove an object with its local copy, or a file; fine when it is gone already."""
        if key := self._key(path):
            with _asking(key), suppress(FileNotFoundError):
                self._store.rm_file(key)
        super().remove(path)

    def read(self, path: Path) -> bytes:
        """All bytes of an object or a file. Raises FileNotFoundError."""
        if not (key := self._key(path)):
            return super().read(path)
        with _asking(key):
            data: bytes = self._store.cat_file(key)
        return data

    def exists(self, path: Path) -> bool:
        """Whether an object or a regular file is there."""
        if not (key := self._key(path)):
            return super().exists(path)
        with _asking(key):
            return bool(self._store.isfile(key))

    def glob(self, folder: Path, pattern: str) -> list[Path]:
        """What is below a folder and fits a pattern; folders are there as long as they hold something."""
        if not (key := self._key(folder)):
            return super().glob(folder, pattern)
        with _asking(key), suppress(FileNotFoundError):
            found = self._store.ls(key, detail=False) if pattern == "*" else self._store.find(key)
            names = [str(name).removeprefix(f"{key}/") for name in found if name.strip("/") != key.strip("/")]
            return sorted(folder / name for name in names if _fits(name, pattern))
        return []

    def modified(self, path: Path) -> float:
        """When an object was put or a file written, in Unix time. Raises FileNotFoundError."""
        if not (key := self._key(path)):
            return super().modified(path)
        with _asking(key):
            return float(self._store.modified(key).timestamp())

    def touch(self, path: Path) -> None:
        """Put an object again, so that it is new."""
        if self._key(path):
            self.write_file(path, self.read(path), durable=False)
        else:
            super().touch(path)

    def sha256(self, path: Path) -> str:
        """Hex sha256 of the bytes of an object or a file. Raises FileNotFoundError."""
        return sha256_bytes(self.read(path)) if self._key(path) else super().sha256(path)

    @contextmanager
    def local(self, path: Path) -> Iterator[Path]:
        """A file with an object's bytes, for as long as it is needed. Raises FileNotFoundError."""
        if not (key := self._key(path)):
            with super().local(path) as file:
                yield file
            return
        with tempfile.TemporaryDirectory(prefix="mailroom-") as folder:
            file = Path(folder) / path.name
            with _asking(key):
                self._store.get_file(key, str(file))
            yield file

    def fetch(self, path: Path, sha256: str, size: int) -> None:
        """Keep a local copy of an object that never changes, if the store has one with this hash."""
        if not self._key(path) or (path.is_file() and path.stat().st_size == size):
            return
        with suppress(FileNotFoundError):
            data = self.read(path)
            if sha256_bytes(data) == sha256:
                super().make_dir(path.parent)
                super().write_file(path, data, durable=False)

    def where(self, path: Path) -> str:
        """The URL of an object, or the path of a file."""
        key = self._key(path)
        return str(self._store.unstrip_protocol(key)) if key else super().where(path)

    def keeps_first(self, path: Path) -> bool:
        """Write, read and remove an object at a free path; whether the store refused to replace it meanwhile."""
        self.create_file(path, b"first")
        with suppress(FileExistsError):
            self.create_file(path, b"second")
        kept = self.read(path) == b"first"
        self.remove(path)
        return kept

    def _key(self, path: Path) -> str | None:
        parts = path.relative_to(self._root).parts if path.is_relative_to(self._root) else ()
        return "/".join((self._prefix, *parts)) if parts and parts[0] in ON_OBJECTS else None

    def _put(self, key: str, data: bytes, mode: str) -> None:
        try:
            with _asking(key):
                self._store.pipe_file(key, data, mode=mode)
        except FileNotFoundError as error:
            raise _unavailable(key, "there is no such bucket", "make it, or mend MAILROOM_OBJECTS") from error


def _reached(url: str) -> tuple[Any, str]:
    """The file system of a URL, and the path in it."""
    try:
        from fsspec.core import split_protocol, url_to_fs

        if not split_protocol(url)[0]:
            raise ValueError(f"{url!r} is no URL")
        store, prefix = url_to_fs(url, **_OPTIONS)
    except Exception as error:  # stores raise what they like here too
        why = str(error) if isinstance(error, ImportError | ValueError) else type(error).__name__
        raise MailroomError(
            ErrorCode.BAD_CONFIG, "the object store cannot be opened", where="MAILROOM_OBJECTS", why=why,
            next_step="name it like s3://bucket/prefix, and install the extra `objects`",
        ) from error  # fmt: skip
    return store, str(prefix).rstrip("/")


@contextmanager
def _asking(key: str) -> Iterator[None]:
    """Give a failure of the store its code; what is there or not there is no failure. Stores raise what they like."""
    try:
        yield
    except FileNotFoundError as error:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), key) from error
    except (FileExistsError, MailroomError):
        raise
    except PermissionError as error:
        step = "mend the keys (AWS_…) or the bucket's policy; the work continues by itself"
        raise _unavailable(key, "it refuses access", step) from error
    except Exception as error:
        raise _unavailable(key, type(error).__name__) from error


def _unavailable(key: str, why: str, next_step: str = "") -> MailroomError:
    what = "the object store cannot be used"
    return MailroomError(ErrorCode.OBJECTS_UNAVAILABLE, what, where=key, why=why, next_step=next_step)


def _fits(name: str, pattern: str) -> bool:
    parts, wanted = name.split("/"), pattern.split("/")
    return pattern == "**/*" or (len(parts) == len(wanted) and all(map(fnmatchcase, parts, wanted)))
