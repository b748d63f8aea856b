"""Extracted values are quoted first, whole, and only for what is asked."""

from __future__ import annotations

from pathlib import Path

from mailroom_dagster.classification.labelled import plain_document
from mailroom_dagster.questions.archive import entry, naming
from mailroom_dagster.questions.asking import Desk
from mailroom_dagster.questions.decompose import decompose
from mailroom_dagster.questions.index import SectionIndex
from mailroom_dagster.questions.model import Scope
from mailroom_dagster.questions.stated import Stated, places_asked
from mailroom_dagster.questions.vocabulary import load_vocabulary
from mailroom_dagster.reading.model import DocumentText
from mailroom_dagster.records.model import Evidence, ExtractedField, FieldValue
from mailroom_dagster.storage import Disk

OPINION = """IN THE SUPREME COURT
OF VALDORIA

Thistle Mills v. Harrow Dye Works

No. 41-7, argued May 2, 2019, before the whole court

July 9, 2019

The court below was the District Court of Ombra, which ruled on March 1, 2018.
"""
DOC_ID = "c" * 16


class OneText:
    """One opinion, of which court and date were extracted."""

    def document(self, doc_id: str) -> DocumentText | None:
        return plain_document(OPINION)

    def stated(self, doc_id: str) -> Stated:
        return {name: [self.place(words)] for name, words in VALUES.items()}

    def place(self, words: str) -> tuple[int, int]:
        start = OPINION.index(words)
        return start, start + len(words)

    def in_scope(self, doc_id: str, scope: Scope) -> bool:
        return True

    def waits(self, doc_id: str) -> bool:
        return False


VALUES = {"court": "SUPREME COURT\nOF VALDORIA", "date_decided": "July 9, 2019"}


def desk(folder: Path) -> Desk:
    index = SectionIndex(folder, Disk())
    index.update([entry(DOC_ID, "digest", "opinion.txt", ("M-1",), plain_document(OPINION))])
    return Desk(index, OneText(), load_vocabulary())


def test_a_value_that_runs_over_two_lines_is_quoted_with_both(tmp_path: Path) -> None:
    answer = desk(tmp_path).ask("Which court decided Thistle Mills v. Harrow Dye Works?")
    assert [item.citations[0].quote for item in answer.statements] == ["IN THE SUPREME COURT\nOF VALDORIA"]


def test_the_extracted_date_goes_before_other_dates(tmp_path: Path) -> None:
    answer = desk(tmp_path).ask("When was Thistle Mills v. Harrow Dye Works decided?")
    assert "July 9, 2019" in answer.statements[0].text
    assert "March 1" not in answer.text


def test_fields_are_told_apart_by_the_words_of_their_names() -> None:
    held = {"agreement_date": [(0, 5)], "effective_date": [(9, 12)], "governing_law": [(20, 30)]}
    vocabulary = load_vocabulary()
    parts = decompose("What is the effective date of the lease with Arbor Lane?", vocabulary)
    assert places_asked(parts, vocabulary, held) == [(9, 12)]


def test_words_of_a_name_ask_for_nothing() -> None:
    vocabulary = load_vocabulary()
    parts = decompose("Which law governs the agreement of Acme Talk Holding AG?", vocabulary)
    assert "holding" not in parts.intents
    assert decompose("What is the Governing Law?", vocabulary).intent == "governing_law"


def test_only_the_sentences_that_bear_extracted_values_are_quoted_beside_one(tmp_path: Path) -> None:
    answer = desk(tmp_path).ask("Which court decided Thistle Mills v. Harrow Dye Works?")
    assert len(answer.statements) == 1
    assert answer.sections[0].places


def test_a_document_is_also_named_by_its_class_and_values() -> None:
    place = Evidence(page=1, start=0, end=5, quote="Ombra")
    field = ExtractedField(name="target_entity", values=(FieldValue(value="Ombra", words="Ombra", evidence=(place,)),))
    assert naming("due_diligence", None, {"target_entity": field}) == ["due diligence", "Ombra"]
