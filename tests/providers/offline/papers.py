"""Made-up claims and letters, with what each of them states.

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
