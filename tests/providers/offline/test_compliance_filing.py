from __future__ import annotations

import pytest

from tests.providers.offline.asking import values

SEC = "UNITED STATES\nSECURITIES AND EXCHANGE COMMISSION\nWashington, D.C. 20549\n\n"
ANNUAL = SEC + (
    "FORM 10-K\n\nANNUAL REPORT PURSUANT TO SECTION 13\nFor the fiscal year ended December 31, 2021\n\n"
    "Commission file number 001-12345\n\nACME ROBOTICS, INC.\n"
    "(Exact name of registrant as specified in its charter)\n\n"
    "Delaware\t12-3456789\n"
)
CURRENT = SEC + (
    "FORM 8-K\nCURRENT REPORT\nDate of Report (Date of earliest event reported)  July 12, 2022 (July 8, 2022)\n"
    "ACME ROBOTICS, INC.\n______________\n(Exact name of registrant as specified in its charter)\n"
    "Delaware\t001-12345\t12-3456789\n_____\t_____\t_____\n"
    "(State or other jurisdiction\t(Commission\t(IRS Employer\nof incorporation)\tFile Number)\tIdentification No.)\n\n"
    "On July 8, 2022 the results for the quarter ended June 30, 2022 were announced.\n"
)
DATE_ABOVE = SEC + (
    "FORM 8-K\nCURRENT REPORT\n\nMarch 23, 2016\n\nDate of Report (Date of earliest event reported)\n\n"
    "Acme Bio Inc.\n\n(Exact name of registrant as specified in its charter)\n"
)
OWNERSHIP = (
    "FORM 4\tUNITED STATES SECURITIES AND EXCHANGE COMMISSION\nWashington, D.C. 20549\n"
    "1. Name and Address of Reporting Person*\nDoe Jane\n2. Issuer Name and Ticker or Trading Symbol\n"
    "Acme Robotics, Inc. [ ACME ]\n3. Date of Earliest Transaction (Month/Day/Year)\n02/14/2023\n"
)
SCHEDULE = SEC + (
    "SCHEDULE 13D\n(Amendment No. 3)*\n\nAcme Robotics, Inc.\n(Name of Issuer)\n\nCommon Stock\n(Title of Class)\n\n"
    "004000109\n(CUSIP Number)\n\nMarch 4, 2022\n(Date of Event Which Requires Filing of this Statement)\n"
)
ONE_LINE = (
    "SC 13G/A 1 form.htm UNITED STATES SECURITIES AND EXCHANGE COMMISSION SCHEDULE 13G (Amendment No. 9)* "
    "Acme Robotics, Inc. (Name of Issuer) Common Stock (Title of Class) 004000109 (CUSIP Number) December 31, 2023 "
    "(Date of Event Which Requires Filing of this Statement)"
)
REGISTRATION = (
    "As filed with the Securities and Exchange Commission on May\n5, 2021\n\n          Registration No. 333-256789\n\n"
    "SECURITIES AND EXCHANGE COMMISSION\n\nAMENDMENT NO. 1\nTO\nFORM S-1\n\nAcme Robotics, Inc.\n"
    "(Exact name of registrant as specified in its charter)\n"
)
COVERS = [
    pytest.param(ANNUAL, "10-K", "ACME ROBOTICS, INC.", "2021-12-31", "001-12345", id="annual report"),
    pytest.param(CURRENT, "8-K", "ACME ROBOTICS, INC.", "2022-07-12", "001-12345", id="captions below"),
    pytest.param(DATE_ABOVE, "8-K", "Acme Bio Inc.", "2016-03-23", None, id="date above its caption"),
    pytest.param(OWNERSHIP, "4", "Acme Robotics, Inc.", "2023-02-14", None, id="issuer, not reporting person"),
    pytest.param(SCHEDULE, "SCHEDULE 13D", "Acme Robotics, Inc.", "2022-03-04", None, id="schedule"),
    pytest.param(ONE_LINE, "SC 13G/A", "Acme Robotics, Inc.", "2023-12-31", None, id="all in one line"),
    pytest.param(REGISTRATION, "S-1", "Acme Robotics, Inc.", None, "333-256789", id="registration"),
]
SUBMISSION = """<SEC-DOCUMENT>0001234567-20-000123.txt : 20200301
ACCESSION NUMBER:\t\t0001234567-20-000123
CONFORMED SUBMISSION TYPE:\tSC 13D/A
CONFORMED PERIOD OF REPORT:\t20200215
FILED AS OF DATE:\t\t20200301

FILED BY:

\tCOMPANY DATA:
\t\tCOMPANY CONFORMED NAME:\t\t\tBOREALIS CAPITAL LP
\t\tCENTRAL INDEX KEY:\t\t\t0000654321

SUBJECT COMPANY:

\tCOMPANY DATA:
\t\tCOMPANY CONFORMED NAME:\t\t\tACME ROBOTICS INC
\t\tCENTRAL INDEX KEY:\t\t\t0000123456
</SEC-HEADER>
"""
RETURN = """IFTA QUARTERLY FUEL USE TAX RETURN

Licensee Name
Borealis Freight LLC

IFTA License No.
OH123456789

Return Period
01/01/2024 - 03/31/2024

Filing Status
Filed

Due Date
04/30/2024

Licensees must file by the due date.
"""


@pytest.mark.parametrize(("text", "form", "registrant", "period", "number"), COVERS)
def test_cover_pages_are_read_in_every_layout(
    text: str, form: str, registrant: str, period: str | None, number: str | None
) -> None:
    found = values("compliance_filing", text)
    assert found["filing_type"] == [form]
    assert found["entity_name"] == [registrant]
    assert found.get("period_of_report") == ([period] if period else None)
    assert found.get("reference_number") == ([number] if number else None)
    assert found["regulatory_body"][0].casefold() == "securities and exchange commission"


def test_the_date_of_filing_is_read_from_the_registration_statement() -> None:
    assert values("compliance_filing", REGISTRATION)["filing_date"] == ["2021-05-05"]


def test_a_submission_header_goes_before_everything_and_names_the_company_filed_about() -> None:
    found = values("compliance_filing", SUBMISSION + SCHEDULE)
    assert found["filing_type"] == ["SC 13D/A"]
    assert found["entity_name"] == ["ACME ROBOTICS INC"]
    assert found["cik"] == ["0000123456"]
    assert found["reference_number"] == ["0001234567-20-000123"]
    assert found["period_of_report"] == ["2020-02-15"]
    assert found["filing_date"] == ["2020-03-01"]


def test_labels_above_their_values_are_read_from_a_return() -> None:
    assert values("compliance_filing", RETURN) == {
        "filing_type": ["IFTA QUARTERLY FUEL USE TAX RETURN"],
        "entity_name": ["Borealis Freight LLC"],
        "reference_number": ["OH123456789"],
        "status": ["Filed"],
        "period_of_report": ["2024-03-31"],
        "due_date": ["2024-04-30"],
        "key_requirements": ["Licensees must file by the due date."],
    }


def test_an_employers_number_is_no_file_number() -> None:
    text = ANNUAL.replace("Commission file number 001-12345", "(Commission file number)")
    assert "reference_number" not in values("compliance_filing", text)


def test_a_later_window_has_no_cover() -> None:
    assert "entity_name" not in values("compliance_filing", ANNUAL + SCHEDULE, start=len(ANNUAL))


def test_an_agency_is_read_from_its_line_and_a_stamp_gives_the_date() -> None:
    text = "ANNUAL REPORT\nOFFICE OF THE REGISTRAR OF ACMELAND\nEntity Name: ACME LLC\nFILED Apr 27, 2020\n"
    found = values("compliance_filing", text)
    assert found["regulatory_body"] == ["OFFICE OF THE REGISTRAR OF ACMELAND"]
    assert found["filing_date"] == ["2020-04-27"]


def test_an_indian_tax_return_is_read_by_its_numbered_labels() -> None:
    text = (
        "Form GSTR-3B\nYear  2023-24\n1. GSTIN of the supplier   24AAAAA0000A1Z6\n"
        "2(a). Legal name of the registered person   ACME TEXTILES PRIVATE LIMITED\n"
        "2(c). ARN   AA240923118822Q\n2(d). Date of ARN   20/09/2023\n"
    )
    found = values("compliance_filing", text)
    assert found["entity_name"] == ["ACME TEXTILES PRIVATE LIMITED"]
    assert found["reference_number"] == ["AA240923118822Q"]
    assert found["filing_date"] == ["2023-09-20"]
    without = text.replace("2(c). ARN   AA240923118822Q\n", "")
    assert values("compliance_filing", without)["reference_number"] == ["24AAAAA0000A1Z6"]


def test_a_return_named_in_a_cell_is_told_from_the_heading_of_a_table() -> None:
    text = (
        "10/11/2025, 9:21 AM\tIFTA Return Detail\tFile 780083\nAcme Logistics, LLC\nAccount 381071\tSchedules\n"
        "Quarterly Return 0 | Diesel\n"
    )
    found = values("compliance_filing", text)
    assert found["filing_type"] == ["IFTA Return Detail"]
    assert found["reference_number"] == ["381071"]


def test_a_receiver_whom_a_commission_appoints_is_no_agency() -> None:
    text = (
        "CS01 (ef)\nConfirmation Statement\nCompany Name: ACME JOINERY LIMITED\nAuthorised by one of the following:\n"
        "Director, Secretary, Charity Commission Receiver and Manager\nCompanies House\n"
    )
    assert values("compliance_filing", text)["regulatory_body"] == ["Companies House"]


def test_an_indian_companys_own_number_goes_before_its_tax_number() -> None:
    text = (
        "FORM NO. MGT-7\nAnnual Return\n"
        "(i) * Corporate Identification Number (CIN) of the company    U45200WB2009PTC138812\n"
        "* Permanent Account Number (PAN) of the company    AAFCP2291K\n"
        "(ii) (a) Name of the company    ACME INFRATECH PRIVATE LIMITED\n"
    )
    found = values("compliance_filing", text)
    assert found["reference_number"] == ["U45200WB2009PTC138812"]
    assert found["entity_name"] == ["ACME INFRATECH PRIVATE LIMITED"]
