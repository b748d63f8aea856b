"""What came back: from a response's text to a typed answer, or to the outcome that names what is wrong with it.

Belongs here: reading completions defensively: every part may be missing, null or of another type. Does not belong
here: the answers' shapes (`schemas`). No reason given here holds words of the answer (F-93).
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from mailroom_dagster.agents.contracts import SummaryAnswer, TranscribeAnswer
from mailroom_dagster.providers.openai.outcomes import AttemptError, Outcome, fault_of_status
from mailroom_dagster.providers.openai.schemas import AnswerShape

PLAUSIBLE = 4  # a count of tokens above so many times the bound we know is taken as unknown
_OBJECTS_TRIED = 20
_THOUGHTS = re.compile(r"<(think|thinking|thought|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_THOUGHTS_END = re.compile(r"\A.*</(?:think|thinking|thought|reasoning)>", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"\A\s*```[\w-]*\s*\n(.*?)\n?\s*(?:```\s*\Z|\Z)", re.DOTALL)
_NO_TEXT = "[no text]"

Json = dict[str, Any]


@dataclass(frozen=True)
class Completion:
    """The parts of a response that matter. None means that the server did not say, or said something absurd."""

    content: str
    finish_reason: str
    refusal: bool
    tool_call: bool
    model: str | None
    input_tokens: int | None
    output_tokens: int | None
    tokens: tuple[tuple[str, float], ...] = ()  # generated tokens with their log probabilities


def read_response(text: str, most_input: int, most_output: int) -> Completion:
    """A response's text as a completion. Bounds are token counts. Raises AttemptError: response_broken, or the
    error that some servers send with status 200."""
    data = _json_object(text)
    if data is None:
        raise AttemptError(Outcome.RESPONSE_BROKEN)
    choices = data.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise _error_in(data)
    choice = choices[0]
    message = _dict(choice.get("message"))
    usage = _dict(data.get("usage"))
    content = message.get("content")
    model = data.get("model")
    return Completion(
        content=content if isinstance(content, str) else "",
        finish_reason=str(choice.get("finish_reason") or ""),
        refusal=bool(message.get("refusal")),
        tool_call=bool(message.get("tool_calls") or message.get("function_call")),
        model=model if isinstance(model, str) and model else None,
        input_tokens=_count(usage.get("prompt_tokens"), most_input),
        output_tokens=_count(usage.get("completion_tokens"), most_output),
        tokens=tuple(_tokens(choice)),
    )


def _error_in(data: Json) -> AttemptError:
    error = data.get("error")
    if not isinstance(error, dict):
        return AttemptError(Outcome.RESPONSE_BROKEN)
    code = error.get("code")
    status = code if isinstance(code, int) and 300 <= code < 600 else 500
    return fault_of_status(status, f"{code} {error.get('type')} {error.get('message')}")


def read_answer(completion: Completion, shape: AnswerShape) -> BaseModel:
    """The typed answer of a completion. Raises AttemptError with an answer's outcome."""
    return shape.read(_answer_object(_answer_text(completion)))


def read_text(completion: Completion, kind: type[BaseModel]) -> BaseModel:
    """The plain text of a completion, for transcriptions and summaries. Raises AttemptError."""
    text = _answer_text(completion)
    fence = _FENCE.match(text)
    text = (fence[1] if fence else text).strip()
    if kind is TranscribeAnswer:
        return TranscribeAnswer(text="" if text.lower() == _NO_TEXT else text)
    return SummaryAnswer(text=text)


def _answer_text(completion: Completion) -> str:
    """The content without the model's thinking. Refusal, filter, length, tool call and emptiness are outcomes."""
    if completion.finish_reason == "content_filter":
        raise AttemptError(Outcome.CONTENT_FILTERED)
    if completion.refusal:
        raise AttemptError(Outcome.MODEL_REFUSED)
    if completion.finish_reason == "length":
        raise AttemptError(Outcome.CUT_AT_LIMIT)
    text = _without_thoughts(completion.content.strip())
    if not text and completion.tool_call:
        raise AttemptError(Outcome.TOOL_CALL)
    if not text:
        raise AttemptError(Outcome.EMPTY, "only thinking, no answer" if completion.content.strip() else "")
    return text


def _without_thoughts(content: str) -> str:
    if content.startswith("{"):
        return content  # JSON may quote such tags
    return _THOUGHTS_END.sub("", _THOUGHTS.sub("", content)).strip()


def _answer_object(text: str) -> Json:
    """The first JSON object that the text is, or holds."""
    fence = _FENCE.match(text)
    for candidate in (text, fence[1] if fence else ""):
        found = _json_object(candidate)
        if found is not None:
            return found
    found = next(_objects_in(text), None)
    if found is None:
        raise AttemptError(Outcome.NOT_JSON)
    return found


def _json_object(text: str) -> Json | None:
    try:
        value = _writable(json.loads(text, parse_constant=_no_constant))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _objects_in(text: str) -> Iterator[Json]:
    decoder = json.JSONDecoder(parse_constant=_no_constant)
    at = -1
    for _ in range(_OBJECTS_TRIED):
        at = text.find("{", at + 1)
        if at < 0:
            return
        try:
            value = _writable(decoder.raw_decode(text, at)[0])
        except (ValueError, RecursionError):
            continue
        if value:
            yield value


def _writable(value: Any) -> Any:
    """A value as UTF-8 can hold it: half of a surrogate pair, as of a cut emoji, becomes a question mark."""
    return json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


def token_probability(completion: Completion, label: str | None) -> float | None:
    """How likely the model found its answer, 0..1: of the label's own tokens where one is named, else the mean of all.

    None when the server gave no log probabilities, or the label cannot be told apart in them.
    """
    if not completion.tokens:
        return None
    if label is None:
        return _mean_probability([value for _, value in completion.tokens])
    written = "".join(token for token, _ in completion.tokens)
    match = re.search(rf'"{label}"\s*:\s*"?([^",}}\s]+)', written)
    if match is None:
        return None
    values, at = [], 0
    for token, value in completion.tokens:
        if at < match.end(1) and at + len(token) > match.start(1):
            values.append(value)
        at += len(token)
    return math.exp(sum(values))


def _mean_probability(values: list[float]) -> float:
    return sum(map(math.exp, values)) / len(values)


def _tokens(choice: Json) -> Iterator[tuple[str, float]]:
    listed = _dict(choice.get("logprobs")).get("content")
    for item in listed if isinstance(listed, list) else ():
        token, value = _dict(item).get("token"), _dict(item).get("logprob")
        if not isinstance(token, str) or not isinstance(value, int | float) or not -1e9 <= value <= 1e-6:
            return
        yield token, min(float(value), 0.0)


def _count(value: Any, most: int) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= PLAUSIBLE * most:
        return None
    return value


def _dict(value: Any) -> Json:
    return value if isinstance(value, dict) else {}
