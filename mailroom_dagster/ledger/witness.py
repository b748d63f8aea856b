"""A witness: somebody else, with a key and a memory of their own, who signs only heads that extend what they saw.

Belongs here: the witness's side. It trusts nothing of the home: it is given a signed head and a proof, and its state
lies in a folder that the mailroom cannot write.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.ledger.heads import Head, keep_head, read_head
from mailroom_dagster.ledger.keys import public_keys
from mailroom_dagster.ledger.merkle import extends
from mailroom_dagster.ledger.notes import WITNESS_KEY, PrivateKey, PublicKey
from mailroom_dagster.ledger.proofs import prove_extension
from mailroom_dagster.ledger.store import Ledger
from mailroom_dagster.storage import Disk

LOCK_WAIT_SECONDS = 30


class Witness:
    """A witness with its state in `folder`. It may watch many logs."""

    def __init__(self, folder: Path, disk: Disk, name: str = "witness.local") -> None:
        self.folder = folder
        self._disk = disk
        self._name = name

    def key(self) -> PrivateKey:
        """The witness's own key, made at the first call. Raises bad_request when it is damaged."""
        path = self.folder / "witness.key"
        if not path.exists():
            self._disk.make_dir(self.folder, durable=True)
            new = PrivateKey.generate(self._name, WITNESS_KEY)
            with suppress(FileExistsError):  # another process made it first
                self._disk.create_file(path, f"{new}\n".encode(), mode=0o600)
        return PrivateKey.parse(path.read_text().removesuffix("\n"))

    def last_seen(self, origin: str) -> Head | None:
        """The newest head of a log that this witness signed."""
        path = self._state(origin, "note")
        return read_head(path) if path.exists() else None

    def trusted_keys(self, origin: str) -> list[PublicKey]:
        """The keys of a log that this witness trusts."""
        path = self._state(origin, "vkeys")
        return [PublicKey.parse(line) for line in path.read_text().splitlines()] if path.exists() else []

    def cosign(self, head: Head, proof: Sequence[bytes], offered: Sequence[PublicKey] = ()) -> Head:
        """Sign a head that extends the last one seen, and remember it.

        At the first sight of a log its `offered` keys are trusted; later a new key only when a trusted one signed the
        same head. Raises ledger_broken when the head is not signed, is older, or does not extend what was seen.
        """
        self._disk.make_dir(self.folder, durable=True)
        with self._disk.lock(self.folder / "lock", wait_seconds=LOCK_WAIT_SECONDS):
            return self._cosign(head, proof, offered)

    def _cosign(self, head: Head, proof: Sequence[bytes], offered: Sequence[PublicKey]) -> Head:
        origin, checkpoint = head.checkpoint.origin, head.checkpoint
        trusted = self.trusted_keys(origin) or list(offered)
        if not head.note.signers(trusted):
            raise _refused("it is not signed by a key that this witness trusts")
        seen = self.last_seen(origin)
        if seen and checkpoint.size < seen.checkpoint.size:
            raise _refused(f"it has {checkpoint.size} entries, but {seen.checkpoint.size} were seen")
        if seen and not extends(
            seen.checkpoint.size, seen.checkpoint.root, checkpoint.size, checkpoint.root, list(proof)
        ):
            raise _refused(f"it does not extend the {seen.checkpoint.size} entries that were seen")
        signed = Head(head.note.signed(self.key()), checkpoint)
        both = {*trusted, *head.note.signers(offered)}
        keys = "".join(f"{key}\n" for key in sorted(both, key=str) if key.name == origin)
        self._disk.write_file(self._state(origin, "vkeys"), keys.encode(), durable=True)
        self._disk.write_file(self._state(origin, "note"), str(signed.note).encode(), durable=True)
        return signed

    def _state(self, origin: str, suffix: str) -> Path:
        return self.folder / f"{sha256_bytes(origin.encode())[:16]}.{suffix}"


def have_witnessed(ledger: Ledger, head: Head, witness: Witness) -> Head:
    """Show a head to a witness that lies on this machine, and keep what it signed. Raises as cosign does."""
    seen = witness.last_seen(head.checkpoint.origin)
    proof = prove_extension(ledger, head, seen.checkpoint.size if seen else 0)
    signed = witness.cosign(head, proof, public_keys(ledger))
    keep_head(ledger, signed, "witnessed")
    return signed


def _refused(why: str) -> MailroomError:
    return MailroomError(ErrorCode.LEDGER_BROKEN, "the witness does not sign this head", why=why)
