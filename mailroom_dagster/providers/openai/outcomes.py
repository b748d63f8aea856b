"""Every way an attempt at a model can end, with what follows from it.

Belongs here: the names, the table, and reading the SDK's exceptions into them. Does not belong here: reading answers
(`answers`), or trying again (`client`). Nothing here holds document text: reasons are ours, never the server's words.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import openai

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.providers.openai.transport import AnswerTooLargeError
from mailroom_dagster.providers.patience import retry_after_seconds
from mailroom_dagster.providers.rows import ANSWERED


class Outcome(StrEnum):
    """How an attempt ended; the call log and the catalog keep these names."""

    ANSWERED = ANSWERED
    CONNECTION_FAILED = "connection_failed"
    TIMED_OUT = "timed_out"
    RATE_LIMITED = "rate_limited"
    BUSY = "busy"
    SERVER_ERROR = "server_error"
    RESPONSE_BROKEN = "response_broken"
    KEY_REFUSED = "key_refused"
    NO_CREDIT = "no_credit"
    NOT_FOUND = "not_found"
    REQUEST_REFUSED = "request_refused"
    TOO_LONG = "too_long"
    CONTENT_FILTERED = "content_filtered"
    MODEL_REFUSED = "model_refused"
    ANSWER_TOO_LARGE = "answer_too_large"
    EMPTY = "empty"
    CUT_AT_LIMIT = "cut_at_limit"
    TOOL_CALL = "tool_call"
    NOT_JSON = "not_json"
    WRONG_SHAPE = "wrong_shape"


@dataclass(frozen=True)
class OutcomeKind:
    """What is always true of an outcome: the error it becomes, and whether the same request may be tried again."""

    meaning: str
    code: ErrorCode
    transient: bool = False


_UNAVAILABLE, _MISCONFIGURED = ErrorCode.PROVIDER_UNAVAILABLE, ErrorCode.PROVIDER_MISCONFIGURED
_REFUSED, _UNUSABLE = ErrorCode.PROVIDER_REFUSED, ErrorCode.ANSWER_UNUSABLE

OUTCOMES: dict[Outcome, OutcomeKind] = {
    Outcome.CONNECTION_FAILED: OutcomeKind("no connection, or it broke off", _UNAVAILABLE, transient=True),
    Outcome.TIMED_OUT: OutcomeKind("no complete answer in time", _UNAVAILABLE, transient=True),
    Outcome.RATE_LIMITED: OutcomeKind("too many requests (429)", _UNAVAILABLE, transient=True),
    Outcome.BUSY: OutcomeKind("the server asks to try again (408, 409)", _UNAVAILABLE, transient=True),
    Outcome.SERVER_ERROR: OutcomeKind("the server failed (5xx)", _UNAVAILABLE, transient=True),
    Outcome.RESPONSE_BROKEN: OutcomeKind("the response is cut or not a completion", _UNAVAILABLE, transient=True),
    Outcome.KEY_REFUSED: OutcomeKind("the key is not accepted (401, 403)", _MISCONFIGURED),
    Outcome.NO_CREDIT: OutcomeKind("the account has no credit left", _MISCONFIGURED),
    Outcome.NOT_FOUND: OutcomeKind("no such model or address (404, redirect)", _MISCONFIGURED),
    Outcome.REQUEST_REFUSED: OutcomeKind("the server does not accept the request (4xx)", _REFUSED),
    Outcome.TOO_LONG: OutcomeKind("the document is longer than the model's window", _REFUSED),
    Outcome.CONTENT_FILTERED: OutcomeKind("the provider's content filter stopped it", _REFUSED),
    Outcome.MODEL_REFUSED: OutcomeKind("the model declined to answer", _REFUSED),
    Outcome.ANSWER_TOO_LARGE: OutcomeKind("the answer is larger than llm.answer_max_bytes", _UNUSABLE),
    Outcome.EMPTY: OutcomeKind("the answer is empty", _UNUSABLE),
    Outcome.CUT_AT_LIMIT: OutcomeKind("the answer was cut off at max_tokens", _UNUSABLE),
    Outcome.TOOL_CALL: OutcomeKind("the model called a tool instead of answering", _UNUSABLE),
    Outcome.NOT_JSON: OutcomeKind("the answer holds no JSON object", _UNUSABLE),
    Outcome.WRONG_SHAPE: OutcomeKind("the answer is JSON of another shape", _UNUSABLE),
}

_TOO_LONG_WORDS = ("context length", "context_length", "context size", "maximum context", "too long", "too many tokens")
_FILTER_WORDS = ("content_filter", "content filter", "content management policy", "responsibleai")


class AttemptError(Exception):
    """An attempt that did not answer. `server_words` serve to tell the cause and are never logged or shown."""

    def __init__(
        self, outcome: Outcome, why: str = "", *, status: int | None = None, retry_after: float | None = None,
        server_words: str = "",
    ) -> None:  # fmt: skip
        self.outcome = outcome
        self.why = why or OUTCOMES[outcome].meaning
        self.status = status
        self.retry_after = retry_after
        self.server_words = server_words.lower()
        super().__init__(self.why)

    @property
    def transient(self) -> bool:
        """Whether the same request may be tried again."""
        return OUTCOMES[self.outcome].transient

    def told(self, where: str) -> MailroomError:
        """What the mailroom is told when no attempt is left."""
        return MailroomError(OUTCOMES[self.outcome].code, "a model call failed", where=where, why=self.why)


def fault_of(error: openai.OpenAIError) -> AttemptError:
    """What an exception of the SDK means."""
    if isinstance(error, openai.APITimeoutError):
        return AttemptError(Outcome.TIMED_OUT)
    if isinstance(error, openai.APIStatusError):
        return _fault_of_status(error)
    if isinstance(error.__cause__, AnswerTooLargeError):
        return AttemptError(Outcome.ANSWER_TOO_LARGE)
    if isinstance(error, openai.APIConnectionError):
        return AttemptError(Outcome.CONNECTION_FAILED)
    return AttemptError(Outcome.RESPONSE_BROKEN)


def _fault_of_status(error: openai.APIStatusError) -> AttemptError:
    words = f"{error.code or ''} {error.type or ''} {error.message}"
    return fault_of_status(error.status_code, words, retry_after_seconds(error.response.headers))


def fault_of_status(status: int, words: str, retry_after: float | None = None) -> AttemptError:
    """What a status and the server's words mean; also for servers that send an error with status 200."""
    outcome = _outcome_of_status(status, words.lower())
    why = f"{OUTCOMES[outcome].meaning}, status {status}"
    return AttemptError(outcome, why, status=status, retry_after=retry_after, server_words=words)


def _outcome_of_status(status: int, words: str) -> Outcome:
    if status == 402 or "insufficient_quota" in words:
        return Outcome.NO_CREDIT
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    if status >= 500:
        return Outcome.SERVER_ERROR
    if any(word in words for word in _FILTER_WORDS):
        return Outcome.CONTENT_FILTERED
    if status == 413 or any(word in words for word in _TOO_LONG_WORDS):
        return Outcome.TOO_LONG
    return Outcome.NOT_FOUND if 300 <= status < 400 else Outcome.REQUEST_REFUSED


_BY_STATUS = {
    401: Outcome.KEY_REFUSED,
    403: Outcome.KEY_REFUSED,
    404: Outcome.NOT_FOUND,
    408: Outcome.BUSY,
    409: Outcome.BUSY,
    429: Outcome.RATE_LIMITED,
}
