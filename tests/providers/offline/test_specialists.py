"""What holds for every specialist, whatever the text: quotes stand where they say, windows are kept."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailroom_dagster.providers.offline.specialists import SPECIALISTS, generic
from mailroom_dagster.providers.offline.specialists.labelled import label
from mailroom_dagster.taxonomy.model import Taxonomy, load_taxonomy
from tests.providers.offline.asking import ask, values

CLASSES = sorted(SPECIALISTS)
WORDS = st.sampled_from(
    [
        "This Agreement is made on", "May 1, 2020", "between", "by and among", "Acme Corp.", "Beta LLC,",
        "(the “Buyer”)", "and", "WHEREAS", "RESOLVED,", "governed by the laws of", "New York", "term of",
        "two (2) years", "terminate", "renew", "upon notice", "shall pay", "USD 1,000", "\n", "\n\n", "\t", "\f",
        "# Due Diligence", "Minutes of", "Board of Directors of", "Governing Law:", "____", "[NAME]", "{date}", "“",
        "”", "(", ")", ";", ".", "é", "𝔄", "\u00a0", "a", "The", "of", "Effective Date:", "2021-02-03", "- ", "** ",
        "|", "Company: ", "By: ", "/s/ ",
        "v.", "- and -", "Between:", "Plaintiff,", "Defendant.", "In re:", "No. 12-345", "123 U.S. 456",
        "[2021] EWHC 1 (Ch)", "Before:", "Judge", "Ordered that", "From: a@b.c", "To:", "Subject:", "Dear Mr. Roe,",
        "Sincerely,", "cc:", "Re:", "Claim No.", "CLM-10001", "Policy:",
        "denied", "your claim", "FORM 8-K", "(Name of Issuer)", "<TYPE>", "Name:",
    ]
)  # fmt: skip
FIELDS = {name: set(spec.fields) for name, spec in load_taxonomy().classes.items()}
TEXTS = st.lists(WORDS, max_size=60).map(" ".join) | st.text(max_size=300)
HOSTILE = [
    "A ", "(", '("', "((a", "and ", "Acme, Inc., ", "between ", "Agreement between Acme, Inc. and ", ". ", "\n",
    " \n\n", "Company: Acme\n", "| a ", "_", "March 3, 2015 ", "governed by the laws of ", "term of two (2) years ",
    "# Heading\n", "RESOLVED that ", "**", "due diligence of ", "$1,000 purchase price ", "- - ", "of the ", "\t",
    "[", "Abc & Def ", "Abc, ", "hereinafter ", "Board of Directors of ", "A v. B ", "Plaintiff, ",
    "In re A ", "From: a@b\n", "CLM-10001\n", "A:\n", "No. 12-345 ", "\n\n", "123 U.S. 456 ",
    "Between:\nA\n- and -\nB\n", "(Name of Issuer) ", "ordered that ", "Dear A,\n", "> ",
    "your claim ",
]  # fmt: skip


def test_every_class_of_the_taxonomy_that_has_a_specialist_gets_it() -> None:
    assert set(CLASSES) <= set(SPECIALISTS)
    assert set(SPECIALISTS) <= set(load_taxonomy().classes)


@settings(max_examples=60)
@given(text=TEXTS, cut=st.floats(0, 1), doc_class=st.sampled_from(CLASSES))
def test_quotes_are_verbatim_inside_the_window_and_answers_repeat(text: str, cut: float, doc_class: str) -> None:
    start = int(len(text) * cut / 2)
    end = len(text) - int(len(text) * (1 - cut) / 2)
    found = values(doc_class, text, start, end)
    assert found == values(doc_class, text, start, end)
    assert set(found) <= FIELDS[doc_class]


@pytest.mark.parametrize("unit", HOSTILE, ids=repr)
def test_long_hostile_texts_are_answered(unit: str) -> None:
    text = unit * (8_000 // len(unit))
    for doc_class in CLASSES:
        values(doc_class, text)


@pytest.mark.parametrize("doc_class", CLASSES)
@pytest.mark.parametrize("text", ["", " \n\f ", "此合同由双方签订。", "x" * 5_000])
def test_what_is_not_there_is_absent(doc_class: str, text: str) -> None:
    assert ask(doc_class, text).values == {}


def test_a_class_without_a_specialist_is_read_by_its_fields_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    taxonomy = Taxonomy.model_validate(
        {
            "version": "1",
            "classes": {
                "permit": {
                    "label": "Permit",
                    "description": "A permit.",
                    "specialist": "permit_specialist",
                    "fields": {
                        "permit_number": {"type": "id", "description": "Its number."},
                        "issue_date": {"type": "date", "description": "When it was issued."},
                        "fee_amount": {"type": "money", "description": "The fee."},
                        "holder": {"type": "name", "description": "Who holds it."},
                        "conditions": {"type": "text", "many": True, "description": "Its conditions."},
                        "inspector": {"type": "name", "description": "Who inspects."},
                    },
                }
            },
        }
    )
    monkeypatch.setattr(generic, "_taxonomy", lambda: taxonomy)
    text = (
        "PERMIT\nPermit No.: B-17/2020\nDate of issue: 3 May 2020\nFee Amount\tEUR 1.200,50\n"
        "**Holder:** Pine Tools GmbH\nConditions: no noise at night; no smoke\nInspector: [NAME]\n"
    )
    assert values("permit", text) == {
        "permit_number": ["B-17/2020"],
        "issue_date": ["2020-05-03"],
        "fee_amount": ["EUR 1200.50"],
        "holder": ["Pine Tools GmbH"],
        "conditions": ["no noise at night", "no smoke"],
    }


def test_a_class_that_the_taxonomy_does_not_know_has_no_values() -> None:
    assert ask("stranger", "Permit No.: B-17\n").values == {}


@pytest.mark.parametrize("gap", ["  ", " " * 11, " " * 70, "\t", "      * ", "  \u2022 "])
def test_a_label_is_looked_for_at_the_end_of_a_gap_and_not_at_every_blank_of_it(gap: str) -> None:
    text = f"Form 7{gap}Loss date: May 1, 2024"
    found = label("loss date").search(text)
    assert found is not None
    assert found["value"] == "May 1, 2024"
    assert found.start() == len("Form 7") + len(gap) - len(gap.lstrip())


def test_words_split_at_the_end_of_a_line_are_read_whole() -> None:
    text = (
        "CONSULTING AGREEMENT\n\nThis Consulting Agree-\nment is made as of this 9th day of\nAu-\ngust, 2010 by and "
        'between Acme Corp. (the "Company") and Beta LLC ("Consultant").\n\n'
        "This Agreement is governed by the laws of the Common-\nwealth of Massa-\nchusetts.\n"
    )
    found = values("contract", text)
    assert found["agreement_date"] == ["2010-08-09"]
    assert found["governing_law"] == ["Massachusetts"]
