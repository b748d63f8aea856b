"""Hashes over bytes, files and canonical JSON (RFC 8785), and the doc_id made from them."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import rfc8785

DOC_ID_HEX = 16


def sha256_bytes(data: bytes) -> str:
    """Hex sha256 of `data`."""
    return hashlib.sha256(data).hexdigest()


def sha256_file(path: Path) -> str:
    """Hex sha256 of a file's bytes, read in blocks."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def canonical_json(value: Any) -> bytes:
    """RFC 8785 bytes of a JSON value; equal values give equal bytes."""
    return rfc8785.dumps(value)


def fingerprint(**parts: Any) -> str:
    """Hex sha256 over the canonical JSON of named parts."""
    return sha256_bytes(canonical_json(parts))


def doc_id_of(sha256: str) -> str:
    """The document's id: the first 16 hex digits of the sha256 of its original bytes."""
    return sha256[:DOC_ID_HEX]
