"""Signed notes and checkpoints in the forms of C2SP (signed-note, tlog-checkpoint, tlog-cosignature), with Ed25519.

Belongs here: their text, keys and signatures. Does not belong here: where keys and checkpoints lie, what to sign.
"""

from __future__ import annotations

import base64
import hashlib
import time
from collections.abc import Iterable
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from mailroom_dagster.errors import ErrorCode, MailroomError

LOG_KEY = 1  # a plain Ed25519 signature over the note
WITNESS_KEY = 4  # a cosignature: Ed25519 over a time and the note
_PRIVATE = "PRIVATE+KEY"


@dataclass(frozen=True)
class PublicKey:
    """A verifier key: `<name>+<key id>+<base64 of kind and key>` in text."""

    name: str
    kind: int
    raw: bytes

    @property
    def key_id(self) -> bytes:
        """The four bytes by which a signature line names its key."""
        return hashlib.sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.raw).digest()[:4]

    def __str__(self) -> str:
        return f"{self.name}+{self.key_id.hex()}+{to_base64(bytes([self.kind]) + self.raw)}"

    @classmethod
    def parse(cls, text: str) -> PublicKey:
        """The key of a text. Raises bad_request."""
        name, key_id, data = _parts(text, 3)
        raw = from_base64(data)
        key = cls(name, raw[0] if raw else 0, raw[1:])
        if key.kind not in (LOG_KEY, WITNESS_KEY) or len(key.raw) != 32 or key.key_id.hex() != key_id:
            raise MailroomError(ErrorCode.BAD_REQUEST, "a public key is damaged", where=name)
        return key

    def accepts(self, text: str, signature: bytes) -> bool:
        """Whether this key made `signature` (without key id) over a note's text."""
        try:
            if self.kind == WITNESS_KEY:
                stamp, signature = signature[:8], signature[8:]
                text = _timed(text, int.from_bytes(stamp, "big"))
            Ed25519PublicKey.from_public_bytes(self.raw).verify(signature, text.encode())
        except InvalidSignature:
            return False
        return True


@dataclass(frozen=True)
class PrivateKey:
    """A signing key: `PRIVATE+KEY+<name>+<key id>+<base64 of kind and seed>` in text."""

    public: PublicKey
    seed: bytes

    @classmethod
    def generate(cls, name: str, kind: int) -> PrivateKey:
        """A new key."""
        return cls._of(name, kind, Ed25519PrivateKey.generate())

    @classmethod
    def parse(cls, text: str) -> PrivateKey:
        """The key of a text. Raises bad_request."""
        first, second, name, key_id, data = _parts(text, 5)
        raw = from_base64(data)
        if f"{first}+{second}" != _PRIVATE or len(raw) != 33 or raw[0] not in (LOG_KEY, WITNESS_KEY):
            raise MailroomError(ErrorCode.BAD_REQUEST, "a signing key is damaged", where=name)
        key = cls._of(name, raw[0], Ed25519PrivateKey.from_private_bytes(raw[1:]))
        if key.public.key_id.hex() != key_id:
            raise MailroomError(ErrorCode.BAD_REQUEST, "a signing key is damaged", where=name)
        return key

    @classmethod
    def _of(cls, name: str, kind: int, secret: Ed25519PrivateKey) -> PrivateKey:
        return cls(PublicKey(name, kind, secret.public_key().public_bytes_raw()), secret.private_bytes_raw())

    def __str__(self) -> str:
        data = to_base64(bytes([self.public.kind]) + self.seed)
        return f"{_PRIVATE}+{self.public.name}+{self.public.key_id.hex()}+{data}"

    def __repr__(self) -> str:
        return f"PrivateKey({self.public.name})"  # never the seed, wherever this is printed

    def sign(self, text: str) -> bytes:
        """A signature over a note's text."""
        secret = Ed25519PrivateKey.from_private_bytes(self.seed)
        if self.public.kind == LOG_KEY:
            return secret.sign(text.encode())
        now = int(time.time())
        return now.to_bytes(8, "big") + secret.sign(_timed(text, now).encode())


@dataclass(frozen=True)
class Note:
    """A text and the signatures under it, each with name, key id and bytes."""

    text: str
    signatures: tuple[tuple[str, bytes, bytes], ...] = ()

    @classmethod
    def parse(cls, data: str) -> Note:
        """The note of its written form, of which every byte counts. Raises bad_request."""
        text, blank, lines = data.rpartition("\n\n")
        if not blank or not lines.endswith("\n"):
            raise MailroomError(ErrorCode.BAD_REQUEST, "not a signed note")
        note = cls(text + "\n", tuple(map(_signature, lines.split("\n")[:-1])))
        if str(note) != data:
            raise MailroomError(ErrorCode.BAD_REQUEST, "not a signed note in its one form")
        return note

    def __str__(self) -> str:
        lines = [f"— {name} {to_base64(key_id + signature)}\n" for name, key_id, signature in self.signatures]
        return f"{self.text}\n{''.join(lines)}"

    def signed(self, key: PrivateKey) -> Note:
        """The note with one more signature, in the place of an older one by the same key."""
        mine = (key.public.name, key.public.key_id)
        others = tuple(item for item in self.signatures if item[:2] != mine)
        return Note(self.text, (*others, (*mine, key.sign(self.text))))

    def signers(self, keys: Iterable[PublicKey]) -> set[PublicKey]:
        """Those of `keys` that signed. A signature that a key of this name and id did not make counts for nothing."""
        return {
            key
            for key in keys
            for name, key_id, signature in self.signatures
            if (name, key_id) == (key.name, key.key_id) and key.accepts(self.text, signature)
        }


@dataclass(frozen=True)
class Checkpoint:
    """A tree head: the log's origin, its size and its root."""

    origin: str
    size: int
    root: bytes

    @classmethod
    def parse(cls, text: str) -> Checkpoint:
        """The checkpoint of a note's text. Raises bad_request."""
        lines = text.split("\n")
        if len(lines) < 4 or not (lines[1].isascii() and lines[1].isdigit()) or str(int(lines[1])) != lines[1]:
            raise MailroomError(ErrorCode.BAD_REQUEST, "not a checkpoint")
        return cls(lines[0], int(lines[1]), from_base64(lines[2]))

    def __str__(self) -> str:
        return f"{self.origin}\n{self.size}\n{to_base64(self.root)}\n"


def _signature(line: str) -> tuple[str, bytes, bytes]:
    dash, name, data = _parts(line, 3, separator=" ")
    raw = from_base64(data)
    if dash != "—" or len(raw) < 5:
        raise MailroomError(ErrorCode.BAD_REQUEST, "not a signature line")
    return name, raw[:4], raw[4:]


def _timed(text: str, seconds: int) -> str:
    return f"cosignature/v1\ntime {seconds}\n{text}"


def _parts(text: str, count: int, separator: str = "+") -> list[str]:
    parts = text.split(separator, count - 1)
    if len(parts) != count or not all(parts):
        raise MailroomError(ErrorCode.BAD_REQUEST, "not a key, note or signature as C2SP writes them")
    return parts


def to_base64(data: bytes) -> str:
    """Standard base64."""
    return base64.b64encode(data).decode()


def from_base64(text: str) -> bytes:
    """The bytes of standard base64 in its one form. Raises bad_request."""
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError as error:
        raise MailroomError(ErrorCode.BAD_REQUEST, "not base64") from error
    if to_base64(data) != text:
        raise MailroomError(ErrorCode.BAD_REQUEST, "not base64 in its one form")
    return data
