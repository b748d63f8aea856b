"""Asking every model in use for one word before the work begins."""

from __future__ import annotations

import pytest

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.policy import LlmPolicy
from mailroom_dagster.providers.doctor import ping
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk
from tests.faults import model_server as faults
from tests.faults.model_server import Fault, ModelServer


def environ(server: ModelServer, **more: str) -> dict[str, str]:
    return {"MAILROOM_PROVIDER": "generic", "GENERIC_BASE_URL": server.base_url, "MAILROOM_MODEL": faults.MODEL} | more


def test_an_offline_mailroom_pings_nobody(home: Home) -> None:
    assert ping(home, Disk(), LlmPolicy(), {}) == []


def test_every_model_is_asked_once_and_says_what_it_is(home: Home, server: ModelServer) -> None:
    server.answer = {"here": True}
    [pong] = ping(home, Disk(), LlmPolicy(), environ(server))
    assert (pong.ok, pong.provider, pong.answered_by, len(pong.roles)) == (True, "generic", faults.MODEL, len(Role))
    assert "no price" in pong.message
    assert not pong.priced
    ping(home, Disk(), LlmPolicy(), environ(server))
    assert len(server.requests) == 2, "an answer of yesterday says nothing about today"


@pytest.mark.parametrize(
    ("fault", "code", "words"),
    [
        (faults.key_refused, ErrorCode.PROVIDER_MISCONFIGURED, "key is not accepted"),
        (faults.unknown_model, ErrorCode.PROVIDER_MISCONFIGURED, "no such model"),
        (faults.no_credit, ErrorCode.PROVIDER_MISCONFIGURED, "no credit"),
        (faults.overloaded, ErrorCode.PROVIDER_UNAVAILABLE, "503"),
        (faults.only_thinking, ErrorCode.ANSWER_UNUSABLE, "only thinking"),
    ],
    ids=lambda item: getattr(item, "__name__", ""),
)
def test_what_is_wrong_is_said_after_one_attempt(
    home: Home, server: ModelServer, fault: Fault, code: ErrorCode, words: str
) -> None:
    server.always(fault)
    [pong] = ping(home, Disk(), LlmPolicy(), environ(server))
    assert (pong.ok, pong.error_code) == (False, code)
    assert words in pong.message
    assert len(server.requests) == 1


def test_a_server_that_is_not_there_is_named(home: Home) -> None:
    nowhere = {"MAILROOM_PROVIDER": "llamacpp", "LLAMACPP_BASE_URL": "http://127.0.0.1:9/v1", "MAILROOM_MODEL": "any"}
    [pong] = ping(home, Disk(), LlmPolicy(), nowhere)
    assert pong.error_code == ErrorCode.PROVIDER_UNAVAILABLE
    assert "no connection" in pong.message


def test_a_cap_that_cannot_be_kept_is_said(home: Home, server: ModelServer) -> None:
    with pytest.raises(MailroomError) as caught:
        ping(home, Disk(), LlmPolicy(day_cost_usd=1), environ(server))
    assert caught.value.code is ErrorCode.PROVIDER_MISCONFIGURED
