from __future__ import annotations

import pytest

from tests.providers.offline.asking import values

PREAMBLES = [
    pytest.param(
        "SUPPLY AGREEMENT\n\nThis Supply Agreement (this “Agreement”) is made and entered into as of March 3, 2015 "
        "(the "
        "“Effective Date”), by and between Northwind Traders, Inc., a Delaware corporation with its principal "
        "office at "
        "1 Main Street, Springfield, Illinois 62701 (“Supplier”), and Contoso Pharma GmbH, a company organized and "
        "existing under the laws of Germany (“Buyer”).\n\nWHEREAS, Supplier makes goods;",
        ["Northwind Traders, Inc.", "Contoso Pharma GmbH"],
        id="defined terms",
    ),
    pytest.param(
        "DISTRIBUTION AGREEMENT\nTHIS AGREEMENT is made the 12th day of June, 2009\nBETWEEN:\n(1) ALPHA MEDICAL "
        "LIMITED,"
        " a company incorporated in England and Wales whose registered office is at 2 High Street, London (the "
        "“Company”);"
        " and\n(2) BETA HOLDINGS PTE LTD, a company incorporated in Singapore (the “Distributor”).\nIT IS AGREED",
        ["ALPHA MEDICAL LIMITED", "BETA HOLDINGS PTE LTD"],
        id="numbered parties",
    ),
    pytest.param(
        "CONSULTING AGREEMENT\nThis Consulting Agreement is entered into this 1st day of May, 2004 between Fabrikam "
        "Corporation (“Company”) and John Q. Public, an individual residing at 4 Elm St., Boston, MA (“Consultant”).",
        ["Fabrikam Corporation", "John Q. Public"],
        id="an individual",
    ),
    pytest.param(
        "This agreement, dated January 5, 1999, is by and among Acme Corp., Beta LLC and Gamma L.P. (the “Parties”).",
        ["Acme Corp.", "Beta LLC", "Gamma L.P."],
        id="a bare list",
    ),
    pytest.param(
        "FRANCHISE AGREEMENT\nThis Agreement made this ____ day of ______, 20__, by and between Burger Barn "
        "Franchising, "
        "LLC, a Nevada limited liability company (hereinafter referred to as “Franchisor”) and ______________________ "
        "(hereinafter referred to as “Franchisee”).",
        ["Burger Barn Franchising, LLC"],
        id="a blank party",
    ),
    pytest.param(
        "AMENDMENT NO. 2 TO SUPPLY AGREEMENT\nThis Amendment No. 2 to the Supply Agreement dated as of January 1, "
        "2010 is "
        "entered into as of April 4, 2012 by and between Acme Corp. (“Acme”) and Widget Co., Ltd. (“Widget”).",
        ["Acme Corp.", "Widget Co., Ltd."],
        id="an amendment",
    ),
    pytest.param(
        "JOINT VENTURE AGREEMENT\nbetween\nALPHA MINING CORP.\nand\nBETA GOLD INC.\n\nTHIS JOINT VENTURE AGREEMENT "
        "is made "
        "as of the 5th day of June, 2007\nAMONG:\nALPHA MINING CORP., a corporation existing under the laws of "
        "Ontario\n"
        "OF THE FIRST PART\nAND:\nBETA GOLD INC., a corporation existing under the laws of Ontario (“Beta”)\n"
        "OF THE SECOND PART",
        ["ALPHA MINING CORP.", "BETA GOLD INC."],
        id="first and second part",
    ),
    pytest.param(
        "MAINTENANCE AGREEMENT\nTHIS AGREEMENT is made and entered into as of the 28th day of March 2006 by ELM "
        "EQUITY IV, "
        "L.P. (the “Investor”), in favor of U.S. NORTH BANK NATIONAL ASSOCIATION, a national banking association.",
        ["ELM EQUITY IV, L.P.", "U.S. NORTH BANK NATIONAL ASSOCIATION"],
        id="in favor of",
    ),
    pytest.param(
        "AGENCY AGREEMENT\n\nLadies and Gentlemen:\nPine Valley Holdings, A Mutual Company, a holding company (the "
        "“MHC”), "
        "and Pine Bancorp, Inc., a federal company (the “Company”), hereby confirm their agreement with Oak & "
        "Partners, "
        "L.P. (the “Agent”) with respect to the offer.",
        ["Pine Valley Holdings", "Pine Bancorp, Inc.", "Oak & Partners, L.P."],
        id="a letter agreement",
    ),
    pytest.param(
        "DISTRIBUTOR AGREEMENT\nTerm: 1 Year\n\nAlpha Micro, a corporation organized under the laws of California, "
        "having a "
        "place of business at Santa Ana, (“Distributor”) and GEARNET, Inc. (“GEARNET”), a subsidiary of Bay Works, "
        "Inc., "
        "agree that the following terms govern the sale of Products.",
        ["Alpha Micro", "GEARNET, Inc."],
        id="no between",
    ),
    pytest.param(
        "Mutual NDA\nEffective Date\tMarch 1, 2031\nGoverning Law\tCalifornia\n"
        "Party Name: Meridian Vessels LLC / Signature: \tParty Name: Atlas Boats Inc. / Signature: ",
        ["Meridian Vessels LLC", "Atlas Boats Inc."],
        id="a form in two columns",
    ),
    pytest.param(
        "SERVICES\nThe terms follow.\n\nIN WITNESS WHEREOF\nACME TOOLS, INC.\tBETA TOOLS LLC\nBy: ______\tBy: ______\n",
        ["ACME TOOLS, INC.", "BETA TOOLS LLC"],
        id="signature blocks",
    ),
]


@pytest.mark.parametrize(("text", "parties"), PREAMBLES)
def test_parties_are_the_names_and_not_what_they_are_called(text: str, parties: list[str]) -> None:
    assert values("contract", text)["parties"] == parties


def test_placeholders_and_roles_are_no_parties() -> None:
    text = (
        "SERVICES AGREEMENT\nThis Agreement is entered into as of [DATE] by and between [COMPANY NAME], a [STATE] "
        "corporation (“Client”), and {vendor_name} (“Vendor”). Client: [NAME]\nVendor:\nSupplier and Buyer agree."
    )
    assert "parties" not in values("contract", text)


def test_the_parties_of_another_agreement_are_not_taken() -> None:
    text = (
        "SERVICES AGREEMENT\nThis Services Agreement is made on May 1, 2020 between Alpha LLC (“Alpha”) and Beta LLC "
        "(“Beta”).\nWHEREAS, pursuant to the Master Agreement dated June 1, 2010 by and between Gamma Inc. "
        "(“Gamma”) and "
        "Delta Inc. (“Delta”), services are due;"
    )
    assert values("contract", text)["parties"] == ["Alpha LLC", "Beta LLC"]


def test_parties_come_from_the_opening_window_only() -> None:
    text = (
        "This Agreement is made on May 1, 2020 between Alpha LLC (“Alpha”) and Beta LLC (“Beta”).\n\n" + "Text. " * 40
    )
    middle = len(text) // 2
    assert "parties" not in values("contract", text, middle)
    assert values("contract", text, 0, middle)["parties"] == ["Alpha LLC", "Beta LLC"]


def test_a_canadian_company_may_be_called_by_its_number() -> None:
    text = (
        "SUPPLY AGREEMENT\n\nTHIS AGREEMENT made as of the 9th day of January, 2012 BETWEEN: ACME FOODS LTD., "
        "a corporation "
        '(hereinafter called the "Buyer") - and - 9188-2214 QUÉBEC INC., a corporation (hereinafter called the '
        '"Guarantor").\n'
    )
    assert values("contract", text)["parties"] == ["ACME FOODS LTD.", "9188-2214 QUÉBEC INC."]
