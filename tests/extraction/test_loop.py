"""The self-correcting loop, driven by a scripted provider."""

from __future__ import annotations

import pytest

from mailroom_dagster.agents.contracts import ExtractAnswer
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.extraction.confidence import Calibration
from mailroom_dagster.extraction.extractor import Extractor
from mailroom_dagster.extraction.result import Extraction
from mailroom_dagster.policy import Policy
from mailroom_dagster.reading.model import DocumentText, Page, PageSource, WordBoxes
from mailroom_dagster.routing import Route
from mailroom_dagster.routing.states import ScoredState
from mailroom_dagster.routing.tables import Row
from mailroom_dagster.taxonomy.model import load_taxonomy
from tests.extraction.scripted import ScriptedProvider, says

TAXONOMY = load_taxonomy()
TEXT = (
    "SERVICES AGREEMENT\n\nThis Services Agreement is made as of January 13, 2026 between Acme Robotics, Inc. and "
    "Borealis Ltd.\n\nIt is governed by the laws of the State of Delaware. The fee is $1,250."
)
FLAT = Calibration(bias=1.0, weights={}, doubts={})  # 0.73 for every valid answer: the medium band
GOOD = says(
    document_name="SERVICES AGREEMENT",
    parties=["Acme Robotics, Inc.", "Borealis Ltd."],
    agreement_date=("2026-01-13", "January 13, 2026"),
    effective_date=("2026-01-13", "as of January 13, 2026"),
    governing_law=("Delaware", "State of Delaware"),
    contract_value=("USD 1250", "$1,250"),
)


def document(text: str = TEXT) -> DocumentText:
    return DocumentText(
        text=text,
        pages=(Page(number=1, start=0, end=len(text), source=PageSource.TEXT_LAYER),),
        media_type="text/plain",
    )


def extract(provider: ScriptedProvider, text: str = TEXT, doc_class: str = "contract") -> Extraction:
    extractor = Extractor(TAXONOMY, Policy(), provider)
    return extractor.extract("d" * 16, document(text), WordBoxes(), doc_class)


def with_value(answer: ExtractAnswer, **values: object) -> ExtractAnswer:
    return ExtractAnswer(values={**answer.values, **says(**values).values})  # type: ignore[arg-type]


def test_a_clean_answer_goes_to_the_report_in_one_attempt() -> None:
    provider = ScriptedProvider(GOOD)
    extraction = extract(provider)
    assert extraction.route is Route.REPORT
    assert extraction.attempts == 1
    assert extraction.fields["contract_value"].json_value == "USD 1250.00"
    assert extraction.fields["parties"].json_value == ["Acme Robotics, Inc.", "Borealis Ltd."]


def test_the_error_goes_verbatim_into_the_next_prompt_with_the_same_window() -> None:
    bad = with_value(GOOD, effective_date=("01/13/2026", "January 13, 2026"))
    provider = ScriptedProvider(bad, GOOD)
    extraction = extract(provider)
    first, second = provider.tasks
    assert first.feedback == ()
    assert second.feedback == ("field 'effective_date': '01/13/2026' is not a date like 2026-01-31",)
    assert (second.window_start, second.window_end) == (first.window_start, first.window_end)
    assert second.previous == bad
    assert extraction.route is Route.REPORT
    assert extraction.attempts == 2
    assert [decision.rule for decision in extraction.decisions] == ["invalid_retry", "confident"]


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("nonsense", "x", "field 'nonsense': contract has no such field"),
        ("contract_value", "a lot", "field 'contract_value': 'a lot' is not an amount of money"),
        ("effective_date", "soon", "field 'effective_date': 'soon' is not a date like 2026-01-31"),
        ("effective_date", "2026-02-30", "field 'effective_date': '2026-02-30' is not a date like 2026-01-31"),
    ],
)
def test_every_fault_of_form_is_an_error_by_name(field: str, value: str, sentence: str) -> None:
    provider = ScriptedProvider(with_value(GOOD, **{field: value}), GOOD)
    extract(provider)
    assert provider.tasks[1].feedback == (sentence,)


def test_identical_answers_end_the_loop() -> None:
    provider = ScriptedProvider(with_value(GOOD, effective_date="soon"))
    extraction = extract(provider)
    assert len(provider.tasks) == 2
    assert extraction.route is Route.REVIEW
    assert extraction.errors == ("field 'effective_date': 'soon' is not a date like 2026-01-31",)
    assert any("changes nothing" in line for line in extraction.trace)


def test_different_wrong_answers_are_bounded_by_retry_max() -> None:
    provider = ScriptedProvider(*(with_value(GOOD, effective_date=f"day {number}") for number in range(9)))
    extraction = extract(provider)
    assert len(provider.tasks) == 3  # retry_max 2
    assert extraction.route is Route.REVIEW
    assert extraction.decisions[-1].rule == "invalid_spent"


def test_a_value_the_text_does_not_bear_is_cleared_and_listed() -> None:
    provider = ScriptedProvider(with_value(GOOD, governing_law="Nevada"))
    extraction = extract(provider)
    assert "governing_law" not in extraction.fields
    assert extraction.cleared == {"governing_law": ["'Nevada' has no evidence: its quote is not in the text"]}


def test_an_ungrounded_required_value_is_asked_again_then_judged() -> None:
    provider = ScriptedProvider(with_value(GOOD, parties=["Nobody LLC"]))
    extraction = extract(provider)
    assert len(provider.tasks) == 2
    assert provider.tasks[1].feedback == (
        "field 'parties': 'Nobody LLC' has no evidence: its quote is not in the text",
    )
    assert extraction.decisions[0].rule == "required_cleared_retry"
    assert extraction.route is Route.JUDGE


def test_malformed_json_is_an_error_of_its_own_and_never_an_empty_extraction() -> None:
    broken = MailroomError(ErrorCode.ANSWER_UNUSABLE, "the answer is not JSON")
    provider = ScriptedProvider(broken, GOOD)
    extraction = extract(provider)
    assert provider.tasks[1].feedback[0].startswith("the answer cannot be used: the answer is not JSON")
    assert extraction.route is Route.REPORT


def test_an_empty_answer_is_not_archived() -> None:
    extraction = extract(ScriptedProvider(ExtractAnswer(confidence=0.99)))
    assert extraction.confidence == 0
    assert extraction.route is Route.REVIEW


def test_blank_values_are_absent() -> None:
    extraction = extract(ScriptedProvider(says(parties=[" "])))
    assert extraction.fields == {}
    assert extraction.route is Route.REVIEW


def test_passing_failures_are_tried_again_and_lasting_ones_go_to_a_person() -> None:
    down = MailroomError(ErrorCode.PROVIDER_UNAVAILABLE, "no answer")
    assert extract(ScriptedProvider(down, GOOD)).route is Route.REPORT
    spent = extract(ScriptedProvider(down))
    assert spent.route is Route.REVIEW
    assert spent.decisions[-1].rule == "transient_spent"


def test_a_spent_budget_is_raised() -> None:
    with pytest.raises(MailroomError) as raised:
        extract(ScriptedProvider(MailroomError(ErrorCode.BUDGET_SPENT, "spent")))
    assert raised.value.code is ErrorCode.BUDGET_SPENT


def test_an_unknown_class_is_not_extracted() -> None:
    extraction = extract(ScriptedProvider(GOOD), doc_class="unknown")
    assert extraction.route is Route.REVIEW
    assert extraction.decisions[0].rule == "unknown_class"


def test_only_the_fields_to_fix_are_replaced() -> None:
    first = extract(ScriptedProvider(GOOD))
    provider = ScriptedProvider(says(governing_law=("Delaware", "laws of the State of Delaware")))
    second = Extractor(TAXONOMY, Policy(), provider).extract(
        "d" * 16,
        document(),
        WordBoxes(),
        "contract",
        feedback=("governing_law: wrong.",),
        fields_to_fix=("governing_law", "contract_value"),
        earlier=first.fields,
    )
    assert provider.tasks[0].feedback == ("governing_law: wrong.",)
    assert provider.tasks[0].fields_to_fix == ("governing_law", "contract_value")
    assert second.fields["parties"] == first.fields["parties"]
    assert second.fields["governing_law"].values[0].words == "laws of the State of Delaware"
    assert "contract_value" not in second.fields


def test_a_value_that_changes_between_attempts_lowers_agreement() -> None:
    text = TEXT + " Or of Ohio."
    ohio = with_value(GOOD, governing_law="Ohio", effective_date="soon")
    extraction = extract(ScriptedProvider(ohio, GOOD), text)
    assert extraction.signals["agreement"] < 1
    assert extract(ScriptedProvider(GOOD), text).signals["agreement"] == 1


@pytest.mark.parametrize("stated", [0.0, 0.4, 1.7, -1.0, float("nan")])
def test_the_agents_own_number_can_only_lower_the_confidence(stated: float) -> None:
    silent = extract(ScriptedProvider(GOOD)).confidence
    told = extract(ScriptedProvider(GOOD.model_copy(update={"confidence": stated})))
    assert 0 <= told.confidence <= silent
    assert told.confidence < silent
    assert told.signals["stated"] == (stated if 0 <= stated <= 1 else 0)


def test_a_medium_gate_is_asked_with_the_signals_and_the_class() -> None:  # F-37
    heard: list[ScoredState] = []

    class Gate:
        name = "listening"

        def decide(self, gate: str, state: ScoredState, row: Row) -> tuple[Route, dict[str, float]]:
            heard.append(state)
            return Route.REPORT, {}

    half = ExtractAnswer(values=says(parties=["Acme Robotics, Inc."], document_name="SERVICES AGREEMENT").values)
    extractor = Extractor(TAXONOMY, Policy(), ScriptedProvider(half), FLAT, Gate())
    extraction = extractor.extract("d" * 16, document(), WordBoxes(), "contract")
    [state] = heard
    assert state.doc_class == "contract"
    assert 0 < state.signals["expected_coverage"] < state.signals["required_coverage"] == 1
    assert (extraction.route, extraction.decisions[-1].actor) == (Route.REPORT, "listening")


def test_what_reading_left_open_leads_to_a_person_whatever_was_extracted() -> None:
    half_read = document().model_copy(update={"needs_person": ("pages_unread",)})
    extraction = Extractor(TAXONOMY, Policy(), ScriptedProvider(GOOD)).extract(
        "d" * 16, half_read, WordBoxes(), "contract"
    )
    assert extraction.fields
    assert (extraction.route, extraction.decisions[-1].rule) == (Route.REVIEW, "needs_person")
    assert extraction.decisions[-1].numbers["left_open"] == ["pages_unread"]


def test_an_amount_of_zero_is_content() -> None:
    extraction = extract(ScriptedProvider(says(claimed_amount=("0", "$0"))), "The claim is for $0.", "insurance_claim")
    assert extraction.fields["claimed_amount"].json_value == "USD 0.00"
    assert extraction.decisions[-1].rule != "empty_spent"


@pytest.mark.parametrize("words", ["", "  ", "n/a", "None", "not stated", "-"])
def test_words_for_nothing_are_absent(words: str) -> None:
    extraction = extract(ScriptedProvider(with_value(GOOD, governing_law=words, effective_date=words)))
    assert "governing_law" not in extraction.fields
    assert extraction.errors == ()


def test_a_missing_field_is_asked_for_only_when_the_confidence_is_low() -> None:
    provider = ScriptedProvider(says(governing_law="Delaware"), GOOD)
    extraction = extract(provider)
    assert "field 'parties': no value yet; give it with its quote if the text states it" in provider.tasks[1].feedback
    assert extraction.route is Route.REPORT


def test_a_document_without_pages_gives_no_values() -> None:
    bare = document().model_copy(update={"pages": ()})
    extraction = Extractor(TAXONOMY, Policy(), ScriptedProvider(GOOD)).extract("d" * 16, bare, WordBoxes(), "contract")
    assert extraction.fields == {}


def test_the_document_decides_how_an_ambiguous_date_is_read() -> None:
    answer = says(insured_party="Jo Doe", date_of_loss=("2024-03-04", "03/04/2024"))
    plain = "Insured: Jo Doe. Loss on 03/04/2024."
    american = plain + " Inspected 03/28/2024."
    assert (
        extract(ScriptedProvider(answer), american, "insurance_claim").fields["date_of_loss"].json_value == "2024-03-04"
    )
    assert "date_of_loss" not in extract(ScriptedProvider(answer), plain, "insurance_claim").fields


def test_a_kept_value_that_no_longer_fits_the_schema_is_an_error() -> None:
    first = extract(ScriptedProvider(GOOD)).fields
    stale = {
        **first,
        "agreement_date": first["agreement_date"].model_copy(update={"values": first["parties"].values[:1]}),
    }
    extraction = Extractor(TAXONOMY, Policy(), ScriptedProvider(GOOD)).extract(
        "d" * 16, document(), WordBoxes(), "contract", fields_to_fix=("governing_law",), earlier=stale
    )
    assert extraction.errors == ("field 'agreement_date': 'Acme Robotics, Inc.' is not a date like 2026-01-31",)
    assert extraction.route is Route.REVIEW
