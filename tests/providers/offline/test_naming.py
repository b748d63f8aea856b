from __future__ import annotations

import pytest

from mailroom_dagster.providers.offline.specialists.naming import name_before, read_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Northwind Traders, Inc., a Delaware corporation", "Northwind Traders, Inc."),
        ("ZETA HOLDINGS CO., LTD. (the “Buyer”)", "ZETA HOLDINGS CO., LTD."),
        ("the Harbour Foundation, an Oregon nonprofit", "Harbour Foundation"),
        ("The University of West Dakota, located at", "The University of West Dakota"),
        (
            "Board of Regents of the University of West Dakota, a body",
            "Board of Regents of the University of West Dakota",
        ),
        ("Hostco (UK) Limited, a private company", "Hostco (UK) Limited"),
        ("Pine Bancorp, Inc. of Pennsylvania, a federal company", "Pine Bancorp, Inc. of Pennsylvania"),
        ("Valley Savings Bank d/b/a Valley Bank, a bank", "Valley Savings Bank d/b/a Valley Bank"),
        ("First National Bank and Trust Company, a bank", "First National Bank and Trust Company"),
        ("Roe, Doe & Poe LLP, counsel", "Roe, Doe & Poe LLP"),
        ("Papeles de Norte, S.A. de C.V., a company", "Papeles de Norte, S.A. de C.V."),
        ("Auto Receivables Trust 2031-1 (the “Issuer”)", "Auto Receivables Trust 2031-1"),
        ("John Q. Public, an individual", "John Q. Public"),
        ("Jane Roe. This Agreement", "Jane Roe"),
        ("R*GEAR Works GmbH and others", "R*GEAR Works GmbH"),
        ("eShop Inc. with offices", "eShop Inc."),
        ("21st Century Widgets, Inc., a", "21st Century Widgets, Inc."),
        ("ALPHA MICRO AND BETA GEAR", "ALPHA MICRO"),
        ("OAKFIBER I LLC and", "OAKFIBER I LLC"),
    ],
)
def test_a_name_ends_where_its_description_begins(text: str, name: str) -> None:
    span = read_name(text, 0)
    assert span is not None
    assert text[span[0] : span[1]] == name


@pytest.mark.parametrize(
    "text", ["[NAME], a corporation", "____________ (the “Buyer”)", "its affiliates", "", "and Acme"]
)
def test_blanks_and_plain_words_are_no_names(text: str) -> None:
    assert read_name(text, 0) is None


def test_a_name_is_read_backwards_from_what_follows_it() -> None:
    text = "Re: Auto Receivables Trust 2031-1 (the “Issuing Entity”)"
    span = name_before(text, text.index("(the"))
    assert span is not None
    assert text[span[0] : span[1]] == "Auto Receivables Trust 2031-1"
