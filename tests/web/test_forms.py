"""Forms and sheets: cutting a text at its marks loses nothing, and what nobody changed is no correction."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mailroom_dagster.records.model import (
    ClassificationRecord,
    Evidence,
    ExtractedField,
    ExtractionRecord,
    FieldValue,
)
from mailroom_dagster.taxonomy.model import load_taxonomy
from mailroom_dagster.web.forms import PREFIX, Shown, as_text, decision_of
from mailroom_dagster.web.sheets import pieces_of

TAXONOMY = load_taxonomy()
SPANS = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)).map(sorted), max_size=6)


@given(st.text(min_size=10, max_size=50), SPANS, st.integers(0, 10))
def test_pieces_joined_are_the_text_and_carry_the_marks_that_cover_them(
    text: str, spans: list[list[int]], start: int
) -> None:
    marks = [(f"f{n}", Evidence(page=1, start=a, end=b, quote="")) for n, (a, b) in enumerate(spans)]
    pieces = pieces_of(text, start, len(text), marks)
    assert "".join(piece.text for piece in pieces) == text[start:]
    place = start
    for piece in pieces:
        covering = {name for name, mark in marks if mark.start <= place and place + len(piece.text) <= mark.end}
        assert set(piece.fields.split()) == covering
        place += len(piece.text)


def shown(doc_class: str = "insurance_claim") -> Shown:
    field = ExtractedField(name="insurer", values=(FieldValue(value="Harbor  Mutual", words="Harbor Mutual"),))
    common = {"doc_id": "0" * 16, "fingerprint": "", "code_version": "", "confidence": 0.5}
    classification = ClassificationRecord(doc_class="insurance_claim", decided_by="sorter", **common)  # type: ignore[arg-type]
    extraction = ExtractionRecord(doc_class="insurance_claim", fields={"insurer": field}, **common)  # type: ignore[arg-type]
    return Shown(TAXONOMY, doc_class, classification, extraction)


def test_an_untouched_form_is_a_plain_approval() -> None:
    form = {PREFIX + name: as_text(item) for name, item in shown().own.items()}
    decision = decision_of(shown(), form | {"action": "approve", "reviewer": "Grace", PREFIX + "adjuster": "\r\n"})
    assert (decision.action, decision.fields, decision.doc_class) == ("approve", {}, None)


def test_an_emptied_field_is_cleared() -> None:
    decision = decision_of(shown(), {"action": "approve", "reviewer": "Grace", PREFIX + "insurer": " "})
    assert (decision.action, decision.fields) == ("correct", {"insurer": None})


def test_another_class_drops_the_fields_that_were_on_the_page() -> None:
    given = {"action": "approve", "reviewer": "Grace", "form_class": "insurance_claim", PREFIX + "insurer": "X"}
    decision = decision_of(shown("correspondence"), given)
    assert (decision.action, decision.doc_class, decision.fields) == ("correct", "correspondence", {})
