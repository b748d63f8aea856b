"""Signed notes against the published example of their format, and against every flipped bit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailroom_dagster.errors import MailroomError
from mailroom_dagster.ledger.notes import LOG_KEY, WITNESS_KEY, Checkpoint, Note, PrivateKey, PublicKey

# The example keys and note in the documentation of Go's golang.org/x/mod/sumdb/note, where the format comes from.
SIGNING = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
VERIFYING = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
SIGNATURE = "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM="


def test_the_published_example_is_made_and_accepted() -> None:
    key = PrivateKey.parse(SIGNING)
    assert str(key.public) == VERIFYING
    assert str(key) == SIGNING
    note = Note(TEXT).signed(key)
    assert str(note) == f"{TEXT}\n— PeterNeumann {SIGNATURE}\n"
    assert Note.parse(str(note)).signers([PublicKey.parse(VERIFYING)]) == {key.public}


def test_a_signing_key_is_never_printed() -> None:
    key = PrivateKey.parse(SIGNING)
    assert SIGNING.rpartition("+")[2] not in repr(key)


@pytest.mark.parametrize("kind", [LOG_KEY, WITNESS_KEY])
def test_both_kinds_of_keys_sign_and_read_back(kind: int) -> None:
    key = PrivateKey.generate("example.com/log", kind)
    note = Note.parse(str(Note("text\n").signed(key)))
    assert note.signers([key.public]) == {key.public}
    assert not note.signers([PrivateKey.generate("example.com/log", kind).public])
    assert PublicKey.parse(str(key.public)) == key.public
    assert PrivateKey.parse(str(key)) == key


def test_signing_again_replaces_ones_own_signature_alone() -> None:
    one, two = (PrivateKey.generate(name, WITNESS_KEY) for name in ("one", "two"))
    note = Note("text\n").signed(one).signed(two).signed(one)
    assert note.signers([one.public, two.public]) == {one.public, two.public}
    assert len(note.signatures) == 2


@given(st.data())
def test_a_flipped_bit_anywhere_in_a_note_is_noticed(data: st.DataObject) -> None:
    key = PrivateKey.parse(SIGNING)
    raw = bytearray(str(Note(str(Checkpoint("PeterNeumann", 12, bytes(32)))).signed(key)).encode())
    place = data.draw(st.integers(0, len(raw) - 1))
    raw[place] ^= 1 << data.draw(st.integers(0, 7))
    try:
        note = Note.parse(raw.decode())
    except (MailroomError, UnicodeDecodeError):
        return
    assert not note.signers([key.public])


@pytest.mark.parametrize(
    "text",
    ["", "log\n", "log\n1\n", "log\n01\nAAAA\n", "log\n-1\nAAAA\n", "log\n²\nAAAA\n", "log\n1\nnot base64\n"],
)
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(MailroomError):
        Checkpoint.parse(text)


@pytest.mark.parametrize("text", ["", "\n\n", "a+b", SIGNING[:-4], SIGNING.replace("c7", "c8"), VERIFYING])
def test_what_is_no_signing_key_is_refused(text: str) -> None:
    with pytest.raises(MailroomError):
        PrivateKey.parse(text)
