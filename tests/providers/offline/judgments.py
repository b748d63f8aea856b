"""Made-up heads of judgments from several countries and periods, with what each of them states.

Belongs here: heads of opinions in layouts beside those of `opinions`. No real case is told.
"""

from __future__ import annotations

from typing import NamedTuple

BODY = "\n\nThe facts need little telling. A barge was lost, and the owner claims its price of the carrier.\n"


class Judgment(NamedTuple):
    """The head of a judgment and the fields that must be read from it."""

    head: str
    states: dict[str, str]


AMERICAN: dict[str, Judgment] = {
    "state supreme court in one line": Judgment(
        "No. 17\n\nIN THE SUPREME COURT OF THE STATE OF MONTANA\n2014 MT 321\n\nJANE ROE,\n\nPlaintiff and Appellee,\n"
        "\n"
        "v.\n\nACME GRAIN COMPANY,\n\nDefendant and Appellant.\n\nSubmitted on Briefs: October 8, 2014\n"
        "Decided: December 9, 2014\nFiled:\n",
        {
            "court": "SUPREME COURT OF THE STATE OF MONTANA",
            "case_name": "ROE v. ACME GRAIN COMPANY",
            "date_decided": "2014-12-09",
            "neutral_citation": "2014 MT 321",
        },
    ),
    "reporter page": Judgment(
        "123 N.E.2d 456 (1954)\n\nACME BARGE CO.\nv.\nROE et al.\n\nNo. 33125.\n\nSupreme Court of Ohio.\n\n"
        "Decided June 9, 1954.\n\n*457 Messrs. Stone & Hill, for appellant.\n",
        {
            "court": "Supreme Court of Ohio",
            "case_name": "ACME BARGE CO. v. ROE",
            "docket_number": "33125",
            "date_decided": "1954-06-09",
        },
    ),
    "several numbers": Judgment(
        "United States Court of Appeals\nFOR THE DISTRICT OF COLUMBIA CIRCUIT\n\nArgued March 3, 2015\tDecided August "
        "4, "
        "2015\n\nNo. 14-1001\n\nACME POWER COMPANY,\nPETITIONER\n\nv.\n\nENVIRONMENTAL PROTECTION AGENCY,\n"
        "RESPONDENT\n\n"
        "Consolidated with 14-1002, 14-1003\n\nOn Petitions for Review\n",
        {
            "court": "United States Court of Appeals FOR THE DISTRICT OF COLUMBIA CIRCUIT",
            "docket_number": "14-1001",
            "case_name": "ACME POWER COMPANY v. ENVIRONMENTAL PROTECTION AGENCY",
            "date_decided": "2015-08-04",
        },
    ),
    "joined numbers": Judgment(
        "PRECEDENTIAL\n\nUNITED STATES COURT OF APPEALS\nFOR THE THIRD CIRCUIT\n_____________\n\nNos. 18-1234 & "
        "18-1235\n"
        "_____________\n\nJANE ROE,\nAppellant in No. 18-1234\n\nv.\n\nACME CORPORATION,\nAppellant in No. 18-1235\n"
        "_____________\n\nOn Appeal from the United States District Court\nfor the District of New Jersey\n"
        "(D.C. No. 2-15-cv-01111)\n\nArgued March 5, 2019\n\n(Filed: August 12, 2019)\n",
        {
            "court": "UNITED STATES COURT OF APPEALS FOR THE THIRD CIRCUIT",
            "docket_number": "18-1234",
            "date_decided": "2019-08-12",
        },
    ),
    "scan with noise": Judgment(
        "UNITED STATES DlSTRlCT COURT\nDISTRICT OF MASSACHUSETTS\n\nJANE ROE,\t)\nPlaintiff,\t)\n\t)\nv.\t)\tCivil "
        "Action\n"
        "\t)\tNo. 09-11234-ABC\nACME CORP.,\t)\nDefendant.\t)\n\nMEMORANDUM AND ORDER\nMay 6, 2010\n",
        {"docket_number": "09-11234-ABC", "case_name": "ROE v. ACME CORP.", "date_decided": "2010-05-06"},
    ),
    "relator": Judgment(
        "[Cite as State ex rel. Roe v. Acme Bd. of Edn., 2012-Ohio-5555.]\n\nSUPREME COURT OF OHIO\n\n"
        "THE STATE EX REL. ROE v. ACME BOARD OF EDUCATION.\n\n(No. 2011-1234—Submitted May 8, 2012—Decided July 19, "
        "2012.)\n\nIN MANDAMUS.\n",
        {
            "court": "SUPREME COURT OF OHIO",
            "case_name": "THE STATE EX REL. ROE v. ACME BOARD OF EDUCATION",
            "docket_number": "2011-1234",
            "date_decided": "2012-07-19",
            "neutral_citation": "2012-Ohio-5555",
        },
    ),
    "Texas appeal": Judgment(
        "In The\nCourt of Appeals\nFor The\nFirst District of Texas\n————————————\nNO. 01-19-00123-CV\n————————————\n"
        "ACME DRILLING, LLC, Appellant\nV.\nJOHN ROE, Appellee\n\nOn Appeal from the 11th District Court\n"
        "Harris County, Texas\nTrial Court Case No. 2017-12345\n\nMEMORANDUM OPINION\n\nOpinion issued June 4, 2020\n",
        {
            "court": "Court of Appeals For The First District of Texas",
            "docket_number": "01-19-00123-CV",
            "case_name": "ACME DRILLING, LLC v. ROE",
            "date_decided": "2020-06-04",
        },
    ),
    "California appeal": Judgment(
        "Filed 3/9/16 Roe v. Acme CA2/4\nNOT TO BE PUBLISHED IN THE OFFICIAL REPORTS\n\nIN THE COURT OF APPEAL OF THE "
        "STATE "
        "OF CALIFORNIA\n\nSECOND APPELLATE DISTRICT\n\nDIVISION FOUR\n\nJANE ROE,\n\nPlaintiff and Appellant,\n\nv.\n\n"
        "ACME STUDIOS, INC.,\n\nDefendant and Respondent.\n\nB256789\n\n(Los Angeles County\nSuper. Ct. No. "
        "BC512345)\n",
        {
            "court": "COURT OF APPEAL OF THE STATE OF CALIFORNIA",
            "docket_number": "B256789",
            "case_name": "ROE v. ACME STUDIOS, INC.",
        },
    ),
    "New York trial court": Judgment(
        "Roe v Acme Realty Corp.\n2019 NY Slip Op 31234(U)\nApril 30, 2019\nSupreme Court, New York County\n"
        'Docket Number: 654321/2018\nJudge: Alice B. Carter\nCases posted with a "30000" identifier are unedited.\n',
        {
            "court": "Supreme Court, New York County",
            "docket_number": "654321/2018",
            "case_name": "Roe v Acme Realty Corp.",
            "date_decided": "2019-04-30",
            "neutral_citation": "2019 NY Slip Op 31234(U)",
        },
    ),
    "bankruptcy": Judgment(
        "UNITED STATES BANKRUPTCY COURT\nDISTRICT OF DELAWARE\n\nIn re:\n\nACME STORES, INC., et al.,\n\nDebtors.\n\n"
        "Chapter 11\n\nCase No. 19-10234 (ABC)\n\n(Jointly Administered)\n\nMEMORANDUM OPINION\n\nDated: July 2, "
        "2019\n",
        {
            "court": "UNITED STATES BANKRUPTCY COURT DISTRICT OF DELAWARE",
            "docket_number": "19-10234 (ABC)",
            "case_name": "In re ACME STORES, INC.",
            "date_decided": "2019-07-02",
        },
    ),
    "chancery": Judgment(
        "IN THE COURT OF CHANCERY OF THE STATE OF DELAWARE\n\nJANE ROE,\t)\n\t)\nPlaintiff,\t)\n\t)\nv.\t)\t"
        "C.A. No. 2019-0123-ABC\n\t)\nACME HOLDINGS, INC.,\t)\n\t)\nDefendant.\t)\n\nMEMORANDUM OPINION\n\n"
        "Date Submitted: March 12, 2020\nDate Decided: June 1, 2020\n",
        {
            "court": "COURT OF CHANCERY OF THE STATE OF DELAWARE",
            "docket_number": "2019-0123-ABC",
            "case_name": "ROE v. ACME HOLDINGS, INC.",
            "date_decided": "2020-06-01",
        },
    ),
    "patent appeal": Judgment(
        "United States Court of Appeals\nfor the Federal Circuit\n______________________\n\nACME DISPLAYS LTD.,\n"
        "Appellant\n\nv.\n\nBOREALIS OPTICS INC.,\nAppellee\n______________________\n\n2019-1234\n"
        "______________________\n\nAppeal from the United States Patent and Trademark Office, Patent Trial and Appeal "
        "Board in No. IPR2017-01234.\n______________________\n\nDecided: February 11, 2020\n",
        {
            "court": "United States Court of Appeals for the Federal Circuit",
            "docket_number": "2019-1234",
            "case_name": "ACME DISPLAYS LTD. v. BOREALIS OPTICS INC.",
            "date_decided": "2020-02-11",
        },
    ),
    "ex parte": Judgment(
        "THE STATE OF SOUTH CAROLINA\nIn The Supreme Court\n\nEx parte: Acme Bonding Company, Appellant.\n\n"
        "In re: The State, Respondent,\n\nv.\n\nJohn Roe, Defendant.\n\nAppellate Case No. 2013-001234\n\n"
        "Opinion No. 27512\nHeard February 4, 2015 – Filed April 8, 2015\n",
        {"docket_number": "2013-001234", "case_name": "Ex parte Acme Bonding Company", "date_decided": "2015-04-08"},
    ),
    "board": Judgment(
        "UNITED STATES TAX COURT\n\nACME PARTNERS LLC, JOHN ROE, TAX MATTERS PARTNER,\nPetitioner\n\nv.\n\n"
        "COMMISSIONER "
        "OF INTERNAL REVENUE,\nRespondent\n\nDocket No. 12345-16.\tFiled May 13, 2020.\n",
        {"court": "UNITED STATES TAX COURT", "docket_number": "12345-16", "date_decided": "2020-05-13"},
    ),
    "criminal number": Judgment(
        "IN THE UNITED STATES DISTRICT COURT\nFOR THE DISTRICT OF HAWAII\n\nUNITED STATES OF AMERICA,\n\nPlaintiff,\n\n"
        "vs.\n\nJOHN ROE,\n\nDefendant.\n\nCR. NO. 15-00123 ABC\n\nORDER DENYING MOTION TO SUPPRESS\n\n"
        "DATED: Honolulu, Hawaii, June 2, 2016.\n",
        {
            "court": "UNITED STATES DISTRICT COURT FOR THE DISTRICT OF HAWAII",
            "docket_number": "15-00123",
            "case_name": "UNITED STATES v. ROE",
            "date_decided": "2016-06-02",
        },
    ),
    "agency": Judgment(
        "U.S. Department of Homeland Security\nMatter of A-B-C-, Respondent\n\nDecided May 2, 2016\n\n"
        "U.S. Department of Justice\nExecutive Office for Immigration Review\nBoard of Immigration Appeals\n",
        {"court": "Board of Immigration Appeals", "date_decided": "2016-05-02", "case_name": "Matter of A-B-C"},
    ),
}
REPORTS: dict[str, Judgment] = {
    "cited by a reporter": Judgment(
        "Roe v. Acme Barge Co., 123 F.3d 456 (9th Cir. 1997)\n\nJane ROE, Plaintiff-Appellant, v. ACME BARGE CO., "
        "Defendant-Appellee.\n\nNo. 96-1234.\n\nArgued and Submitted Feb. 4, 1997.\n\nDecided Aug. 7, 1997.\n",
        {
            "court": "9th Cir.",
            "case_name": "ROE v. ACME BARGE CO.",
            "docket_number": "96-1234",
            "date_decided": "1997-08-07",
        },
    ),
    "reported appeal": Judgment(
        "Jane ROE, Appellant, v. ACME BARGE CO., Appellee.\n\nNo. 4D98-1234.\n\nDistrict Court of Appeal of Florida, "
        "Fourth District.\n\nJuly 7, 1999.\n",
        {
            "court": "District Court of Appeal of Florida, Fourth District",
            "docket_number": "4D98-1234",
            "date_decided": "1999-07-07",
            "case_name": "ROE v. ACME BARGE CO.",
        },
    ),
    "old report": Judgment(
        "John Roe against The Acme Railroad Company.\nSUPREME COURT OF PENNSYLVANIA.\nArgued January 12, 1872. "
        "Decided March 4, 1872.\n",
        {"court": "SUPREME COURT OF PENNSYLVANIA", "date_decided": "1872-03-04"},
    ),
    "bracketed report": Judgment(
        "THE PEOPLE, Plaintiff and Respondent, v. JOHN ROE, Defendant and Appellant.\n[Crim. No. 12345. Second Dist., "
        "Div. Four. Sept. 5, 1967.]\n",
        {"case_name": "PEOPLE v. ROE", "docket_number": "12345", "date_decided": "1967-09-05"},
    ),
    "Minnesota": Judgment(
        "State of Minnesota, Respondent, v. John Roe, Appellant.\nA12-1234\nMINNESOTA COURT OF APPEALS\nUNPUBLISHED "
        "OPINION\nFiled June 3, 2013\nAffirmed\nHill, Judge\n",
        {
            "court": "MINNESOTA COURT OF APPEALS",
            "docket_number": "A12-1234",
            "date_decided": "2013-06-03",
            "case_name": "State v. Roe",
        },
    ),
    "Kentucky": Judgment(
        "COMMONWEALTH OF KENTUCKY\nCourt of Appeals\nNO. 2014-CA-001234-MR\n\nJANE ROE\tAPPELLANT\n\nv.\tAPPEAL FROM "
        "FAYETTE CIRCUIT COURT\n\tHONORABLE ALICE CARTER, JUDGE\n\tACTION NO. 12-CI-01234\n\nACME COAL "
        "COMPANY\tAPPELLEE\n\nRENDERED: JUNE 5, 2015; 10:00 A.M.\nNOT TO BE PUBLISHED\n",
        {"docket_number": "2014-CA-001234-MR", "date_decided": "2015-06-05", "case_name": "ROE v. ACME COAL COMPANY"},
    ),
    "federal claims": Judgment(
        "IN THE UNITED STATES COURT OF FEDERAL CLAIMS\nNo. 15-123C\n(Filed: March 3, 2016)\n\nACME SYSTEMS, INC.,\n\n"
        "Plaintiff,\n\nv.\n\nTHE UNITED STATES,\n\nDefendant.\n",
        {
            "court": "UNITED STATES COURT OF FEDERAL CLAIMS",
            "docket_number": "15-123C",
            "date_decided": "2016-03-03",
            "case_name": "ACME SYSTEMS, INC. v. THE UNITED STATES",
        },
    ),
    "filing stamp": Judgment(
        "Case 1:19-cv-01234-ABC   Document 55   Filed 02/03/21   Page 1 of 12\n\nIN THE UNITED STATES DISTRICT COURT\n"
        "FOR THE MIDDLE DISTRICT OF PENNSYLVANIA\n\nJANE ROE,                  :\n          Plaintiff        :   No. "
        "1:19-cv-01234\n                           :\n     v.                    :   (Judge Hill)\n                   "
        "        :\nACME, LLC, et al.,         :\n          Defendants       :\n\nMEMORANDUM\n",
        {
            "court": "UNITED STATES DISTRICT COURT FOR THE MIDDLE DISTRICT OF PENNSYLVANIA",
            "docket_number": "1:19-cv-01234-ABC",
            "date_decided": "2021-02-03",
            "case_name": "ROE v. ACME, LLC",
        },
    ),
    "Illinois": Judgment(
        "ILLINOIS OFFICIAL REPORTS\nAppellate Court\n\nRoe v. Acme Corp., 2013 IL App (1st) 121234\n\nAppellate Court "
        "Caption\tJANE ROE, Plaintiff-Appellant, v. ACME CORP., Defendant-Appellee.\n\nDistrict & No.\tFirst "
        "District, Fourth Division\n\tDocket No. 1-12-1234\n\nFiled\tSeptember 12, 2013\n",
        {
            "case_name": "Roe v. Acme Corp.",
            "docket_number": "1-12-1234",
            "date_decided": "2013-09-12",
            "neutral_citation": "2013 IL App (1st) 121234",
        },
    ),
    "arbitration": Judgment(
        "IN THE MATTER OF the arbitration between\nACME LTD\nand\nBOREALIS SA\n\nIN THE HIGH COURT OF JUSTICE\n"
        "QUEEN'S BENCH DIVISION\nCOMMERCIAL COURT\n\nRolls Building\nDate: 12/11/2014\n\nBefore :\nMR JUSTICE HILL\n- "
        "- - - -\nBetween :\n\tACME LTD\tClaimant\n\t- and -\n\tBOREALIS SA\tDefendant\n",
        {"case_name": "ACME LTD v BOREALIS SA"},
    ),
    "immigration tribunal": Judgment(
        "Upper Tribunal\n(Immigration and Asylum Chamber)\n\nAppeal Number: PA/01234/2018\n\nTHE IMMIGRATION ACTS\n\n"
        "Heard at Field House\tDecision & Reasons Promulgated\nOn 3 January 2019\tOn 21 January 2019\n\nBetween\n\nA "
        "B\n(ANONYMITY DIRECTION MADE)\nAppellant\nand\nTHE SECRETARY OF STATE FOR THE HOME DEPARTMENT\nRespondent\n",
        {
            "docket_number": "PA/01234/2018",
            "date_decided": "2019-01-21",
            "court": "Upper Tribunal (Immigration and Asylum Chamber)",
        },
    ),
    "High Court of Karnataka": Judgment(
        "IN THE HIGH COURT OF KARNATAKA AT BENGALURU\nDATED THIS THE 5TH DAY OF MARCH, 2020\nBEFORE\nTHE HON'BLE MR. "
        "JUSTICE A. HILL\nWRIT PETITION NO. 12345 OF 2019 (LA-RES)\nBETWEEN:\nACME ESTATES PVT LTD\n...PETITIONER\n"
        "(BY SRI. STONE, ADVOCATE)\nAND:\nSTATE OF KARNATAKA\n...RESPONDENT\n",
        {
            "court": "HIGH COURT OF KARNATAKA AT BENGALURU",
            "date_decided": "2020-03-05",
            "case_name": "ACME ESTATES PVT LTD v STATE OF KARNATAKA",
            "docket_number": "12345 OF 2019",
        },
    ),
    "Queensland": Judgment(
        "SUPREME COURT OF QUEENSLAND\n\nCITATION:\tRoe v Acme Pty Ltd [2015] QSC 99\nPARTIES:\tJANE ROE\n(plaintiff)\n"
        "v\nACME PTY LTD\n(defendant)\nFILE NO/S:\tBS 1234 of 2014\nDIVISION:\tTrial Division\nDELIVERED ON:\t5 May "
        "2015\nHEARING DATE:\t2 March 2015\nJUDGE:\tHill J\n",
        {
            "court": "SUPREME COURT OF QUEENSLAND",
            "case_name": "Roe v Acme Pty Ltd",
            "docket_number": "BS 1234 of 2014",
            "date_decided": "2015-05-05",
        },
    ),
    "parties without a sign": Judgment(
        "IN THE COURT OF APPEALS OF THE STATE OF WASHINGTON\nDIVISION ONE\n\nIn the Matter of the Marriage of\n\nJANE "
        "ROE,\n\nRespondent,\n\nand\n\nJOHN ROE,\n\nAppellant.\n\nNo. 71234-5-I\nUNPUBLISHED OPINION\nFILED: May 4, "
        "2015\n",
        {
            "court": "COURT OF APPEALS OF THE STATE OF WASHINGTON",
            "docket_number": "71234-5-I",
            "date_decided": "2015-05-04",
        },
    ),
    "points read as letters": Judgment(
        "United States Court of Appeals\nFor the Eighth Circuit\n___________________________\n\nNo. 17-1234\n"
        "___________________________\n\nUnited States of America\n\nlllllllllllllllllllllPlaintiff - Appellee\n\nv.\n"
        "\nJohn Roe\n\nlllllllllllllllllllllDefendant - Appellant\n____________\n\nAppeal from United States District "
        "Court\nfor the District of Nebraska - Omaha\n____________\n\nSubmitted: October 19, 2017\nFiled: January 5, "
        "2018\n[Unpublished]\n",
        {
            "court": "United States Court of Appeals For the Eighth Circuit",
            "docket_number": "17-1234",
            "date_decided": "2018-01-05",
            "case_name": "United States v. Roe",
        },
    ),
    "New York appeal": Judgment(
        "Supreme Court of the State of New York\nAppellate Division: Second Judicial Department\nD12345\n\nJane Roe, "
        "respondent, v Acme Realty Corp.,\nappellant.\n\n(Index No. 1234/10)\n\nDecided on May 2, 2012\n\nIn an "
        "action to recover damages, the defendant appeals.\n",
        {"docket_number": "1234/10", "date_decided": "2012-05-02", "case_name": "Jane Roe v Acme Realty Corp."},
    ),
}
