"""A quote is found where it stands, and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mailroom_dagster.grounding import ground
from mailroom_dagster.reading.model import DocumentText
from tests.grounding.documents import document


def found(text: DocumentText, quote: str, hint: int | None = None) -> str | None:
    span = ground(text, quote, hint, (0, len(text.text)))
    return text.text[span.start : span.end] if span else None


def test_an_exact_quote_is_found_nearest_to_the_hint() -> None:
    text = document("pay Acme. pay Acme. pay Acme.")
    assert ground(text, "Acme", None, (0, 29)) == (4, 8)
    assert ground(text, "Acme", 14, (0, 29)) == (14, 18)
    assert ground(text, "Acme", 22, (0, 29)) == (24, 28)


def test_a_wrong_hint_is_not_trusted() -> None:
    assert ground(document("pay Acme now"), "Acme", 9, (0, 12)) == (4, 8)
    assert ground(document("pay Acme now"), "Acme", 9000, (0, 12)) == (4, 8)


def test_nothing_is_found_outside_the_window() -> None:
    text = document("Acme pays. " + "x " * 50)
    assert ground(text, "Acme pays", None, (20, len(text.text))) is None
    assert ground(text, "Acme pays", 0, (20, len(text.text))) is None


def test_a_quote_never_cuts_words_or_numbers() -> None:
    assert found(document("a sum of 100,000 dollars"), "00,000") is None
    assert found(document("the Acmeon company"), "Acme") is None
    assert found(document("order 12345"), "1234") is None


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        ("the Effective Date", "the\n  Effective Date"),
        ('"Acme\'s Goods"', "“Acme’s Goods”"),
        ("STATE OF NEW YORK", "State  of\tNew York"),
        ("twenty-four months", "twenty – four months"),
    ],
)
def test_print_does_not_matter(quote: str, words: str) -> None:
    text = document(f"Before it. {words} and after.")
    hit = found(text, quote)
    assert hit is not None
    assert hit.strip("“”") == words.strip("“”")


def test_a_quote_is_found_across_a_page_break() -> None:
    text = document("The lease shall end on the last\n", "\nday of the year.")
    assert found(text, "end on the last day of the year") == "end on the last\n\f\nday of the year"


def test_a_quote_is_found_across_a_footer() -> None:
    text = document(
        "The tenant shall leave the premises clean and return all of the\n\n- 3 -", "\nkeys to the landlord at once."
    )
    hit = found(text, "The tenant shall leave the premises clean and return all of the keys to the landlord at once.")
    assert hit is not None
    assert hit.startswith("The tenant")
    assert hit.endswith("at once.")


def test_misread_letters_are_forgiven() -> None:
    text = document("This Agreernent shall be govemed by the laws of the State of Delaware and no other.")
    hit = found(text, "This Agreement shall be governed by the laws of the State of Delaware")
    assert hit == "This Agreernent shall be govemed by the laws of the State of Delaware"


@pytest.mark.parametrize(
    "quote",
    [
        "Seller shall pay Buyer the sum of 100,000 within thirty days of the closing",  # roles
        "Buyer shall pay Seller the sum of 100,000 within thirty days of the closing",  # negation left out
        "Buyer shall not pay Seller the sum of 10,000 within thirty days of the closing",  # number
        "Buyer shall not pay Seller the sum of 100,000 within ninety days of the closing",  # another word
        "Buyer shall not pay Seller the entire sum of 100,000 within thirty days of the closing",  # added
        "closing the of days thirty within 100,000 of sum the Seller pay not shall Buyer",  # order
    ],
)
def test_overlap_of_words_is_not_grounding(quote: str) -> None:
    text = document("Buyer shall not pay Seller the sum of 100,000 within thirty days of the closing of this sale.")
    assert found(text, quote) is None


@pytest.mark.parametrize("quote", ["", "  ", "--", "()", "x" * 30_000])
def test_a_quote_without_words_grounds_nothing(quote: str) -> None:
    assert found(document("some -- text () here"), quote) is None


WORDS = st.lists(st.text(alphabet="abcdefgh", min_size=1, max_size=7), min_size=8, max_size=40)


@given(WORDS, st.data())
def test_every_stretch_of_words_is_found(words: list[str], data: st.DataObject) -> None:
    text = document(" ".join(words))
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first + 1, len(words)))
    quote = " ".join(words[first:last])
    start = len(" ".join(words[:first])) + (1 if first else 0)
    assert ground(text, quote, start, (0, len(text.text))) == (start, start + len(quote))
    assert found(text, quote.upper().replace(" ", "\n ")) is not None


@given(WORDS, st.text(alphabet="xyz", min_size=4, max_size=8), st.data())
def test_a_strange_word_is_never_found(words: list[str], strange: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(words)))
    text = document(" ".join(words))
    assume(strange not in text.text)
    assert found(text, " ".join([*words[:at], strange, *words[at:]])) is None


def test_a_body_line_at_the_foot_of_a_page_is_no_footer() -> None:
    text = document(
        "The tenant, who has paid all of the rent,\nshall not", "return the keys to the landlord at any time."
    )
    assert found(text, "The tenant, who has paid all of the rent, return the keys to the landlord at any time.") is None


def test_a_hint_into_a_word_is_not_followed() -> None:
    assert ground(document("Acmeon and Acme"), "Acme", 0, (0, 15)) == (11, 15)
