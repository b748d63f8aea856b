"""Signed heads: made only for a ledger that extends the last one, passed on to new keys, witnessed and proved."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from mailroom_dagster.drills.tampering import change, rechain
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.ledger import Ledger
from mailroom_dagster.ledger.canonical import line_of
from mailroom_dagster.ledger.findings import Kind
from mailroom_dagster.ledger.heads import head_paths, last_head, rotate_key, sign_head
from mailroom_dagster.ledger.keys import public_keys, signing_keys
from mailroom_dagster.ledger.merkle import root_of
from mailroom_dagster.ledger.notes import LOG_KEY, PrivateKey
from mailroom_dagster.ledger.proofs import prove, prove_extension, verify_proof
from mailroom_dagster.ledger.verify import verify
from mailroom_dagster.ledger.witness import Witness, have_witnessed
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk
from tests.ledger.conftest import event


def rewrite(home: Home, ledger: Ledger) -> None:
    """Put another history in the place of the ledger's, with every hash right and the heads left as they are."""
    entries = [change(entry, actor="forger") for entry in ledger.entries()]
    shutil.rmtree(home.ledger / "segments", ignore_errors=True)
    (home.ledger / "active.jsonl").write_bytes(b"".join(map(line_of, rechain(entries))))


def test_a_head_is_signed_over_the_root_of_all_entries(ledger: Ledger) -> None:
    ledger.append([event("a"), event("b")])
    head = sign_head(ledger)
    leaves = [bytes.fromhex(entry.entry_hash) for entry in ledger.entries()][: head.checkpoint.size]
    assert head.checkpoint.size == 3  # two, and the making of the key
    assert head.checkpoint.root == root_of(leaves)
    assert head.note.signers(public_keys(ledger))
    assert signing_keys(ledger)[0].public.name == head.checkpoint.origin


def test_a_head_stands_until_something_happens(ledger: Ledger) -> None:
    ledger.append([event("a")])
    head = sign_head(ledger)
    size = ledger.head().seq
    assert sign_head(ledger) == head
    assert ledger.head().seq == size
    ledger.append([event("b")])
    assert sign_head(ledger).checkpoint.size == size + 1


def test_heads_over_many_segments_extend_each_other(open_again: Callable[..., Ledger], home: Home) -> None:
    ledger = open_again(seal_every=4)
    for number in range(25):
        ledger.append([event(f"e{number}")])
        if number % 6 == 0:
            sign_head(ledger)
    report = verify(home)
    assert report.ok, report.problems
    assert report.heads == 5


def test_a_rewritten_ledger_is_not_signed(open_again: Callable[..., Ledger], home: Home) -> None:
    ledger = open_again()
    ledger.append([event("a"), event("b")])
    sign_head(ledger)
    rewrite(home, ledger)
    with pytest.raises(MailroomError) as caught:
        sign_head(open_again())
    assert caught.value.code is ErrorCode.LEDGER_BROKEN
    assert len(head_paths(home)) == 1


def test_a_shortened_ledger_is_not_signed(open_again: Callable[..., Ledger], home: Home) -> None:
    ledger = open_again()
    ledger.append([event("a"), event("b"), event("c")])
    sign_head(ledger)
    path = home.ledger / "active.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:2]))
    with pytest.raises(MailroomError):
        sign_head(open_again())


def test_a_head_of_a_stranger_is_not_built_upon(ledger: Ledger, home: Home) -> None:
    ledger.append([event("a")])
    head = sign_head(ledger)
    stranger = PrivateKey.generate(head.checkpoint.origin, LOG_KEY)
    head_paths(home)[-1].write_text(str(type(head.note)(head.note.text).signed(stranger)))
    ledger.append([event("b")])
    with pytest.raises(MailroomError):
        sign_head(ledger)


def test_trust_passes_over_to_a_new_key(ledger: Ledger, home: Home) -> None:
    ledger.append([event("a")])
    sign_head(ledger)
    (old,) = public_keys(ledger)
    new = rotate_key(ledger)
    ledger.append([event("b")])
    head = sign_head(ledger)
    assert head.note.signers([old, new]) == {new}
    assert any(len(signers) == 2 for signers in ({*_signers(path, [old, new])} for path in head_paths(home)))
    assert [key.public for key in signing_keys(ledger)] == [new]
    assert verify(home).ok


def _signers(path: Path, keys: list[object]) -> set[object]:
    from mailroom_dagster.ledger.heads import read_head

    return read_head(path).note.signers(keys)  # type: ignore[arg-type, return-value]


def test_signing_keys_may_lie_outside_the_home(
    ledger: Ledger, home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAILROOM_LEDGER_KEYS", str(tmp_path / "safe"))
    ledger.append([event("a")])
    sign_head(ledger)
    (path,) = (tmp_path / "safe").iterdir()
    assert path.stat().st_mode & 0o077 == 0
    assert not list(home.root.rglob("*.key"))


def test_trusting_given_keys_alone_names_every_other(ledger: Ledger, home: Home) -> None:
    ledger.append([event("a")])
    sign_head(ledger)
    stranger = PrivateKey.generate("x", LOG_KEY).public
    assert verify(home, keys=public_keys(ledger)).ok
    assert {problem.kind for problem in verify(home, keys=[stranger]).problems} == {Kind.UNKNOWN_KEY}


@pytest.fixture
def witness(tmp_path: Path) -> Witness:
    return Witness(tmp_path / "witness", Disk())


def test_a_witness_signs_what_extends_what_it_saw(ledger: Ledger, home: Home, witness: Witness) -> None:
    for number in range(5):
        ledger.append([event(f"e{number}")])
        signed = have_witnessed(ledger, sign_head(ledger), witness)
        assert signed.note.signers([witness.key().public])
    assert last_head(home) == signed
    assert verify(home, heads=[signed]).ok


def test_a_witness_follows_a_rotation_and_no_stranger(ledger: Ledger, witness: Witness) -> None:
    ledger.append([event("a")])
    have_witnessed(ledger, sign_head(ledger), witness)
    rotate_key(ledger)
    head = last_head(ledger.home)
    assert head is not None
    have_witnessed(ledger, head, witness)
    ledger.append([event("b")])
    have_witnessed(ledger, sign_head(ledger), witness)
    stranger = PrivateKey.generate(head.checkpoint.origin, LOG_KEY)
    forged = type(head)(type(head.note)(head.note.text).signed(stranger), head.checkpoint)
    with pytest.raises(MailroomError):
        witness.cosign(forged, [], [stranger.public])


def test_a_witness_refuses_what_forks_or_goes_back(
    ledger: Ledger, home: Home, witness: Witness, open_again: Callable[..., Ledger]
) -> None:
    ledger.append([event("a"), event("b")])
    old = have_witnessed(ledger, sign_head(ledger), witness)
    ledger.append([event("c")])
    have_witnessed(ledger, sign_head(ledger), witness)
    with pytest.raises(MailroomError):
        witness.cosign(old, [])
    rewrite(home, ledger)
    shutil.rmtree(home.ledger / "checkpoints")
    forged = open_again()
    forged.append([event("d")])
    head = sign_head(forged)
    with pytest.raises(MailroomError) as caught:
        have_witnessed(forged, head, witness)
    assert caught.value.code is ErrorCode.LEDGER_BROKEN
    assert Kind.FORK in {problem.kind for problem in verify(home, heads=[old]).problems}


def test_an_entry_is_proved_with_public_keys_alone(open_again: Callable[..., Ledger]) -> None:
    ledger = open_again(seal_every=3)
    ledger.append([event(f"e{number}", detail={"n": number}) for number in range(7)])
    head = sign_head(ledger)
    keys = public_keys(ledger)
    for seq in range(1, head.checkpoint.size + 1):
        entry = verify_proof(prove(ledger, head, seq), keys)
        assert entry == next(ledger.entries(after_seq=seq - 1))
    with pytest.raises(MailroomError):
        prove(ledger, head, head.checkpoint.size + 1)


def test_a_proof_that_was_touched_does_not_hold(ledger: Ledger) -> None:
    ledger.append([event(f"e{number}") for number in range(5)])
    head = sign_head(ledger)
    keys = public_keys(ledger)
    proof = prove(ledger, head, 3)
    raw = proof.encode()
    for place in range(len(raw)):
        touched = bytearray(raw)
        touched[place] ^= 1
        with pytest.raises((MailroomError, UnicodeDecodeError)):
            verify_proof(touched.decode(), keys)
    with pytest.raises(MailroomError):
        verify_proof(proof, [PrivateKey.generate("x", LOG_KEY).public])


def test_an_extension_needs_no_proof_from_nothing_or_itself(ledger: Ledger) -> None:
    ledger.append([event("a")])
    head = sign_head(ledger)
    assert prove_extension(ledger, head, 0) == []
    assert prove_extension(ledger, head, head.checkpoint.size) == []


def test_a_head_survives_as_json_and_text(ledger: Ledger) -> None:
    ledger.append([event("a")])
    head = sign_head(ledger)
    assert type(head).parse(json.loads(json.dumps(str(head.note)))) == head
