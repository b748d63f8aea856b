"""Short documents of every class, written for these tests and not trained on; all names are invented."""

from __future__ import annotations

NDA = """MUTUAL NON-DISCLOSURE AGREEMENT

This Mutual Non-Disclosure Agreement (the "Agreement") is entered into as of May 2, 2023 by and between Larch Row LLC,
an Idaho limited liability company ("Larch Row"), and Opal Freight Inc., a Texas corporation ("Opal").

1. Confidential Information. Each party may disclose non-public information to the other party.
2. Obligations. The receiving party shall hold it in confidence and shall not disclose it.
3. Term. This Agreement continues for two years unless either party terminates it on thirty days' notice.
4. Governing Law. This Agreement is governed by the laws of the State of Idaho.
5. Entire Agreement. This Agreement may be executed in counterparts.

IN WITNESS WHEREOF, the parties have executed this Agreement.
By: ________ Name: Ivo Brand Title: Manager
"""

MINUTES = """MINUTES OF THE ANNUAL MEETING OF THE BOARD OF DIRECTORS
Quarry Lake Conservancy, June 4, 2018

Directors present: B. Long (chair), K. Amari, T. Roe. Absent: P. Stein.
The meeting was called to order at 5:30 p.m. and a quorum was declared.
On motion by Amari, seconded by Roe, the minutes of the last meeting were approved.
RESOLVED, that the treasurer is authorized to open an account. The motion carried unanimously.
The meeting adjourned at 6:15 p.m.
"""

DILIGENCE = """Security Assessment of the Kelp Ledger Service
Executive summary. Scope of work and methodology: we reviewed the design and tested the staging system.
Summary of findings: two high, three medium.
Finding 1. Severity: high. Likelihood: medium. Impact: an attacker could forge entries. Recommendation: sign entries.
Finding 2. Severity: high. Vulnerability in session handling. Mitigation: rotate tokens. Status: remediation under way.
Outstanding items: the penetration test of the mobile client. Limitations of this report.
"""

LETTER = """Brook & Tarn LLP
9 Harbor Road, Suite 210, Portland, ME 04101

October 12, 2020
VIA CERTIFIED MAIL
Mr. Emil Sand
Re: Overdue rent

Dear Mr. Sand:

We represent your landlord. Please pay the rent for August and September within ten days of this letter.
If you have any questions, please contact me.

Sincerely,
Nora Brook
cc: client
"""

FILING = """UNITED STATES
SECURITIES AND EXCHANGE COMMISSION
Washington, D.C. 20549
FORM 10-Q
QUARTERLY REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934
For the quarterly period ended June 30, 2011
Commission file number: 001-33211
BIRCH POINT BREWING CO.
(Exact name of registrant as specified in its charter)
Oregon (State or other jurisdiction of incorporation) 93-0000000 (I.R.S. Employer Identification No.)
Indicate by check mark whether the registrant is a shell company.
Pursuant to the requirements of the Securities Exchange Act the registrant has duly caused this report to be signed.
"""

OPINION = """UNITED STATES COURT OF APPEALS
FOR THE EIGHTH CIRCUIT
No. 09-1177
CALDER MILLS, INC., Plaintiff-Appellant,
v.
COUNTY OF WREN, Defendant-Appellee.
Appeal from the United States District Court
Submitted: March 8, 2010. Filed: June 1, 2010.
Before LOKEN, Chief Judge, and two Circuit Judges.
PER CURIAM.
The district court granted summary judgment. We review de novo. See Anderson, 477 U.S. 242, and 512 F.3d 101.
We conclude that the evidence was insufficient. The judgment is affirmed.
"""

CLAIM = """PROPERTY LOSS NOTICE
Insurer: Fern Mutual Insurance Company
Claim number: FM-2019-0331
Policy number: HO-88-1200
Insured: Odile Park
Date of loss: February 3, 2019
Description of loss: a pipe burst and caused water damage to the kitchen.
Amount claimed: $7,450.00
Adjuster: R. Hume
Signature of insured: O. Park
"""

BY_CLASS = {
    "contract": NDA,
    "corporate_record": MINUTES,
    "due_diligence": DILIGENCE,
    "correspondence": LETTER,
    "compliance_filing": FILING,
    "court_opinion": OPINION,
    "insurance_claim": CLAIM,
}
