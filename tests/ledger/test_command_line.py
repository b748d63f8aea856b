"""`mailroom ledger` as scripts see it: JSON shapes, and an exit code for every kind of finding."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from mailroom_dagster.cli.ledger import app
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.ledger import Ledger
from mailroom_dagster.ledger.findings import Kind
from mailroom_dagster.policy import Policy
from mailroom_dagster.records.home import Home
from tests.ledger.conftest import DOC, event
from tests.ledger.homes import add_document


def run(*arguments: str, home: Home | None = None, code: int = 0) -> Any:
    """Run one command; what it prints as JSON."""
    place = ["--home", str(home.root)] if home else []
    done = CliRunner().invoke(app, [*arguments, *place, "--json"])
    if isinstance(done.exception, MailroomError):
        raise done.exception
    assert done.exit_code == code, done.output
    return json.loads(done.stdout)


@pytest.fixture
def filled(home: Home, ledger: Ledger) -> Home:
    add_document(home, ledger, b"a letter")
    ledger.append([event("more")])
    return home


def policy_with(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, **ledger: Any) -> None:
    policy = Policy.model_validate({"ledger": ledger})
    (tmp_path / "config").mkdir(exist_ok=True)
    (tmp_path / "config" / "policy.yaml").write_text(policy.model_dump_json(include={"ledger"}))
    monkeypatch.setenv("MAILROOM_CONFIG", str(tmp_path / "config"))


def test_a_sound_ledger_gives_zero(filled: Home) -> None:
    report = run("verify", home=filled)
    assert report["ok"] is True
    assert (report["entries"], report["files"], report["problems"]) == (3, 2, [])


def test_a_problem_gives_its_kinds_exit_code_and_place(filled: Home) -> None:
    next(filled.documents.glob("*/text.json")).write_bytes(b"{}")
    report = run("verify", "--full", home=filled, code=Kind.CHANGED_OUTPUT.exit_code)
    (problem,) = report["problems"]
    assert set(problem) == {"kind", "seq", "doc_id", "path", "message"}
    assert (problem["kind"], problem["seq"]) == ("changed_output", 2)
    assert run("verify", "--sample", "0", home=filled)["files"] == 0


def test_every_kind_has_a_code_of_its_own() -> None:
    codes = {kind: kind.exit_code for kind in Kind}
    assert len(set(codes.values())) == len(Kind)
    assert not {0, 1, 2, 3, 4, 5, 70} & set(codes.values())


def test_contradicting_options_are_refused(filled: Home) -> None:
    with pytest.raises(MailroomError) as caught:
        run("verify", "--full", "--sample", "1", home=filled)
    assert caught.value.code is ErrorCode.BAD_REQUEST


def test_a_place_without_a_ledger_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MailroomError) as caught:
        run("verify", home=Home(tmp_path / "nowhere"))
    assert caught.value.code is ErrorCode.BAD_REQUEST


def test_entries_of_a_document_are_listed(filled: Home) -> None:
    doc_id = next(filled.documents.iterdir()).name
    listed = run("entries", "--document", doc_id, home=filled)
    assert [entry["event"] for entry in listed] == ["claimed", "text"]
    assert [entry["seq"] for entry in run("entries", "--after", "1", "-n", "1", home=filled)] == [2]


def test_a_head_goes_out_and_comes_back_as_evidence(filled: Home, tmp_path: Path) -> None:
    out = tmp_path / "head.note"
    head = run("export-head", "--out", str(out), home=filled)
    assert out.read_text() == head["note"]
    assert run("verify", "--head", str(out), home=filled)["ok"] is True
    lines = (filled.ledger / "active.jsonl").read_bytes().splitlines(keepends=True)
    (filled.ledger / "active.jsonl").write_bytes(b"".join(lines[:2]))
    report = run("verify", "--head", str(out), home=filled, code=Kind.TRUNCATION.exit_code)
    assert report["problems"][0]["seq"] == 3


def test_a_proof_is_checked_without_a_home(filled: Home, tmp_path: Path) -> None:
    out = tmp_path / "entry.tlog-proof"
    run("prove", "2", "--out", str(out), home=filled)
    (key,) = run("keys", home=filled)
    assert key["state"] == "signs"
    assert run("verify-proof", str(out), "--key", key["key"])["entry"]["event"] == "text"
    with pytest.raises(MailroomError):
        run("verify-proof", str(out))


def test_a_witness_and_a_rotation(filled: Home, tmp_path: Path) -> None:
    state = str(tmp_path / "witness")
    first = run("witness", "--state", state, home=filled)
    assert first["witness_key"].startswith("witness.local+")
    run("rotate-key", home=filled)
    assert run("witness", "--state", state, home=filled)["size"] > first["size"]
    assert [key["state"] for key in run("keys", home=filled)].count("retired") == 1
    assert run("verify", home=filled)["ok"] is True


def test_anchoring_says_when_there_is_nowhere_to_anchor(
    filled: Home, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    policy_with(monkeypatch, tmp_path)
    done = CliRunner().invoke(app, ["anchor", "--home", str(filled.root)])
    assert done.exit_code == 4


def test_status_tells_what_the_anchors_cover(filled: Home, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    policy_with(monkeypatch, tmp_path, anchors=[f"file:{tmp_path}/heads"])
    before = run("status", home=filled)
    assert (before["anchors"][0]["size"], before["stale"]) == (0, False)
    (result,) = run("anchor", home=filled)
    assert result["ok"] is True
    after = run("status", home=filled)
    assert (after["anchors"][0]["uncovered"], after["signed"]) == (0, result["size"])


def test_verify_asks_the_anchors(filled: Home, ledger: Ledger, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    policy_with(monkeypatch, tmp_path, anchors=[f"file:{tmp_path}/heads"])
    run("anchor", home=filled)
    for path in (filled.ledger / "checkpoints").iterdir():
        path.unlink()
    (filled.ledger / "active.jsonl").unlink()
    shutil.rmtree(filled.documents)  # which would tell of the loss by themselves
    run("verify", home=filled, code=Kind.TRUNCATION.exit_code)
    assert run("verify", "--no-anchors", home=filled)["entries"] == 0


def test_a_stale_anchor_gives_five(home: Home, ledger: Ledger, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    policy_with(monkeypatch, tmp_path, anchors=[f"file:{tmp_path}/heads"])
    monkeypatch.setattr("mailroom_dagster.ledger.store.utc_now", lambda: "2001-01-01T00:00:00.000000+00:00")
    ledger.append([event("old", DOC)])
    assert run("status", home=home, code=5)["stale"] is True
