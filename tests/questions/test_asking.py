"""Questions are answered with places that re-read, within their scope, or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mailroom_dagster.agents.contracts import CitedSentence, Interpretation, InterpretTask, Role, WrittenAnswer
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.providers.base import Identity, Reply
from mailroom_dagster.questions.asking import FALLBACK
from mailroom_dagster.questions.decompose import decompose
from mailroom_dagster.questions.model import Scope
from mailroom_dagster.questions.vocabulary import load_vocabulary
from tests.questions.archive_of_two import ARBOR, BIRCH, TEXTS, desk_of_two


@pytest.mark.parametrize(
    ("question", "doc_id", "words"),
    [
        ("Which law governs the Arbor Lane agreement?", ARBOR, "State of Oregon"),
        ("Which law governs the Birch Road agreement?", BIRCH, "State of Utah"),
        ("What is the late fee for Birch Road?", BIRCH, "late fee of 2 %"),
        ("When can Arbor Lane terminate?", ARBOR, "sixty (60) days"),
        (
            "What if the supplier must pay for IP infringement under the Arbor Lane contract?",
            ARBOR,
            "third-party patents",
        ),
    ],
)
def test_an_answer_cites_the_place_that_says_it(tmp_path: Path, question: str, doc_id: str, words: str) -> None:
    answer = desk_of_two(tmp_path).ask(question)
    assert answer.answered
    assert words in answer.text
    assert answer.documents == (doc_id,)
    for statement in answer.statements:
        for place in statement.citations:
            assert TEXTS[place.doc_id][place.start : place.end] == place.quote


@pytest.mark.parametrize(
    "question", ["Which law governs the agreement of Zebra Corp?", "What is the arbitration venue of Arbor Lane?"]
)
def test_what_the_archive_does_not_say_is_not_answered_but_the_nearest_sections_are_shown(
    tmp_path: Path, question: str
) -> None:
    answer = desk_of_two(tmp_path).ask(question)
    assert (answer.answered, answer.text, answer.statements) == (False, FALLBACK, ())
    assert answer.sections
    changes = [attempt.changed for attempt in answer.attempts]
    assert 2 <= len(changes) <= 3
    assert len(set(changes)) == len(changes)


def test_a_question_sees_only_its_matter_and_its_document(tmp_path: Path) -> None:
    desk = desk_of_two(tmp_path)
    question = "What is the late fee on overdue amounts?"
    assert "2 %" in desk.ask(question, Scope(matter="M-2")).text
    assert "1.5 %" in desk.ask(question, Scope(document=ARBOR)).text
    assert not desk.ask("Which law governs the Arbor Lane agreement?", Scope(matter="M-2")).answered
    assert not desk.ask(question, Scope(matter="M-3")).sections


def test_intents_are_scored_and_paying_does_not_capture_a_question_about_infringement() -> None:
    parts = decompose("What happens if the supplier must pay for IP infringement?", load_vocabulary())
    assert parts.intent == "intellectual_property"
    assert "payment_terms" in parts.intents


def test_a_question_without_words_is_refused() -> None:
    for question in ("", " ?! ", "x" * 2001):
        with pytest.raises(MailroomError) as caught:
            decompose(question, load_vocabulary())
        assert caught.value.code is ErrorCode.BAD_REQUEST


class Author:
    """A model that writes what it is told, turn by turn; the last answer stays."""

    name, sees_images = "model", False

    def __init__(self, *turns: WrittenAnswer) -> None:
        self.turns = list(turns)
        self.feedback: list[tuple[str, ...]] = []

    def identity(self, role: Role) -> Identity:
        return Identity(provider="model", model="author-1")

    def answer(self, task: Any) -> Reply[Any]:
        if isinstance(task, InterpretTask):
            return Reply(Interpretation())
        self.feedback.append(task.feedback)
        return Reply(self.turns.pop(0) if len(self.turns) > 1 else self.turns[0])


def written(text: str, *passages: str) -> WrittenAnswer:
    return WrittenAnswer(answered=True, sentences=(CitedSentence(text=text, passages=passages),))


def test_a_contradicted_sentence_of_a_model_is_named_to_it_and_never_returned(tmp_path: Path) -> None:
    wrong = written("Overdue amounts bear a late fee of 3 % per month.", "S1")
    right = written("Overdue amounts bear a late fee of 2 % per month.", "S1")
    author = Author(wrong, right)
    answer = desk_of_two(tmp_path, author).ask("What is the late fee for Birch Road?")
    assert answer.text == right.sentences[0].text
    assert author.feedback[0] == ()
    assert "3 %" in author.feedback[1][0]


def test_after_two_wrong_answers_the_document_speaks_for_itself(tmp_path: Path) -> None:
    author = Author(written("Overdue amounts bear a late fee of 3 % per month.", "S1"))
    answer = desk_of_two(tmp_path, author).ask("What is the late fee for Birch Road?")
    assert "late fee of 2 %" in answer.text
    assert len(answer.attempts) == 3


def test_a_sentence_that_cites_nothing_that_was_shown_is_not_said(tmp_path: Path) -> None:
    author = Author(written("The late fee for Birch Road is 2 % per month.", "S99"))
    answer = desk_of_two(tmp_path, author).ask("What is the late fee for Birch Road?")
    assert "The late fee for Birch Road is" not in answer.text


def test_asked_which_documents_only_those_that_go_by_the_name_answer(tmp_path: Path) -> None:
    desk = desk_of_two(tmp_path)
    answer = desk.ask("Which agreements are governed by the law of Utah?")
    assert answer.documents == (BIRCH,)
    assert not desk.ask("Which agreements are governed by the law of Delaware?").answered


def test_documents_are_not_counted_by_quoting_them(tmp_path: Path) -> None:
    answer = desk_of_two(tmp_path).ask("How many agreements are there?")
    assert not answer.answered
    assert ["catalog" in attempt.outcome for attempt in answer.attempts] == [True]
