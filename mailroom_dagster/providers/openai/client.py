"""Asking a model: the one place that tries again, that logs every attempt, and that stops at the budget.

Belongs here: the attempts of one call. Does not belong here: what is asked (`messages`), how (`dialects`), or reading
what came back (`answers`). An attempt is entered in the call log before it leaves and again, durably, before its answer
is used; an answer that was validated and paid once is never paid again.
"""

from __future__ import annotations

import json
import random
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import openai
import structlog
from pydantic import BaseModel, ValidationError

from mailroom_dagster import crashpoints
from mailroom_dagster.hashing import fingerprint
from mailroom_dagster.observability.tracing import NO_TRACING, Tracing
from mailroom_dagster.policy import LlmPolicy
from mailroom_dagster.providers.base import CallSummary, Reply
from mailroom_dagster.providers.budget import Budget
from mailroom_dagster.providers.calls import CallLog
from mailroom_dagster.providers.openai.answers import Completion, read_response, token_probability
from mailroom_dagster.providers.openai.dialects import Dialect, Dialects, JsonMode, parameters
from mailroom_dagster.providers.openai.messages import Request
from mailroom_dagster.providers.openai.outcomes import AttemptError, Outcome, fault_of
from mailroom_dagster.providers.openai.transport import Transport
from mailroom_dagster.providers.rows import CallRow, RowKind
from mailroom_dagster.providers.settings import Agent
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.store import utc_now
from mailroom_dagster.storage import Disk

JITTER = 0.3
TOKENS_AROUND = 256  # role marks, chat template and instructions about JSON, at most

Read = Callable[[Completion], BaseModel]

log = structlog.get_logger(__name__)


@dataclass
class _Call:
    """One call on its way: what is asked, how its answer is read, and the attempts so far."""

    agent: Agent
    request: Request
    request_hash: str
    read: Read
    earlier: list[CallSummary] = field(default_factory=list)
    failures: int = 0  # that may pass
    server_errors: int = 0

    @property
    def where(self) -> str:
        """Who was asked about what, for people."""
        return f"{self.agent.role} at {self.agent.endpoint.name}, document {self.request.doc_id}"


@dataclass(frozen=True)
class _Result:
    """How one attempt came out: an answer, or an error, with what is known of the completion."""

    seconds: float
    completion: Completion | None = None
    answer: BaseModel | None = None
    error: AttemptError | None = None


class Client:
    """Asks models of all endpoints, at most `llm.concurrency` at a time. Thread-safe.

    `sleep` and `chance` are handed in by tests.
    """

    def __init__(
        self,
        policy: LlmPolicy,
        home: Home,
        disk: Disk,
        tracing: Tracing = NO_TRACING,
        *,
        sleep: Callable[[float], None] = time.sleep,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._policy = policy
        self._log = CallLog(home, disk)
        self._budget = Budget(self._log, policy)
        self._dialects = Dialects(home, disk)
        self._tracing = tracing
        self._transport = Transport(policy)
        self._slots = threading.BoundedSemaphore(policy.concurrency)
        self._sleep = sleep
        self._chance = chance

    def ask(self, agent: Agent, request: Request, read: Read, kind: type[BaseModel]) -> Reply[Any]:
        """A validated answer, reused when this very request was answered before. `kind` reads it back from the log.

        Raises provider_unavailable, provider_refused, provider_misconfigured, answer_unusable, budget_spent.
        """
        call = _Call(agent, request, hash_of(agent, request), read)
        if held := self._held(call.request_hash, kind):
            return held
        while True:
            dialect = self._dialects.of(agent)
            try:
                return self._attempt(call, dialect)
            except AttemptError as error:
                self._prepare_next(call, dialect, error)

    def _held(self, request_hash: str, kind: type[BaseModel]) -> Reply[Any] | None:
        """The reply of the log, unless answers have got another shape since."""
        row = self._log.answered(request_hash)
        try:
            answer = kind.model_validate(row.answer) if row else None
        except ValidationError:
            return None
        return Reply(answer, (*row.earlier, row.summary(reused=True)), row.token_probability) if row else None

    def close_run(self) -> None:
        """End the run for the run's cost cap."""
        self._budget.close_run()

    def close(self) -> None:
        """Close the connections."""
        self._transport.close()

    def _prepare_next(self, call: _Call, dialect: Dialect, error: AttemptError) -> None:
        """Learn or wait after a failed attempt, or raise what the mailroom is told."""
        call.failures += error.transient
        call.server_errors += error.status == 500
        spent = call.failures >= self._policy.attempts
        if not spent and self._dialects.learn(call.agent, dialect, error, call.server_errors):
            return
        pause = self._pause(call.failures, error)
        if spent or not error.transient or pause is None or pause >= self._budget.seconds_left(call.request.doc_id):
            self._dialects.forget_unproven(call.agent)
            raise error.told(call.where) from None
        self._sleep(pause)
        self._budget.waited(call.request.doc_id, pause)

    def _pause(self, failures: int, error: AttemptError) -> float | None:
        """Seconds before the next attempt; None when the server asks for more patience than the policy has."""
        if error.retry_after is not None:
            return error.retry_after if error.retry_after <= self._policy.retry_after_cap_seconds else None
        base = min(self._policy.backoff_cap_seconds, self._policy.backoff_base_seconds * 2.0 ** (failures - 1))
        return base * (1 + JITTER * (2 * self._chance() - 1))

    def _attempt(self, call: _Call, dialect: Dialect) -> Reply[Any]:
        timeout = min(self._policy.timeout_seconds, self._budget.seconds_left(call.request.doc_id))
        row = self._started(call, dialect)
        self._budget.begin(row)
        try:
            with self._tracing.generation(call.agent.role.value, model=row.model, attempt=row.attempt) as span:
                result = self._send(call, dialect, timeout)
                ended = _ended(row, call, result)
                span.note(**_facts(ended))
        except BaseException:
            self._budget.abandon(row)
            raise
        self._budget.end(ended)
        crashpoints.reach("call.after_answer")
        log.info("model_call", doc_id=row.doc_id, role=row.role, **_facts(ended))
        call.earlier.append(ended.summary())
        if result.error is not None:
            raise result.error
        self._dialects.prove(call.agent, dialect)
        return Reply(result.answer, tuple(call.earlier), ended.token_probability)

    def _send(self, call: _Call, dialect: Dialect, timeout: float) -> _Result:
        agent, request = call.agent, call.request
        schema = request.shape.schema if request.shape else None
        messages = request.messages(schema_in_words=dialect.json_mode is not JsonMode.SCHEMA)
        body = parameters(agent, dialect, schema) | {"messages": messages}
        completion: Completion | None = None
        answer: BaseModel | None = None
        problem: AttemptError | None = None
        with self._slots:
            began = time.monotonic()
            try:
                text = self._transport.send(agent.endpoint, body, timeout)
                completion = read_response(text, most_input_tokens(agent, request), agent.spec.max_tokens)
                answer = call.read(completion)
            except openai.OpenAIError as error:
                problem = fault_of(error)
            except AttemptError as error:
                problem = error
            seconds = time.monotonic() - began
        return _Result(seconds, completion, answer, problem)

    def _started(self, call: _Call, dialect: Dialect) -> CallRow:
        agent, request = call.agent, call.request
        most_input, most_output = most_input_tokens(agent, request), agent.spec.max_tokens
        return CallRow(
            kind=RowKind.STARTED,
            at=utc_now(),
            run_id=self._budget.run_id,
            call_id=uuid.uuid4().hex,
            doc_id=request.doc_id,
            role=agent.role,
            provider=agent.endpoint.name,
            model=agent.model.id,
            prompt_hash=request.prompt.sha256,
            request_hash=call.request_hash,
            json_mode=dialect.json_mode.value if request.shape else "",
            attempt=len(call.earlier) + 1,
            worst_usd=agent.model.cost(most_input, most_output),
            worst_tokens=most_output,
        )


def _ended(row: CallRow, call: _Call, result: _Result) -> CallRow:
    """The row of an attempt that came to its end."""
    completion = result.completion
    known: dict[str, Any] = {}
    if completion is not None:
        label = call.request.shape.label if call.request.shape else None
        known = {
            "model": completion.model or row.model,
            "input_tokens": completion.input_tokens,
            "output_tokens": completion.output_tokens,
            "cost_usd": call.agent.model.cost(completion.input_tokens, completion.output_tokens),
            "token_probability": token_probability(completion, label) if result.answer else None,
        }
    return row.model_copy(
        update=known
        | {
            "kind": RowKind.ENDED,
            "outcome": (result.error.outcome if result.error else Outcome.ANSWERED).value,
            "why": result.error.why if result.error else "",
            "latency_seconds": round(result.seconds, 4),
            "answer": result.answer.model_dump(mode="json") if result.answer else None,
            "earlier": tuple(call.earlier) if result.answer else (),
        }
    )


def _facts(row: CallRow) -> dict[str, str | int | float | None]:
    return {
        "provider": row.provider,
        "answered_by": row.model,
        "outcome": row.outcome,
        "attempt": row.attempt,
        "input_tokens": row.input_tokens,
        "output_tokens": row.output_tokens,
        "cost_usd": row.cost_usd,
        "seconds": row.latency_seconds,
        "prompt_hash": row.prompt_hash[:12],
    }


def hash_of(agent: Agent, request: Request) -> str:
    """Hex sha256 of the canonical JSON of everything that decides the answer; the dialect is only its wrapping."""
    return fingerprint(
        endpoint=[agent.endpoint.name, agent.endpoint.base_url],
        model=agent.model.id,
        parameters=[agent.spec.temperature, agent.spec.max_tokens, agent.spec.reasoning_effort],
        messages=[request.system, request.user, *request.images],
        schema=request.shape.schema if request.shape else None,
    )


def most_input_tokens(agent: Agent, request: Request) -> int:
    """Tokens that a request can be at most: no tokenizer makes more of them than there are bytes."""
    schema = json.dumps(request.shape.schema) if request.shape else ""
    size = len((request.system + request.user + schema).encode(errors="replace"))
    return size + TOKENS_AROUND + len(request.images) * agent.model.image_tokens
