"""What is looked at: chosen parts of long documents, flat and bounded."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.classification.labelled import plain_document
from mailroom_dagster.classification.view import (
    HEAD,
    HEADINGS,
    QUICK_HEAD,
    QUICK_TAIL,
    SAMPLE,
    SAMPLES,
    TAIL,
    flatten,
    lines_of,
    quick_view,
    shown_to,
)

BODY = "\n".join(f"Paragraph {number} says little of interest." for number in range(2_000))


def test_a_long_document_is_shown_by_head_headings_and_tail() -> None:
    text = f"THE TITLE\n{BODY}\nARTICLE IX INDEMNIFICATION\n{BODY}\nsigned at the very end"
    shown = shown_to(Role.SORTER, plain_document(text)).text
    assert "THE TITLE" in shown
    assert "ARTICLE IX INDEMNIFICATION" in shown
    assert "signed at the very end" in shown
    assert len(shown) <= HEAD + HEADINGS + TAIL + 20


def test_the_reviewer_is_shown_samples_of_the_whole() -> None:
    text = f"first\n{BODY}\nlast"
    shown = shown_to(Role.REVIEWER, plain_document(text)).text
    assert shown.startswith("first")
    assert shown.endswith("last")
    assert "Paragraph 1000" in shown or "Paragraph 12" in shown
    assert len(shown) <= SAMPLES * (SAMPLE + 10)


def test_a_short_document_is_shown_whole() -> None:
    for role in (Role.SORTER, Role.RETRY_SORTER, Role.REVIEWER):
        assert shown_to(role, plain_document("A short letter.")).text == "A short letter."


def test_mail_headers_and_line_numbers_are_seen_for_what_they_are() -> None:
    mail = plain_document("1\n2\n3\nHello").model_copy(
        update={"headers": {"from": "A <a@example.org>", "subject": "Hi"}}
    )
    view = quick_view(mail)
    assert "subject: hi" in view.headers
    assert view.text == " hello "


def test_marks_of_typography_do_not_hide_words() -> None:
    assert flatten("The “Agree\u00adment”\u200b — **bold** [link](http://example.org/x) | cell") == (
        ' the "agreement" - bold [link] cell '
    )
    assert lines_of("# The Title #\n\n  ORDER  \n") == "\nthe title\norder\n"


@given(st.text(max_size=400))
def test_any_text_gives_a_bounded_flat_view(text: str) -> None:
    view = quick_view(plain_document(text))
    assert view.text.isascii()
    assert view.text == view.text.lower()
    assert "  " not in view.text.strip()
    assert len(view.raw) <= QUICK_HEAD + QUICK_TAIL + 10
    assert view.title in view.head or view.title == view.head


def test_titles_in_spaced_letters_are_words() -> None:
    assert flatten("J U D G M E N T\nof A B Corp.") == " judgment of a b corp. "
    assert "\nmemorandum opinion\n" in lines_of("M E M O R A N D U M   O P I N I O N")
