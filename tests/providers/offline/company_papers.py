"""Made-up diligence reports, corporate records and contracts, with what each of them states.

Belongs here: papers written for these tests. A number stands for how many values of a list must be found.
"""

from __future__ import annotations

from tests.providers.offline.papers import Paper

REPORTS: dict[str, Paper] = {
    "legal memo": Paper(
        "MEMORANDUM\n\nTO: Deal Team\nFROM: Stone & Hill LLP\nDATE: March 3, 2021\nRE: Legal due "
        "diligence – Northwind Robotics GmbH\n\n1. Executive Summary\nWe reviewed the data room "
        'of Northwind Robotics GmbH (the "Target").\n\n2. Key Findings\n- The lease of the main '
        "plant ends in June 2022 without an option to renew.\n- Two patents are registered in "
        "the name of a founder.\n\n3. Red Flags\n- A change of control clause in the largest "
        "customer contract lets the customer leave.\n\n4. Outstanding Items\n- The shareholder "
        "list of 2020 has not been provided.\n",
        {
            "target_entity": "Northwind Robotics GmbH",
            "document_date": "2021-03-03",
            "prepared_by": "Stone & Hill LLP",
            "material_findings": 3,
            "risk_flags": 1,
            "outstanding_items": 1,
        },
    ),
    "financial report": Paper(
        "FINANCIAL DUE DILIGENCE REPORT\nProject Heron\n\nTarget: Northwind Foods Ltd\nPrepared by: Brandt Advisory "
        "LLP\nDate: 12 May 2020\n\nKEY FINDINGS\n\n1. EBITDA of FY19 includes one-off income of £1.2m from the sale "
        "of land.\n2. Net working capital is seasonal and peaks in November.\n\nKEY RISKS\n\nCustomer concentration: "
        "the three largest customers bring 61% of revenue.\n\nOPEN POINTS\n\nManagement accounts for April 2020 are "
        "still to be provided.\n",
        {
            "target_entity": "Northwind Foods Ltd",
            "document_date": "2020-05-12",
            "prepared_by": "Brandt Advisory LLP",
            "material_findings": 2,
            "risk_flags": 1,
            "outstanding_items": 1,
        },
    ),
    "environmental": Paper(
        "Phase I Environmental Site Assessment\n\nFormer Northwind Tannery\n12 Mill Lane, Portville\n\nPrepared for: "
        "Heron Capital Partners\nPrepared by: Brandt Environmental, Inc.\nAugust 14, 2019\n\nFINDINGS\nThis "
        "assessment has revealed evidence of a recognized environmental condition: staining near the former vats.\n\n"
        "DATA GAPS\nThe basement could not be entered on the day of the visit.\n",
        {
            "target_entity": "Former Northwind Tannery",
            "document_date": "2019-08-14",
            "prepared_by": "Brandt Environmental, Inc.",
            "material_findings": 1,
            "outstanding_items": 1,
        },
    ),
    "audit": Paper(
        "# Security Audit of Heron Wallet\n\nAuditor: Brandt Security\nDate: 2022-06-01\n\n## Findings\n\n### H-01 "
        "Withdrawals can be replayed\n\nSeverity: High\n\nThe nonce is not checked, so that a signed withdrawal can "
        "be sent twice.\n\n## Risks\n\n- The admin key is held by one person.\n",
        {
            "target_entity": "Heron Wallet",
            "document_date": "2022-06-01",
            "prepared_by": "Brandt Security",
            "risk_flags": 1,
        },
    ),
}

RECORDS: dict[str, Paper] = {
    "board minutes": Paper(
        "NORTHWIND OPTICS, INC.\n\nMINUTES OF A MEETING OF THE BOARD OF DIRECTORS\n\nHeld on March 4, 2021\n\nA "
        "meeting of the Board of Directors of Northwind Optics, Inc., a Delaware corporation, was held by telephone.\n"
        "\nPresent: Ilse Puttkamer, Otto Brandt\n\nOn motion duly made and seconded, the Board unanimously adopted "
        "the following:\n\nRESOLVED, that the budget for 2021 is approved.\n\nRESOLVED FURTHER, that the officers are "
        "authorized to open an account with Borealis Bank.\n\nRespectfully submitted,\n\n/s/ Ilse Puttkamer\nIlse "
        "Puttkamer, Secretary\n",
        {
            "entity_name": "Northwind Optics, Inc.",
            "record_type": "minutes",
            "effective_date": "2021-03-04",
            "jurisdiction": "Delaware",
            "signatories": ["Ilse Puttkamer"],
            "key_provisions": 2,
        },
    ),
    "written consent": Paper(
        "ACTION BY UNANIMOUS WRITTEN CONSENT\nOF THE BOARD OF DIRECTORS OF\nNORTHWIND LABS, INC.\n\nThe undersigned, "
        "being all of the directors of Northwind Labs, Inc., a Nevada corporation, adopt the following resolutions:\n"
        "\nRESOLVED, that Otto Brandt is elected President.\n\nDated: June 1, 2018\n\n_______________________\nIlse "
        "Puttkamer, Director\n\n_______________________\nOtto Brandt, Director\n",
        {
            "entity_name": "NORTHWIND LABS, INC.",
            "record_type": "consent",
            "effective_date": "2018-06-01",
            "jurisdiction": "Nevada",
            "signatories": ["Ilse Puttkamer", "Otto Brandt"],
            "key_provisions": 1,
        },
    ),
    "bylaws": Paper(
        "BYLAWS\nOF\nNORTHWIND LIBRARY ASSOCIATION\n(a Vermont nonprofit corporation)\n\nAs amended April 2, 2016\n\n"
        "ARTICLE I\nOffices\n\nSection 1.1 The principal office shall be in Portville.\n",
        {
            "entity_name": "NORTHWIND LIBRARY ASSOCIATION",
            "record_type": "bylaws",
            "effective_date": "2016-04-02",
            "jurisdiction": "Vermont",
        },
    ),
    "certificate of incorporation": Paper(
        "CERTIFICATE OF INCORPORATION\nOF\nNORTHWIND ROBOTICS, INC.\n\nFIRST: The name of the corporation is "
        "Northwind Robotics, Inc.\n\nSECOND: Its registered office in the State of Delaware is at 1 Harbour Road.\n\n"
        "IN WITNESS WHEREOF, this Certificate has been executed on July 9, 2015.\n\nBy: /s/ Otto Brandt\nName: Otto "
        "Brandt\nTitle: Incorporator\n",
        {
            "entity_name": "Northwind Robotics, Inc.",
            "record_type": "charter",
            "effective_date": "2015-07-09",
            "jurisdiction": "Delaware",
            "signatories": ["Otto Brandt"],
        },
    ),
    "British resolution": Paper(
        "Company number 09123456\n\nTHE COMPANIES ACT 2006\nPRIVATE COMPANY LIMITED BY SHARES\n\nWRITTEN RESOLUTIONS\n"
        "of\nNORTHWIND TRADING LIMITED\n(the Company)\n\nCirculation date: 2 May 2019\n\nORDINARY RESOLUTION\nThat "
        "the directors be generally authorised to allot shares.\n\nSigned by Ilse Puttkamer\nDate: 3 May 2019\n",
        {
            "entity_name": "NORTHWIND TRADING LIMITED",
            "record_type": "resolution",
            "filing_number": "09123456",
            "signatories": ["Ilse Puttkamer"],
        },
    ),
    "secretary's certificate": Paper(
        "SECRETARY'S CERTIFICATE\n\nI, Ilse Puttkamer, Secretary of Northwind Optics, Inc., a corporation organized "
        "under the laws of the State of Maine, hereby certify that the following resolution was adopted on May 5, "
        "2020:\n\nRESOLVED, that the Corporation borrow up to $500,000 from Borealis Bank.\n\nIN WITNESS WHEREOF, I "
        "have signed on May 6, 2020.\n\n/s/ Ilse Puttkamer\nSecretary\n",
        {
            "entity_name": "Northwind Optics, Inc.",
            "record_type": "certificate",
            "jurisdiction": "Maine",
            "signatories": ["Ilse Puttkamer"],
            "key_provisions": 1,
        },
    ),
    "town minutes": Paper(
        "Town of Northwind\nPlanning Commission\nRegular Meeting Minutes\nTuesday, January 14, 2020\n\nThe meeting "
        "was called to order at 7:00 p.m. by Chair Puttkamer.\n\nMotion by Brandt, second by Hill, to approve the "
        "site plan of the mill. Motion carried 4-0.\n\nThe meeting adjourned at 8:10 p.m.\n\nRespectfully submitted,\n"
        "Ilse Puttkamer, Recording Secretary\n",
        {
            "entity_name": "Town of Northwind",
            "record_type": "minutes",
            "effective_date": "2020-01-14",
            "signatories": ["Ilse Puttkamer"],
            "key_provisions": 1,
        },
    ),
}

AGREEMENTS: dict[str, Paper] = {
    "lease": Paper(
        "LEASE AGREEMENT\n\nTHIS LEASE is made this 3rd day of May, 2019, between HERON "
        'PROPERTIES LLC, a Maine limited liability company ("Landlord"), and NORTHWIND '
        'BAKERY, INC. ("Tenant").\n\n1. Term. The term of this Lease is five (5) years, '
        "beginning June 1, 2019 and ending May 31, 2024.\n\n2. Rent. Tenant shall pay rent of "
        "$4,000 per month.\n\n3. This Lease shall be governed by the laws of the State of "
        "Maine.\n",
        {
            "document_name": "LEASE AGREEMENT",
            "parties": ["HERON PROPERTIES LLC", "NORTHWIND BAKERY, INC."],
            "agreement_date": "2019-05-03",
            "governing_law": "Maine",
            "expiration_date": "2024-05-31",
            "term_length": "five (5) years",
        },
    ),
    "parties listed": Paper(
        "MASTER SERVICES AGREEMENT\n\nEffective Date: January 15, 2021\n\nCustomer: Northwind "
        "Optics, Inc.\nProvider: Heron Cloud Ltd\n\n1. Provider shall provide the services.\n\n9.1 "
        "Governing law: This Agreement is governed by English law.\n\n10. This Agreement "
        "continues for twelve (12) months from the Effective Date and renews automatically "
        "for successive one year terms unless either party gives 60 days' notice.\n",
        {
            "document_name": "MASTER SERVICES AGREEMENT",
            "parties": ["Northwind Optics, Inc.", "Heron Cloud Ltd"],
            "effective_date": "2021-01-15",
        },
    ),
    "British deed": Paper(
        "DATED 4 March 2018\n\n(1) HERON SHIPPING LIMITED\n\nand\n\n(2) NORTHWIND HOLDINGS "
        "PLC\n\nSHARE PURCHASE AGREEMENT\n\nTHIS AGREEMENT is dated 4 March 2018\n\nPARTIES\n\n(1) "
        'HERON SHIPPING LIMITED incorporated in England (the "Seller"); and\n(2) NORTHWIND '
        'HOLDINGS PLC (the "Buyer").\n\nThis agreement shall be governed by the law of England '
        "and Wales.\n",
        {
            "document_name": "SHARE PURCHASE AGREEMENT",
            "parties": ["HERON SHIPPING LIMITED", "NORTHWIND HOLDINGS PLC"],
            "agreement_date": "2018-03-04",
            "governing_law": "England and Wales",
        },
    ),
    "employment letter": Paper(
        'EMPLOYMENT AGREEMENT\n\nThis Employment Agreement (the "Agreement"), dated as of July '
        '1, 2020 (the "Effective Date"), is entered into by and between Northwind Optics, '
        'Inc., a Delaware corporation (the "Company"), and Ilse Puttkamer ("Executive").\n\nThe '
        "Company shall pay Executive a base salary of $210,000 per year.\n\nThis Agreement "
        "shall be construed in accordance with the laws of the Commonwealth of "
        "Massachusetts.\n",
        {
            "parties": ["Northwind Optics, Inc.", "Ilse Puttkamer"],
            "agreement_date": "2020-07-01",
            "effective_date": "2020-07-01",
            "governing_law": "Massachusetts",
        },
    ),
    "nda": Paper(
        "MUTUAL NON-DISCLOSURE AGREEMENT\n\nThis Agreement is between:\n\nHeron GmbH, Hafenstraße "
        "3, 20457 Hamburg\n\n- and -\n\nNorthwind Optics SA, 4 rue du Moulin, Lyon\n\n(each a "
        '"Party")\n\nand is effective as of 12 September 2022.\n\nThis Agreement shall be '
        "governed by the laws of Germany.\n\nIt expires three years after the Effective Date.\n",
        {
            "document_name": "MUTUAL NON-DISCLOSURE AGREEMENT",
            "parties": ["Heron GmbH", "Northwind Optics SA"],
            "effective_date": "2022-09-12",
            "governing_law": "Germany",
        },
    ),
    "amendment": Paper(
        "FIRST AMENDMENT TO SUPPLY AGREEMENT\n\nThis First Amendment to Supply Agreement (this "
        '"Amendment") is made effective as of the 1st day of October, 2017, by and among '
        "HERON FOODS CORP., NORTHWIND FARMS, L.P. and BRANDT MILLS COMPANY.\n\nIN WITNESS "
        "WHEREOF\n",
        {
            "document_name": "FIRST AMENDMENT TO SUPPLY AGREEMENT",
            "parties": ["HERON FOODS CORP.", "NORTHWIND FARMS, L.P.", "BRANDT MILLS COMPANY"],
            "effective_date": "2017-10-01",
        },
    ),
    "loan": Paper(
        "PROMISSORY NOTE\n\n$50,000.00\tMarch 1, 2021\n\nFOR VALUE RECEIVED, Northwind Bakery, "
        'Inc. ("Borrower") promises to pay to the order of Heron Bank, N.A. ("Lender") the '
        "principal sum of Fifty Thousand Dollars ($50,000.00).\n\nThis Note shall be governed "
        "by the laws of the State of Ohio.\n",
        {
            "document_name": "PROMISSORY NOTE",
            "parties": ["Northwind Bakery, Inc.", "Heron Bank, N.A."],
            "governing_law": "Ohio",
            "contract_value": "USD 50000.00",
        },
    ),
}
