"""Windows cover long documents, and their results merge the same in any order."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from mailroom_dagster.extraction.extractor import Extractor
from mailroom_dagster.extraction.merging import agreement, merge
from mailroom_dagster.extraction.windows import windows_of
from mailroom_dagster.grounding import verify_fields
from mailroom_dagster.policy import Policy
from mailroom_dagster.reading.model import WordBoxes
from mailroom_dagster.records.model import Evidence, FieldValue
from mailroom_dagster.taxonomy.model import load_taxonomy
from tests.extraction.scripted import ScriptedProvider, says
from tests.extraction.test_loop import GOOD, TEXT, document

TAXONOMY = load_taxonomy()
SPECS = TAXONOMY.classes["contract"].fields


@given(st.text(alphabet="ab \n\f", max_size=600), st.integers(10, 200), st.integers(0, 80))
def test_windows_cover_every_character_in_order_and_overlap(text: str, size: int, overlap: int) -> None:
    windows = windows_of(text, size, overlap)
    assert windows[0][0] == 0
    assert windows[-1][1] == len(text)
    assert all(end - start <= size for start, end in windows)
    for (start, end), (next_start, next_end) in pairwise(windows):
        assert start < next_start <= end < next_end


def test_windows_are_cut_at_paragraphs() -> None:
    text = "\n\n".join(f"Paragraph {number} " + "word " * 30 for number in range(40))
    for start, end in windows_of(text, 1000, 200)[:-1]:
        assert text[:end].endswith("\n\n")
        assert start == 0 or text[:start].endswith("\n\n")


def test_a_short_document_is_one_window() -> None:
    assert windows_of("short", 100, 10) == [(0, 5)]
    assert windows_of("x" * 500, None, 10) == [(0, 500)]


def value(text: str, start: int) -> FieldValue:
    return FieldValue(
        value=text, words=text, evidence=(Evidence(page=1, start=start, end=start + len(text), quote=text),)
    )


VALUES = st.builds(value, st.sampled_from(["Acme", "ACME Inc.", "Borealis", "Ohio", "Iowa"]), st.integers(0, 30))
WINDOWS = st.lists(
    st.dictionaries(
        st.sampled_from(["parties", "governing_law", "term_length"]), st.lists(VALUES, min_size=1, max_size=4)
    ),
    max_size=5,
)


@given(WINDOWS, st.randoms())
def test_merging_does_not_depend_on_the_order_of_windows(
    windows: list[dict[str, list[FieldValue]]], random: object
) -> None:
    shuffled = list(windows)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert merge(SPECS, windows) == merge(SPECS, shuffled)
    assert agreement(SPECS, windows) == agreement(SPECS, shuffled)


@given(WINDOWS)
def test_merging_is_idempotent_and_loses_no_list_value(windows: list[dict[str, list[FieldValue]]]) -> None:
    fields = merge(SPECS, windows)
    assert merge(SPECS, windows + windows) == fields
    assert merge(SPECS, [{name: field.values for name, field in fields.items()}]).keys() == fields.keys()
    places = {
        (piece.start, piece.end) for window in windows for item in window.get("parties", []) for piece in item.evidence
    }
    kept = {
        (piece.start, piece.end)
        for item in (fields["parties"].values if "parties" in fields else ())
        for piece in item.evidence
    }
    assert kept == places


def test_a_single_value_is_the_one_with_most_places_then_the_earliest() -> None:
    windows = [{"governing_law": [value("Ohio", 0)]}, {"governing_law": [value("Iowa", 10), value("Iowa", 20)]}]
    assert merge(SPECS, windows)["governing_law"].json_value == "Iowa"
    assert merge(SPECS, [windows[0], {"governing_law": [value("Iowa", 10)]}])["governing_law"].json_value == "Ohio"
    assert agreement(SPECS, windows) == 0.0


LONG = TEXT + "\n\n" + "\n\n".join(f"Clause {number}. " + "Nothing of note is said here. " * 8 for number in range(30))


def test_every_window_is_asked_and_retries_see_the_same_window() -> None:
    bad = says(effective_date="soon")
    provider = ScriptedProvider(bad, says(), says(), says(), GOOD, input_characters=3000)
    extractor = Extractor(TAXONOMY, Policy(), provider)
    text = LONG + "\n\nThe end, under the laws of Iowa."
    extraction = extractor.extract("d" * 16, document(text), WordBoxes(), "contract")
    asked = [(task.window_start, task.window_end) for task in provider.tasks]
    count = len(windows_of(text, 3000, 1500))
    assert count == len(set(asked)) >= 3
    assert asked[count] == asked[0], "only the window with an error is asked again"
    assert provider.tasks[count].feedback == ("field 'effective_date': 'soon' is not a date like 2026-01-31",)
    assert extraction.fields
    assert verify_fields(document(text), extraction.fields) == []


def test_a_late_clause_is_found() -> None:
    text = LONG + "\n\nThis Agreement is governed by the laws of Iowa."
    provider = ScriptedProvider(says(governing_law=("Iowa", "laws of Iowa")), input_characters=3000)
    extraction = Extractor(TAXONOMY, Policy(), provider).extract("d" * 16, document(text), WordBoxes(), "contract")
    assert extraction.fields["governing_law"].json_value == "Iowa"
    assert any("has no evidence" in reason for reason in extraction.cleared["governing_law"]), "the other windows"


def test_a_passage_that_a_windows_edge_cut_gives_way_to_the_whole_one() -> None:
    whole, part = value("Either party may terminate at any time.", 5), value("party may terminate at any time.", 12)
    fields = merge(SPECS, [{"termination_clauses": [part]}, {"termination_clauses": [whole]}])
    assert fields["termination_clauses"].json_value == [whole.value]
    assert len(merge(SPECS, [{"parties": [part, whole]}])["parties"].values) == 2, "names may stand within each other"
