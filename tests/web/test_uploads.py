"""An upload on its way: nobody takes it from a living server, and a dead one's is thrown away."""

from __future__ import annotations

import io
import shutil

import pytest

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.records.home import Home
from mailroom_dagster.web.uploads import take_upload
from tests.obedient import obedient_mailroom


class Slow(io.BytesIO):
    """A file during whose coming another process claims, and somebody copies what lies on the disk by then."""

    def __init__(self, data: bytes, mailroom: Mailroom) -> None:
        super().__init__(data)
        self.mailroom = mailroom
        self.claimed: list[object] = []

    def read(self, size: int | None = -1) -> bytes:
        self.claimed += self.mailroom.intake.claim_inbox()[0]
        shutil.copytree(self.mailroom.home.claims, self.mailroom.home.root / "seen", dirs_exist_ok=True)
        return super().read(size)


def test_a_claimer_leaves_an_upload_alone_until_its_server_is_dead(home: Home) -> None:
    mailroom, _ = obedient_mailroom(home)
    source = Slow(b"Dear Ada, this is a letter.", mailroom)
    uploaded = take_upload(mailroom, source, "letter.txt", "M-1")
    assert (home.inbox / "M-1" / uploaded.file_name).read_bytes() == b"Dear Ada, this is a letter."
    assert source.claimed == []
    assert list(home.claims.iterdir()) == []
    left = [folder for folder in (home.root / "seen").iterdir() if list(folder.glob("*/letter.txt"))]
    assert len(left) == 1
    left[0].rename(home.claims / left[0].name)  # as the server would have left it, had it been killed then
    mailroom.intake.recover_if_needed()
    assert list(home.claims.iterdir()) == []
    assert list(mailroom.store.doc_ids()) == []


def test_an_upload_that_is_refused_leaves_nothing(home: Home) -> None:
    mailroom, _ = obedient_mailroom(home)
    with pytest.raises(MailroomError) as refused:
        take_upload(mailroom, io.BytesIO(b""), "a.txt", "M-1")
    assert refused.value.code is ErrorCode.EMPTY
    assert list(home.claims.iterdir()) == []
