"""What sentences of a section can be quoted."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailroom_dagster.classification.labelled import plain_document
from mailroom_dagster.questions.answer import Writer
from mailroom_dagster.questions.decompose import decompose
from mailroom_dagster.questions.index import SectionIndex
from mailroom_dagster.questions.model import Found, Statement
from mailroom_dagster.questions.sections import split
from mailroom_dagster.questions.vocabulary import load_vocabulary
from mailroom_dagster.storage import Disk
from tests.questions.archive_of_two import AGREEMENT, ARBOR, entry_of

VOCABULARY = load_vocabulary()


def quoted(folder: Path, text: str, question: str) -> tuple[Statement, ...]:
    """What is quoted for a question from all sections of a text."""
    index = SectionIndex(folder, Disk())
    index.update([entry_of(ARBOR, text)])
    found = [Found(section=item, document="a", score=1, signals={}) for item in split(ARBOR, plain_document(text))]
    return Writer(index, VOCABULARY, lambda doc_id: ()).key_sentences(decompose(question, VOCABULARY), found)


def test_a_heading_that_only_repeats_the_question_is_no_answer(tmp_path: Path) -> None:
    text = f"Contents\n\nGoverning Law\n\nNotices\n\n{AGREEMENT}"
    assert ["Oregon" in item.text for item in quoted(tmp_path, text, "What is the governing law?")] == [True]


def test_the_end_of_a_sentence_longer_than_a_quote_can_be_quoted(tmp_path: Path) -> None:
    text = f"LEASE\n\nThe lease of {'the barn, the yard, ' * 60}and the mill shall expire on May 4, 2031."
    (statement,) = quoted(tmp_path, text, "When does the lease expire?")
    assert statement.text.endswith("expire on May 4, 2031.")
    assert len(statement.text) <= VOCABULARY.answer.quote_characters


def test_a_sentence_that_runs_over_lines_is_quoted_whole_and_a_form_line_by_line(tmp_path: Path) -> None:
    law = "This Agreement shall be construed in accordance\nwith the laws of the Commonwealth of\nVirginia."
    form = "Insurer: Kestrel Mutual\nPolicy Number: HO-1\nDate of Loss: May 4, 2024"
    (statement,) = quoted(tmp_path / "a", f"LEASE\n\n1. Governing Law\n\n{law}", "What is the governing law?")
    assert statement.text == " ".join(law.split())
    assert statement.citations[0].quote == law
    (statement,) = quoted(tmp_path / "b", f"CLAIM\n\n{form}", "What is the policy number?")
    assert statement.text == "Policy Number: HO-1"


def test_a_value_beside_the_words_of_the_question_is_more_than_a_heading(tmp_path: Path) -> None:
    (statement,) = quoted(
        tmp_path, "CLAIM\n\nInsurer: Kestrel Mutual\nPolicy Number: 4471", "What is the policy number?"
    )
    assert statement.text == "Policy Number: 4471"


def test_a_heading_within_a_section_is_no_answer(tmp_path: Path) -> None:
    cap = "10.2 The liability of each Party is limited to the fees paid."
    text = f"SERVICES AGREEMENT\n\nLIMITATION OF LIABILITY\n\n{cap}"
    (statement,) = quoted(tmp_path, text, "What is the liability cap?")
    assert statement.text == cap


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Does the services agreement allow assignment?", "Neither Party may assign this Agreement."),
        ("Is the sponsorship exclusive?", "Organizer shall not accept sponsorship from a competitor of Sponsor."),
        ("What happens under force majeure?", "Delay from causes beyond its reasonable control is excused."),
        ("How are disputes settled?", "All disputes are settled by arbitration in Salem."),
        ("Which warranties are given?", "Supplier warrants that the goods are free of defects."),
        ("May the books be audited?", "Licensor may inspect the books once a year."),
        ("What did the board decide?", "RESOLVED, that the bid of Castle Roofing is accepted."),
        ("Why was the claim denied?", "The policy excludes loss by wear and tear."),
    ],
)
def test_usual_questions_are_answered_by_the_sentence_of_their_subject(
    tmp_path: Path, question: str, sentence: str
) -> None:
    others = "The Parties met in Salem. The weather was fine, and the Services were performed."
    assert [item.text for item in quoted(tmp_path, f"{others}\n\n{sentence}", question)] == [sentence]
