"""A disk that forgets: on a crash, whatever was not synced may be lost, torn, or there all the same.

The files are real, so that everything can read them. What would survive a power cut is kept beside, by inode: a file's
bytes as of its last fsync, and a folder's names as of its last fsync. `crash` makes the real tree what a power cut
could have left: for each un-synced thing, a choice drawn from `random`.
"""

from __future__ import annotations

import os
import random
import shutil
import stat
from pathlib import Path

from mailroom_dagster.storage import Disk


class ForgetfulDisk(Disk):
    """Remembers only what was waited for, below `root`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.syncs = 0
        self._bytes: dict[int, bytes] = {}  # inode -> contents that are safe
        self._names: dict[int, dict[str, int]] = {}  # folder's inode -> names that are safe
        self._held: list[int] = []  # open descriptors: as long as one is, its inode's number is not given again

    def _fsync(self, descriptor: int) -> None:
        self.syncs += 1
        found = os.fstat(descriptor)
        self._hold(descriptor)
        place = Path(f"/proc/self/fd/{descriptor}").readlink()
        if stat.S_ISDIR(found.st_mode):
            self._names[found.st_ino] = {child.name: child.lstat().st_ino for child in place.iterdir()}
        else:
            self._bytes[found.st_ino] = place.read_bytes()

    def crash(self, chance: random.Random) -> None:
        """Cut the power: the tree is then one that a file system without ordering could have left."""
        files: dict[int, bytes] = {}
        folders: dict[int, dict[str, int]] = {}
        self._survey(self.root, files, folders)
        names = self._chosen_names(folders, chance)
        survivors = self.root.with_name(self.root.name + ".after")
        self._rebuild(self.root.lstat().st_ino, survivors, names, files, chance, {})
        shutil.rmtree(self.root)
        survivors.rename(self.root)
        self._bytes, self._names = {}, {}
        while self._held:
            os.close(self._held.pop())
        self.settle()

    def settle(self) -> None:
        """Everything that is there is on the disk: after a crash, or on a home that comes from a backup."""
        self._settle(self.root)

    def _hold(self, descriptor: int) -> None:
        inode = os.fstat(descriptor).st_ino
        if inode not in self._bytes and inode not in self._names:
            self._held.append(os.dup(descriptor))

    def _survey(self, folder: Path, files: dict[int, bytes], folders: dict[int, dict[str, int]]) -> None:
        names = folders.setdefault(folder.lstat().st_ino, {})
        for child in folder.iterdir():
            names[child.name] = child.lstat().st_ino
            if child.is_dir():
                self._survey(child, files, folders)
            else:
                files[child.lstat().st_ino] = child.read_bytes()

    def _chosen_names(self, now: dict[int, dict[str, int]], chance: random.Random) -> dict[int, dict[str, int]]:
        """For every folder, the names that survive. A rename is atomic: what was moved keeps one of its names."""
        chosen: dict[int, dict[str, int]] = {}
        for folder in self._names.keys() | now.keys():
            safe, present = self._names.get(folder, {}), now.get(folder, {})
            picks = {name: chance.choice([safe.get(name), present.get(name)]) for name in sorted({*safe, *present})}
            chosen[folder] = {name: inode for name, inode in picks.items() if inode is not None}
        still_named = {inode for names in now.values() for inode in names.values()}
        for folder, names in self._names.items():
            for name, inode in names.items():
                if inode in still_named and inode not in self._reachable(chosen):
                    chosen[folder][name] = inode
        return chosen

    def _reachable(self, names: dict[int, dict[str, int]]) -> set[int]:
        found: set[int] = set()
        waiting = [self.root.lstat().st_ino]
        while waiting:
            inode = waiting.pop()
            if inode not in found:
                found.add(inode)
                waiting += names.get(inode, {}).values()
        return found

    def _rebuild(
        self,
        inode: int,
        target: Path,
        names: dict[int, dict[str, int]],
        files: dict[int, bytes],
        chance: random.Random,
        linked: dict[int, Path],
    ) -> None:
        target.mkdir()
        for name, child in sorted(names.get(inode, {}).items()):
            if child in names:
                self._rebuild(child, target / name, names, files, chance, linked)
            elif child in linked:
                os.link(linked[child], target / name)
            else:
                linked[child] = target / name
                (target / name).write_bytes(self._after_crash(child, files, chance))

    def _after_crash(self, inode: int, files: dict[int, bytes], chance: random.Random) -> bytes:
        safe = self._bytes.get(inode, b"")
        now = files.get(inode, safe)
        if now == safe:
            return now
        if not now.startswith(safe):  # shortened or rewritten in place
            return chance.choice([safe, now])
        kept = chance.randint(len(safe), len(now))
        hole = chance.randint(len(safe), kept)
        torn = now[:hole] + b"\0" * (kept - hole)  # size known to the file system, bytes never written
        return chance.choice([now, now[:kept], torn])

    def _settle(self, folder: Path) -> None:
        self._held.append(os.open(folder, os.O_RDONLY))
        names = self._names.setdefault(folder.lstat().st_ino, {})
        for child in folder.iterdir():
            names[child.name] = child.lstat().st_ino
            if child.is_dir():
                self._settle(child)
            else:
                self._held.append(os.open(child, os.O_RDONLY))
                self._bytes[child.lstat().st_ino] = child.read_bytes()
