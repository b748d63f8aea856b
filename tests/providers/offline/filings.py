"""Made-up filings with the Securities and Exchange Commission, with what each of them states.

Belongs here: covers in the layouts that occur, written for these tests. No real filer is named.
"""

from __future__ import annotations

from typing import NamedTuple

SEC = "UNITED STATES\nSECURITIES AND EXCHANGE COMMISSION\nWashington, D.C. 20549\n\n"
FLAT_SEC = "UNITED STATES SECURITIES AND EXCHANGE COMMISSION Washington, D.C. 20549 "


class Filing(NamedTuple):
    """A text and the fields that must be read from it; a field of None must not be."""

    text: str
    states: dict[str, str | None]


SECURITIES: dict[str, Filing] = {
    "annual report in one line": Filing(
        FLAT_SEC
        + "FORM 10-K (Mark One) ☒ ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT "
        "OF 1934 For the fiscal year ended December 31, 2022 or ☐ TRANSITION REPORT PURSUANT TO SECTION 13 OR 15(d) OF "
        "THE SECURITIES EXCHANGE ACT OF 1934 For the transition period from ____ to ____ Commission file number: "
        "001-37654 Northwind Optics, Inc. (Exact name of registrant as specified in its charter) Delaware 47-1234567 "
        "(State or other jurisdiction of incorporation) (I.R.S. Employer Identification No.)",
        {
            "filing_type": "10-K",
            "entity_name": "Northwind Optics, Inc.",
            "period_of_report": "2022-12-31",
            "reference_number": "001-37654",
        },
    ),
    "quarterly report of columns": Filing(
        SEC + "FORM 10-Q\n(Mark One)\n☒\tQUARTERLY REPORT PURSUANT TO SECTION 13 OR 15(d)\n"
        "For the quarterly period ended\tSeptember 30, 2021\nOR\n☐\tTRANSITION REPORT\n"
        "For the transition period from _____ to _____\nCommission File No.\t0-12345\n"
        "NORTHWIND OPTICS HOLDING CORP\n(Exact name of registrant as specified in its charter)\nNevada\t47-1234567\n",
        {
            "filing_type": "10-Q",
            "entity_name": "NORTHWIND OPTICS HOLDING CORP",
            "period_of_report": "2021-09-30",
            "reference_number": "0-12345",
        },
    ),
    "quarterly report whose caption stands above": Filing(
        "U.S. SECURITIES AND EXCHANGE COMMISSION\nWashington, D.C. 20549\nForm 10-QSB\n"
        "[X] QUARTERLY REPORT UNDER SECTION 13 OR 15(d)\nFor the quarterly period ended March 31, 2004\n"
        "Commission File Number: 000-31234\nExact name of small business issuer as specified in its charter:\n"
        "Northwind Mining Corporation\nNevada\n",
        {
            "filing_type": "10-QSB",
            "entity_name": "Northwind Mining Corporation",
            "period_of_report": "2004-03-31",
            "reference_number": "000-31234",
        },
    ),
    "current report in one line": Filing(
        FLAT_SEC + "FORM 8-K CURRENT REPORT Pursuant to Section 13 OR 15(d) of The Securities Exchange Act of 1934 "
        "Date of Report (Date of earliest event reported): May 4, 2023 Northwind Optics, Inc. (Exact name of "
        "registrant "
        "as specified in its charter) Delaware 001-37654 47-1234567 (State or other jurisdiction (Commission (IRS "
        "Employer of incorporation) File Number) Identification No.) 12 Harbour Road, Portville, ME 04001",
        {
            "filing_type": "8-K",
            "entity_name": "Northwind Optics, Inc.",
            "period_of_report": "2023-05-04",
            "reference_number": "001-37654",
        },
    ),
    "foreign issuer's month": Filing(
        SEC + "Form 6-K\nREPORT OF FOREIGN PRIVATE ISSUER PURSUANT TO RULE 13a-16\nFor the month of May, 2023\n"
        "Commission File Number: 001-33333\nNORTHWIND SHIPPING PLC\n(Translation of registrant’s name into English)\n"
        "7 Quay Street, Dublin\n(Address of principal executive office)\n",
        {
            "filing_type": "6-K",
            "entity_name": "NORTHWIND SHIPPING PLC",
            "period_of_report": None,
            "reference_number": "001-33333",
        },
    ),
    "foreign annual report": Filing(
        "As filed with the Securities and Exchange Commission on April 28, 2022\n" + SEC + "FORM 20-F\n(Mark One)\n"
        "☐ REGISTRATION STATEMENT PURSUANT TO SECTION 12(b)\nOR\n☒ ANNUAL REPORT PURSUANT TO SECTION 13\n"
        "For the fiscal year ended December 31, 2021\nOR\n☐ SHELL COMPANY REPORT\nDate of event requiring this shell "
        "company report\nCommission file number 001-33333\nNorthwind Shipping plc\n"
        "(Exact name of Registrant as specified in its charter)\n(Translation of Registrant’s name into English)\n"
        "Ireland\n(Jurisdiction of incorporation or organization)\n",
        {
            "filing_type": "20-F",
            "entity_name": "Northwind Shipping plc",
            "filing_date": "2022-04-28",
            "period_of_report": "2021-12-31",
            "reference_number": "001-33333",
        },
    ),
    "registration statement": Filing(
        "As filed with the Securities and Exchange Commission on June 3, 2020.\nRegistration No. 333-238765\n"
        + SEC
        + "FORM S-8\nREGISTRATION STATEMENT\nUNDER\nTHE SECURITIES ACT OF 1933\nNORTHWIND OPTICS, INC.\n"
        "(Exact name of registrant as specified in its charter)\nDelaware\n(State)\n47-1234567\n(I.R.S. Employer)\n",
        {
            "filing_type": "S-8",
            "entity_name": "NORTHWIND OPTICS, INC.",
            "filing_date": "2020-06-03",
            "reference_number": "333-238765",
        },
    ),
    "proxy statement": Filing(
        SEC + "SCHEDULE 14A\n(Rule 14a-101)\nINFORMATION REQUIRED IN PROXY STATEMENT\nSCHEDULE 14A INFORMATION\n"
        "Proxy Statement Pursuant to Section 14(a) of the Securities Exchange Act of 1934\nFiled by the Registrant ☒\n"
        "Check the appropriate box:\n☐\tPreliminary Proxy Statement\n☒\tDefinitive Proxy Statement\n"
        "NORTHWIND OPTICS, INC.\n(Name of Registrant as Specified In Its Charter)\nN/A\n"
        "(Name of Person(s) Filing Proxy Statement, if other than the Registrant)\n",
        {"filing_type": "SCHEDULE 14A", "entity_name": "NORTHWIND OPTICS, INC."},
    ),
    "ownership statement with the name below its number": Filing(
        "FORM 4\nUNITED STATES SECURITIES AND EXCHANGE COMMISSION\nWashington, D.C. 20549\n"
        "STATEMENT OF CHANGES IN BENEFICIAL OWNERSHIP\n"
        "1. Name and Address of Reporting Person *\tPuttkamer Ilse\n2. Issuer Name and Ticker or Trading Symbol\t"
        "NORTHWIND OPTICS INC [NWOP]\n3. Date of Earliest Transaction (MM/DD/YYYY)\t11/21/2019\n"
        "4. If Amendment, Date Original Filed (MM/DD/YYYY)\n",
        {"filing_type": "4", "entity_name": "NORTHWIND OPTICS INC", "period_of_report": "2019-11-21"},
    ),
    "notice of sale": Filing(
        SEC + "FORM 144\nNOTICE OF PROPOSED SALE OF SECURITIES\n1(a) NAME OF ISSUER (Please type or print)\n"
        "Northwind Optics, Inc.\n(b) IRS IDENT. NO.\n47-1234567\n(c) S.E.C. FILE NO.\n001-37654\n",
        {"filing_type": "144", "entity_name": "Northwind Optics, Inc.", "reference_number": "001-37654"},
    ),
    "beneficial ownership": Filing(
        SEC + "SCHEDULE 13G/A\nUnder the Securities Exchange Act of 1934\n(Amendment No. 2)*\n"
        "Northwind Optics Inc\n(Name of Issuer)\nCommon Stock, par value $0.001\n(Title of Class of Securities)\n"
        "66123N109\n(CUSIP Number)\n12/31/2022\n(Date of Event Which Requires Filing of this Statement)\n",
        {
            "filing_type": "SCHEDULE 13G/A",
            "entity_name": "Northwind Optics Inc",
            "period_of_report": "2022-12-31",
            "reference_number": None,
        },
    ),
    "shareholder report of a fund": Filing(
        "UNITED STATES\nSECURITIES AND EXCHANGE COMMISSION\nWashington, DC 20549\nFORM N-CSR\nCERTIFIED SHAREHOLDER "
        "REPORT OF REGISTERED MANAGEMENT\nINVESTMENT COMPANIES\nInvestment Company Act file number: 811-03626\n"
        "Northwind Municipal Fund\n(Exact name of registrant as specified in charter)\n1 Harbour Road, Portville\n"
        "(Address of principal executive offices) (Zip code)\nDate of fiscal year end: October 31\n"
        "Date of reporting period: April 30, 2021\n",
        {
            "filing_type": "N-CSR",
            "entity_name": "Northwind Municipal Fund",
            "period_of_report": "2021-04-30",
            "reference_number": "811-03626",
        },
    ),
    "supplement to a prospectus": Filing(
        "Filed pursuant to Rule 497(e)\nFile Nos. 333-104972 and 811-21339\n\nNORTHWIND INSTITUTIONAL TRUST\n\n"
        "Supplement dated June 30, 2019\nto the Prospectus dated January 31, 2019\n\nThe following changes apply.\n",
        {"filing_type": "497(e)", "entity_name": "NORTHWIND INSTITUTIONAL TRUST", "reference_number": "333-104972"},
    ),
    "pricing supplement": Filing(
        "Filed Pursuant to Rule 424(b)(5)\nRegistration No. 333-223456\nPROSPECTUS SUPPLEMENT\n"
        "(To Prospectus dated May 1, 2018)\n4,000,000 Shares\nNorthwind Optics, Inc.\nCommon Stock\n",
        {"filing_type": "424(b)(5)", "entity_name": "Northwind Optics, Inc.", "reference_number": "333-223456"},
    ),
    "late notice": Filing(
        SEC + "FORM 12b-25\nNOTIFICATION OF LATE FILING\n(Check one): ☐ Form 10-K ☐ Form 20-F ☒ Form 10-Q\n"
        "For Period Ended: June 30, 2018\nPART I — REGISTRANT INFORMATION\nNorthwind Optics, Inc.\n"
        "Full Name of Registrant\nN/A\nFormer Name if Applicable\n",
        {"filing_type": "12b-25", "entity_name": "Northwind Optics, Inc.", "period_of_report": "2018-06-30"},
    ),
    "exempt offering": Filing(
        "FORM D\nNotice of Exempt Offering of Securities\nU.S. Securities and Exchange Commission\n"
        "1. Issuer's Identity\nCIK (Filer ID Number)\tPrevious Name(s)\tEntity Type\n0001712345\tNone\tCorporation\n"
        "Name of Issuer\nNorthwind Labs Inc\nJurisdiction of Incorporation/Organization\nDELAWARE\n",
        {"filing_type": "D", "entity_name": "Northwind Labs Inc", "cik": "0001712345"},
    ),
    "adviser": Filing(
        "FORM ADV\nUNIFORM APPLICATION FOR INVESTMENT ADVISER REGISTRATION AND REPORT BY EXEMPT REPORTING ADVISERS\n"
        "Primary Business Name: NORTHWIND CAPITAL LLC\tCRD Number: 123456\n"
        "Annual Amendment - All Sections\tRev. 10/2017\n3/30/2021 2:15:04 PM\n"
        "C. If this filing is reporting a change in your legal name. SEC file number 801-71234.\n",
        {"filing_type": "ADV", "entity_name": "NORTHWIND CAPITAL LLC", "reference_number": "801-71234"},
    ),
    "adviser's brochure": Filing(
        "Northwind Capital LLC\nForm ADV Part 2A\nFirm Brochure\nMarch 30, 2021\n12 Harbour Road\n"
        "This brochure provides information about the qualifications of Northwind Capital LLC. The information has not "
        "been approved by the United States Securities and Exchange Commission.\n",
        {"filing_type": "ADV Part 2A", "entity_name": "Northwind Capital LLC"},
    ),
    "header of a submission": Filing(
        "0001234567-21-000042.txt : 20210305\n<SEC-HEADER>0001234567-21-000042.hdr.sgml : 20210305\n"
        "ACCESSION NUMBER:\t\t0001234567-21-000042\nCONFORMED SUBMISSION TYPE:\tDEF 14A\nPUBLIC DOCUMENT COUNT:\t\t3\n"
        "CONFORMED PERIOD OF REPORT:\t20210420\nFILED AS OF DATE:\t\t20210305\n\nFILER:\n\n\tCOMPANY DATA:\n"
        "\t\tCOMPANY CONFORMED NAME:\t\t\tNORTHWIND OPTICS INC\n\t\tCENTRAL INDEX KEY:\t\t\t0001498765\n"
        "\tFILING VALUES:\n\t\tFORM TYPE:\t\tDEF 14A\n\t\tSEC FILE NUMBER:\t001-37654\n</SEC-HEADER>\n",
        {
            "filing_type": "DEF 14A",
            "entity_name": "NORTHWIND OPTICS INC",
            "cik": "0001498765",
            "filing_date": "2021-03-05",
            "period_of_report": "2021-04-20",
            "reference_number": "0001234567-21-000042",
        },
    ),
    "comment letter": Filing(
        "UNITED STATES\nSECURITIES AND EXCHANGE COMMISSION\nWASHINGTON, D.C. 20549\nDIVISION OF CORPORATION FINANCE\n\n"
        "March 8, 2019\n\nIlse Puttkamer\nChief Financial Officer\nNorthwind Optics, Inc.\n12 Harbour Road\n\n"
        "Re:\tNorthwind Optics, Inc.\n\tForm 10-K for the Fiscal Year Ended December 31, 2018\n"
        "\tFiled February 22, 2019\n\tFile No. 001-37654\n\nDear Ms. Puttkamer:\n\nWe have reviewed your filing.\n",
        {"entity_name": "Northwind Optics, Inc.", "reference_number": "001-37654", "filing_date": "2019-02-22"},
    ),
}
