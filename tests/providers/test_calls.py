"""The call log: nothing paid twice, nothing used before it is on disk, nothing believed that was changed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.errors import MailroomError
from mailroom_dagster.policy import LlmPolicy
from mailroom_dagster.providers.calls import CallLog, logged_calls
from mailroom_dagster.providers.rows import ANSWERED, CallRow, RowKind, line_of, row_of
from mailroom_dagster.providers.settings import ModelSpec, Price
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk
from tests.faults import model_server as faults
from tests.providers.conftest import Asking, extract_task, sort_task


def row(call_id: str, kind: RowKind = RowKind.ENDED, **more: object) -> CallRow:
    base = {"kind": kind, "at": "2026-01-02T03:04:05+00:00", "run_id": "r", "call_id": call_id, "role": Role.SORTER}
    return CallRow.model_validate(base | more)


def test_an_answer_that_was_paid_is_reused_by_the_next_process(asking: Asking) -> None:
    first = asking.provider().answer(sort_task())
    again = asking.provider().answer(sort_task())
    assert len(asking.server.requests) == 1
    assert again.answer == first.answer
    assert [call.call_id for call in again.calls] == [call.call_id for call in first.calls]
    assert (first.calls[0].reused, again.calls[0].reused) == (False, True)


def test_a_reused_answer_names_the_same_attempts_as_when_it_was_paid(asking: Asking) -> None:
    asking.server.play(faults.overloaded)
    first = asking.provider().answer(sort_task())
    again = asking.provider().answer(sort_task())
    assert [call.call_id for call in again.calls] == [call.call_id for call in first.calls]
    assert len(again.calls) == 2


@pytest.mark.parametrize("change", [{"temperature": 0.9}, {"max_tokens": 501}, {"reasoning_effort": "low"}])
def test_another_parameter_is_another_request(asking: Asking, change: dict[str, object]) -> None:
    asking.provider().answer(sort_task())
    asking.provider(**change).answer(sort_task())
    assert len(asking.server.requests) == 2


def test_no_more_calls_are_under_way_than_the_policy_allows(asking: Asking) -> None:
    under_way: list[int] = []
    most: list[int] = []
    pairs = threading.Barrier(2)  # broken, and with it the test, if two calls are never made at the same time

    def meet(exchange: faults.Exchange) -> None:
        under_way.append(1)
        most.append(len(under_way))
        pairs.wait(timeout=30)
        under_way.pop()
        exchange.complete()

    asking.server.always(meet)
    provider = asking.provider(LlmPolicy(concurrency=2, timeout_seconds=60))
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda number: provider.answer(sort_task(f"Agreement {number}")), range(8)))
    assert len(replies) == 8
    assert max(most) == 2


def test_another_text_prompt_or_feedback_is_another_request(asking: Asking) -> None:
    asking.server.answer = {"fields": {}, "confidence": 0.5}
    asking.provider().answer(extract_task())
    asking.provider().answer(extract_task("Another text"))
    asking.provider().answer(extract_task(feedback=("field 'parties': empty",)))
    for path in asking.prompts.glob("*.md"):
        path.write_text("Another prompt.")
    asking.provider().answer(extract_task())
    assert len(asking.server.requests) == 4


def test_an_unusable_answer_is_never_reused(asking: Asking) -> None:
    provider = asking.provider()
    provider.answer(sort_task("first, so that the dialect is proven"))
    asking.server.play(faults.wrong_shape)
    with pytest.raises(MailroomError):
        provider.answer(sort_task())
    assert provider.answer(sort_task()).answer.doc_class == "contract"


def test_a_row_says_what_the_catalog_wants_to_know(asking: Asking) -> None:
    asking.provider().answer(sort_task())
    [ended] = asking.rows()
    assert (ended.role, ended.provider, ended.model, ended.attempt, ended.outcome) == (
        Role.SORTER, "fake", "fake-model", 1, ANSWERED,
    )  # fmt: skip
    assert (ended.input_tokens, ended.output_tokens) == (100, 20)
    assert ended.cost_usd == pytest.approx(100 * 10e-6 + 20 * 20e-6)
    assert ended.latency_seconds is not None
    assert ended.prompt_hash == asking.provider().identity(Role.SORTER).prompt_hash


def test_each_role_is_priced_at_its_own_model(asking: Asking) -> None:
    """F-81, and an unknown price is unknown, not 0."""
    asking.provider(model=ModelSpec(id="dear", price=Price(input=1000, output=0))).answer(sort_task("a"))
    asking.provider(model=ModelSpec(id="unpriced")).answer(sort_task("b"))
    assert [item.cost_usd for item in asking.rows()] == [pytest.approx(0.1), None]


def test_the_log_is_json_that_duckdb_reads(asking: Asking) -> None:
    asking.provider().answer(sort_task())
    files = str(asking.home.calls / "*.jsonl")
    found = duckdb.sql(f"SELECT row.kind, row.outcome FROM read_json('{files}') ORDER BY row.kind").fetchall()
    assert found == [("ended", ANSWERED), ("started", None)]


CRASHING = """
import sys
from pathlib import Path
from mailroom_dagster.providers.openai import client
from mailroom_dagster.taxonomy.model import load_taxonomy
from mailroom_dagster.records.home import Home
from tests.faults.model_server import ModelServer
from tests.providers.conftest import Asking, sort_task
server = ModelServer(base_url=sys.argv[1])
Asking(server, Home(Path(sys.argv[2])), Path(sys.argv[3]), load_taxonomy()).provider().answer(sort_task())
"""


def test_a_kill_after_the_answer_does_not_cost_a_second_payment(asking: Asking) -> None:
    environ = os.environ | {"MAILROOM_CRASH_AT": "call.after_answer", "PYTHONPATH": str(Path.cwd())}
    arguments = [sys.executable, "-c", CRASHING, asking.server.base_url, str(asking.home.root), str(asking.prompts)]
    ended = subprocess.run(arguments, env=environ, check=False, capture_output=True)
    assert ended.returncode == -signal.SIGKILL, ended.stderr
    reply = asking.provider().answer(sort_task())
    assert len(asking.server.requests) == 1
    assert reply.calls[0].reused


def test_a_torn_line_is_left_out_and_the_next_one_is_whole(home: Home) -> None:
    log = CallLog(home, Disk())
    log.append(row("a", request_hash="h", outcome=ANSWERED, answer={"x": 1}))
    [path] = home.calls.glob("*.jsonl")
    whole = path.read_bytes()
    path.write_bytes(whole + whole[: len(whole) // 2])
    CallLog(home, Disk()).append(row("b"))
    again = CallLog(home, Disk())
    assert again.answered("h") is not None
    assert [item.call_id for item in logged_calls(home)] == ["a", "b"]
    assert again.damaged == 1


def test_an_edited_answer_is_not_believed(home: Home) -> None:
    CallLog(home, Disk()).append(row("a", request_hash="h", outcome=ANSWERED, answer={"doc_class": "contract"}))
    [path] = home.calls.glob("*.jsonl")
    path.write_text(path.read_text().replace("contract", "unknown"))
    assert CallLog(home, Disk()).answered("h") is None


def test_an_attempt_that_a_kill_took_is_listed_as_lost(home: Home) -> None:
    log = CallLog(home, Disk())
    log.append(row("a", RowKind.STARTED, worst_usd=0.5))
    log.append(row("b", RowKind.STARTED))
    log.append(row("b", outcome=ANSWERED))
    assert [(item.call_id, item.outcome) for item in logged_calls(home)] == [("b", ANSWERED), ("a", "lost")]


def test_threads_share_the_log_and_its_fsyncs(home: Home) -> None:
    class Counting(Disk):
        syncs = 0

        def sync_file(self, path: Path) -> None:
            Counting.syncs += 1
            super().sync_file(path)

    log = CallLog(home, Counting())

    def write(number: int) -> None:
        log.append(row(f"c{number}"))
        log.sync()

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(write, range(64)))
    assert len({item.call_id for item in logged_calls(home)}) == 64
    assert Counting.syncs <= 64


WRITING = """
import sys
from pathlib import Path
from mailroom_dagster.policy import LlmPolicy
from mailroom_dagster.providers.calls import CallLog
from mailroom_dagster.providers.rows import CallRow, RowKind
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk
log = CallLog(Home(Path(sys.argv[1])), Disk())
for number in range(25):
    log.append(CallRow(kind=RowKind.ENDED, at="2026", run_id="r", call_id=f"{sys.argv[2]}{number}", why="x" * 5000))
"""


def test_processes_share_the_log_without_torn_lines(home: Home) -> None:
    workers = [subprocess.Popen([sys.executable, "-c", WRITING, str(home.root), name]) for name in ("a", "b")]
    assert [worker.wait() for worker in workers] == [0, 0]
    log = CallLog(home, Disk())
    assert log.answered("nothing") is None
    assert log.damaged == 0
    assert len(list(logged_calls(home))) == 50


@given(st.text(), st.dictionaries(st.text(), st.text() | st.floats(allow_nan=False, allow_infinity=False)))
def test_a_row_survives_its_line(why: str, answer: dict[str, object]) -> None:
    written = row("a", why=why.encode(errors="ignore").decode(), answer=json.loads(json.dumps(answer)))
    line = line_of(written)
    assert line.count(b"\n") == 1
    assert row_of(line[:-1]) == written


@given(st.integers(min_value=0), st.integers(min_value=0, max_value=255))
def test_a_changed_byte_is_noticed(place: int, byte: int) -> None:
    line = bytearray(line_of(row("abc", why="some words", cost_usd=0.25))[:-1])
    at = place % len(line)
    changed = line[at] != byte
    line[at] = byte
    read = row_of(bytes(line))
    assert read is None or read == row("abc", why="some words", cost_usd=0.25)
    if changed and at > 90:
        assert read is None or at == len(line) - 1
