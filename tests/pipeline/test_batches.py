"""Batches of the command line: what a dead one left is taken over whole, what lives or is a run's stays."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

from mailroom_dagster.pipeline.batches import HeldBatch, adopt
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.reading import read_documents
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.pending import AT_REST
from tests.obedient import claim, drop, obedient_mailroom


def mail() -> bytes:
    """A mail with one attachment."""
    message = EmailMessage()
    message["Subject"] = "A claim"
    message.set_content("See the attached claim.")
    message.add_attachment(claim(7), maintype="text", subtype="plain", filename="claim.txt")
    return message.as_bytes()


def left_behind(home: Home, tmp_path: Path, batch: str) -> tuple[Mailroom, str, str, str]:
    """A mail and another file of a batch, queued, the mail read: its attachment is queued too."""
    mailroom, _ = obedient_mailroom(home)
    named = drop(mailroom, tmp_path / "in", mail=mail(), other=claim(8))
    mailroom.pending.add(named.values(), batch)
    read_documents(mailroom, [named["mail"]])
    (attachment,) = mailroom.pending.doc_ids() - set(named.values())
    return mailroom, named["mail"], attachment, named["other"]


def test_attachments_of_a_dead_command_are_taken_over_with_their_mail(home: Home, tmp_path: Path) -> None:
    with HeldBatch(home) as dead:
        mailroom, letter, attachment, other = left_behind(home, tmp_path, dead.key)
        assert adopt(mailroom, [letter], "cli-new") == []
    assert set(adopt(mailroom, [letter], "cli-new")) == {letter, attachment}
    assert mailroom.pending.batch_of(other) == dead.key
    assert adopt(mailroom, [], "cli-new") == []


def test_attachments_of_a_run_stay_its_own(home: Home, tmp_path: Path) -> None:
    mailroom, letter, _, _ = left_behind(home, tmp_path, "batch-of-a-run")
    assert adopt(mailroom, [letter], "cli-new") == []


def test_a_mark_of_no_document_stops_nobody(home: Home, tmp_path: Path) -> None:
    mailroom, _ = obedient_mailroom(home)
    (doc_id,) = drop(mailroom, tmp_path / "in", claim=claim(9)).values()
    mailroom.pending.add(["0123456789abcdef", "x", ".x.0123abcd.tmp"])
    assert process_pending(mailroom) == [doc_id]
    assert mailroom.store.manifest(doc_id).state in AT_REST
