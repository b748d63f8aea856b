"""The Merkle tree against RFC 6962: known roots, and proofs that hold for the truth and for nothing else."""

from __future__ import annotations

import hashlib

from hypothesis import assume, given
from hypothesis import strategies as st

from mailroom_dagster.ledger.merkle import (
    Frontier,
    consistency_proof,
    extends,
    includes,
    inclusion_proof,
    root_of,
)

# The leaves and roots of the test vectors of Certificate Transparency (RFC 6962).
VECTOR_LEAVES = [
    bytes.fromhex(leaf)
    for leaf in (
        "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
    )
]  # fmt: skip
VECTOR_ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]

trees = st.integers(1, 70).map(lambda size: [hashlib.sha256(bytes([number])).digest() for number in range(size)])


def test_roots_are_those_of_the_published_vectors() -> None:
    assert [root_of(VECTOR_LEAVES[: size + 1]).hex() for size in range(8)] == VECTOR_ROOTS
    assert Frontier().root() == hashlib.sha256(b"").digest()


@given(trees, st.data())
def test_a_frontier_grows_to_the_same_root_in_any_steps(leaves: list[bytes], data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(leaves)))
    frontier = Frontier()
    frontier.extend(leaves[:cut])
    frontier.extend(leaves[cut:])
    assert frontier.root() == root_of(leaves)
    assert len(frontier.nodes) == len(leaves).bit_count()


@given(trees, st.data())
def test_inclusion_is_proved_for_the_leaf_at_its_place_alone(leaves: list[bytes], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(leaves) - 1))
    proof, root = inclusion_proof(leaves, index), root_of(leaves)
    assert includes(leaves[index], index, len(leaves), proof, root)
    assert not includes(b"other", index, len(leaves), proof, root)
    assert not includes(leaves[index], len(leaves), len(leaves), proof, root)
    assert not includes(leaves[index], index, len(leaves), [*proof, root], root)
    elsewhere = data.draw(st.integers(0, len(leaves) - 1))
    assume(elsewhere != index)
    assert not includes(leaves[index], elsewhere, len(leaves), proof, root)


@given(trees, st.data())
def test_consistency_is_proved_for_a_prefix_alone(leaves: list[bytes], data: st.DataObject) -> None:
    old_size = data.draw(st.integers(1, len(leaves)))
    proof = consistency_proof(leaves, old_size)
    old_root, root = root_of(leaves[:old_size]), root_of(leaves)
    assert extends(old_size, old_root, len(leaves), root, proof)
    forged = root_of([b"forged", *leaves[1:old_size]])
    assert not extends(old_size, forged, len(leaves), root, proof)
    assert not extends(old_size, old_root, len(leaves), forged, proof) or forged == root
    if proof:
        assert not extends(old_size, old_root, len(leaves), root, proof[:-1])
