"""The Merkle tree of RFC 6962 over entry hashes: roots that grow, inclusion and consistency proofs, and their checks.

Belongs here: the mathematics. Does not belong here: where leaves come from or who signs a root.
A leaf's data is an entry_hash as 32 raw bytes. Proof checks follow RFC 9162, sections 2.1.3.2 and 2.1.4.2.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field


def leaf_hash(data: bytes) -> bytes:
    """The hash of a leaf."""
    return hashlib.sha256(b"\0" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of an inner node."""
    return hashlib.sha256(b"\1" + left + right).digest()


@dataclass
class Frontier:
    """A tree that only grows: its size, and the roots of its perfect subtrees, largest first."""

    size: int = 0
    nodes: list[bytes] = field(default_factory=list)

    def extend(self, leaves: Iterable[bytes]) -> None:
        """Add leaf data in order."""
        nodes, sha256 = self.nodes, hashlib.sha256  # inlined: this loop runs a million times
        for data in leaves:
            node, rest = sha256(b"\0" + data).digest(), self.size
            while rest & 1:
                node = sha256(b"\1" + nodes.pop() + node).digest()
                rest >>= 1
            nodes.append(node)
            self.size += 1

    def root(self) -> bytes:
        """The root as of now; of an empty tree, the hash of nothing."""
        if not self.nodes:
            return hashlib.sha256().digest()
        root = self.nodes[-1]
        for node in reversed(self.nodes[:-1]):
            root = node_hash(node, root)
        return root

    def copy(self) -> Frontier:
        """An independent copy."""
        return Frontier(self.size, list(self.nodes))


def root_of(leaves: Sequence[bytes]) -> bytes:
    """The root over leaf data."""
    frontier = Frontier()
    frontier.extend(leaves)
    return frontier.root()


def _split(size: int) -> int:
    """The largest power of two below `size`."""
    return 1 << (size - 1).bit_length() - 1


def inclusion_proof(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """The path from leaf `index` (from 0) to the root over all leaves."""
    if len(leaves) == 1:
        return []
    half = _split(len(leaves))
    left, right = leaves[:half], leaves[half:]
    if index < half:
        return [*inclusion_proof(left, index), root_of(right)]
    return [*inclusion_proof(right, index - half), root_of(left)]


def consistency_proof(leaves: Sequence[bytes], old_size: int) -> list[bytes]:
    """That the tree over all leaves begins with the tree over the first `old_size` (1 … all of them)."""
    return _subproof(leaves, old_size, whole=True)


def _subproof(leaves: Sequence[bytes], old_size: int, *, whole: bool) -> list[bytes]:
    if old_size == len(leaves):
        return [] if whole else [root_of(leaves)]
    half = _split(len(leaves))
    left, right = leaves[:half], leaves[half:]
    if old_size <= half:
        return [*_subproof(left, old_size, whole=whole), root_of(right)]
    return [*_subproof(right, old_size - half, whole=False), root_of(left)]


def includes(data: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether `proof` shows that leaf `index` (from 0) of the tree of `size` leaves under `root` holds `data`."""
    if not 0 <= index < size:
        return False
    place, last, node = index, size - 1, leaf_hash(data)
    for step in proof:
        if last == 0:
            return False
        if place & 1 or place == last:
            node = node_hash(step, node)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            node = node_hash(node, step)
        place, last = place >> 1, last >> 1
    return last == 0 and node == root


def extends(old_size: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether `proof` shows that the tree (size, root) begins with the tree (old_size, old_root)."""
    if old_size == 0:
        return not proof
    if old_size == size:
        return not proof and old_root == root
    steps = [old_root, *proof] if old_size.bit_count() == 1 else list(proof)
    return 0 < old_size < size and bool(steps) and _roots_on_path(old_size, size, steps) == (old_root, root)


def _roots_on_path(old_size: int, size: int, steps: Sequence[bytes]) -> tuple[bytes, bytes] | None:
    """The old and the new root that a consistency path leads to; None when its length does not fit."""
    place, last = old_size - 1, size - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    old = new = steps[0]
    for step in steps[1:]:
        if last == 0:
            return None
        if place & 1 or place == last:
            old, new = node_hash(step, old), node_hash(step, new)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            new = node_hash(new, step)
        place, last = place >> 1, last >> 1
    return (old, new) if last == 0 else None
