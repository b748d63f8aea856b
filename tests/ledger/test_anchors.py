"""Anchors: what they keep, what they refuse, and when the ledger counts as not covered."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg2
import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.ledger import Ledger
from mailroom_dagster.ledger.anchoring import anchor_head, anchor_states, anchored_heads
from mailroom_dagster.ledger.anchors import FolderAnchor, anchors_of
from mailroom_dagster.ledger.findings import Kind
from mailroom_dagster.ledger.heads import Head, head_paths, last_head, sign_head
from mailroom_dagster.ledger.keys import public_keys
from mailroom_dagster.ledger.notes import WITNESS_KEY, PrivateKey, from_base64, to_base64
from mailroom_dagster.ledger.verify import verify
from mailroom_dagster.ledger.witness import Witness
from mailroom_dagster.policy import LedgerPolicy
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk
from tests.ledger.conftest import event
from tests.ledger.test_heads import rewrite
from tests.postgres import postgres_server, postgres_url

__all__ = ["postgres_server", "postgres_url"]
Opener = Callable[..., Ledger]


def no_pause(seconds: float) -> None:
    """Tests do not wait."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "elsewhere"


def test_a_folder_keeps_every_head_and_gives_them_back(open_again: Opener, folder: Path) -> None:
    ledger = open_again(anchors=[f"file:{folder}"])
    for number in range(3):
        ledger.append([event(f"e{number}")])
        (result,) = anchor_head(ledger, no_pause)
        assert result.ok
    heads, failures = anchored_heads(ledger)
    assert not failures
    assert len(heads) == 3
    assert verify(ledger.home, heads=heads).ok


class SecondDisk(Disk):
    """A disk on which somebody else is always a moment earlier with a new file, and with another content."""

    def create_file(self, path: Path, data: bytes, *, mode: int = 0o644) -> None:
        super().create_file(path, self.first, mode=mode)
        super().create_file(path, data, mode=mode)

    first = b""


def test_what_another_process_handed_over_or_made_first_stays(open_again: Opener, folder: Path) -> None:
    disk = SecondDisk()
    key = PrivateKey.generate("witness.local", WITNESS_KEY)
    disk.first = f"{key}\n".encode()
    assert str(Witness(folder, disk).key()) == str(key)
    ledger = open_again()
    head = sign_head(ledger)
    disk.first = f"{head.note}".encode()
    FolderAnchor(folder, disk).hand(head, lambda size: [])
    assert [path.read_bytes() for path in folder.glob("*.note")] == [disk.first]


def test_anchoring_again_enters_nothing_new(open_again: Opener, folder: Path) -> None:
    ledger = open_again(anchors=[f"file:{folder}"])
    ledger.append([event("a")])
    anchor_head(ledger, no_pause)
    size = ledger.head().seq
    (result,) = anchor_head(ledger, no_pause)
    assert result.ok
    assert ledger.head().seq == size


def test_the_heads_of_an_anchor_show_a_rewritten_ledger(open_again: Opener, folder: Path, home: Home) -> None:
    ledger = open_again(anchors=[f"file:{folder}"])
    ledger.append([event("a"), event("b")])
    anchor_head(ledger, no_pause)
    rewrite(home, ledger)
    for path in head_paths(home):
        path.unlink()
    heads, _ = anchored_heads(open_again(anchors=[f"file:{folder}"]))
    assert Kind.FORK in {problem.kind for problem in verify(home, heads=heads).problems}


def test_a_folder_refuses_another_head_of_the_same_size(open_again: Opener, folder: Path, home: Home) -> None:
    ledger = open_again(anchors=[f"file:{folder}"])
    ledger.append([event("a")])
    anchor_head(ledger, no_pause)
    kept = next(folder.iterdir())
    head = Head.parse(kept.read_text())
    (other,) = anchors_of(LedgerPolicy(anchors=(f"file:{folder}",)), home, Disk())
    forged = Head(head.note, type(head.checkpoint)(head.checkpoint.origin, head.checkpoint.size, bytes(32)))
    with pytest.raises(MailroomError) as caught:
        other.hand(forged, lambda size: [])
    assert caught.value.code is ErrorCode.LEDGER_BROKEN


def test_an_anchor_that_cannot_be_reached_is_a_result_after_three_attempts(open_again: Opener, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    waits: list[float] = []
    ledger = open_again(anchors=[f"file:{tmp_path}/file/below", f"file:{tmp_path}/good"])
    ledger.append([event("a")])
    bad, good = anchor_head(ledger, waits.append)
    assert (bad.ok, bad.error) == (False, "anchor_unavailable")
    assert good.ok
    assert waits == [1, 4]


@pytest.mark.parametrize(
    "target",
    [
        "ftp://x",
        "rfc3161+ftp://x",
        "rfc3161+http://example.com/",
        "rfc3161+https://without.roots/",
        "http://example.com/w",
        "/folder",
        "env:MAILROOM_NOT_SET",
    ],
)
def test_what_cannot_be_an_anchor_is_a_configuration_error(target: str, home: Home) -> None:
    with pytest.raises(MailroomError) as caught:
        anchors_of(LedgerPolicy(anchors=(target,)), home, Disk())
    assert caught.value.code is ErrorCode.BAD_CONFIG


def test_an_anchor_is_stale_when_old_entries_are_not_covered(open_again: Opener, folder: Path) -> None:
    ledger = open_again(anchors=[f"file:{folder}"], anchor_stale_hours=24, seal_every=4)
    ledger.append([event("a")])
    now, later = datetime.now(UTC), datetime.now(UTC) + timedelta(hours=25)
    (state,) = anchor_states(ledger, now)
    assert (state.size, state.uncovered, state.stale) == (0, 1, False)
    assert anchor_states(ledger, later)[0].stale
    anchor_head(ledger, no_pause)
    (state,) = anchor_states(ledger, later)
    assert (state.uncovered, state.stale) == (0, False)
    ledger.append([event(f"b{number}") for number in range(9)])
    (state,) = anchor_states(ledger, later)
    assert state.stale
    assert state.uncovered >= 9


@pytest.mark.postgres
def test_a_database_keeps_heads(open_again: Opener, postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    host, name = (postgres_url.split()[place].partition("=")[2] for place in (0, 2))
    monkeypatch.setenv("MAILROOM_ANCHOR", f"postgresql://mailroom:secret@/{name}?host={host}")
    ledger = open_again(anchors=["env:MAILROOM_ANCHOR"])
    for number in range(2):
        ledger.append([event(f"e{number}")])
        (result,) = anchor_head(ledger, no_pause)
        assert result.ok, result.message
        assert "secret" not in result.model_dump_json()
    heads, _ = anchored_heads(ledger)
    assert len(heads) == 2
    assert verify(ledger.home, heads=heads).ok
    with psycopg2.connect(postgres_url) as connection, connection.cursor() as cursor:
        cursor.execute("UPDATE mailroom_heads SET note = %s", (str(heads[0].note),))
    ledger.append([event("last")])
    assert anchor_head(ledger, no_pause)[0].ok


class WitnessServer:
    """Our own witness behind the C2SP tlog-witness protocol."""

    def __init__(self, server: HTTPServer, folder: Path) -> None:
        self.witness = Witness(folder, Disk(), "witness.example")
        self.ledger: Ledger | None = None
        server.expect_request("/add-checkpoint", method="POST").respond_with_handler(self.answer)
        self.url = server.url_for("").rstrip("/")

    def answer(self, request: Request) -> Response:
        assert self.ledger is not None
        lines, _, note = request.get_data(as_text=True).partition("\n\n")
        old, *proof = lines.split("\n")
        head = Head.parse(note)
        seen = self.witness.last_seen(head.checkpoint.origin)
        known = seen.checkpoint.size if seen else 0
        if int(old.removeprefix("old ")) != known:
            return Response(f"{known}\n", 409, content_type="text/x.tlog.size")
        try:
            signed = self.witness.cosign(head, list(map(from_base64, proof)), public_keys(self.ledger))
        except MailroomError:
            return Response("no", 422)
        name, key_id, signature = next(item for item in signed.note.signatures if item[0] == "witness.example")
        return Response(f"— {name} {to_base64(key_id + signature)}\n", 200)


@pytest.fixture
def server(httpserver: HTTPServer, tmp_path: Path) -> WitnessServer:
    return WitnessServer(httpserver, tmp_path / "witness")


def test_a_witness_elsewhere_signs_each_head_once(server: WitnessServer, open_again: Opener) -> None:
    key = server.witness.key().public
    ledger = server.ledger = open_again(anchors=[server.url], witness_keys=[str(key)])
    for number in range(4):
        ledger.append([event(f"e{number}")])
        (result,) = anchor_head(ledger, no_pause)
        assert result.ok, result.message
    size = ledger.head().seq
    assert anchor_head(ledger, no_pause)[0].ok
    assert ledger.head().seq == size
    head = last_head(ledger.home)
    assert head is not None
    assert head.note.signers([key]) == {key}
    assert verify(ledger.home).ok


def test_a_witness_elsewhere_names_a_rewritten_ledger(server: WitnessServer, open_again: Opener, home: Home) -> None:
    policy = {"anchors": [server.url], "witness_keys": [str(server.witness.key().public)]}
    ledger = server.ledger = open_again(**policy)
    ledger.append([event("a"), event("b")])
    anchor_head(ledger, no_pause)
    rewrite(home, ledger)
    for path in head_paths(home):
        path.unlink()
    forged = server.ledger = open_again(**policy)
    forged.append([event("c")])
    (result,) = anchor_head(forged, no_pause)
    assert (result.ok, result.error) == (False, "ledger_broken")


def test_a_signature_of_another_witness_does_not_count(server: WitnessServer, open_again: Opener) -> None:
    ledger = server.ledger = open_again(anchors=[server.url])
    ledger.append([event("a")])
    (result,) = anchor_head(ledger, no_pause)
    assert (result.ok, result.error) == (False, "anchor_unavailable")


def test_a_witness_that_is_down_is_a_result(open_again: Opener, httpserver: HTTPServer) -> None:
    httpserver.expect_request("/add-checkpoint").respond_with_data("", 503)
    ledger = open_again(anchors=[httpserver.url_for("")])
    ledger.append([event("a")])
    sign_head(ledger)
    (result,) = anchor_head(ledger, no_pause)
    assert (result.ok, result.error) == (False, "anchor_unavailable")
