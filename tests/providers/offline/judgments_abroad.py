"""Made-up heads of judgments of the Commonwealth and Europe, with what each of them states.

Belongs here: heads written for these tests. No real case is told.
"""

from __future__ import annotations

from tests.providers.offline.judgments import Judgment

OTHERS: dict[str, Judgment] = {
    "High Court of Australia": Judgment(
        "HIGH COURT OF AUSTRALIA\n\nKIEFEL CJ,\nBELL AND GAGELER JJ\n\nJANE ROE\tAPPELLANT\n\nAND\n\n"
        "ACME MINING PTY LTD\tRESPONDENT\n\nRoe v Acme Mining Pty Ltd\n[2018] HCA 99\n12 September 2018\nM123/2017\n",
        {
            "court": "HIGH COURT OF AUSTRALIA",
            "case_name": "Roe v Acme Mining Pty Ltd",
            "neutral_citation": "[2018] HCA 99",
            "date_decided": "2018-09-12",
            "docket_number": "M123/2017",
        },
    ),
    "Federal Court of Australia": Judgment(
        "FEDERAL COURT OF AUSTRALIA\n\nAcme Pty Ltd v Commissioner of Taxation [2019] FCA 1234\n\nFile number:\tNSD "
        "123 of "
        "2018\n\nJudge:\tSTONE J\n\nDate of judgment:\t7 August 2019\n\nDate of hearing:\t1 May 2019\n",
        {
            "court": "FEDERAL COURT OF AUSTRALIA",
            "case_name": "Acme Pty Ltd v Commissioner of Taxation",
            "neutral_citation": "[2019] FCA 1234",
            "date_decided": "2019-08-07",
            "docket_number": "NSD 123 of 2018",
        },
    ),
    "New South Wales": Judgment(
        "Supreme Court\nNew South Wales\n\nMedium Neutral Citation:\tRoe v Acme Pty Ltd [2020] NSWSC 123\n"
        "Hearing dates:\t3 February 2020\nDate of orders:\t28 February 2020\nDecision date:\t28 February 2020\n"
        "Jurisdiction:\tEquity\nBefore:\tHill J\nFile Number(s):\t2019/123456\n",
        {
            "court": "Supreme Court New South Wales",
            "case_name": "Roe v Acme Pty Ltd",
            "neutral_citation": "[2020] NSWSC 123",
            "date_decided": "2020-02-28",
            "docket_number": "2019/123456",
        },
    ),
    "Supreme Court of Canada": Judgment(
        "SUPREME COURT OF CANADA\n\nCITATION: Roe v. Acme Inc., 2018 SCC 99\tAPPEAL HEARD: January 16, 2018\n"
        "JUDGMENT RENDERED: November 9, 2018\nDOCKET: 37123\n\nBETWEEN:\n\nJane Roe\nAppellant\n\nand\n\nAcme Inc.\n"
        "Respondent\n",
        {
            "court": "SUPREME COURT OF CANADA",
            "case_name": "Roe v. Acme Inc.",
            "neutral_citation": "2018 SCC 99",
            "date_decided": "2018-11-09",
            "docket_number": "37123",
        },
    ),
    "Ontario": Judgment(
        "COURT OF APPEAL FOR ONTARIO\n\nCITATION: Roe v. Acme Ltd., 2019 ONCA 123\nDATE: 20190215\nDOCKET: C65432\n\n"
        "Stone, Hill and Gray JJ.A.\n\nBETWEEN\n\nJane Roe\nPlaintiff (Appellant)\n\nand\n\nAcme Ltd.\nDefendant "
        "(Respondent)\n",
        {
            "court": "COURT OF APPEAL FOR ONTARIO",
            "case_name": "Roe v. Acme Ltd.",
            "neutral_citation": "2019 ONCA 123",
            "date_decided": "2019-02-15",
            "docket_number": "C65432",
        },
    ),
    "Federal Court of Canada": Judgment(
        "Federal Court\n\nDate: 20170412\nDocket: T-1234-15\nCitation: 2017 FC 345\n\nOttawa, Ontario, April 12, "
        "2017\n\n"
        "BETWEEN:\n\nACME SHIPPING INC.\nPlaintiff\n\nand\n\nTHE SHIP “BOREALIS”\nDefendant\n\nJUDGMENT AND REASONS\n",
        {
            "court": "Federal Court",
            "docket_number": "T-1234-15",
            "neutral_citation": "2017 FC 345",
            "date_decided": "2017-04-12",
        },
    ),
    "Supreme Court of India": Judgment(
        "REPORTABLE\n\nIN THE SUPREME COURT OF INDIA\nCIVIL APPELLATE JURISDICTION\n\nCIVIL APPEAL NO. 1234 OF 2019\n\n"
        "ACME STEEL LTD.\t…APPELLANT(S)\n\nVERSUS\n\nUNION OF INDIA & ORS.\t…RESPONDENT(S)\n\nJ U D G M E N T\n\n"
        "New Delhi;\nMarch 5, 2020.\n",
        {
            "court": "SUPREME COURT OF INDIA",
            "docket_number": "1234 OF 2019",
            "case_name": "ACME STEEL LTD. v. UNION OF INDIA",
            "date_decided": "2020-03-05",
        },
    ),
    "High Court of Delhi": Judgment(
        "IN THE HIGH COURT OF DELHI AT NEW DELHI\n\nDate of Decision: 12th July, 2018\n\nW.P.(C) 1234/2017\n\n"
        "ACME TRADERS\t..... Petitioner\n\nversus\n\nCOMMISSIONER OF CUSTOMS\t..... Respondent\n",
        {
            "court": "HIGH COURT OF DELHI AT NEW DELHI",
            "docket_number": "W.P.(C) 1234/2017",
            "date_decided": "2018-07-12",
            "case_name": "ACME TRADERS v. COMMISSIONER OF CUSTOMS",
        },
    ),
    "Court of Justice": Judgment(
        "JUDGMENT OF THE COURT (Fourth Chamber)\n\n14 March 2019\n\n(Reference for a preliminary ruling)\n\n"
        "In Case C-123/17,\n\nREQUEST for a preliminary ruling under Article 267 TFEU,\n\nAcme GmbH\n\nv\n\n"
        "Hauptzollamt Musterstadt,\n\nTHE COURT (Fourth Chamber),\n",
        {
            "docket_number": "C-123/17",
            "date_decided": "2019-03-14",
            "case_name": "Acme GmbH v Hauptzollamt Musterstadt",
        },
    ),
    "Strasbourg": Judgment(
        "EUROPEAN COURT OF HUMAN RIGHTS\n\nSECOND SECTION\n\nCASE OF ROE v. RURITANIA\n\n(Application no. 12345/08)\n\n"
        "JUDGMENT\n\nSTRASBOURG\n\n17 January 2012\n",
        {
            "court": "EUROPEAN COURT OF HUMAN RIGHTS",
            "case_name": "ROE v. RURITANIA",
            "docket_number": "12345/08",
            "date_decided": "2012-01-17",
        },
    ),
    "Court of Appeal": Judgment(
        "Neutral Citation Number: [2020] EWCA Civ 9999\nCase No: A3/2019/1234\nIN THE COURT OF APPEAL (CIVIL "
        "DIVISION)\n"
        "ON APPEAL FROM THE HIGH COURT OF JUSTICE\nBUSINESS AND PROPERTY COURTS\n\nRoyal Courts of Justice\n\n"
        "Date: 02/04/2020\n\nBefore:\nLORD JUSTICE STONE\n\nBetween:\n\nACME SHIPPING LIMITED\nAppellant\n- and -\n"
        "BOREALIS UNDERWRITING PLC\nRespondent\n\nHearing date: 25 February 2020\n\nApproved Judgment\n",
        {
            "court": "COURT OF APPEAL (CIVIL DIVISION)",
            "docket_number": "A3/2019/1234",
            "case_name": "ACME SHIPPING LIMITED v BOREALIS UNDERWRITING PLC",
            "neutral_citation": "[2020] EWCA Civ 9999",
        },
    ),
    "the Crown": Judgment(
        "Neutral Citation Number: [2015] EWCA Crim 999\nCase No: 2014/1234/B2\nIN THE COURT OF APPEAL (CRIMINAL "
        "DIVISION)\n"
        "Date: Thursday 21 May 2015\n\nB e f o r e :\nLORD JUSTICE HILL\n\nR E G I N A\nv\nJOHN ROE\n",
        {
            "court": "COURT OF APPEAL (CRIMINAL DIVISION)",
            "docket_number": "2014/1234/B2",
            "case_name": "R E G I N A v JOHN ROE",
            "date_decided": "2015-05-21",
        },
    ),
    "Scotland": Judgment(
        "OUTER HOUSE, COURT OF SESSION\n\n[2019] CSOH 99\nP123/19\n\nOPINION OF LORD HILL\n\nIn the petition\n\n"
        "ACME ENERGY LTD\nPetitioner\n\nagainst\n\nTHE SCOTTISH MINISTERS\nRespondents\n\n4 December 2019\n",
        {
            "neutral_citation": "[2019] CSOH 99",
            "court": "OUTER HOUSE, COURT OF SESSION",
            "docket_number": "P123/19",
            "date_decided": "2019-12-04",
        },
    ),
    "Ireland": Judgment(
        "THE HIGH COURT\n[2018] IEHC 999\n[2016 No. 1234 P.]\n\nBETWEEN\n\nJANE ROE\nPLAINTIFF\n\nAND\n\n"
        "ACME INSURANCE DAC\nDEFENDANT\n\nJUDGMENT of Ms. Justice Hill delivered on the 13th day of June, 2018\n",
        {
            "court": "THE HIGH COURT",
            "neutral_citation": "[2018] IEHC 999",
            "date_decided": "2018-06-13",
            "case_name": "JANE ROE v ACME INSURANCE DAC",
        },
    ),
    "tribunal": Judgment(
        "[2021] UKFTT 999 (TC)\nTC09999\n\nFIRST-TIER TRIBUNAL\nTAX CHAMBER\n\nAppeal number: TC/2019/01234\n\n"
        "BETWEEN\n\n"
        "ACME LIMITED\nAppellant\n\n-and-\n\nTHE COMMISSIONERS FOR HER MAJESTY’S REVENUE & CUSTOMS\nRespondents\n\n"
        "Released on 17 March 2021\n",
        {
            "court": "FIRST-TIER TRIBUNAL TAX CHAMBER",
            "docket_number": "TC/2019/01234",
            "neutral_citation": "[2021] UKFTT 999 (TC)",
            "date_decided": "2021-03-17",
        },
    ),
    "New Zealand": Judgment(
        "IN THE HIGH COURT OF NEW ZEALAND\nAUCKLAND REGISTRY\n\nCIV-2018-404-001234\n[2019] NZHC 999\n\n"
        "BETWEEN\tACME FARMS LIMITED\n\tPlaintiff\n\nAND\tJANE ROE\n\tDefendant\n\nHearing:\t3 April 2019\n\n"
        "Judgment:\t9 May 2019\n",
        {
            "court": "HIGH COURT OF NEW ZEALAND",
            "docket_number": "CIV-2018-404-001234",
            "neutral_citation": "[2019] NZHC 999",
            "date_decided": "2019-05-09",
            "case_name": "ACME FARMS LIMITED v JANE ROE",
        },
    ),
    "House of Lords": Judgment(
        "HOUSE OF LORDS\n\nSESSION 2006-07\n\n[2007] UKHL 99\n\nOPINIONS\nOF THE LORDS OF APPEAL\nFOR JUDGMENT IN THE "
        "CAUSE\n\nRoe (Appellant) v. Acme plc (Respondents)\n\nON\n\nWEDNESDAY 9 MAY 2007\n",
        {
            "court": "HOUSE OF LORDS",
            "neutral_citation": "[2007] UKHL 99",
            "date_decided": "2007-05-09",
            "case_name": "Roe v. Acme plc",
        },
    ),
}
