"""Identifiers, names, labels, durations, numbers and sentences."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailroom_dagster.taxonomy.model import FieldSpec, FieldType, load_taxonomy
from mailroom_dagster.values import canonical
from mailroom_dagster.values.durations import find_durations, parse_duration
from mailroom_dagster.values.ids import clean_id, id_key
from mailroom_dagster.values.labels import bears_label, parse_label
from mailroom_dagster.values.names import base_name, clean_name, legal_form, name_key
from mailroom_dagster.values.numbers import spelled_number
from mailroom_dagster.values.sentences import sentence_at, sentence_spans

FIELDS = list(load_taxonomy().classes["insurance_claim"].fields.values())


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("Claim No. PA-12", "PA-12"),
        ("Case No.: 1:20-cv-00123-ABC", "1:20-cv-00123-ABC"),
        ("#7781", "7781"),
        ("Policy Number HO-1234567.", "HO-1234567"),
        ("[2021]  EWHC\n12 (Ch)", "[2021] EWHC 12 (Ch)"),
        ("(PA-12)", "PA-12"),
        ("PA-12)", "PA-12"),
        ("--", None),
    ],
)
def test_an_identifier_stays_verbatim(words: str, value: str | None) -> None:
    assert clean_id(words) == value


def test_identifiers_compare_without_punctuation_but_keep_their_letters() -> None:
    assert id_key("AB-1") == id_key("ab 1")
    assert id_key("PA-12") != id_key("12")


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ('Acme Corp. (the "Company")', "Acme Corp."),
        ("  ACME,\n INC.,", "ACME, INC."),
        ("Foo LLC (hereinafter referred to as “Buyer”)", "Foo LLC"),
        ("Acme (UK) Ltd", "Acme (UK) Ltd"),
        ("“”", None),
    ],
)
def test_a_name_is_cleaned_of_what_is_not_the_name(words: str, value: str | None) -> None:
    assert clean_name(words) == value


def test_names_compare_without_legal_form_but_never_become_nothing() -> None:
    assert name_key("The Acme Company, Inc.") == name_key("ACME COMPANY INC")
    assert name_key("Smith & Co., LLC") == name_key("Smith and Co. LLC")
    assert name_key("Trust") != name_key("Holdings")
    assert name_key("First National Bank") != name_key("First National Bank of Ohio")
    assert base_name("Trust") == "Trust"
    assert legal_form("Acme Robotics, Inc.") == "Inc."
    assert legal_form("Delaware") is None


CLAIM_TYPES = {"auto": ["vehicle", "motor"], "property": ["homeowners", "fire"], "other": []}


@pytest.mark.parametrize(
    ("words", "label"),
    [
        ("Auto", "auto"),
        ("motor-vehicle", "auto"),
        ("Homeowners policy", "property"),
        ("spaceship", None),
        ("fire in the vehicle", None),
        ("not fire", None),
        ("automatic", None),
    ],
)
def test_a_label_is_of_the_vocabulary_or_none(words: str, label: str | None) -> None:
    assert parse_label(CLAIM_TYPES, words) == label


DETERMINATIONS = {"approved": ["covered"], "denied": ["declined"], "pending": ["open"], "other": []}


@pytest.mark.parametrize(
    ("label", "words", "borne"),
    [
        ("denied", "we must deny your claim", True),
        ("denied", "the denial of your claim", True),
        ("denied", "the claim was not denied", False),
        ("denied", "we approve your claim", False),
        ("denied", "denied in part, approved in part", True),
        ("approved", "denied in part, approved in part", True),
        ("pending", "we are looking into it", True),
        ("pending", "your claim is declined", False),
        ("other", "another matter", True),
        ("spaceship", "spaceship", False),
    ],
)
def test_words_bear_a_label_unless_they_contradict_it(label: str, words: str, borne: bool) -> None:
    assert bears_label(DETERMINATIONS, label, words) is borne


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("two (2) years", "P24M"),
        ("24 months", "P24M"),
        ("12-month", "P12M"),
        ("one year, renewable for 5 years", "P12M"),
        ("twenty-four (24) months", "P24M"),
        ("thirty (30) days", "P30D"),
        ("90 calendar days", "P90D"),
        ("2 weeks", "P14D"),
    ],
)
def test_a_duration_is_read(words: str, value: str) -> None:
    assert str(parse_duration(words)) == value


@pytest.mark.parametrize("words", ["sixty (30) days", "years", "2019", "a long time"])
def test_what_is_no_duration_is_refused(words: str) -> None:
    assert parse_duration(words) is None


def test_durations_are_found_with_their_places() -> None:
    text = "for three (3) years, on 30 days' notice"
    assert [text[span.start : span.end] for span in find_durations(text)] == ["three (3) years", "30 days"]


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("one hundred and fifty thousand", 150_000),
        ("twenty-one", 21),
        ("million", 1_000_000),
        ("several", None),
        ("", None),
    ],
)
def test_spelled_numbers_are_read(words: str, number: int | None) -> None:
    assert spelled_number(words) == number


@pytest.mark.parametrize(
    "sentence",
    [
        "The rate is 1.5 % of the sum.",
        "See No. 12 of Acme Inc. and Smith v. Jones, 12 U.S.C. § 5.",
        "Appeal No. ED 83155, before all judges.",
        "Under U.S. law it ends.",
        "Mr. J. Doe paid $5.",
        "1. Term of the agreement.",
        "Acme Robotics, Inc. Shall pay.",
        "He lives in Portland, Or. And pays.",
    ],
)
def test_points_that_end_nothing_split_nothing(sentence: str) -> None:
    text = f"First one here. {sentence} Next one there."
    assert sentence in [text[start:end] for start, end in sentence_spans(text)]


def test_sentences_end_at_stops_blank_lines_and_pages() -> None:
    text = 'He said "Stop." She left!\n\nNo stop here\fNew page? Yes. Give it to me. He did.'
    assert [text[start:end] for start, end in sentence_spans(text)] == [
        'He said "Stop."', "She left!", "No stop here", "New page?", "Yes.", "Give it to me.", "He did.",
    ]  # fmt: skip


def test_the_sentence_at_an_offset() -> None:
    text = "One here. Two there. Three."
    start, end = sentence_at(text, text.index("there"))
    assert text[start:end] == "Two there."


@given(st.text(alphabet="ab .?!\n\fAB12", max_size=200))
def test_sentences_cover_everything_but_white_space_in_order(text: str) -> None:
    spans = sentence_spans(text)
    assert "".join("".join(text[start:end].split()) for start, end in spans) == "".join(text.split())
    assert all(a[1] <= b[0] for a, b in pairwise(spans))


@given(st.text(max_size=60))
def test_canonical_is_stable_and_never_raises(words: str) -> None:
    for spec in FIELDS:
        value = canonical(spec, words)
        if value is not None:
            assert canonical(spec, value) == value


def test_text_is_flattened() -> None:
    assert canonical(FieldSpec(type=FieldType.TEXT, description=""), " a\n b ") == "a b"
