"""The ledger's signing keys: making, finding and retiring them.

Belongs here: key files. Private keys lie in `MAILROOM_LEDGER_KEYS`, or else in the home, where whoever can write the
home can sign too. Public keys lie in the home, and the ledger names each of them.
"""

from __future__ import annotations

import os
import uuid
from pathlib import Path

from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.ledger.notes import LOG_KEY, PrivateKey, PublicKey
from mailroom_dagster.ledger.store import Ledger, own_event, relative

PRIVATE_SUFFIX = ".key"
PUBLIC_SUFFIX = ".vkey"


def private_folder(ledger: Ledger) -> Path:
    """Where signing keys lie."""
    named = os.environ.get(ledger.policy.keys_folder_env)
    return Path(named) if named else _folder(ledger)


def public_key_path(ledger: Ledger, key: PublicKey) -> Path:
    """The file of a public key."""
    return _folder(ledger) / f"{key.key_id.hex()}{PUBLIC_SUFFIX}"


def create_key(ledger: Ledger) -> PublicKey:
    """Make a signing key and enter it. Its name, the log's origin, is the policy's or else stays that of the first.

    Raises what append raises.
    """
    known = public_keys(ledger)
    drawn = known[0].name if known else f"mailroom.local/{uuid.uuid4().hex[:12]}"
    origin = ledger.policy.origin or drawn
    key = PrivateKey.generate(origin, LOG_KEY)
    path = public_key_path(ledger, key.public)
    data = f"{key.public}\n".encode()
    ledger.disk.make_dir(path.parent, durable=True)
    ledger.disk.write_file(path, data, durable=True)
    outputs = {relative(path, ledger.home): sha256_bytes(data)}
    ledger.append([own_event("key_created", f"created-{key.public}", outputs, {"public_key": str(key.public)})])
    private = private_folder(ledger) / f"{key.public.key_id.hex()}{PRIVATE_SUFFIX}"
    ledger.disk.make_dir(private.parent, durable=True)
    ledger.disk.write_file(private, f"{key}\n".encode(), durable=True, mode=0o600)  # last: it signs from now on
    return key.public


def retire_key(ledger: Ledger, key: PublicKey) -> None:
    """Remove a signing key and enter that; its public part stays, for the heads that it signed."""
    ledger.append([own_event("key_retired", f"retired-{key}", {}, {"public_key": str(key)})])
    ledger.disk.remove(private_folder(ledger) / f"{key.key_id.hex()}{PRIVATE_SUFFIX}")


def signing_keys(ledger: Ledger) -> list[PrivateKey]:
    """All signing keys. Raises bad_request for a damaged one."""
    return [PrivateKey.parse(text) for text in _texts(private_folder(ledger), PRIVATE_SUFFIX)]


def public_keys(ledger: Ledger) -> list[PublicKey]:
    """All public keys. Raises bad_request for a damaged one."""
    return [PublicKey.parse(text) for text in _texts(_folder(ledger), PUBLIC_SUFFIX)]


def _folder(ledger: Ledger) -> Path:
    return ledger.home.ledger / "keys"


def _texts(folder: Path, suffix: str) -> list[str]:
    if not folder.is_dir():
        return []
    return [path.read_bytes().decode(errors="replace").removesuffix("\n") for path in sorted(folder.glob(f"*{suffix}"))]
