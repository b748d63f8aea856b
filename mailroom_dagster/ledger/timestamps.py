"""Time-stamps of RFC 3161: an authority signs that a head was there at its time. Needs the extra `timestamps`.

Belongs here: asking for a token, checking it, keeping it under `ledger/timestamps`. Does not belong here: anchors that
remember heads (`anchors`). A token says when, not which of two ledgers is the true one: it is no memory of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import httpx
from cryptography import x509

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.ledger.heads import Head
from mailroom_dagster.ledger.targets import unavailable, web_address
from mailroom_dagster.policy import LedgerPolicy
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk

SCHEME = "rfc3161+"
_MOST_BYTES = 64 * 1024  # of a response: a token with its certificates has a few thousand


def token_path(home: Home, name: str, size: int) -> Path:
    """The file of an authority's token over the head of `size` entries."""
    return home.ledger / "timestamps" / f"{size:012}-{sha256_bytes(name.encode())[:16]}.tsr"


@dataclass(frozen=True)
class TimestampAnchor:
    """An authority at `url`, trusted for the certificates in `roots` (a PEM file)."""

    url: str
    roots: tuple[x509.Certificate, ...]
    timeout_seconds: float
    home: Home
    disk: Disk

    @property
    def name(self) -> str:
        """Its address without user and password."""
        return f"{SCHEME}{web_address(self.url)}"

    def hand(self, head: Head, prove: object) -> Head:
        """Get a token over the head's text, once; the head is the same afterwards.

        Raises anchor_unavailable, also for a token that is not what was asked for, and ledger_broken when the token
        kept for this size is over another text.
        """
        path = token_path(self.home, self.name, head.checkpoint.size)
        text = head.note.text.encode()
        if not path.exists():
            token = self._ask(text)
            self.disk.make_dir(path.parent, durable=True)
            with suppress(FileExistsError):  # another process has one, and may have entered it
                self.disk.create_file(path, token)
        self._require_over(path.read_bytes(), text, head.checkpoint.size)
        return head

    def heads(self, origin: str | None) -> Sequence[Head]:
        """None: the authority remembers nothing."""
        return []

    def _require_over(self, token: bytes, text: bytes, size: int) -> None:
        try:
            stamped = _library().decode_timestamp_response(token).tst_info.message_imprint.message
        except ValueError:
            stamped = b""
        if stamped.hex() != sha256_bytes(text):
            raise MailroomError(ErrorCode.LEDGER_BROKEN, f"{self.name} stamped another head of {size} entries")

    def _ask(self, text: bytes) -> bytes:
        rfc3161 = _library()
        request = rfc3161.TimestampRequestBuilder(text, rfc3161.HashAlgorithm.SHA256).build()
        headers = {"content-type": "application/timestamp-query"}
        try:
            with httpx.stream(
                "POST", self.url, content=request.as_bytes(), headers=headers, timeout=self.timeout_seconds
            ) as response:
                response.raise_for_status()
                token = next(response.iter_bytes(_MOST_BYTES), b"")
            verifier = rfc3161.VerifierBuilder(roots=list(self.roots), nonce=request.nonce).build()
            verifier.verify_message(rfc3161.decode_timestamp_response(token), text)
        except httpx.HTTPError as error:
            raise unavailable(self.name, type(error).__name__) from error
        except (rfc3161.VerificationError, ValueError) as error:
            raise unavailable(self.name, f"its answer is no good token: {error}") from error
        return token


def timestamp_anchor(target: str, policy: LedgerPolicy, home: Home, disk: Disk) -> TimestampAnchor:
    """The anchor of `rfc3161+https://…`. Raises bad_config without the extra or the certificates it is trusted for."""
    _library()
    path = policy.timestamp_roots
    try:
        roots = tuple(x509.load_pem_x509_certificates(path.read_bytes())) if path else ()
    except (OSError, ValueError) as error:
        raise _bad_config(f"the certificates of {path} cannot be read") from error
    if not roots:
        raise _bad_config("ledger.timestamp_roots names no file of certificates to trust an authority for")
    return TimestampAnchor(target.removeprefix(SCHEME), roots, policy.anchor_timeout_seconds, home, disk)


def _library() -> ModuleType:
    try:
        import rfc3161_client
    except ImportError as error:
        raise MailroomError(
            ErrorCode.BAD_CONFIG,
            "an anchor wants time-stamps, and their library is not installed",
            next_step="install the extra: mailroom-dagster[timestamps]",
        ) from error
    return rfc3161_client


def _bad_config(what: str) -> MailroomError:
    return MailroomError(ErrorCode.BAD_CONFIG, what, where="policy.yaml")
