"""Anchors: places outside the home that keep signed heads, so that a rewritten ledger can be shown to be one.

Belongs here: handing heads over and reading them back: a folder, a PostgreSQL table, a C2SP tlog-witness over HTTP.
Does not belong here: when to do it (`anchoring`), our own witness (`witness`), time-stamps (`timestamps`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

import httpx

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.ledger.heads import Head, read_head
from mailroom_dagster.ledger.notes import Note, PublicKey, to_base64
from mailroom_dagster.ledger.targets import unavailable, web_address
from mailroom_dagster.ledger.timestamps import SCHEME, timestamp_anchor
from mailroom_dagster.policy import LedgerPolicy
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk

Prove = Callable[[int], Sequence[bytes]]  # from an older size to the head's: a consistency proof
_LOOPBACK = {"localhost", "127.0.0.1", "::1"}
_MOST_PROOF_LINES = 63
_TABLE = """CREATE TABLE IF NOT EXISTS mailroom_heads (
    origin text, size bigint, note text NOT NULL, kept_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (origin, size)
)"""


class Anchor(Protocol):
    """A place that keeps heads."""

    @property
    def name(self) -> str:
        """Its address, free of passwords."""

    def hand(self, head: Head, prove: Prove) -> Head:
        """Hand a head over; returns it with the place's signature where it makes one.

        Raises anchor_unavailable, and ledger_broken when the place knows another head of this size.
        """

    def heads(self, origin: str | None) -> Sequence[Head]:
        """The heads that it can give back: of one log, or all. Raises anchor_unavailable."""


def anchors_of(policy: LedgerPolicy, home: Home, disk: Disk) -> list[Anchor]:
    """The anchors that the policy names; `env:NAME` stands for the target in that variable. Raises bad_config."""
    return [_anchor(_target(text), policy, home, disk) for text in policy.anchors]


def _target(text: str) -> str:
    if not text.startswith("env:"):
        return text
    found = os.environ.get(text.removeprefix("env:"))
    if not found:
        raise MailroomError(ErrorCode.BAD_CONFIG, f"the variable of the anchor {text} is not set")
    return found


def _anchor(target: str, policy: LedgerPolicy, home: Home, disk: Disk) -> Anchor:
    parts = urlsplit(target.removeprefix(SCHEME))
    on_the_web = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)
    if target.startswith(SCHEME) and on_the_web:
        return timestamp_anchor(target, policy, home, disk)
    if parts.scheme == "file":
        return FolderAnchor(Path(parts.path), disk)
    if parts.scheme in ("postgres", "postgresql"):
        return PostgresAnchor(target)
    if on_the_web:
        keys = tuple(PublicKey.parse(key) for key in policy.witness_keys)
        return WitnessAnchor(target, keys, policy.anchor_timeout_seconds)
    raise MailroomError(
        ErrorCode.BAD_CONFIG,
        f"an anchor cannot be a {parts.scheme or 'plain'} address",
        why="known: file:/folder, postgresql://…, https://…, rfc3161+https://… (http: on this machine only), env:NAME",
    )


@dataclass(frozen=True)
class FolderAnchor:
    """A folder on another disk, a share or removable media; a head once there is never replaced."""

    folder: Path
    disk: Disk

    @property
    def name(self) -> str:
        """Its address."""
        return f"file:{self.folder}"

    def hand(self, head: Head, prove: Prove) -> Head:
        """Put the head into a file of its own."""
        path = self.folder / f"{_short(head.checkpoint.origin)}-{head.checkpoint.size:012}.note"
        try:
            if not path.exists():
                self.disk.make_dir(self.folder, durable=True)
                with suppress(FileExistsError):  # another process handed one first
                    self.disk.create_file(path, str(head.note).encode())
            _require_same(head, read_head(path), self.name)
        except OSError as error:
            raise unavailable(self.name, str(error.strerror)) from error
        except MailroomError as error:
            if error.code in (ErrorCode.HOME_UNWRITABLE, ErrorCode.DISK_FULL):
                raise unavailable(self.name, error.why) from error
            raise
        return head

    def heads(self, origin: str | None) -> list[Head]:
        """The heads in the folder."""
        if not self.folder.is_dir():
            raise unavailable(self.name, "there is no such folder")
        return [read_head(path) for path in sorted(self.folder.glob(f"{_short(origin) if origin else '*'}-*.note"))]


@dataclass(frozen=True)
class PostgresAnchor:
    """A table in a database that others run; give the mailroom's role INSERT and SELECT alone."""

    url: str

    @property
    def name(self) -> str:
        """Its address without user and password."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.hostname or ''}{parts.path}"

    def hand(self, head: Head, prove: Prove) -> Head:
        """Insert the head."""
        row = (head.checkpoint.origin, head.checkpoint.size, str(head.note))
        with self._cursor() as cursor:
            cursor.execute(
                "INSERT INTO mailroom_heads (origin, size, note) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING", row
            )
            cursor.execute("SELECT note FROM mailroom_heads WHERE origin = %s AND size = %s", row[:2])
            _require_same(head, Head.parse(cursor.fetchone()[0]), self.name)
        return head

    def heads(self, origin: str | None) -> list[Head]:
        """The heads in the table."""
        with self._cursor() as cursor:
            query = "SELECT note FROM mailroom_heads WHERE coalesce(origin = %s, true) ORDER BY size"
            cursor.execute(query, (origin,))
            return [Head.parse(note) for (note,) in cursor.fetchall()]

    @contextmanager
    def _cursor(self) -> Iterator[Any]:
        import psycopg2  # type: ignore[import-untyped]  # loaded only where it is used

        try:
            connection = psycopg2.connect(self.url, connect_timeout=5)
            try:
                with connection, connection.cursor() as cursor:
                    cursor.execute("SELECT to_regclass('mailroom_heads')")
                    if cursor.fetchone()[0] is None:
                        cursor.execute(_TABLE)
                    yield cursor
            finally:
                connection.close()
        except psycopg2.Error as error:
            raise unavailable(self.name, type(error).__name__) from error


@dataclass(frozen=True)
class WitnessAnchor:
    """A witness that speaks C2SP tlog-witness. It remembers by itself, and gives its signature, not its memory."""

    url: str
    keys: tuple[PublicKey, ...]
    timeout_seconds: float

    @property
    def name(self) -> str:
        """Its address without user and password."""
        return web_address(self.url)

    def hand(self, head: Head, prove: Prove) -> Head:
        """Ask for a cosignature, from the size that the witness says it knows; not again where there is one."""
        if head.note.signers(self.keys):
            return head
        response = self._post(head, 0, prove)
        if response.status_code == httpx.codes.CONFLICT and response.text.strip().isdigit():
            known = int(response.text)
            if known > head.checkpoint.size:
                raise MailroomError(ErrorCode.LEDGER_BROKEN, f"{self.name} knows {known} entries, more than are here")
            response = self._post(head, known, prove)
        if response.status_code in (httpx.codes.CONFLICT, httpx.codes.UNPROCESSABLE_ENTITY):
            raise MailroomError(ErrorCode.LEDGER_BROKEN, f"{self.name} knows another ledger than this one")
        if response.status_code != httpx.codes.OK:
            raise unavailable(self.name, f"it answered {response.status_code}")
        return self._with_signatures(head, response.text)

    def heads(self, origin: str | None) -> list[Head]:
        """None: whoever runs the witness has them."""
        return []

    def _post(self, head: Head, old_size: int, prove: Prove) -> httpx.Response:
        proof = [to_base64(step) for step in prove(old_size)][:_MOST_PROOF_LINES]
        body = "".join(f"{line}\n" for line in (f"old {old_size}", *proof, "")) + str(head.note)
        try:
            return httpx.post(f"{self.url.rstrip('/')}/add-checkpoint", content=body, timeout=self.timeout_seconds)
        except httpx.HTTPError as error:
            raise unavailable(self.name, type(error).__name__) from error

    def _with_signatures(self, head: Head, lines: str) -> Head:
        try:
            given = Note.parse(f"{head.note.text}\n{lines}")
        except MailroomError as error:
            raise unavailable(self.name, "its answer is no signature") from error
        signers = {(key.name, key.key_id) for key in given.signers(self.keys)}
        if not signers:
            raise unavailable(self.name, "none of ledger.witness_keys made its signature")
        mine = tuple(item for item in head.note.signatures if item[:2] not in signers)
        theirs = tuple(item for item in given.signatures if item[:2] in signers)
        return Head(Note(head.note.text, (*mine, *theirs)), head.checkpoint)


def _short(origin: str) -> str:
    return sha256_bytes(origin.encode())[:16]


def _require_same(head: Head, kept: Head, name: str) -> None:
    if kept.checkpoint != head.checkpoint:
        raise MailroomError(ErrorCode.LEDGER_BROKEN, f"{name} keeps another head of {head.checkpoint.size} entries")
