"""Words bear a value only when they say it."""

from __future__ import annotations

import pytest

from mailroom_dagster.grounding import supported_value
from mailroom_dagster.taxonomy.model import FieldSpec, FieldType

VOCABULARY = {"approved": ["covered"], "denied": ["declined"]}


def bears(kind: FieldType, claim: str, words: str, before: str = "", month_first: bool | None = None) -> str | None:
    vocabulary = VOCABULARY if kind is FieldType.LABEL else {}
    spec = FieldSpec(type=kind, description="", vocabulary=vocabulary)
    return supported_value(spec, claim, words, before=before, month_first=month_first)


@pytest.mark.parametrize(
    ("kind", "claim", "words", "value"),
    [
        (FieldType.DATE, "2014-08-18", "on 18 August 2014", "2014-08-18"),
        (FieldType.DATE, "2014-08-18", "from August 18, 2014 to May 1, 2015", "2014-08-18"),
        (FieldType.DATE, "2010-08-09", "this 9th day of\nAu-\ngust, 2010", "2010-08-09"),
        (FieldType.DATE, "2019-05-12", "the twelfth day of May, two thousand and nineteen", "2019-05-12"),
        (FieldType.MONEY, "USD 100000.00", "the sum of $100,000", "USD 100000.00"),
        (FieldType.MONEY, "INR 500000.00", "Rs. 5 lakh", "INR 500000.00"),
        (FieldType.NAME, "Acme Widgets LLC", "ACME    \t)   OPINION\n  WIDGETS LLC", "Acme Widgets LLC"),
        (FieldType.MONEY, "100000.00", "the sum of $100,000", "USD 100000.00"),
        (FieldType.MONEY, "USD 100000.00", "Total: 100,000", "100000.00"),
        (FieldType.NAME, "Delaware", "laws of the State of Delaware", "Delaware"),
        (FieldType.NAME, "Acme, Inc.", "ACME, INC.", "Acme, Inc."),
        (FieldType.NAME, "Roe v. Wade", "JANE ROE, Appellant, v. HENRY WADE, Appellee", "Roe v. Wade"),
        (FieldType.NAME, "New York", "New York, without regard to conflicts of law", "New York"),
        (FieldType.ID, "PA-12", "Claim No. PA-12", "PA-12"),
        (FieldType.TEXT, "Buyer shall not pay", "Buyer shall not pay", "Buyer shall not pay"),
        (FieldType.LABEL, "denied", "your claim is denied", "denied"),
    ],
)
def test_what_the_words_say_is_borne(kind: FieldType, claim: str, words: str, value: str) -> None:
    assert bears(kind, claim, words) == value


@pytest.mark.parametrize(
    ("kind", "claim", "words", "before"),
    [
        (FieldType.DATE, "2014-08-19", "on 18 August 2014", ""),
        (FieldType.DATE, "2024-03-04", "on 03/04/2024", ""),
        (FieldType.DATE, "2024-03-01", "in March 2024", ""),
        (FieldType.MONEY, "GBP 100000.00", "the sum of $100,000", ""),
        (FieldType.MONEY, "INR 5.00", "Rs. 5 lakh", ""),
        (FieldType.NAME, "Acme Widgets LLC", "ACME holds OPINION\nWIDGETS LLC", ""),
        (FieldType.MONEY, "USD 10000.00", "the sum of $100,000", ""),
        (FieldType.NAME, "Delaware", "not Delaware", ""),
        (FieldType.NAME, "Delaware", "Delaware", "it shall not be "),
        (FieldType.NAME, "Delaware", "Delaware", "the law of any state other than "),
        (FieldType.NAME, "Acme Holdings", "Acme Group Holdings", ""),
        (FieldType.NAME, "Wade v. Roe", "JANE ROE, Appellant, v. HENRY WADE, Appellee", ""),
        (FieldType.ID, "PA-12", "Claim No. 12", ""),
        (FieldType.ID, "12", "Claim No. PA-123", ""),
        (FieldType.TEXT, "Seller shall pay Buyer the sum", "Buyer shall not pay Seller the sum", ""),
        (FieldType.TEXT, "pay Seller the sum", "Buyer shall not pay Seller the sum", ""),
        (FieldType.TEXT, "terminate at will", "terminate at will", "Neither party may "),
        (FieldType.LABEL, "denied", "your claim is not denied", ""),
        (FieldType.LABEL, "denied", "your claim is covered", ""),
    ],
)
def test_what_the_words_do_not_say_is_not_borne(kind: FieldType, claim: str, words: str, before: str) -> None:
    assert bears(kind, claim, words, before) is None


def test_an_ambiguous_numeric_date_is_borne_where_the_document_gives_its_order() -> None:
    assert bears(FieldType.DATE, "2024-03-04", "on 03/04/2024", month_first=True) == "2024-03-04"
    assert bears(FieldType.DATE, "2024-04-03", "on 03/04/2024", month_first=True) is None


def test_a_word_split_at_a_lines_end_is_one_word() -> None:
    assert bears(FieldType.TEXT, "the agreement ends", "the agree-\nment ends") == "the agreement ends"
    assert bears(FieldType.TEXT, "a non-compete clause", "a non-\ncompete clause") == "a non-compete clause"
    assert bears(FieldType.TEXT, "the agreement ends", "the agree\u00adment ends") == "the agreement ends"


def test_a_number_sign_is_no_negation() -> None:
    assert bears(FieldType.NAME, "Acme Mutual", "Policy No. 12 Acme Mutual") == "Acme Mutual"
    assert bears(FieldType.ID, "CV 16-1", "Case No CV 16-1") == "CV 16-1"


@pytest.mark.parametrize("words", ["not less than six months", "no later than six months", "not exceeding six months"])
def test_a_bound_is_no_negation(words: str) -> None:
    assert bears(FieldType.TEXT, "six months", words) == "six months"


def test_a_negation_of_another_sentence_turns_nothing_round() -> None:
    assert bears(FieldType.NAME, "Acme Mutual", "Acme Mutual", "It was not. ") == "Acme Mutual"
    assert bears(FieldType.NAME, "Acme Mutual", "Acme Mutual", "What it is not\n\n") == "Acme Mutual"
