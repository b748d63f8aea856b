"""Learning how a model must be asked, once, and keeping it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.policy import LlmPolicy
from tests.faults import model_server as faults
from tests.faults.model_server import Fault
from tests.providers.conftest import Asking, extract_task, sort_task


def formats(asking: Asking) -> list[str]:
    return [body.get("response_format", {}).get("type", "plain") for body in asking.server.requests]


def test_a_model_that_takes_a_schema_is_asked_strictly_and_once(asking: Asking) -> None:
    asking.provider().answer(sort_task())
    [body] = asking.server.requests
    wanted = body["response_format"]["json_schema"]
    assert wanted["strict"] is True
    assert wanted["schema"]["additionalProperties"] is False
    assert wanted["schema"]["required"] == list(wanted["schema"]["properties"])
    assert "unknown" in wanted["schema"]["properties"]["doc_class"]["enum"]


@pytest.mark.parametrize(
    ("fault", "tried"),
    [
        (faults.without_json_schema, ["json_schema", "json_object"]),
        (faults.wants_the_word_json, ["json_schema", "json_object"]),
        (faults.json_schema_gives_500, ["json_schema", "json_schema", "json_object"]),
        (faults.without_response_format, ["json_schema", "json_object", "plain"]),
        (faults.schema_ignored, ["json_schema", "json_object"]),
    ],
    ids=lambda item: getattr(item, "__name__", ""),
)
def test_a_looser_json_mode_is_found_and_remembered_on_disk(asking: Asking, fault: Fault, tried: list[str]) -> None:
    """Also F-86: the word json stands in the system and in the user message."""
    asking.server.always(fault)
    assert asking.provider().answer(sort_task()).answer.doc_class == "contract"
    assert formats(asking) == tried
    asking.server.requests.clear()
    asking.provider().answer(sort_task("another document, another process"))
    assert formats(asking) == tried[-1:]
    assert all("json" in message["content"] for message in asking.server.requests[0]["messages"])


@pytest.mark.parametrize(
    ("fault", "sent", "unsent"),
    [
        (faults.wants_max_completion_tokens, "max_completion_tokens", "max_tokens"),
        (faults.refuses_temperature, "max_tokens", "temperature"),
    ],
    ids=lambda item: getattr(item, "__name__", ""),
)
def test_a_parameter_that_a_model_refuses_is_not_sent_again(
    asking: Asking, fault: Fault, sent: str, unsent: str
) -> None:
    asking.server.always(fault)
    provider = asking.provider()
    provider.answer(sort_task())
    provider.answer(sort_task("another"))
    assert len(asking.server.requests) == 3
    assert all(sent in body and unsent not in body for body in asking.server.requests[1:])
    assert formats(asking) == ["json_schema"] * 3


def test_an_outage_at_the_first_call_teaches_nothing(asking: Asking) -> None:
    asking.server.always(faults.server_error)
    provider = asking.provider()
    with pytest.raises(MailroomError):
        provider.answer(sort_task())
    assert len(asking.server.requests) == 4
    asking.server.always(None)
    provider.answer(sort_task())
    assert formats(asking)[-1] == "json_schema"


def test_a_request_that_is_refused_in_every_dialect_is_refused(asking: Asking) -> None:
    asking.server.always(faults.bad_request)
    with pytest.raises(MailroomError) as caught:
        asking.provider().answer(sort_task())
    assert caught.value.code is ErrorCode.PROVIDER_REFUSED
    assert formats(asking) == ["json_schema", "json_object", "plain"]


def test_a_proven_model_is_not_asked_more_loosely_after_one_bad_answer(asking: Asking) -> None:
    provider = asking.provider()
    provider.answer(sort_task())
    asking.server.play(faults.prose)
    with pytest.raises(MailroomError):
        provider.answer(sort_task("another"))
    provider.answer(sort_task("a third"))
    assert formats(asking) == ["json_schema"] * 3


def test_every_setting_of_an_agent_is_sent(asking: Asking) -> None:
    """F-96: nothing is configured that nobody reads."""
    asking.provider(temperature=0.7, max_tokens=321, reasoning_effort="low", logprobs=True).answer(sort_task())
    [body] = asking.server.requests
    sent = {name: body[name] for name in ("model", "temperature", "max_tokens", "reasoning_effort", "logprobs")}
    assert sent == {
        "model": faults.MODEL,
        "temperature": 0.7,
        "max_tokens": 321,
        "reasoning_effort": "low",
        "logprobs": True,
    }


def test_the_window_of_an_agent_bounds_what_it_is_shown(asking: Asking) -> None:
    """F-96."""
    long = " ".join(f"word{number}" for number in range(5000))
    asking.provider(input_characters=1000).answer(sort_task(long))
    shown = asking.server.requests[0]["messages"][1]["content"]
    assert len(shown) < 1500
    assert "characters left out" in shown


def with_logprobs(*tokens: tuple[str, float]) -> Fault:
    def fault(exchange: faults.Exchange) -> None:
        content = [{"token": token, "logprob": value} for token, value in tokens]
        exchange.complete(choice={"logprobs": {"content": content}})

    return fault


def test_the_probability_of_a_sorting_is_that_of_its_label(asking: Asking) -> None:
    tokens = [('{"', 0.0), ("doc_class", -9.0), ('":"', 0.0), ("con", -0.5), ("tract", -0.25), ('",', 0.0), ("x", -3.0)]
    asking.server.play(with_logprobs(*tokens))
    reply = asking.provider(logprobs=True).answer(sort_task())
    assert reply.token_probability == pytest.approx(2.718281828**-0.75)


def test_the_probability_of_an_extraction_is_the_mean(asking: Asking) -> None:
    asking.server.answer = {"fields": {}, "confidence": 0.4}
    asking.server.play(with_logprobs(("a", 0.0), ("b", -100.0)))
    assert asking.provider(logprobs=True).answer(extract_task()).token_probability == pytest.approx(0.5)


@pytest.mark.parametrize(
    "odd",
    [None, [], "x", {"content": None}, {"content": [1, {"token": "a", "logprob": "b"}]},
     {"content": [{"token": "a", "logprob": -(10**400)}]}],
)  # fmt: skip
def test_odd_log_probabilities_are_no_probability(asking: Asking, odd: Any) -> None:
    asking.server.play(lambda exchange: exchange.complete(choice={"logprobs": odd}))
    assert asking.provider(logprobs=True).answer(sort_task()).token_probability is None


def test_a_damaged_memory_of_dialects_is_learned_anew(asking: Asking) -> None:
    (asking.home.calls / "dialects.json").write_text('{"x": ')
    asking.provider(LlmPolicy(timeout_seconds=5)).answer(sort_task())
    assert len(json.loads((asking.home.calls / "dialects.json").read_text())) == 1
