"""Disks that are full or broken."""

from __future__ import annotations

import errno
import os

from mailroom_dagster.storage import Disk


class FullDisk(Disk):
    """Has room for so many bytes more."""

    def __init__(self, room: int) -> None:
        self.room = room

    def _write(self, descriptor: int, data: bytes) -> None:
        super()._write(descriptor, data[: self.room])
        if len(data) > self.room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self.room -= len(data)


class BrokenDisk(Disk):
    """Cannot bring anything onto the platter while `broken`."""

    broken = True

    def _fsync(self, descriptor: int) -> None:
        if self.broken:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        super()._fsync(descriptor)
