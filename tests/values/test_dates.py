"""Dates are read as documents write them, and never completed from a clock."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailroom_dagster.values.dates import find_dates, parse_date, reads_month_first


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("the 4th day of July, 2019", "2019-07-04"),
        ("18 August 2014", "2014-08-18"),
        ("January 13, 2026", "2026-01-13"),
        ("2026-01-13", "2026-01-13"),
        ("2026-01-13T10:22:00Z", "2026-01-13"),
        ("13.01.2026", "2026-01-13"),
        ("1. Juli 2024", "2024-07-01"),
        ("1er juillet 2024", "2024-07-01"),
        ("13 de julio de 2024", "2024-07-13"),
        ("as of this 2nd day of January 2020", "2020-01-02"),
        ("this twenty-third day of March, 2018", "2018-03-23"),
        ("Jan.\u00a013,\n2026", "2026-01-13"),
        ("December 31,2019", "2019-12-31"),
        ("JANUARY 1,\n   2019", "2019-01-01"),
        ("Mon, 13 Jan 2026 10:22:01 -0500", "2026-01-13"),
        ("13-JAN-26", "2026-01-13"),
        ("01/13/2026", "2026-01-13"),
        ("13/01/2026", "2026-01-13"),
        ("05/05/2024", "2024-05-05"),
        ("January 13, 2026 (the “Effective Date”)", "2026-01-13"),
    ],
)
def test_a_complete_date_is_read(words: str, value: str) -> None:
    assert parse_date(words) == value


@pytest.mark.parametrize(
    "words",
    [
        "Q3 2020", "soon", "2024", "March 2024", "", "January __, 2026", "February 30, 2020", "13/13/2020", "12.5.1",
        "five (5) years from the date", "may", "1/2/3/4", "12-12-2020-33", "32 May 2020",
        "January 13, 2026 to March 1, 2027", "00/00/0000", "version 2.10.2021.4",
    ],
)  # fmt: skip
def test_what_is_no_single_complete_date_is_refused(words: str) -> None:
    assert parse_date(words) is None


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("the twelfth day of May, two thousand and nineteen", "2019-05-12"),
        ("this 4th day of July, nineteen hundred and eighty-four", "1984-07-04"),
        ("the fifth day of April in the year of our Lord one thousand eight hundred and ninety-two", "1892-04-05"),
        ("twenty-first of September, nineteen eighty-four", "1984-09-21"),
        ("MAY TWELFTH, TWO THOUSAND NINETEEN", "2019-05-12"),
        ("June 3, twenty twenty-four", "2024-06-03"),
        ("the seventh\nday of December, Two\nThousand and Sixteen", "2016-12-07"),
        ("the first (1st) day of March, 2020", "2020-03-01"),
        ("3rd day of March, A.D., 1999", "1999-03-03"),
    ],
)
def test_days_and_years_in_words_are_read(words: str, value: str) -> None:
    assert parse_date(words) == value


@pytest.mark.parametrize(
    ("words", "value"),
    [("March l5, 2O19", "2019-03-15"), ("l2 May 20l9", "2019-05-12"), ("3O June 2021", "2021-06-30")],
)
def test_letters_misread_from_figures_count_beside_a_month(words: str, value: str) -> None:
    assert parse_date(words) == value


@pytest.mark.parametrize(
    "words", ["two thousand and nineteen", "May 5 twenty five", "May twelfth", "lO May", "the first of May two"]
)
def test_words_that_lack_a_part_are_no_date(words: str) -> None:
    assert parse_date(words) is None


def test_an_ambiguous_numeric_date_needs_a_reason() -> None:
    assert parse_date("03/04/2024") is None
    assert parse_date("03/04/2024", month_first=True) == "2024-03-04"
    assert parse_date("03/04/2024", month_first=False) == "2024-04-03"


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("due 03/04/2024, paid 01/13/2024", True),
        ("due 03/04/2024, paid 13/01/2024", False),
        ("due 03/04/2024, paid 13/01/2024 and 01/13/2024", None),
        ("12 Main Street, Springfield, IL 62704. Loss on 03/04/2024", True),
        ("10 Downing Street, London SW1A 2AA, England. Loss on 03/04/2024", False),
        ("Loss on 03/04/2024", None),
        ("a firm of England and the United States, 03/04/2024", None),
    ],
)
def test_the_document_gives_the_order_of_numeric_dates(text: str, order: bool | None) -> None:
    assert reads_month_first(text) is order


def test_several_dates_are_found_with_their_places() -> None:
    text = "from January 1, 2020 until the 31st day of December, 2021, see 2019 and May"
    found = find_dates(text)
    assert [(span.value, text[span.start : span.end]) for span in found] == [
        ("2020-01-01", "January 1, 2020"),
        ("2021-12-31", "31st day of December, 2021"),
    ]


FORMATS = ("%Y-%m-%d", "%d %B %Y", "%B %d, %Y", "%d.%m.%Y", "%b %d, %Y", "the %dth day of %B, %Y", "%d-%b-%Y")


@given(st.dates(date(1500, 1, 1), date(2199, 12, 31)), st.sampled_from(FORMATS))
def test_every_date_survives_being_written(day: date, form: str) -> None:
    words = day.strftime(form)
    text = f"signed on {words} by both."
    [span] = find_dates(text, month_first=True)
    assert span.value == day.isoformat()
    assert parse_date(text[span.start : span.end]) == day.isoformat()


@given(st.text(max_size=200))
def test_any_text_gives_only_real_dates(text: str) -> None:
    for span in find_dates(text, month_first=True):
        date.fromisoformat(span.value)
        assert 0 <= span.start < span.end <= len(text)


@given(st.text(alphabet="0123456789/-., JanurymchM\n", max_size=120))
def test_finding_near_anchors_misses_nothing(text: str) -> None:
    alone = find_dates(text)
    padded = find_dates(text + " " * 300 + "January 1, 2000")
    assert padded[:-1] == alone
