"""All durable file operations, in one place, so that tests can put a disk that forgets in their stead.

Belongs here: how bytes get safely onto a disk. Does not belong here: what the bytes mean.
"""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mailroom_dagster.errors import ErrorCode, MailroomError


class Disk:
    """The real file system. Every method raises MailroomError (disk_full, home_unwritable) instead of bare OSError."""

    def write_file(self, path: Path, data: bytes, *, durable: bool, mode: int = 0o644) -> None:
        """Put `data` at `path` whole or not at all (temp, rename); `durable` also survives a power cut (fsync)."""
        temp = path.with_name(f".{path.name[:80]}.{uuid.uuid4().hex[:8]}.tmp")
        try:
            descriptor = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
            try:
                _write_all(descriptor, data)
                if durable:
                    os.fsync(descriptor)
            finally:
                os.close(descriptor)
            temp.replace(path)
            if durable:
                self.sync_dir(path.parent)
        except OSError as error:
            temp.unlink(missing_ok=True)
            raise _named(error, path) from error

    def append(self, path: Path, data: bytes, *, durable: bool) -> None:
        """Add `data` at the end of `path`, creating it; `durable` waits for the disk."""
        try:
            new = not path.exists()
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
            try:
                _write_all(descriptor, data)
                if durable:
                    os.fsync(descriptor)
            finally:
                os.close(descriptor)
            if durable and new:
                self.sync_dir(path.parent)
        except OSError as error:
            raise _named(error, path) from error

    def truncate(self, path: Path, size: int) -> None:
        """Cut a file to `size` bytes and wait for the disk."""
        try:
            os.truncate(path, size)
        except OSError as error:
            raise _named(error, path) from error
        self.sync_file(path)

    @contextmanager
    def lock(self, path: Path, *, wait_seconds: float) -> Iterator[None]:
        """Hold `path` against every other process and thread. Raises ledger_busy when the wait is over."""
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise _named(error, path) from error
        try:
            _wait_for_lock(descriptor, path, wait_seconds)
            yield
        finally:
            os.close(descriptor)

    def make_dir(self, path: Path) -> None:
        """Create a folder and its parents."""
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _named(error, path) from error

    def sync_file(self, path: Path) -> None:
        """Wait until a file's bytes are on the disk."""
        _fsync(path)

    def sync_dir(self, path: Path) -> None:
        """Wait until a folder's names are on the disk."""
        _fsync(path)

    def move(self, source: Path, target: Path) -> None:
        """Rename within a file system, or copy, sync and remove across two; never replaces an existing file."""
        try:
            os.link(source, target, follow_symlinks=False)
        except OSError as error:
            if error.errno not in (errno.EXDEV, errno.EPERM, errno.EMLINK, errno.EOPNOTSUPP):
                raise _named(error, target) from error
            self._copy_new(source, target)
        source.unlink()

    def link(self, source: Path, target: Path) -> None:
        """A second name for the same bytes (hard link; a copy across devices); never replaces an existing file."""
        try:
            os.link(source, target, follow_symlinks=False)
        except FileExistsError:
            raise
        except OSError as error:
            if error.errno not in (errno.EXDEV, errno.EPERM, errno.EMLINK, errno.EOPNOTSUPP):
                raise _named(error, target) from error
            self._copy_new(source, target)

    def remove(self, path: Path) -> None:
        """Remove a file; fine when it is gone already."""
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise _named(error, path) from error

    def _copy_new(self, source: Path, target: Path) -> None:
        temp = target.with_name(f".{target.name[:80]}.{uuid.uuid4().hex[:8]}.tmp")
        try:
            shutil.copyfile(source, temp, follow_symlinks=False)
            _fsync(temp)
            os.link(temp, target)
        except FileExistsError:
            raise
        except OSError as error:
            raise _named(error, target) from error
        finally:
            temp.unlink(missing_ok=True)


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


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _fsync(path: Path) -> None:
    try:
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise _named(error, path) from error


def _named(error: OSError, path: Path) -> Exception:
    if isinstance(error, FileExistsError):
        return error
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return MailroomError(ErrorCode.DISK_FULL, "nothing more can be written", where=str(path))
    if error.errno in (errno.EACCES, errno.EROFS, errno.EPERM):
        return MailroomError(ErrorCode.HOME_UNWRITABLE, "a file cannot be written", where=str(path))
    return error
