"""The book of marks: how a mark is found, and how a bad book is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailroom_dagster.classification.labelled import plain_document
from mailroom_dagster.classification.marks import MarkBook, load_marks
from mailroom_dagster.classification.view import quick_view
from mailroom_dagster.errors import MailroomError
from mailroom_dagster.taxonomy.model import load_taxonomy


def book(**mark: object) -> MarkBook:
    return MarkBook.model_validate(
        {"classes": {"letter": {"mark": {"place": "text", "points": 3, **mark}}}, "background": {}}
    )


@pytest.mark.parametrize(
    ("mark", "text", "found"),
    [
        ({"any": ["kind regards"]}, "Kind\nRegards, Jo", True),
        ({"any": ["kind regards"]}, "unkind regardless", False),
        ({"any": ["one", "two", "three"], "min": 2}, "one and two", True),
        ({"any": ["one", "two", "three"], "min": 2}, "one and one", False),
        ({"any": ["=>", "};"], "min": 2}, "f => {g};", True),
        ({"pattern": "no\\. \\d+", "min": 2}, "No. 1 and No. 2", True),
        ({"pattern": "no\\. \\d+", "min": 2}, "No. 1 only", False),
        ({"pattern": "dear", "needs": ["sincerely"]}, "Dear Jo", False),
        ({"any": ["late"], "place": "opening"}, "x " * 400 + "late", False),
        ({"any": ["late"], "place": "tail"}, "x " * 1_000 + "late", True),
    ],
)
def test_a_mark_is_found_where_and_as_often_as_it_must_be(mark: dict[str, object], text: str, found: bool) -> None:
    marking = book(**mark).find(quick_view(plain_document(text)))
    assert marking.found == ({"letter": ("mark",)} if found else {})
    assert marking.points == {"letter": 3.0 if found else 0.0}
    assert marking.defined == (frozenset({"letter"}) if found else frozenset())


def test_every_class_of_the_taxonomy_has_marks_and_a_defining_one() -> None:
    marks = load_marks()
    assert set(marks.classes) == set(load_taxonomy().classes)
    for named in marks.classes.values():
        assert any(mark.points >= 3 for mark in named.values())


def test_a_bad_book_is_refused_with_every_problem_and_its_line(tmp_path: Path) -> None:
    (tmp_path / "marks.yaml").write_text(
        "classes:\n  letter:\n    empty: {place: text, points: 1}\n    broken: {place: text, points: 1, pattern: '('}\n"
        "    lost: {place: attic, points: 9, any: [x]}\nbackground: {}\n",
        encoding="utf-8",
    )
    with pytest.raises(MailroomError) as refused:
        load_marks(tmp_path)
    assert "4 problem(s)" in refused.value.message
    for line in ("line 3", "line 4", "line 5"):
        assert line in refused.value.message


def test_many_weak_marks_far_ahead_define_a_kind_together() -> None:
    weak = {f"mark{number}": {"place": "text", "points": 2, "any": [f"word{number}"]} for number in range(4)}
    marks = MarkBook.model_validate({"classes": {"letter": weak}, "background": {}})
    four = marks.find(quick_view(plain_document("word0 word1 word2 word3")))
    three = marks.find(quick_view(plain_document("word0 word1 word2")))
    assert (four.defined, three.defined) == ({"letter"}, set())


def test_the_form_of_a_document_yields_to_its_content() -> None:
    content = {
        "classes": {
            "letter": {"form": {"place": "text", "points": 4, "any": ["dear"]}},
            "claim": {"loss": {"place": "text", "points": 3, "any": ["loss"]}},
        },
        "background": {},
    }
    view = quick_view(plain_document("Dear Jo, a loss"))
    plain = MarkBook.model_validate(content).find(view)
    yielding = MarkBook.model_validate({**content, "yields": {"letter": {"claim": 3}}}).find(view)
    assert (plain.points["letter"], plain.lead("claim")) == (4.0, -1.0)
    assert (yielding.points["letter"], yielding.lead("claim")) == (2.0, 1.0)
    assert yielding.found == plain.found


def test_words_that_a_pattern_needs_must_be_in_its_place() -> None:
    mark = {"pattern": "\\bre: ", "needs": ["claim"], "place": "opening"}
    assert not book(**mark).find(quick_view(plain_document("Re: x " + "y " * 400 + "claim"))).found
    assert book(**mark).find(quick_view(plain_document("Re: claim"))).found
