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
        ("How is the claimed warranty of Arbor renewed?", "Arbor", ["claimed", "warranty"]),
    ],
)
def test_words_of_names_and_of_intents_are_not_what_else_a_section_must_hold(
    question: str, names: str, left: list[str]
) -> None:
    vocabulary = load_vocabulary()
    parts = decompose(question, vocabulary)
    assert set(names.split()) <= set(parts.entities)
    assert focus(parts, vocabulary) == left
