"""Sections lie in order, keep their offsets and leave nothing out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mailroom_dagster.classification.labelled import plain_document
from mailroom_dagster.questions.sections import LONGEST, split
from tests.questions.archive_of_two import AGREEMENT, ARBOR

LINES = st.lists(
    st.sampled_from(
        [
            "",
            "ARTICLE IV",
            "2.1 Fees and Costs.",
            "NOTICE",
            "The buyer pays 1.5 % to Acme Inc. in No. 12.",
            "\f",
            "x" * 3000,
        ]
    ),
    max_size=30,
)


@given(LINES)
def test_sections_are_the_stored_text_in_order_and_leave_out_only_white_space(lines: list[str]) -> None:
    text = "\n".join(lines)
    at = 0
    for section in split(ARBOR, plain_document(text)) if text.strip() else ():
        assert section.text == text[section.start : section.end]
        assert 0 < len(section.text) <= LONGEST
        assert not text[at : section.start].strip()
        at = section.end
    assert not text[at:].strip()


def test_headings_that_a_clause_runs_on_from_open_sections_of_their_own() -> None:
    titles = [section.title for section in split(ARBOR, plain_document(AGREEMENT))]
    assert titles[0] == "SERVICES AGREEMENT"
    assert titles[1:] == [
        "Scope of Services",
        "Payment Terms",
        "Late Payment Penalties",
        "Termination for Convenience",
        "Intellectual Property Rights",
        "Governing Law",
    ]


def test_the_page_of_a_section_is_where_it_begins() -> None:
    document = plain_document("1. Term. One year.")
    page = document.pages[0].model_copy(update={"number": 7})
    assert split(ARBOR, document.model_copy(update={"pages": (page,)}))[0].page == 7
