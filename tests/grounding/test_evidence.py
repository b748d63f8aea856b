"""Evidence is the stored text at its place, page by page, and stops standing when that text changes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mailroom_dagster.grounding import Span, evidence_of, verify, verify_fields
from mailroom_dagster.reading.model import DocumentText, WordBoxes
from mailroom_dagster.records.model import ExtractedField, FieldValue
from tests.grounding.documents import boxes_of, document

DOCUMENT = document("First line here\nsecond line", "third line\nfourth line end")


def span_of(text: DocumentText, words: str) -> Span:
    start = text.text.index(words)
    return Span(start, start + len(words))


def test_evidence_is_one_piece_a_page() -> None:
    first, second = evidence_of(DOCUMENT, boxes_of(DOCUMENT), span_of(DOCUMENT, "second line\fthird line"))
    assert (first.page, first.quote) == (1, "second line")
    assert (second.page, second.quote) == (2, "third line")
    assert verify(DOCUMENT, first)
    assert verify(DOCUMENT, second)


def test_boxes_are_one_a_printed_line() -> None:
    [piece] = evidence_of(DOCUMENT, boxes_of(DOCUMENT), span_of(DOCUMENT, "line here\nsecond"))
    assert piece.boxes == ((30.0, 0.0, 75.0, 10.0), (0.0, 12.0, 30.0, 22.0))


def test_a_span_inside_a_word_takes_that_words_box() -> None:
    [piece] = evidence_of(DOCUMENT, boxes_of(DOCUMENT), span_of(DOCUMENT, "econ"))
    assert piece.boxes == ((0.0, 12.0, 30.0, 22.0),)


def test_text_without_boxes_has_evidence_without_boxes() -> None:
    [piece] = evidence_of(DOCUMENT, WordBoxes(), span_of(DOCUMENT, "second"))
    assert piece.boxes == ()


def test_evidence_on_a_wrong_page_or_outside_the_text_does_not_stand() -> None:
    [piece] = evidence_of(DOCUMENT, WordBoxes(), span_of(DOCUMENT, "second"))
    assert not verify(DOCUMENT, piece.model_copy(update={"page": 2}))
    assert not verify(DOCUMENT, piece.model_copy(update={"start": -6, "end": 0, "quote": ""}))
    assert not verify(DOCUMENT, piece.model_copy(update={"end": 9999}))


def fields_of(text: DocumentText, spans: list[tuple[int, int]]) -> dict[str, ExtractedField]:
    """One list field a span, plus one field with all of them."""
    values = [
        FieldValue(value="v", words="v", evidence=evidence)
        for start, end in spans
        if (evidence := evidence_of(text, WordBoxes(), Span(start, end)))
    ]
    return {"all": ExtractedField(name="all", many=True, values=tuple(values))}


@given(st.data())
def test_changing_one_character_breaks_exactly_the_values_that_cite_it(data: st.DataObject) -> None:
    text = document(*data.draw(st.lists(st.text(alphabet="ab c\n", min_size=1, max_size=30), min_size=1, max_size=3)))
    length = len(text.text)
    offsets = st.tuples(st.integers(0, length), st.integers(0, length)).map(sorted).map(tuple)
    fields = fields_of(text, data.draw(st.lists(offsets, max_size=6)))
    assert verify_fields(text, fields) == []
    at = data.draw(st.integers(0, length - 1))
    changed = text.model_copy(update={"text": text.text[:at] + "X" + text.text[at + 1 :]})
    citing = [
        ("all", position)
        for position, value in enumerate(fields["all"].values)
        if any(piece.start <= at < piece.end for piece in value.evidence)
    ]
    assert verify_fields(changed, fields) == citing


def test_a_value_without_evidence_does_not_stand_unless_a_person_stated_it() -> None:
    bare = FieldValue(value="v", words="v")
    stated = bare.model_copy(update={"stated_by": "A. Reviewer"})
    fields = {"x": ExtractedField(name="x", many=True, values=(bare, stated))}
    assert verify_fields(DOCUMENT, fields) == [("x", 0)]
    [piece] = evidence_of(DOCUMENT, WordBoxes(), span_of(DOCUMENT, "second"))
    wrong = stated.model_copy(update={"evidence": (piece.model_copy(update={"quote": "third!"}),)})
    assert verify_fields(DOCUMENT, {"x": ExtractedField(name="x", values=(wrong,))}) == [("x", 0)]
