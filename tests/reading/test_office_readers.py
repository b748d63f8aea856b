"""Word, RTF and HTML: what a reader of the page sees, in place, and what he does not, apart."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.reading.model import Reading
from mailroom_dagster.reading.readers.html import MOST_ATTRIBUTES, html_text
from tests.corpus.generate import docx, paragraph

Read = Callable[..., Reading]


def cell(text: str) -> str:
    return f"<w:tc>{paragraph(text)}</w:tc>"


def test_word_paragraphs_and_tables_stay_in_order(read: Read) -> None:
    table = f"<w:tbl><w:tr>{cell('Party')}{cell('Northwind')}</w:tr><w:tr>{cell('Date')}{cell('2024')}</w:tr></w:tbl>"

    text = read(docx(paragraph("Before") + table + paragraph("After")), "a.docx").document.text

    assert text == "Before\n\nParty\tNorthwind\nDate\t2024\n\nAfter"


def test_word_headers_stand_first_and_footnotes_and_footers_last(read: Read) -> None:
    data = docx(
        paragraph("Body"),
        header=paragraph("Head"),
        footer=paragraph("Foot"),
        footnotes=f"<w:footnote>{paragraph('Note one')}</w:footnote>",
    )

    assert read(data, "a.docx").document.text == "Head\n\nBody\n\nNote one\n\nFoot"


def test_word_changes_are_read_as_accepted(read: Read) -> None:
    inserted = "<w:ins><w:r><w:t>California</w:t></w:r></w:ins>"
    deleted = "<w:del><w:r><w:delText>Delaware</w:delText></w:r></w:del>"

    document = read(docx(f"<w:p><w:r><w:t>Law of </w:t></w:r>{deleted}{inserted}</w:p>"), "a.docx").document

    assert document.text == "Law of California"
    assert [note.message for note in document.notes if note.code == "tracked_changes"] == [
        "1 insertions read as accepted, 1 deletions left out"
    ]


def test_word_deleted_rows_are_left_out(read: Read) -> None:
    gone = f"<w:tr><w:trPr><w:del/></w:trPr>{cell('Old price')}</w:tr>"

    assert "Old price" not in read(docx(f"<w:tbl>{gone}<w:tr>{cell('New')}</w:tr></w:tbl>"), "a.docx").document.text


def test_word_hidden_runs_are_kept_apart(read: Read) -> None:
    run = "<w:r><w:rPr><w:vanish/></w:rPr><w:t>secret order</w:t></w:r>"
    shown = '<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>shown</w:t></w:r>'

    document = read(docx(f"<w:p>{run}{shown}</w:p>"), "a.docx").document

    assert document.text == "shown"
    assert [(item.reason, item.text) for item in document.hidden] == [("vanish", "secret order")]


def test_word_text_boxes_are_read_once(read: Read) -> None:
    mc = "http://schemas.openxmlformats.org/markup-compatibility/2006"
    box = f"<w:txbxContent>{paragraph('Boxed')}</w:txbxContent>"
    both = f"<mc:Choice>{box}</mc:Choice><mc:Fallback>{box}</mc:Fallback>"
    drawn = f'<mc:AlternateContent xmlns:mc="{mc}">{both}</mc:AlternateContent>'

    assert read(docx(f"<w:p><w:r>{drawn}</w:r></w:p>"), "a.docx").document.text == "Boxed"


def test_word_page_breaks_part_pages(read: Read) -> None:
    broken = docx(paragraph("One") + '<w:p><w:r><w:br w:type="page"/></w:r></w:p>' + paragraph("Two"))

    document = read(broken, "a.docx").document

    assert [document.page_text(page) for page in document.pages] == ["One", "Two"]


def test_html_shows_what_a_browser_shows(read: Read) -> None:
    markup = b"""<html><head><title>T</title><style>p{}</style></head><body onload="x()"><h1>Notice</h1>
    <script>alert(1)</script><p>First <b>bold</b> words.</p><iframe src="http://x.invalid"></iframe>
    <table><tr><td><p>Claim</p></td><td>77</td></tr><tr><td>Sum</td><td>9</td></tr></table><p>End</p></body></html>"""

    document = read(markup, "a.html").document

    assert document.text == "Notice\n\nFirst bold words.\n\nClaim\t77\nSum\t9\n\nEnd"
    assert document.title == "T"


def test_html_hidden_parts_and_comments_are_kept_apart(read: Read) -> None:
    unseen = b"<div style='display: none'>covert</div><p hidden>gone</p><!-- a note -->"
    markup = b"<html><body><p>Shown</p>" + unseen + b"</body></html>"

    document = read(markup, "a.html").document

    assert document.text == "Shown"
    assert "covert" in {item.text for item in document.hidden}
    assert "hidden_text" in {note.code for note in document.notes}


def test_html_nested_ten_thousand_deep_is_read(read: Read) -> None:
    markup = b"<html><body>" + b"<div>" * 10_000 + b"deep" + b"</div>" * 10_000 + b"</body></html>"

    assert read(markup, "a.html").document.text == "deep"


def test_html_nested_without_end_is_refused_at_once(read: Read) -> None:
    with pytest.raises(MailroomError) as caught:
        read(b"<html><body>" + b"<div>" * 200_000 + b"Dear Sir", "a.html")
    assert caught.value.code is ErrorCode.TOO_DEEPLY_NESTED


@pytest.mark.parametrize("attribute", ["a{}=x", "a{}='<>'", 'a{}"'])
def test_a_tag_of_very_many_attributes_is_refused_before_it_is_parsed(attribute: str) -> None:
    def markup(count: int) -> str:
        return f"<p {' '.join(attribute.format(number) for number in range(count))}>words</p>"

    assert "words" in html_text(markup(MOST_ATTRIBUTES))[0]
    with pytest.raises(MailroomError) as caught:
        html_text(markup(MOST_ATTRIBUTES + 1))
    assert caught.value.code is ErrorCode.CORRUPT
    assert html_text(f"<script>if (a<b {'x = 1; ' * MOST_ATTRIBUTES})</script><p>words</p>")[0] == "words"


def test_rtf_is_read_with_header_footnote_and_pages(read: Read) -> None:
    rtf = (
        rb"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Times;}}{\header Head\par}{\footer Foot\par}"
        rb"Caf\'e9 one{\footnote A note}\par\page Two\u8364?\par{\v unseen}}"
    )

    document = read(rtf, "a.rtf").document

    assert [document.page_text(page) for page in document.pages] == ["Head\n\nCafé one", "Two€\n\nA note\n\nFoot"]
    assert [item.text for item in document.hidden] == ["unseen"]


@pytest.mark.parametrize(
    ("group", "person", "code"),
    [
        (rb"{\object\objemb{\*\objdata 0105000002}{\result Sheet}}", ("embedded_files",), "embedded_files"),
        (rb"{\pict\pngblip 89504e47}", (), "inline_picture"),
    ],
)
def test_what_is_embedded_in_rtf_is_told(read: Read, group: bytes, person: tuple[str, ...], code: str) -> None:
    document = read(
        rb"{\rtf1\ansi The annual report of the harbour works, as agreed. " + group + b"}", "a.rtf"
    ).document
    assert code in {note.code for note in document.notes}
    assert tuple(document.needs_person) == person
    assert "harbour works" in document.text
    assert "0105" not in document.text


def test_rtf_with_surrogates_gives_whole_characters(read: Read) -> None:
    assert read(rb"{\rtf1\ansi\u-10179?\u-8704? ok}", "a.rtf").document.text == "😀 ok"
