"""What sentences of a section can be quoted."""

from __future__ import annotations

from pathlib import Path

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
