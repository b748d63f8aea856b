"""Short mails, claims told by letter, agencies' forms that the model was not trained on: sorted, never wrongly."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from mailroom_dagster.classification.fast_path import FastPath
from mailroom_dagster.classification.labelled import handwritten, plain_document
from mailroom_dagster.configuration import models_dir
from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.taxonomy.model import Taxonomy

FORMS: dict[str, list[str]] = yaml.safe_load((Path(__file__).parent / "unseen_forms.yaml").read_text(encoding="utf-8"))
FEWEST_SURE = 0.8


def test_hard_kinds_are_sorted_alone_and_never_wrongly(fast_path: FastPath, taxonomy: Taxonomy) -> None:
    told = [(doc_class, fast_path.sort(plain_document(text))) for doc_class, texts in FORMS.items() for text in texts]
    sure = [(truth, said) for truth, said in told if said.confidence >= taxonomy.bars(said.doc_class).fast_path]
    assert [(truth, said.doc_class) for truth, said in sure if truth != said.doc_class] == []
    assert len(sure) >= FEWEST_SURE * len(told)


def test_no_unseen_form_was_trained_on() -> None:
    trained = {row.sha256 for row in handwritten(models_dir())}
    assert not trained & {sha256_bytes(text.encode()) for texts in FORMS.values() for text in texts}


PROSPECTUS = """
Filed Pursuant to Rule 424(b)(3)
Registration No. 333-219077
PROSPECTUS
ACME SHIPPING LTD.
4,250,000 Common Shares
Neither the Securities and Exchange Commission nor any state securities commission has approved these securities.
The date of this prospectus is August 7, 2017
"""
ANNUAL_RETURN = """
FORM NO. MGT-7
[Pursuant to sub-Section(1) of section 92 of the Companies Act, 2013]
Annual Return
(i) * Corporate Identification Number (CIN) of the company    U45200WB2009PTC138812
* Permanent Account Number (PAN) of the company    AAFCP2291K
(ii) (a) Name of the company    ACME INFRATECH PRIVATE LIMITED
(iii) Date of Incorporation    14/10/2009
"""
DECISION = """
In the United States Court of Federal Claims
OFFICE OF SPECIAL MASTERS
No. 16-1442V
Filed: October 10, 2018
JANE DOE,
Petitioner,
v.
SECRETARY OF HEALTH AND HUMAN SERVICES,
Respondent.
DECISION AWARDING DAMAGES
Stone, Special Master:
On November 2, 2016, petitioner filed a petition for compensation, 42 U.S.C. § 300aa-10, et seq.
The court adopts the parties' stipulation, and awards damages.
"""
LEGAL_NOTICE = """
To,
Shri A. Rao, Prop. of Rao Traders
LEGAL NOTICE UNDER SECTION 138 OF THE NEGOTIABLE INSTRUMENTS ACT, 1881
Sir,
Under instructions from and on behalf of my client M/s. Acme Agencies, I hereby serve upon you this notice:
1. That you issued cheque No. 004417 dated 25/06/2021 for Rs. 7,50,000/-, which was returned unpaid.
I therefore call upon you to pay the said sum within 15 days from receipt of this notice, failing which my client
shall initiate criminal proceedings.
Yours faithfully,
B. Sen, Advocate
"""
LETTER_TO_COURT = """
ACME & ROE PLLC
1200 Nicollet Mall, Suite 1400
January 17, 2023
Clerk of Court
United States Court of Appeals for the Eighth Circuit
Re: United States v. Doe, No. 22-1877 - Rule 28(j) letter
Dear Clerk of Court:
Pursuant to Federal Rule of Appellate Procedure 28(j), appellant submits the recent decision in United States v. Roe,
57 F.4th 1 (8th Cir. 2023), which bears on the second issue in this appeal.
Respectfully submitted,
/s/ Jane Roe
cc: All counsel
"""


@pytest.mark.parametrize(
    ("text", "doc_class"),
    [
        pytest.param(PROSPECTUS, "compliance_filing", id="prospectus"),
        pytest.param(ANNUAL_RETURN, "compliance_filing", id="annual return in India"),
        pytest.param(DECISION, "court_opinion", id="decision of a special master"),
        pytest.param(LETTER_TO_COURT, "correspondence", id="letter to a court"),
        pytest.param(LEGAL_NOTICE, "correspondence", id="lawyer's notice in India"),
    ],
)
def test_a_kind_that_has_marks_is_sorted_alone(
    text: str, doc_class: str, fast_path: FastPath, taxonomy: Taxonomy
) -> None:
    said = fast_path.sort(plain_document(text))
    assert said.doc_class == doc_class
    assert said.confidence >= taxonomy.bars(doc_class).fast_path
