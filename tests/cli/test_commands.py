"""The command line as scripts see it: shapes, exit codes, one readable line for every failure."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mailroom_dagster import cli
from mailroom_dagster.configuration import samples_dir
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.pipeline.batches import HeldBatch
from mailroom_dagster.pipeline.mailroom import open_mailroom
from mailroom_dagster.records.home import Home

SAMPLES = samples_dir() / "documents"


def mailroom(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `mailroom` in a process of its own."""
    environment = os.environ | {"MAILROOM_HOME": str(home), "PYTHONWARNINGS": "ignore"}
    command = [sys.executable, "-m", "mailroom_dagster.cli", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def told(home: Path, *arguments: str, code: int = 0) -> Any:
    """What a command prints as JSON."""
    done = mailroom(home, *arguments, "--json")
    assert done.returncode == code, done.stdout[-500:] + done.stderr[-1500:]
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A home in which four files were run: one of them twice, one that cannot be read."""
    home = tmp_path_factory.mktemp("used") / "home"
    empty = home.parent / "empty.pdf"
    empty.touch()
    names = ("sponsorship_agreement.txt", "copy_of_loss_notice.txt", "loss_notice.txt")
    files = [str(SAMPLES / name) for name in names]
    return home, told(home, "run", *files, str(empty), "--matter", "M-1")


def test_run_accounts_for_every_file(used: tuple[Path, dict[str, Any]]) -> None:
    _, result = used
    assert sum(result["counts"].values()) == len(result["documents"]) == 4
    by_name = {Path(row["file"]).name: row for row in result["documents"]}
    assert by_name["loss_notice.txt"]["state"] == "duplicate"
    assert by_name["empty.pdf"]["state"] == "failed"
    assert by_name["empty.pdf"]["error"]["code"] == "empty"
    agreement = by_name["sponsorship_agreement.txt"]
    assert (agreement["doc_class"], agreement["subtype"], agreement["matter"]) == ("contract", "sponsorship", "M-1")
    assert Path(agreement["record_dir"]).is_dir()


def test_running_the_same_files_again_says_so_and_does_nothing_twice(used: tuple[Path, dict[str, Any]]) -> None:
    home, _ = used
    before = told(home, "ledger", "verify")["entries"]
    again = told(home, "run", str(SAMPLES / "sponsorship_agreement.txt"))
    assert again["counts"] == {"duplicate": 1}
    assert told(home, "ledger", "verify")["entries"] == before + 1


def test_every_quote_is_the_stored_text_at_its_place(used: tuple[Path, dict[str, Any]]) -> None:
    home, result = used
    row = next(item for item in result["documents"] if "sponsorship" in item["file"])
    text = json.loads((Path(row["record_dir"]) / "text.json").read_text())["document"]["text"]
    shown = told(home, "show", "sponsorship")
    places = [place for item in shown["fields"].values() for place in item["evidence"]]
    assert shown["classification"]["doc_class"] == "contract"
    assert places
    assert all(text[place["start"] : place["end"]] == place["quote"] for place in places)


def test_check_and_verify_notice_one_changed_byte(used: tuple[Path, dict[str, Any]]) -> None:
    home, result = used
    assert told(home, "check")["ok"]
    row = next(item for item in result["documents"] if "sponsorship" in item["file"])
    record = Path(row["record_dir"]) / "extraction.json"
    sound = record.read_bytes()
    record.write_bytes(sound.replace(b"extraction", b"extractiom", 1))
    assert "record_changed" in {item["kind"] for item in told(home, "check", code=1)["problems"]}
    assert mailroom(home, "ledger", "verify").returncode not in (0, 1, 2, 3)
    record.write_bytes(sound)
    assert told(home, "check")["ok"]


def test_recover_makes_again_what_it_can_and_names_what_it_cannot(used: tuple[Path, dict[str, Any]]) -> None:
    home, result = used
    folder = Path(next(item for item in result["documents"] if "sponsorship" in item["file"])["record_dir"])
    (folder / "report.json").unlink()
    done = told(home, "recover")
    assert (done["ok"], [item["kind"] for item in done["found"]], done["left"]) == (True, ["record_missing"], [])
    assert done["mended"] == 1
    original = folder / "source" / "sponsorship_agreement.txt"
    sound = original.read_bytes()
    original.write_bytes(sound + b"?")
    left = told(home, "recover", code=1)["left"]
    assert {"original_changed"} <= {item["kind"] for item in left}
    original.write_bytes(sound)
    assert told(home, "recover")["ok"]


def test_what_a_killed_command_left_is_finished_by_the_next(tmp_path: Path) -> None:
    room = open_mailroom(Home(tmp_path / "home"))
    with HeldBatch(room.home) as batch:  # gone before it processed what it took in
        room.intake.accept_files([SAMPLES / "board_minutes.md"], "M", batch.key)
    result = told(tmp_path / "home", "run", str(SAMPLES / "board_minutes.md"), "--matter", "M")
    assert result["counts"] == {"archived": 1}


def test_a_path_that_does_not_exist_is_told_by_the_exit_code(tmp_path: Path) -> None:
    done = mailroom(tmp_path / "home", "run", str(tmp_path / "nothing.pdf"))
    assert done.returncode == 3
    assert "nothing.pdf" in done.stdout.partition("Not archived")[2]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["show", "nothing-like-it"], 3, "unknown_document"),
        (["run", str(SAMPLES)], 3, "add -r"),
        (["run"], 2, "Missing argument"),
        (["catalog", "query", "SELECT nonsense"], 3, "bad_query"),
        (["review", "approve", "sponsorship"], 3, "wrong_state"),
    ],
)
def test_a_failure_is_one_readable_line_with_its_exit_code(
    used: tuple[Path, dict[str, Any]], arguments: list[str], code: int, words: str
) -> None:
    home, _ = used
    done = mailroom(home, *arguments)
    assert done.returncode == code
    assert words in done.stderr
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize("below", ["", "home"])
def test_a_home_that_cannot_be_made_is_named(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").write_bytes(b"")
    said = told(tmp_path / "file" / below, "run", str(next(SAMPLES.iterdir())), code=3)
    assert said["error"]["code"] == "home_unwritable"


@pytest.mark.parametrize(
    "arguments",
    [["bogus"], ["status", "--bogus"], ["run"], ["pause", "--minutes", "-5"], ["pause", "--minutes", "9" * 14]],
)
def test_a_wrong_command_line_is_json_too(tmp_path: Path, arguments: list[str]) -> None:
    assert told(tmp_path, *arguments, code=2)["error"]["code"] == "bad_request"


def of_sqlite(code: int) -> Exception:
    """A failure of Dagster's database, as SQLAlchemy hands it on."""
    beneath = sqlite3.DatabaseError("no")
    beneath.sqlite_errorcode = code
    failure = RuntimeError("said nowhere")
    failure.__cause__ = beneath
    return failure


@pytest.mark.parametrize(
    ("failure", "code", "status"),
    [
        (RuntimeError("said nowhere"), "internal", 70),
        (PermissionError(errno.EACCES, "no", "/somewhere"), "home_unwritable", 3),
        (OSError(errno.ENOSPC, "no", b"/somewhere"), "disk_full", 3),
        (of_sqlite(sqlite3.SQLITE_FULL), "disk_full", 3),
        (of_sqlite(sqlite3.SQLITE_READONLY_DBMOVED), "home_unwritable", 3),
        (of_sqlite(sqlite3.SQLITE_NOTADB), "record_corrupt", 3),
        (of_sqlite(sqlite3.SQLITE_ERROR), "internal", 70),
    ],
)
def test_what_nobody_foresaw_is_told_without_a_traceback(
    failure: Exception, code: str, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise failure

    monkeypatch.setattr(cli, "app", fail)
    monkeypatch.setattr(cli, "configure_logging", lambda environment: None)
    monkeypatch.setattr(sys, "argv", ["mailroom", "status", "--json"])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    said = capsys.readouterr()
    assert ended.value.code == status
    assert json.loads(said.out)["error"]["code"] == code
    assert "said nowhere" not in said.out + said.err
    assert "Traceback" not in said.out + said.err


@pytest.mark.parametrize("arguments", [["ask", "x\udcffy"], ["pause", "--reason", "\udcff"]])
def test_bytes_that_are_no_text_are_no_words(home: Home, arguments: list[str]) -> None:
    assert told(home.root, *arguments, code=3)["error"]["code"] == "bad_request"


def test_a_file_may_be_called_what_is_no_text(home: Home, tmp_path: Path) -> None:
    file = tmp_path / "\udcff.txt"
    file.write_bytes(b"")
    assert told(home.root, "run", str(file))["documents"][0]["file"].endswith("\\udcff.txt")


@pytest.mark.parametrize("words", ["", " "])
def test_no_name_is_not_the_name_of_the_only_document(home: Home, tmp_path: Path, words: str) -> None:
    opened = open_mailroom(home)
    (tmp_path / "only.txt").write_bytes(b"the only letter")
    opened.intake.accept_files([tmp_path / "only.txt"], None, batch=None)
    with pytest.raises(MailroomError) as caught:
        opened.store.find(words)
    assert caught.value.code is ErrorCode.UNKNOWN_DOCUMENT
