"""Every fault of the fake model server, with its stated outcome."""

from __future__ import annotations

import pytest

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.policy import LlmPolicy
from mailroom_dagster.providers.openai.outcomes import OUTCOMES, Outcome
from tests.faults import model_server as faults
from tests.faults.model_server import Fault
from tests.providers.conftest import Asking, extract_task, sort_task

TRANSIENT = [
    (faults.rate_limited, Outcome.RATE_LIMITED),
    (faults.rate_limited_until_a_date, Outcome.RATE_LIMITED),
    (faults.request_timeout, Outcome.BUSY),
    (faults.conflict, Outcome.BUSY),
    (faults.overloaded, Outcome.SERVER_ERROR),
    (faults.server_error, Outcome.SERVER_ERROR),
    (faults.error_with_status_200, Outcome.SERVER_ERROR),
    (faults.cut_stream, Outcome.CONNECTION_FAILED),
    (faults.connection_reset, Outcome.CONNECTION_FAILED),
    (faults.not_a_completion, Outcome.RESPONSE_BROKEN),
    (faults.no_choices, Outcome.RESPONSE_BROKEN),
]
PERMANENT = [
    (faults.quota_exhausted, Outcome.NO_CREDIT),
    (faults.no_credit, Outcome.NO_CREDIT),
    (faults.key_refused, Outcome.KEY_REFUSED),
    (faults.unknown_model, Outcome.NOT_FOUND),
    (faults.redirected, Outcome.NOT_FOUND),
    (faults.prompt_too_long, Outcome.TOO_LONG),
    (faults.prompt_filtered, Outcome.CONTENT_FILTERED),
    (faults.content_filter, Outcome.CONTENT_FILTERED),
    (faults.refusal, Outcome.MODEL_REFUSED),
    (faults.enormous_answer, Outcome.ANSWER_TOO_LARGE),
    (faults.compressed_bomb, Outcome.ANSWER_TOO_LARGE),
    (faults.empty_content, Outcome.EMPTY),
    (faults.null_content, Outcome.EMPTY),
    (faults.only_thinking, Outcome.EMPTY),
    (faults.length_stop, Outcome.CUT_AT_LIMIT),
    (faults.tool_call, Outcome.TOOL_CALL),
]
SHAPELESS = [
    (faults.invalid_json, Outcome.NOT_JSON),
    (faults.prose, Outcome.NOT_JSON),
    (faults.not_a_number, Outcome.NOT_JSON),
    (faults.deeply_nested, Outcome.NOT_JSON),
    (faults.a_list, Outcome.NOT_JSON),
    (faults.wrong_shape, Outcome.WRONG_SHAPE),
    (faults.endless_number, Outcome.WRONG_SHAPE),
    (faults.enormous_number, Outcome.WRONG_SHAPE),
]
HARMLESS = [
    faults.extra_fields,
    faults.think_tags,
    faults.closing_think_tag,
    faults.code_fence,
    faults.wrapped_in_prose,
    faults.half_a_character,
    faults.other_model_name,
    faults.usage_missing,
    faults.usage_absurd,
    faults.usage_of_words,
]


@pytest.mark.parametrize(("fault", "outcome"), TRANSIENT, ids=lambda item: getattr(item, "__name__", str(item)))
def test_a_passing_fault_is_tried_again_and_the_answer_counts(asking: Asking, fault: Fault, outcome: Outcome) -> None:
    asking.server.play(fault)
    reply = asking.provider().answer(sort_task())
    assert reply.answer.doc_class == "contract"
    assert [call.outcome for call in reply.calls] == [outcome, Outcome.ANSWERED]
    assert len(asking.server.requests) == 2


@pytest.mark.parametrize(("fault", "outcome"), TRANSIENT, ids=lambda item: getattr(item, "__name__", str(item)))
def test_a_lasting_outage_is_unavailable_after_four_attempts(asking: Asking, fault: Fault, outcome: Outcome) -> None:
    provider = asking.provider()
    provider.answer(sort_task("first, so that the dialect is proven"))
    asking.server.always(fault)
    with pytest.raises(MailroomError) as caught:
        provider.answer(sort_task())
    assert caught.value.code is ErrorCode.PROVIDER_UNAVAILABLE
    assert not caught.value.permanent
    assert asking.outcomes()[1:] == [outcome] * 4
    assert len(asking.server.requests) == 1 + 4


@pytest.mark.parametrize(("fault", "outcome"), PERMANENT, ids=lambda item: getattr(item, "__name__", str(item)))
def test_a_permanent_fault_is_named_after_one_attempt(asking: Asking, fault: Fault, outcome: Outcome) -> None:
    asking.server.always(fault)
    with pytest.raises(MailroomError) as caught:
        asking.provider(LlmPolicy(timeout_seconds=5, answer_max_bytes=100_000)).answer(sort_task())
    assert caught.value.code is OUTCOMES[outcome].code
    assert asking.outcomes() == [outcome]
    assert len(asking.server.requests) == 1


@pytest.mark.parametrize(("fault", "outcome"), SHAPELESS, ids=lambda item: getattr(item, "__name__", str(item)))
def test_an_answer_without_its_shape_is_unusable(asking: Asking, fault: Fault, outcome: Outcome) -> None:
    provider = asking.provider()
    provider.answer(sort_task("first, so that the dialect is proven"))
    asking.server.play(fault)
    with pytest.raises(MailroomError) as caught:
        provider.answer(sort_task())
    assert caught.value.code is ErrorCode.ANSWER_UNUSABLE
    assert asking.outcomes()[1:] == [outcome]


@pytest.mark.parametrize("fault", HARMLESS, ids=lambda item: item.__name__)
def test_an_odd_but_whole_answer_is_used(asking: Asking, fault: Fault) -> None:
    asking.server.play(fault)
    answer = asking.provider().answer(sort_task()).answer
    assert (answer.doc_class, answer.subtype, answer.confidence, answer.signals) == ("contract", "service", 0.9, {})


@pytest.mark.parametrize("fault", [faults.slow_first_byte, faults.trickling], ids=lambda item: item.__name__)
def test_an_answer_that_does_not_come_times_out_as_a_whole(asking: Asking, fault: Fault) -> None:
    asking.server.play(fault)
    reply = asking.provider(LlmPolicy(timeout_seconds=0.3)).answer(sort_task())
    assert [call.outcome for call in reply.calls] == [Outcome.TIMED_OUT, Outcome.ANSWERED]


def test_a_quote_that_is_not_in_the_text_is_passed_on_for_grounding_to_refuse(asking: Asking) -> None:
    value = {"value": "Cyrus plc", "quote": "Cyrus plc, a company nobody wrote about"}
    asking.server.answer = {"fields": {"parties": [value]}, "confidence": 1.0}
    reply = asking.provider().answer(extract_task())
    assert reply.answer.values["parties"][0].quote == value["quote"]


@pytest.mark.parametrize("confidence", [float("inf"), 10**400])
def test_a_confidence_without_end_is_no_extraction(asking: Asking, confidence: float) -> None:
    asking.server.answer = {"fields": {}, "confidence": confidence}
    with pytest.raises(MailroomError) as caught:
        asking.provider().answer(extract_task())
    assert caught.value.code is ErrorCode.ANSWER_UNUSABLE


def test_a_field_that_no_class_has_is_passed_on_for_the_validator_to_name(asking: Asking) -> None:
    asking.server.answer = {
        "fields": {"shoe_size": [{"value": "43", "quote": "43"}], "parties": None},
        "confidence": 0.5,
    }
    reply = asking.provider().answer(extract_task())
    assert list(reply.answer.values) == ["shoe_size"]


def test_an_hour_of_retry_after_is_not_waited_for(asking: Asking) -> None:
    asking.server.play(faults.rate_limited_for_an_hour)
    with pytest.raises(MailroomError) as caught:
        asking.provider().answer(sort_task())
    assert caught.value.code is ErrorCode.PROVIDER_UNAVAILABLE
    assert asking.pauses == []


def test_pauses_double_and_retry_after_is_honoured(asking: Asking) -> None:
    asking.server.play(faults.overloaded, faults.rate_limited, faults.overloaded)
    asking.provider().answer(sort_task())
    assert asking.pauses == [1.0, 7.0, 4.0]


def test_the_model_that_answered_is_recorded(asking: Asking) -> None:
    asking.server.play(faults.other_model_name)
    asking.provider().answer(sort_task())
    assert asking.rows()[0].model == "somebody-else-7b"


@pytest.mark.parametrize(
    "fault", [faults.usage_missing, faults.usage_absurd, faults.usage_of_words], ids=lambda item: item.__name__
)
def test_tokens_that_are_not_told_are_unknown_and_count_as_the_worst_case(asking: Asking, fault: Fault) -> None:
    asking.server.play(fault)
    asking.provider().answer(sort_task())
    [row] = asking.rows()
    assert (row.cost_usd, row.output_tokens) == (None, None)
    assert row.spent == row.worst_usd
    assert row.worst_usd is not None
    assert row.worst_usd > 500 * 20 / 1e6


def test_no_reason_holds_words_of_document_or_answer(asking: Asking) -> None:
    """F-93."""
    provider = asking.provider()
    asking.server.always(faults.wrong_shape)
    with pytest.raises(MailroomError) as caught:
        provider.answer(sort_task("the secret of Ada Ltd"))
    for words in ("secret", "category", "high"):
        assert words not in caught.value.message
    assert all("secret" not in row.model_dump_json() for row in asking.rows())
