"""Made-up contracts, claims, letters, diligence reports and corporate records, with what each of them states.

Belongs here: papers written for these tests. A number stands for how many values of a list must be found.
"""

from __future__ import annotations

from typing import NamedTuple


class Paper(NamedTuple):
    """A text and the fields that must be read from it."""

    text: str
    states: dict[str, str | int | list[str]]


CLAIMS: dict[str, Paper] = {
    "denial letter": Paper(
        "NORTHWIND MUTUAL INSURANCE COMPANY\n12 Harbour Road, Portville, ME 04001\n\nMay 4, 2021\n\nIlse Puttkamer\n7 "
        "Mill Lane\nPortville, ME 04001\n\nRe:\tInsured:\tIlse Puttkamer\n\tPolicy No.:\tHO-3344556\n\tClaim "
        "No.:\tC21-008871\n\tDate of Loss:\tFebruary 14, 2021\n\nDear Ms. Puttkamer:\n\nWe have completed our review "
        "of your claim for water damage in the amount of $18,250.00. We regret that your claim is denied because "
        "seepage is excluded.\n\nSincerely,\n\nOtto Brandt\nClaims Adjuster\n",
        {
            "claim_number": "C21-008871",
            "policy_number": "HO-3344556",
            "insurer": "NORTHWIND MUTUAL INSURANCE COMPANY",
            "insured_party": "Ilse Puttkamer",
            "date_of_loss": "2021-02-14",
            "claimed_amount": "USD 18250.00",
            "coverage_determination": "denied",
            "adjuster": "Otto Brandt",
        },
    ),
    "mail of a policyholder": Paper(
        "From: Ilse Puttkamer <ilse@example.org>\nTo: claims@northwind.example\nDate: Tue, 3 Mar 2020 09:12:00 +0000\n"
        "Subject: Car accident - policy NW 2233445\n\nHello,\n\nOn 28 February 2020 another car hit my parked vehicle "
        "on Mill Lane. The garage wants £2,340.50 to repair the door. My policy number is NW 2233445 and your "
        "colleague gave me the claim reference MC/2020/7781.\n\nKind regards,\nIlse Puttkamer\n",
        {
            "claim_number": "MC/2020/7781",
            "policy_number": "NW 2233445",
            "insured_party": "Ilse Puttkamer",
            "date_of_loss": "2020-02-28",
            "claimed_amount": "GBP 2340.50",
            "claim_type": "auto",
        },
    ),
    "first notice": Paper(
        "FIRST NOTICE OF LOSS\n\nCarrier: Borealis Casualty Co.\nPolicy Number: CPP 0012345\nClaim Number: "
        "2022-11-0456\nInsured: Northwind Bakery LLC\nDate of Loss: 11/03/2022\nTime: 2:15 AM\nLoss Location: 4 Oven "
        "Street\nDescription of Loss: Kitchen fire spread to the roof.\nEstimated Amount: $145,000\nReported By: Ilse "
        "Puttkamer\nDate Reported: 11/04/2022\n",
        {
            "claim_number": "2022-11-0456",
            "policy_number": "CPP 0012345",
            "insurer": "Borealis Casualty Co.",
            "insured_party": "Northwind Bakery LLC",
            "claimed_amount": "USD 145000.00",
        },
    ),
    "reservation of rights": Paper(
        "Via Certified Mail\n\nJune 1, 2019\n\nNorthwind Builders, Inc.\nAttn: Ilse Puttkamer\n\n\tRE:\tNamed "
        "Insured: Northwind Builders, Inc.\n\t\tClaimant: Otto Brandt\n\t\tDate of Accident: March 9, 2019\n\t\tOur "
        "File Number: GL-77-10293\n\t\tPolicy: CGL 5566778\n\nDear Ms. Puttkamer:\n\nBorealis Insurance Company "
        "acknowledges receipt of the above claim under a reservation of rights. The claimant demands $75,000.\n",
        {
            "policy_number": "CGL 5566778",
            "insurer": "Borealis Insurance Company",
            "insured_party": "Northwind Builders, Inc.",
            "date_of_loss": "2019-03-09",
            "claim_number": "GL-77-10293",
        },
    ),
    "adjuster's report": Paper(
        "ADJUSTER'S PRELIMINARY REPORT\n\nInsurance Company\tBorealis Fire Insurance Ltd\nPolicy #\tBF-90-1122\nClaim "
        "#\tBF-2020-31\nInsured\tIlse Puttkamer\nDate of Loss\t15 August 2020\nCause of Loss\tHail\nReserve\tEUR "
        "4.000,00\nTotal Loss\tEUR 12.500,00\n\nThe roof was struck by hail.\n",
        {
            "claim_number": "BF-2020-31",
            "policy_number": "BF-90-1122",
            "insurer": "Borealis Fire Insurance Ltd",
            "insured_party": "Ilse Puttkamer",
            "date_of_loss": "2020-08-15",
            "claimed_amount": "EUR 12500.00",
        },
    ),
    "proof of loss": Paper(
        "SWORN STATEMENT IN PROOF OF LOSS\n\n$ 250,000.00\t\tHO 99887766\nAMOUNT OF POLICY AT TIME OF LOSS\t\tPOLICY "
        "NUMBER\n01/01/2018\t\tCL-5521877\nDATE ISSUED\t\tCOMPANY CLAIM NUMBER\n\nTo the Borealis Insurance Company "
        "of Portville:\n\nAt time of loss, by the above indicated policy of insurance you insured Ilse Puttkamer "
        "against loss by fire.\n\nTime and Origin: A fire loss occurred about the hour of 3 o'clock, on the 5th day "
        "of September 2018.\n\nThe Amount Claimed under the above numbered policy is $ 48,300.00\n",
        {
            "claim_number": "CL-5521877",
            "policy_number": "HO 99887766",
            "insured_party": "Ilse Puttkamer",
            "date_of_loss": "2018-09-05",
            "claimed_amount": "USD 48300.00",
        },
    ),
    "explanation of benefits": Paper(
        "Northwind Health Plan\nEXPLANATION OF BENEFITS\nTHIS IS NOT A BILL\n\nMember Name: Ilse Puttkamer\nMember "
        "ID: NHP123456789\nGroup Number: 44321\nClaim Number: 20210415-77812\nProvider: Portville Clinic\nDate of "
        "Service: 04/15/2021\nAmount Billed: $1,240.00\nPlan Paid: $880.00\nYou May Owe: $360.00\n",
        {
            "claim_number": "20210415-77812",
            "insured_party": "Ilse Puttkamer",
            "date_of_loss": "2021-04-15",
            "claimed_amount": "USD 1240.00",
            "claim_type": "health",
        },
    ),
    "workers' claim": Paper(
        "EMPLOYER'S FIRST REPORT OF INJURY\n\nEmployer\nNorthwind Foundry Inc.\nInsurance Carrier\nBorealis Mutual "
        "Insurance Company\nPolicy No.\nWC-110022\nEmployee Name\nOtto Brandt\nDate of Injury\nOctober 7, 2020\n"
        "Nature of Injury\nBurn of the left hand\nCarrier Claim Number\nWC20-5512\n",
        {
            "claim_number": "WC20-5512",
            "policy_number": "WC-110022",
            "insurer": "Borealis Mutual Insurance Company",
            "insured_party": "Northwind Foundry Inc.",
            "date_of_loss": "2020-10-07",
        },
    ),
    "acceptance": Paper(
        "Dear Mr Brandt\n\nYour home insurance claim: reference HC0012876\nPolicy number: 55/HB/1092234\n\nThank you "
        "for telling us about the burst pipe at your home on 12 January 2022. I am pleased to confirm that your claim "
        "has been accepted. We will pay you £3,120.00, which is your claim of £3,370.00 less the excess of £250.00.\n"
        "\nYours sincerely\n\nIlse Puttkamer\nClaims Handler\nBorealis Insurance plc\n",
        {
            "claim_number": "HC0012876",
            "policy_number": "55/HB/1092234",
            "date_of_loss": "2022-01-12",
            "coverage_determination": "approved",
            "insurer": "Borealis Insurance plc",
        },
    ),
}
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
LETTERS: dict[str, Paper] = {
    "demand letter": Paper(
        "STONE & HILL LLP\nAttorneys at Law\n12 Harbour Road\nPortville, ME 04001\n\nMarch 3, "
        "2021\n\nVIA CERTIFIED MAIL\n\nMr. Otto Brandt\nBrandt Builders, Inc.\n4 Oven "
        "Street\nPortville, ME 04001\n\nRe: Demand for payment – Invoice 4471\n\nDear Mr. "
        "Brandt:\n\nWe represent Northwind Optics, Inc. Your company owes our client "
        "$48,250.00. Unless we receive payment by March 17, 2021, we will file suit.\n\nVery "
        "truly yours,\n\nIlse Puttkamer\n\ncc: Northwind Optics, Inc.\n",
        {
            "sender": "Ilse Puttkamer",
            "recipient": "Otto Brandt",
            "communication_date": "2021-03-03",
            "subject": "Demand for payment – Invoice 4471",
            "demand_amount": "USD 48250.00",
        },
    ),
    "memo": Paper(
        "MEMORANDUM\n\nTO:\tAll Partners\nFROM:\tIlse Puttkamer\nDATE:\tApril 5, 2019\nRE:\tParking at "
        "the harbour\n\nPlease move your cars by Friday.\n",
        {
            "sender": "Ilse Puttkamer",
            "recipient": "All Partners",
            "communication_date": "2019-04-05",
            "subject": "Parking at the harbour",
            "communication_type": "memo",
        },
    ),
    "British letter": Paper(
        "Northwind Solicitors\n1 Mill Lane, London EC1A 1BB\n\nOur ref: IP/4471\nYour ref: "
        "OB/12\n\n12 June 2018\n\nBrandt & Co\n4 Oven Street\nLeeds\n\nBy email and post\n\nDear "
        "Sirs\n\nOur client: Heron Shipping Limited\nClaim No. HQ17X01234\n\nWe write further to "
        "your letter of 1 June 2018.\n\nYours faithfully\n\nNorthwind Solicitors\n",
        {
            "sender": "Northwind Solicitors",
            "recipient": "Brandt & Co",
            "communication_date": "2018-06-12",
            "docket_number": "HQ17X01234",
        },
    ),
    "mail": Paper(
        "From: Ilse Puttkamer\nSent: Tuesday, May 4, 2021 3:15 PM\nTo: Otto Brandt; Jane "
        "Hill\nCc: Max Stone\nSubject: RE: Term sheet\n\nOtto,\n\nplease send the signed term sheet "
        "by Friday.\n\nIlse\n\n-----Original Message-----\nFrom: Otto Brandt\nSent: Monday, May 3, "
        "2021\nTo: Ilse Puttkamer\nSubject: Term sheet\n\nAttached.\n",
        {"sender": "Ilse Puttkamer", "communication_date": "2021-05-04", "subject": "RE: Term sheet"},
    ),
    "forwarded header in one block": Paper(
        "Message-ID: <123.JavaMail@x>\nDate: Mon, 14 May 2001 16:39:00 -0700 (PDT)\nFrom: "
        "ilse.puttkamer@northwind.example\nTo: otto.brandt@northwind.example\nSubject: \nX-From: "
        "Ilse Puttkamer\nX-To: Otto Brandt\nX-cc: \n\nHere is our forecast\n",
        {
            "sender": "ilse.puttkamer@northwind.example",
            "recipient": "otto.brandt@northwind.example",
            "communication_date": "2001-05-14",
        },
    ),
    "notice of termination": Paper(
        "NOTICE OF TERMINATION\n\nDate: 2 January 2020\nTo: Brandt Catering GmbH\nFrom: Northwind "
        "Hotels AG\n\nWe hereby terminate the catering agreement of 1 March 2017 with effect "
        "from 30 June 2020.\n\nNorthwind Hotels AG\n",
        {
            "sender": "Northwind Hotels AG",
            "recipient": "Brandt Catering GmbH",
            "communication_date": "2020-01-02",
            "communication_type": "notice",
        },
    ),
    "court's letter": Paper(
        "UNITED STATES COURT OF APPEALS\nFOR THE SECOND CIRCUIT\nOFFICE OF THE CLERK\n\nOTTO "
        "BRANDT\nCLERK\n\nJune 7, 2018\n\nMs. Ilse Puttkamer\n12 Harbour Road\nPortville, ME "
        "04001\n\nRE: Roe v. Acme Barge Co.\nCase Number: 18-1234\nDistrict Court No.: "
        "1-17-cv-01111\n\nDear Counsel:\n\nThe brief is due July 1, 2018.\n\nVery truly "
        "yours,\n\nOtto Brandt\nClerk of Court\n",
        {
            "sender": "Otto Brandt, Clerk of Court",
            "recipient": "Ilse Puttkamer",
            "communication_date": "2018-06-07",
            "docket_number": "18-1234",
            "case_name": "Roe v. Acme Barge Co.",
        },
    ),
    "letter of resignation": Paper(
        "Ilse Puttkamer\n12 Harbour Road\nPortville\n\n1 February 2022\n\nThe Board of "
        "Directors\nNorthwind Optics, Inc.\n\nSubject: Resignation\n\nDear members of the "
        "Board,\n\nI resign as director with immediate effect.\n\nSincerely,\n\n/s/ Ilse Puttkamer\n",
        {"sender": "Ilse Puttkamer", "communication_date": "2022-02-01", "subject": "Resignation"},
    ),
    "press release": Paper(
        "FOR IMMEDIATE RELEASE\n\nNorthwind Optics Opens New Plant\n\nPORTVILLE, Maine, March 9, "
        "2020 – Northwind Optics, Inc. today opened its plant.\n\nContact: Ilse Puttkamer, "
        "207-555-0100\n",
        {"communication_date": "2020-03-09", "communication_type": "press_release"},
    ),
    "fax": Paper(
        "FAX\n\nTo: Otto Brandt\nFax: 555-0100\nFrom: Ilse Puttkamer\nDate: 5/14/99\nPages: 3\nRe: "
        "Lease of the mill\n\nThe lease follows.\n",
        {
            "sender": "Ilse Puttkamer",
            "recipient": "Otto Brandt",
            "communication_date": "1999-05-14",
            "subject": "Lease of the mill",
        },
    ),
    "agency comment letter": Paper(
        "Northwind Power Company\n7 Dam Road\nPortville\n\nAugust 9, 2002\n\nMs. Jane Hill, "
        "Secretary\nFederal Energy Regulatory Commission\n888 First Street NE\nWashington, DC "
        "20426\n\nRe: Docket No. RT01-35-000, Comments\n\nDear Secretary Hill:\n\nWe support the "
        "filing.\n\nRespectfully,\n\nIlse Puttkamer\nVice President\n",
        {
            "sender": "Ilse Puttkamer",
            "recipient": "Jane Hill",
            "communication_date": "2002-08-09",
            "docket_number": "RT01-35-000",
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
