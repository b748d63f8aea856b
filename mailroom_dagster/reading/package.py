"""A zip of XML parts, opened with suspicion: bounded unpacking, no entities, no network, nothing written.

Belongs here: what every office reader needs. Does not belong here: what the parts mean.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from pathlib import Path
from types import TracebackType

from lxml import etree

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.policy import MIB, ReadingPolicy

_FREE_BYTES = 10 * MIB  # below this much unpacked, the ratio says nothing


class Package:
    """An office file. Use as a context manager. Raises corrupt, encrypted, too_compressed."""

    def __init__(self, path: Path, policy: ReadingPolicy) -> None:
        try:
            self._zip = zipfile.ZipFile(path)
        except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
            raise MailroomError(ErrorCode.CORRUPT, "the office file is no complete zip") from error
        self._budget = max(_FREE_BYTES, path.stat().st_size * policy.max_archive_ratio)

    def __enter__(self) -> Package:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._zip.close()

    def names(self, *prefixes: str, suffixes: tuple[str, ...] = (".xml",)) -> list[str]:
        """Members that begin and end so, numbers in order."""
        found = [name for name in self._zip.namelist() if name.startswith(prefixes) and name.endswith(suffixes)]
        return sorted(
            found, key=lambda name: [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)]
        )

    def read(self, name: str) -> bytes:
        """A member's bytes, as long as the whole stays within the archive ratio."""
        try:
            with self._zip.open(name) as member:
                data = member.read(self._budget + 1)
        except RuntimeError as error:  # zipfile's word for a password
            raise MailroomError(ErrorCode.ENCRYPTED, "a part of the office file is encrypted") from error
        except (KeyError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError) as error:
            raise MailroomError(ErrorCode.CORRUPT, "a part of the office file is missing or damaged") from error
        self._budget -= len(data)
        if self._budget < 0:
            raise MailroomError(ErrorCode.TOO_COMPRESSED, "the file unpacks to more than max_archive_ratio allows")
        return data

    def xml(self, name: str) -> etree._Element:
        """The root of an XML part. A document type declaration is refused: office parts have none."""
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True)
        try:
            root = etree.fromstring(self.read(name), parser)
        except etree.XMLSyntaxError as error:
            raise MailroomError(ErrorCode.CORRUPT, "a part of the office file is no well-formed XML") from error
        if root.getroottree().docinfo.doctype:
            raise MailroomError(ErrorCode.CORRUPT, "a part of the office file declares a document type")
        return root
