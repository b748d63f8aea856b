"""Caps: asked before every attempt, kept by threads, processes and across kills."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.policy import LlmPolicy
from mailroom_dagster.providers.budget import Budget
from mailroom_dagster.providers.calls import CallLog
from mailroom_dagster.providers.openai.provider import ModelProvider
from mailroom_dagster.providers.rows import CallRow, RowKind
from mailroom_dagster.providers.settings import ModelSpec, Price
from mailroom_dagster.providers.spending import SpendBook
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk
from tests.faults import model_server as faults
from tests.providers.conftest import Asking, extract_task, sort_task

CAP = 0.01
INPUT_PRICE, OUTPUT_PRICE = 0.2, 4.0  # USD per million tokens
PRICED = ModelSpec(id="fake-model", price=Price(input=INPUT_PRICE, output=OUTPUT_PRICE))
COST_OF_A_CALL = (100 * INPUT_PRICE + 20 * OUTPUT_PRICE) / 1e6


def capped(**more: object) -> LlmPolicy:
    return LlmPolicy.model_validate({"timeout_seconds": 5, "run_cost_usd": CAP} | more)


def ask_all(provider: ModelProvider, texts: Iterable[str], answered: list[str]) -> None:
    for text in texts:
        provider.answer(sort_task(text))
        answered.append(text)


def ask_until_spent(asking: Asking, policy: LlmPolicy, name: str = "document") -> int:
    """How many documents were answered before the budget stopped it."""
    answered: list[str] = []
    with pytest.raises(MailroomError) as caught:
        ask_all(asking.provider(policy, model=PRICED), (f"{name} {number}" for number in range(10_000)), answered)
    assert caught.value.code is ErrorCode.BUDGET_SPENT
    return len(answered)


def test_a_run_stops_before_its_cap_and_a_raised_cap_goes_on_where_it_stopped(asking: Asking) -> None:
    policy = capped(run_cost_usd=30 * COST_OF_A_CALL)
    answered = ask_until_spent(asking, policy)
    assert 0 < answered <= 30
    assert ask_until_spent(asking, policy, "other") == 0
    more = ask_until_spent(asking, capped(run_cost_usd=60 * COST_OF_A_CALL), "third")
    assert more > 0
    assert answered + more <= 60


def test_a_run_that_ended_cleanly_leaves_the_next_its_own_cap(asking: Asking) -> None:
    policy = capped(run_cost_usd=30 * COST_OF_A_CALL)
    asking.provider(policy, model=PRICED).answer(sort_task("of the run before"))
    asking.provider(policy, model=PRICED).close_run()
    first = ask_until_spent(asking, policy)
    assert ask_until_spent(asking, policy, "other") == 0
    assert first * COST_OF_A_CALL <= 30 * COST_OF_A_CALL


def test_a_run_that_stands_at_its_cap_cannot_be_ended_to_get_another(asking: Asking) -> None:
    policy = capped(run_cost_usd=30 * COST_OF_A_CALL)
    assert ask_until_spent(asking, policy) > 0
    asking.provider(policy, model=PRICED).close_run()
    assert ask_until_spent(asking, policy, "other") == 0
    raised = asking.provider(capped(run_cost_usd=1.0), model=PRICED)
    raised.answer(sort_task("after the cap was raised"))
    raised.close_run()
    assert ask_until_spent(asking, policy, "third") > 0


def test_the_cap_of_a_day_holds_across_runs(asking: Asking) -> None:
    policy = capped(run_cost_usd=None, day_cost_usd=30 * COST_OF_A_CALL)
    asking.provider(policy, model=PRICED).answer(sort_task("of the run before"))
    asking.provider(policy, model=PRICED).close_run()
    assert ask_until_spent(asking, policy) < 30
    assert ask_until_spent(asking, policy, "other") == 0


def test_failed_attempts_count(asking: Asking) -> None:
    asking.server.always(faults.empty_content)
    provider = asking.provider(capped(run_cost_usd=60 * COST_OF_A_CALL), model=PRICED)
    codes = []
    for number in range(100):
        with pytest.raises(MailroomError) as caught:
            provider.answer(sort_task(f"document {number}"))
        codes.append(caught.value.code)
    assert codes[0] is ErrorCode.ANSWER_UNUSABLE
    assert codes[-1] is ErrorCode.BUDGET_SPENT
    assert len(asking.server.requests) * COST_OF_A_CALL <= 60 * COST_OF_A_CALL


def test_an_attempt_that_never_leaves_costs_nothing(asking: Asking) -> None:
    with pytest.raises(MailroomError) as caught:
        asking.provider(capped(run_cost_usd=1e-9), model=PRICED).answer(sort_task())
    assert caught.value.code is ErrorCode.BUDGET_SPENT
    assert asking.server.requests == []
    assert asking.rows() == []


def test_calls_side_by_side_wait_for_each_other_rather_than_stop_early(asking: Asking) -> None:
    """The worst case of two calls does not fit under the cap, what sixteen really cost does."""
    provider = asking.provider(capped(run_cost_usd=0.004), model=PRICED)
    with ThreadPoolExecutor(16) as pool:
        replies = list(pool.map(lambda number: provider.answer(sort_task(f"document {number}")), range(16)))
    assert len(replies) == 16
    assert all(reply.answer.doc_class == "contract" for reply in replies)


WORKER = """
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from mailroom_dagster.errors import MailroomError
from mailroom_dagster.records.home import Home
from mailroom_dagster.taxonomy.model import load_taxonomy
from tests.faults.model_server import ModelServer
from tests.providers.conftest import Asking, sort_task
from tests.providers.test_budget import PRICED, capped
asking = Asking(ModelServer(base_url=sys.argv[1]), Home(Path(sys.argv[2])), Path(sys.argv[3]), load_taxonomy())
provider = asking.provider(capped(), model=PRICED, max_tokens=50)
def ask(number):
    try:
        provider.answer(sort_task(f"document {number}"))
    except MailroomError as error:
        return error.code
with ThreadPoolExecutor(4) as pool:
    codes = list(pool.map(ask, range(300)))
print(*sorted(set(filter(None, codes))))
"""


@pytest.mark.slow
def test_the_spend_never_exceeds_the_cap_across_a_kill_and_resume(asking: Asking) -> None:
    """The server's own bill counts: every request that reached it, also those a kill cut off."""
    arguments = [sys.executable, "-c", WORKER, asking.server.base_url, str(asking.home.root), str(asking.prompts)]
    environ = os.environ | {"PYTHONPATH": str(Path.cwd())}
    killed = threading.Event()
    process = subprocess.Popen(arguments, env=environ, stdout=subprocess.PIPE)

    def kill_at_the_twentieth(exchange: faults.Exchange) -> None:
        if len(asking.server.requests) == 20:
            process.send_signal(signal.SIGKILL)
            killed.set()
        exchange.complete()

    asking.server.always(kill_at_the_twentieth)
    process.wait()
    assert killed.is_set()
    assert len(asking.server.requests) < 100
    resumed = subprocess.run(arguments, env=environ, capture_output=True, text=True, check=True)
    assert resumed.stdout.split()[-1] == "budget_spent"
    bill = len(asking.server.requests) * COST_OF_A_CALL
    assert bill <= CAP
    assert bill > CAP / 2
    assert sum(row.spent for row in asking.rows()) <= CAP


def test_two_processes_share_one_cap(asking: Asking) -> None:
    one, two = (asking.provider(capped(run_cost_usd=40 * COST_OF_A_CALL), model=PRICED) for _ in range(2))
    stopped = 0
    for number in range(60):
        try:
            (one, two)[number % 2].answer(sort_task(f"document {number}"))
        except MailroomError:
            stopped += 1
    assert stopped
    assert len(asking.server.requests) <= 40


def test_a_documents_token_budget_counts_what_was_generated_not_what_was_read(asking: Asking) -> None:
    """F-80: a long document is not stopped for its length."""
    policy = LlmPolicy(timeout_seconds=5, document_tokens=600)
    provider = asking.provider(policy, input_characters=400_000)
    provider.answer(sort_task("long " * 50_000))
    for number in range(3):
        provider.answer(sort_task(f"window {number}"))
    with pytest.raises(MailroomError) as caught:
        ask_all(provider, (f"another window {number}" for number in range(10)), [])
    assert caught.value.code is ErrorCode.BUDGET_SPENT
    provider.answer(sort_task("somebody else's", doc_id="ffffffffffffffff"))


def test_a_documents_deadline_stops_its_calls(asking: Asking) -> None:
    asking.server.always(faults.overloaded)
    policy = LlmPolicy(timeout_seconds=5, document_deadline_seconds=4.0, backoff_base_seconds=3.0)
    provider = asking.provider(policy)
    with pytest.raises(MailroomError) as caught:
        provider.answer(sort_task())
    assert caught.value.code is ErrorCode.PROVIDER_UNAVAILABLE  # the next pause would pass the deadline
    assert asking.pauses == [3.0]
    asking.server.always(None)
    provider.answer(sort_task("another", doc_id="ffffffffffffffff"))


def test_a_document_beyond_its_deadline_is_not_asked_about(asking: Asking) -> None:
    budget = Budget(CallLog(asking.home, Disk()), LlmPolicy(document_deadline_seconds=1.0))
    budget.waited("d", 1.5)
    with pytest.raises(MailroomError) as caught:
        budget.seconds_left("d")
    assert caught.value.code is ErrorCode.BUDGET_SPENT
    assert budget.seconds_left("e") == 1.0


def test_extraction_of_one_document_counts_its_windows_together(asking: Asking) -> None:
    asking.server.answer = {"fields": {}, "confidence": 0.5}
    provider = asking.provider(LlmPolicy(timeout_seconds=5, document_tokens=530))
    for start in (0, 1):
        provider.answer(extract_task("0123456789", window_start=start))
    with pytest.raises(MailroomError):
        provider.answer(extract_task("0123456789", window_start=2))


def any_stop_after_the_last_start(rows: list[CallRow]) -> bool:
    kinds = [row.kind for row in rows]
    last = max((at for at, kind in enumerate(kinds) if kind is RowKind.STARTED), default=-1)
    return RowKind.STOPPED in kinds[last + 1 :]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(list(RowKind)),
            st.sampled_from("abc"),
            st.sampled_from(["r1", "r2"]),
            st.none() | st.floats(0, 1),
        )
    )
)
def test_sums_are_what_the_rows_say_in_any_order(steps: list[tuple[RowKind, str, str, float | None]]) -> None:
    book = SpendBook()
    rows = [
        CallRow(kind=kind, at="2026-01-02T00:00:00", run_id=run, call_id=f"{call}{run}", worst_usd=2.0, cost_usd=cost,
                role=Role.SORTER)
        for kind, call, run, cost in steps
    ]  # fmt: skip
    open_calls: dict[str, CallRow] = {}
    ended = 0.0
    for row in rows:
        book.take(row)
        if row.kind is RowKind.STARTED:
            open_calls[row.call_id] = row
        elif row.kind is RowKind.ENDED:
            open_calls.pop(row.call_id, None)
            ended += row.spent
    assert book.day("2026-01-02") == pytest.approx(ended + sum(row.spent for row in open_calls.values()))
    assert book.run("r1") + book.run("r2") == pytest.approx(book.day("2026-01-02"))
    assert book.day("2026-01-03") == 0
    assert book.open_run == (rows[-1].run_id if rows and rows[-1].kind is not RowKind.CLOSED else None)
    assert book.stopped == any_stop_after_the_last_start(rows)


def test_a_run_goes_on_when_another_process_ended_it_too_early(home: Home) -> None:
    log = CallLog(home, Disk())
    budget = Budget(log, LlmPolicy())
    run = budget.run_id
    log.append(CallRow(kind=RowKind.STARTED, at="2026-01-02", run_id=run, call_id="a"))
    Budget(CallLog(home, Disk()), LlmPolicy()).close_run()
    log.append(CallRow(kind=RowKind.ENDED, at="2026-01-02", run_id=run, call_id="a"))
    assert Budget(CallLog(home, Disk()), LlmPolicy()).run_id == run
