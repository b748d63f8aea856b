"""Whatever an agent answers, what is accepted stands in the text, is typed, and the loop ends."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mailroom_dagster.agents.contracts import ExtractAnswer, RawValue
from mailroom_dagster.extraction.extractor import Extractor
from mailroom_dagster.extraction.schema import schema_errors, schema_for
from mailroom_dagster.grounding import verify_fields
from mailroom_dagster.policy import Policy
from mailroom_dagster.reading.model import WordBoxes
from mailroom_dagster.taxonomy.model import load_taxonomy
from tests.extraction.scripted import ScriptedProvider
from tests.grounding.documents import boxes_of, document

TAXONOMY = load_taxonomy()
SCHEMA = schema_for(TAXONOMY, "insurance_claim")
DOCUMENT = document(
    "CLAIM REPORT\n\nClaim No. PA-12, policy HO 7.\nInsured: Jo Doe. Loss on March 4, 2024 and not on May 5.\n\n- 1 -",
    "\nWe claim $1,250.00, not (3,000).\nThe claim is denied; it was not approved. Fire in the vehicle.",
)
BOXES = boxes_of(DOCUMENT)
PIECES = st.builds(
    lambda start, length: DOCUMENT.text[start : start + length],
    st.integers(0, len(DOCUMENT.text) - 1),
    st.integers(1, 60),
)
WORDS = st.one_of(PIECES, st.text(max_size=20), st.sampled_from(["2024-03-04", "USD 1250", "auto", "PA-12", "n/a"]))
RAW = st.builds(
    RawValue, value=WORDS, quote=st.none() | WORDS, start=st.none() | st.integers(-5, len(DOCUMENT.text) + 5)
)
ANSWERS = st.builds(
    ExtractAnswer,
    values=st.dictionaries(
        st.sampled_from([*TAXONOMY.classes["insurance_claim"].fields, "stranger"]),
        st.lists(RAW, max_size=3).map(tuple),
        max_size=6,
    ),
    confidence=st.none() | st.floats(allow_nan=False, allow_infinity=False),
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(ANSWERS, min_size=1, max_size=4), st.sampled_from([None, 60]))
def test_any_answers_leave_only_what_the_text_says(answers: list[ExtractAnswer], window: int | None) -> None:
    provider = ScriptedProvider(*answers, input_characters=window)
    extraction = Extractor(TAXONOMY, Policy(), provider).extract("d" * 16, DOCUMENT, BOXES, "insurance_claim")
    assert verify_fields(DOCUMENT, extraction.fields) == []
    plain = {name: field.json_value for name, field in extraction.fields.items()}
    assert schema_errors(SCHEMA, TAXONOMY, "insurance_claim", plain) == ()
    assert 0 <= extraction.confidence <= 1
    assert extraction.attempts <= TAXONOMY.bars("insurance_claim").retry_max + 1
    assert extraction.decisions[-1].to == extraction.route
    assert "stranger" not in extraction.fields


@settings(max_examples=30)
@given(ANSWERS)
def test_the_same_answer_gives_the_same_extraction(answer: ExtractAnswer) -> None:
    runs = [
        Extractor(TAXONOMY, Policy(), ScriptedProvider(answer)).extract(
            "d" * 16, DOCUMENT, WordBoxes(), "insurance_claim"
        )
        for _ in range(2)
    ]
    assert runs[0].model_dump_json() == runs[1].model_dump_json()
