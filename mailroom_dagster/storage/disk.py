"""All durable file operations, in one place, so that tests can put a disk that forgets or fails in their stead.

Belongs here: how bytes get safely onto a disk, and how they are found there. Does not belong here: what they mean.
Every write goes through `_write`, every wait for the disk through `_fsync`: the two seams for tests.
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
import shutil
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import sha256_file

_HALF_WRITTEN = re.compile(r"\..+\.[0-9a-f]{8}\.tmp", re.DOTALL)
_NO_LINKS = (errno.EXDEV, errno.EPERM, errno.EMLINK, errno.EOPNOTSUPP)


class Disk:
    """The real file system.

    Every method raises MailroomError (disk_full, home_unwritable) instead of a bare OSError; only FileExistsError and
    FileNotFoundError stay, which say that somebody else was first.
    """

    def write_file(self, path: Path, data: bytes, *, durable: bool, mode: int = 0o644) -> None:
        """Put `data` at `path` whole or not at all (temp, rename); `durable` also survives a power cut (fsync)."""
        with naming(path), _temp_beside(path, mode) as (temp, descriptor):
            self._write(descriptor, data)
            if durable:
                self._fsync(descriptor)
            temp.replace(path)
        if durable:
            self.sync_dir(path.parent)

    def create_file(self, path: Path, data: bytes, *, mode: int = 0o644) -> None:
        """Put `data` at a path that must not exist yet, whole and surviving a power cut. Raises FileExistsError."""
        with naming(path), _temp_beside(path, mode) as (temp, descriptor):
            self._write(descriptor, data)
            self._fsync(descriptor)
            os.link(temp, path)
        self.sync_dir(path.parent)

    def append(self, path: Path, data: bytes, *, durable: bool) -> None:
        """Add `data` at the end of `path`, creating it; `durable` waits for the disk."""
        new = not path.exists()
        with naming(path), _opened(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644) as descriptor:
            self._write(descriptor, data)
            if durable:
                self._fsync(descriptor)
        if durable and new:
            self.sync_dir(path.parent)

    def truncate(self, path: Path, size: int) -> None:
        """Cut a file to `size` bytes and wait for the disk."""
        with naming(path):
            os.truncate(path, size)
        self.sync_file(path)

    @contextmanager
    def lock(self, path: Path, *, wait_seconds: float) -> Iterator[None]:
        """Hold `path` against every other process and thread. Raises ledger_busy when the wait is over."""
        with naming(path):
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            _wait_for_lock(descriptor, path, wait_seconds)
            yield
        finally:
            os.close(descriptor)

    def make_dir(self, path: Path, *, durable: bool = False) -> None:
        """Create a folder and its parents; `durable` waits until the names of new ones are on the disk."""
        if path.is_dir():
            return
        if durable:
            self.make_dir(path.parent, durable=True)
        with naming(path):
            try:
                path.mkdir(parents=True, exist_ok=True)
            except (FileExistsError, FileNotFoundError) as error:  # nobody was first: no folder can be there
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)) from error
        if durable:
            self.sync_dir(path.parent)

    def sync_file(self, path: Path) -> None:
        """Wait until a file's bytes are on the disk."""
        with naming(path), _opened(path, os.O_RDONLY) as descriptor:
            self._fsync(descriptor)

    def sync_dir(self, path: Path) -> None:
        """Wait until a folder's names are on the disk."""
        self.sync_file(path)

    def move(self, source: Path, target: Path) -> None:
        """Rename within a file system, or copy, sync and remove across two; never replaces an existing file."""
        self.link(source, target)
        self.remove(source)

    def rename(self, source: Path, target: Path) -> None:
        """Put a file in another place of the home at once, in the stead of what is there. Not synced."""
        with naming(target):
            source.rename(target)

    def link(self, source: Path, target: Path) -> None:
        """A second name for the same bytes (hard link; a copy across devices); never replaces an existing file."""
        try:
            with naming(target):
                os.link(source, target, follow_symlinks=False)
        except MailroomError as error:
            if not isinstance(error.__cause__, OSError) or error.__cause__.errno not in _NO_LINKS:
                raise
            self._copy_new(source, target)

    def remove(self, path: Path) -> None:
        """Remove a file; fine when it is gone already."""
        with naming(path):
            path.unlink(missing_ok=True)

    def sweep(self, folder: Path) -> None:
        """Remove what writers that died left half written below a folder; a living one holds a lock on its own."""
        for place, _, names in os.walk(folder):
            for temp in (Path(place, name) for name in names if is_half_written(name)):
                with naming(temp), suppress(FileNotFoundError):
                    _remove_unheld(temp)

    def read(self, path: Path) -> bytes:
        """All bytes of a file. Raises FileNotFoundError, OSError."""
        return path.read_bytes()

    def exists(self, path: Path) -> bool:
        """Whether a regular file is there."""
        return path.is_file()

    def glob(self, folder: Path, pattern: str) -> list[Path]:
        """What is below a folder and fits `*`, a pattern of names and `*` by level, or `**/*`; sorted."""
        return sorted(folder.glob(pattern))

    def modified(self, path: Path) -> float:
        """When a file was written last, in Unix time. Raises FileNotFoundError."""
        return path.stat().st_mtime

    def touch(self, path: Path) -> None:
        """Let a file count as written now."""
        with naming(path):
            path.touch()

    def sha256(self, path: Path) -> str:
        """Hex sha256 of a regular file's bytes. Raises FileNotFoundError, OSError."""
        if not path.is_file():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
        return sha256_file(path)

    def holds(self, path: Path, sha256: str) -> bool:
        """Whether a file is there, no link to one, and has these bytes."""
        try:
            return not path.is_symlink() and self.sha256(path) == sha256
        except OSError:
            return False

    @contextmanager
    def local(self, path: Path) -> Iterator[Path]:
        """A file of this machine with the bytes of `path`, for programs that want one; not to be changed."""
        yield path

    def fetch(self, path: Path, sha256: str, size: int) -> None:
        """Have the bytes of `path`, which never change, at that very path of this machine, if they can be had."""

    def where(self, path: Path) -> str:
        """How people find what lies at `path`."""
        return str(path)

    def _copy_new(self, source: Path, target: Path) -> None:
        with naming(target), _temp_beside(target) as (temp, descriptor):
            shutil.copyfile(source, temp, follow_symlinks=False)
            self._fsync(descriptor)
            os.link(temp, target)

    def _write(self, descriptor: int, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(descriptor, view) :]

    def _fsync(self, descriptor: int) -> None:
        os.fsync(descriptor)


def is_half_written(name: str) -> bool:
    """Whether a file's name is one that only files have which are being written."""
    return _HALF_WRITTEN.fullmatch(name) is not None


@contextmanager
def _temp_beside(path: Path, mode: int = 0o644) -> Iterator[tuple[Path, int]]:
    """A new file beside `path` and a descriptor on it, locked while it lives; at the end it is renamed or gone."""
    temp = path.with_name(f".{path.name[:80]}.{uuid.uuid4().hex[:8]}.tmp")
    descriptor = _create_held(temp, mode)
    try:
        yield temp, descriptor
    finally:
        with suppress(OSError):
            temp.unlink(missing_ok=True)
        os.close(descriptor)


def _create_held(temp: Path, mode: int) -> int:
    """A descriptor on a new file, locked."""
    while True:
        descriptor = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        except OSError:
            temp.unlink(missing_ok=True)
            os.close(descriptor)
            raise
        if os.fstat(descriptor).st_nlink:
            return descriptor
        os.close(descriptor)  # it was swept away before it was locked


def _remove_unheld(temp: Path) -> None:
    with _opened(temp, os.O_RDWR | os.O_NOFOLLOW) as descriptor, suppress(BlockingIOError):
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        temp.unlink()


@contextmanager
def _opened(path: Path, flags: int, mode: int = 0o644) -> Iterator[int]:
    descriptor = os.open(path, flags, mode)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _wait_for_lock(descriptor: int, path: Path, wait_seconds: float) -> None:
    deadline = time.monotonic() + wait_seconds
    pause = 0.0005
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise MailroomError(ErrorCode.LEDGER_BUSY, "a lock is held too long", where=str(path)) from None
            time.sleep(pause)
            pause = min(pause * 1.5, 0.01)
        else:
            return


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Give a failure of the file system its code: disk_full or home_unwritable."""
    try:
        yield
    except (FileExistsError, FileNotFoundError):
        raise
    except OSError as error:
        raise named(error, path) from error


def named(error: OSError, path: Path) -> MailroomError:
    """The mailroom's error for a failure of the file system at `path`."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return MailroomError(ErrorCode.DISK_FULL, "nothing more can be written", where=str(path))
    why = "" if error.errno in (errno.EACCES, errno.EROFS, errno.EPERM) else os.strerror(error.errno or errno.EIO)
    return MailroomError(ErrorCode.HOME_UNWRITABLE, "a file cannot be used", where=str(path), why=why)
