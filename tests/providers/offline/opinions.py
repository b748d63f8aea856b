"""Invented opinions in the layouts that courts of two countries use."""

from __future__ import annotations

SUPREME_COURT = """(Slip Opinion)              OCTOBER TERM, 2023                                       1

SUPREME COURT OF THE UNITED STATES

                                       Syllabus

      ACME WIDGETS, INC. v. ROE, SECRETARY OF LABOR

CERTIORARI TO THE UNITED STATES COURT OF APPEALS FOR
                THE FIFTH CIRCUIT

      No. 22–451. Argued January 17, 2024—Decided June 28, 2024

Petitioner is an operator of widgets. The District Court granted summary judgment.
JUSTICE GRAY delivered the opinion of the Court.
"""
DISTRICT_COURT = """UNITED STATES DISTRICT COURT
SOUTHERN DISTRICT OF NEW YORK
------------------------------------------------------------x
JANE DOE,

                           Plaintiff,                         22 Civ. 1234 (ABC)

                  -against-                                   OPINION AND ORDER

ACME CORP.,

                           Defendant.
------------------------------------------------------------x

ALICE B. CARTER, District Judge:

Plaintiff Jane Doe brings this action. For the reasons that follow, the motion to dismiss is GRANTED.

SO ORDERED.

Dated: New York, New York
       March 4, 2023
"""
SECTION_SIGNS = """IN THE UNITED STATES DISTRICT COURT
FOR THE EASTERN DISTRICT OF TEXAS
MARSHALL DIVISION

ACME INNOVATIONS LLC,           §
                                §
          Plaintiff,            §
                                §   CIVIL ACTION NO. 2:21-CV-00123-JRG
v.                              §
                                §
BOREALIS ELECTRONICS CO., LTD., §
and BOREALIS AMERICA, INC.      §
                                §
          Defendants.           §

MEMORANDUM OPINION AND ORDER

Before the Court is Defendants' Motion to Dismiss. The motion should be and hereby is DENIED.

So ORDERED and SIGNED this 5th day of May, 2022.
"""
TWO_COLUMNS = """NOT FOR PUBLICATION\tFILED
UNITED STATES COURT OF APPEALS\tMAR 3 2021

FOR THE NINTH CIRCUIT\tU.S. COURT OF APPEALS

JOHN DOE,\tNo. 19-55555

Plaintiff-Appellant,\tD.C. No. 2:18-cv-01234-AB-CD

v.

ACME, INC.; et al.,\tMEMORANDUM*

Defendants-Appellees.

Appeal from the United States District Court
for the Central District of California

Submitted February 26, 2021**

Before: STONE, Chief Judge, and RIVERA and HILL, Circuit Judges.

John Doe appeals. We have jurisdiction under 28 U.S.C. § 1291, and we affirm.
"""
STATE_COURT = """[Cite as State v. Roe, 2021-Ohio-1234.]

IN THE COURT OF APPEALS OF OHIO
SIXTH APPELLATE DISTRICT
LUCAS COUNTY

State of Ohio                                    Court of Appeals No. L-20-1098

        Appellee                                 Trial Court No. CR0201901234

v.

Richard Roe                                      DECISION AND JUDGMENT

        Appellant                                Decided: April 9, 2021

STONE, J.

Appellant appeals the judgment of the Lucas County Court of Common Pleas. We affirm.
"""
REPORTED = """In the matter of A.B., a minor child. C.D. and E.F., Petitioners/Respondents, v. G.H., Appellant.

No. ED 12345.

Missouri Court of Appeals, Eastern District, Division Three.

March 23, 2004.

Motion for Rehearing and/or Transfer to Supreme Court Denied May 13, 2004.

ALICE CARTER, JR., Judge.

G.H. appeals. See Doe v. Roe, 123 F.3d 456,
460 (7th Cir. 1997); 18 U.S.C. § 922(g); Poe v. Moe, 45 S.W.2d
678 (1932). Id. at 461.

The judgment of the trial court is affirmed.
"""
HIGH_COURT = """Neutral Citation Number: [2022] EWHC 3114 (Admin)
Case No: CO/1234/2021
IN THE HIGH COURT OF JUSTICE
KING'S BENCH DIVISION
ADMINISTRATIVE COURT
Royal Courts of Justice
Strand, London, WC2A 2LL
Date: 6 December 2022
Before :
MRS JUSTICE GREEN
- - - - - - - - - - - - - - - - - - - - -
Between :
(1) ACME STORES LIMITED
(2) ACME HOLDINGS LIMITED
Claimants
- and -
SECRETARY OF STATE FOR TRADE\tDefendant
- - - - - - - - - - - - - - - - - - - - -
Ms Silk (instructed by Silk Solicitors) for the Claimants
Hearing dates: 1 and 2 November 2022
- - - - - - - - - - - - - - - - - - - - -
Approved Judgment

Mrs Justice Green :
1. This is a claim for judicial review. See Brown v Green [2019] UKSC 12; [2020] AC 345.
The claim is dismissed.
"""
UK_SUPREME_COURT = """Hilary Term
[2024] UKSC 5
On appeal from: [2022] EWCA Civ 25

JUDGMENT

Brown (Appellant) v Green and another (Respondents)

before

Lord Stone, President
Lady Hill

JUDGMENT GIVEN ON
7 February 2024

Heard on 10 and 11 October 2023

LORD STONE (with whom Lady Hill agrees):
1. The Supreme Court considered this before. I would dismiss the appeal.
"""
LETTER_OPINION = """COURT OF CHANCERY
OF THE
STATE OF DELAWARE

                                       May 14, 2020

         RE: Acme Advisors LLC, v. Borealis Holding Inc.,
             C.A. No. 2019-0159-ABC

Dear Counsel:

I write about the motion filed on January 17, 2020. For these reasons, the Motion is denied.
"""
WITHOUT_CAPTION = """In an action for a divorce, the defendant husband appeals from a judgment of the Supreme Court,
Kings County (Stone, J.), dated October 28, 1986, which is in favor of the plaintiff wife.
Ordered that the judgment is reversed, without costs; and it is further,
Ordered that the cross appeal is dismissed as abandoned.
Hill, J. P., Rivera and Stone, JJ., concur.
"""
