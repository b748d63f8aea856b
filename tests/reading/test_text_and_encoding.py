"""Plain text in the encodings that people really send, and what is taken out of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mailroom_dagster.reading.model import Reading

Read = Callable[..., Reading]

FRENCH = "Le présent contrat « d'été » est régi par le droit français — fait à Genève.\n" * 5
JAPANESE = "本契約は、甲と乙との間で締結される秘密保持契約書である。\n" * 5
ARABIC = "عقد إيجار بين شركة النخيل العقارية والمستأجر في مدينة الرياض بتاريخ اليوم\n" * 5
RUSSIAN = "Настоящий договор заключён между сторонами и вступает в силу с момента подписания\n" * 5


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (FRENCH, "utf-8"),
        (FRENCH, "utf-8-sig"),
        (FRENCH, "utf-16"),
        (FRENCH, "utf-16-le"),
        (FRENCH, "utf-16-be"),
        (FRENCH, "utf-32"),
        (FRENCH, "utf-32-le"),
        (FRENCH, "cp1252"),
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc_jp"),
        (ARABIC, "cp1256"),
        (RUSSIAN, "cp1251"),
    ],
)
def test_text_comes_through_in_any_usual_encoding(read: Read, text: str, encoding: str) -> None:
    document = read(text.encode(encoding)).document

    assert document.text == text.strip("\n")
    assert document.encoding is not None


def test_utf8_with_a_few_bad_bytes_stays_utf8(read: Read) -> None:
    data = FRENCH.encode() * 3
    damaged = data[:700] + b"\xff" + data[700:]

    document = read(damaged).document

    assert document.encoding == "utf-8 (damaged)"
    assert "présent contrat" in document.text


def test_form_feeds_part_pages(read: Read) -> None:
    document = read(b"first page\n\x0csecond page\n\x0cthird").document

    assert [document.page_text(page) for page in document.pages] == ["first page", "second page", "third"]
    assert document.page_at(document.text.index("second")).number == 2


def test_characters_nobody_sees_are_left_out_and_counted(read: Read) -> None:
    document = read("Al\u200bder\u00ad Bro\u200dok\x00 LLC\u202e\r\nline two\u00a0here".encode()).document

    assert document.text == "Alder Brook LLC\nline two here"
    assert {note.code for note in document.notes} >= {
        "zero_width_removed",
        "soft_hyphens_removed",
        "joiners_removed",
        "control_characters_removed",
        "direction_marks_removed",
    }
    assert document.numbers["removed_characters"] == 5


def test_joiners_that_a_script_needs_stay(read: Read) -> None:
    assert "\u200c" in read("می\u200cخواهم این قرارداد را امضا کنم".encode()).document.text


def test_greek_question_mark_becomes_the_semicolon_it_looks_like(read: Read) -> None:
    assert read("one\u037e two ﬁve".encode()).document.text == "one; two five"


def test_look_alike_letters_are_noted_and_left_as_they_are(read: Read) -> None:
    document = read("The party is Аlder Brооk LLC of Oregon.".encode()).document

    assert "homoglyphs" in {note.code for note in document.notes}
    assert "Аlder" in document.text


def test_random_bytes_are_no_text(code_of: Callable[..., str]) -> None:
    assert code_of(bytes(range(256)) * 16, "notes.txt") == "undecodable"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("This agreement shall be governed by the laws of the State of Oregon and is binding.", "en"),
        ("Dieser Vertrag wird zwischen den Parteien geschlossen und ist für beide verbindlich.", "de"),
        ("Le présent contrat est conclu entre les parties et il est soumis au droit de la France.", "fr"),
        (JAPANESE, "ja"),
        (ARABIC, "ar"),
        ("12345 67890", None),
        ("Gallons by state and fuel\n" + "DI DE LA IL CO MA 1,204\n" * 20, "en"),
    ],
)
def test_language_is_told_or_left_open(read: Read, text: str, language: str | None) -> None:
    assert read(text.encode()).document.language == language
