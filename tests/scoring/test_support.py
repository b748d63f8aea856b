"""The audit whether a document says a value: order and negation count, format does not."""

from __future__ import annotations

import pytest

from mailroom_dagster.scoring.support import StatedFacts
from mailroom_dagster.taxonomy.model import FieldType

TEXT = (
    "Buyer shall not pay Seller the sum of USD 100,000 on 18 August 2014.\n"
    "Claim No. PA-12 / 2014 was filed by The Acme\nCompany, Inc. on 03/04/2015 for 250 000."
)


@pytest.mark.parametrize(
    ("kind", "value", "said"),
    [
        (FieldType.TEXT, "Seller shall pay Buyer the sum", False),
        (FieldType.TEXT, "Buyer shall not pay Seller the sum", True),
        (FieldType.TEXT, "shall pay Seller", False),
        (FieldType.MONEY, "100000", True),
        (FieldType.MONEY, "USD 100000.00", True),
        (FieldType.MONEY, "EUR 100000.00", False),
        (FieldType.MONEY, "USD 10000.00", False),
        (FieldType.MONEY, "nonsense", False),
        (FieldType.DATE, "2014-08-18", True),
        (FieldType.DATE, "2015-03-04", True),
        (FieldType.DATE, "2015-04-03", True),
        (FieldType.DATE, "2014-08-19", False),
        (FieldType.ID, "PA-12", True),
        (FieldType.ID, "PA12", True),
        (FieldType.ID, "A-12", False),
        (FieldType.ID, "PA-1", False),
        (FieldType.NAME, "Acme Company", True),
        (FieldType.NAME, "Acme Corporation", True),
        (FieldType.NAME, "Acme Holdings", False),
        (FieldType.LABEL, "anything", True),
    ],
)
def test_what_a_document_says(kind: FieldType, value: str, said: bool) -> None:
    assert StatedFacts(TEXT).says(kind, value) is said


def test_split_words_and_a_columns_lines_are_said_whole_and_nothing_else_is() -> None:
    facts = StatedFacts("ACME\t)  OPINION\n  WIDGETS LLC,\nshall pay in-\ndemnity to Roe")
    assert facts.says(FieldType.NAME, "Acme Widgets LLC")
    assert facts.says(FieldType.TEXT, "shall pay indemnity")
    assert not facts.says(FieldType.NAME, "Acme Roe")
    assert not facts.says(FieldType.TEXT, "shall pay Roe")
