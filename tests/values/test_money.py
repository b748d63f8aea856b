"""Amounts keep their currency, their sign and their scale, or are refused."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailroom_dagster.values.money import Money, find_money, parse_money


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("$1,250", "USD 1250.00"),
        ("USD 1.2 million", "USD 1200000.00"),
        ("USD 250,000", "USD 250000.00"),
        ("usd 5", "USD 5.00"),
        ("USD1,000", "USD 1000.00"),
        ("1,000USD", "USD 1000.00"),
        ("five million dollars", "USD 5000000.00"),
        ("£250,000", "GBP 250000.00"),
        ("(3,000)", "-3000.00"),
        ("($3,000)", "USD -3000.00"),
        ("$(3,000)", "USD -3000.00"),
        ("-$45.10", "USD -45.10"),
        ("EUR 250.000,00", "EUR 250000.00"),
        ("$250,000,00", "USD 250000.00"),
        ("€250.000", "EUR 250000.00"),
        ("4.250,00 €", "EUR 4250.00"),
        ("€ 1 250,00", "EUR 1250.00"),
        ("CHF 1'250.00", "CHF 1250.00"),
        ("US$ 30,000", "USD 30000.00"),
        ("C$ 500", "CAD 500.00"),
        ("$500 CAD", "CAD 500.00"),
        ("Rs. 5,00,000", "INR 500000.00"),
        ("fifty thousand dollars ($50,000)", "USD 50000.00"),
        ("One Million and 00/100 Dollars", "USD 1000000.00"),
        ("two hundred fifty pounds sterling", "GBP 250.00"),
        ("$0.125 per share", "USD 0.125"),
        ("$4.3 mn", "USD 4300000.00"),
        ("$1.2M", "USD 1200000.00"),
        ("$.50", "USD 0.50"),
        ("Rs. 5 lakh", "INR 500000.00"),
        ("RS. 40,000/-", "INR 40000.00"),
        ("INR 2.5 crores", "INR 25000000.00"),
        ("Rs. 250 Cr.", "INR 2500000000.00"),
        ("$500 CR", "USD 500.00"),  # a credit
        ("Rs 5,00,000/- (Rupees Five Lakhs only)", "INR 500000.00"),
        ("ten crore rupees", "INR 100000000.00"),
        ("1,250", "1250.00"),
        ("1250.00", "1250.00"),
    ],
)
def test_an_amount_is_read(words: str, value: str) -> None:
    assert str(parse_money(words)) == value


@pytest.mark.parametrize(
    "words",
    [
        "", "a lot", "one hundred", "12 % of 5", "$", "USD", "One Hundred Thousand Dollars ($10,000)",
        "between $5 million and $6 million", "Section 12", "$1,25,0", "$5-10 million",
        "$1,250 – $1,500", "R$ 100", "$..50", "$.5.0",
        "Rs. 5,00,000 (Rupees Six Lakhs only)",
    ],
)  # fmt: skip
def test_what_is_no_single_amount_is_refused(words: str) -> None:
    assert parse_money(words) is None


def test_currencies_are_never_equal() -> None:
    assert parse_money("£250,000") != parse_money("$250,000")


def test_amounts_are_found_with_their_places() -> None:
    text = "pays (the $500,000) fee and 12 EUR, no. 1250, loss ($40)."
    assert [(str(span.value), text[span.start : span.end]) for span in find_money(text)] == [
        ("USD 500000.00", "$500,000"),
        ("EUR 12.00", "12 EUR"),
        ("USD -40.00", "($40)"),
    ]


@given(st.decimals(min_value=0, max_value=10**9, places=2), st.sampled_from(["USD", "EUR", "GBP", "CHF"]))
def test_every_amount_survives_being_written(amount: Decimal, currency: str) -> None:
    english = f"{currency} {amount:,.2f}"
    continental = english.translate(str.maketrans(",.", ".,"))
    assert parse_money(english) == parse_money(continental) == Money(amount, currency)
    assert parse_money(str(Money(amount, currency))) == Money(amount, currency)


@given(st.text(alphabet="0123456789.,$€ ()-USDkMmillion\n", max_size=80))
def test_any_text_gives_amounts_at_their_places(text: str) -> None:
    for span in find_money(text):
        assert parse_money(text[span.start : span.end]) is not None
