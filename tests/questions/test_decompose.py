"""What of a question are names, intents and other words."""

from __future__ import annotations

import pytest

from mailroom_dagster.questions.decompose import decompose, focus
from mailroom_dagster.questions.vocabulary import load_vocabulary


@pytest.mark.parametrize(
    ("question", "names", "left"),
    [
        ("Which law governs the license of Quill Payment Holding AG?", "Quill Payment Holding AG", ["license"]),
        ("When does the Arbor lease expire?", "Arbor", ["lease"]),
        ("How is the claimed harvest of Arbor renewed?", "Arbor", ["claimed", "harvest"]),
    ],
)
def test_words_of_names_and_of_intents_are_not_what_else_a_section_must_hold(
    question: str, names: str, left: list[str]
) -> None:
    vocabulary = load_vocabulary()
    parts = decompose(question, vocabulary)
    assert set(names.split()) <= set(parts.entities)
    assert focus(parts, vocabulary) == left


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("Who is the adjuster of the Kestrel claim?", "adjuster"),
        ("Does the master services agreement allow assignment?", "assignment"),
        ("Which law governs the license agreement?", "governing_law"),
        ("What does the license agreement say?", "intellectual_property"),
        ("Who adjusts the claim of Kestrel Bakery?", "adjuster"),
        ("When was the loss at Kestrel Bakery?", "loss"),
        ("When did the accident happen?", "loss"),
    ],
)
def test_a_question_is_about_its_own_part_before_any_date_or_name_or_kind_of_document(
    question: str, intent: str
) -> None:
    intents = decompose(question, load_vocabulary()).intents
    assert max(intents, key=lambda name: intents[name]) == intent


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Which agreements are governed by the law of Delaware?", "documents"),
        ("In which contracts is Arbor Lane named?", "documents"),
        ("Which of our leases expire in 2031?", "documents"),
        ("List all claims with a loss on May 4, 2024", "documents"),
        ("Which settled claims are above $5,000?", "documents"),
        ("How many contracts are there?", "count"),
        ("How many open claims do we have?", "count"),
        ("How many shares does Arbor Lane hold?", "value"),
        ("Which law governs the lease of Arbor Lane?", "value"),
        ("Which claim number does the letter of Arbor Lane state?", "value"),
        ("Which agreement is referred to in the letter from Arbor Lane?", "value"),
    ],
)
def test_a_question_may_ask_for_documents_rather_than_for_what_one_says(question: str, wanted: str) -> None:
    assert decompose(question, load_vocabulary()).wanted == wanted
