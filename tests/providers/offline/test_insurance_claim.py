from __future__ import annotations

import pytest

from tests.providers.offline.asking import values

FORM = """Northern Mutual
AUTO INSURANCE CLAIM FORM

Claim Number:\tCLM551344
Policy Number:\tAUTO094256

POLICYHOLDER INFORMATION

Name:\tJane Doe
Address:\t1 Main Street

Deductible:\t$250.00 USD
Date of Loss:\t2026-01-26
Description:\tLarge hail dented the hood.
Total Estimated Repair: $4,000.01 USD

Photos of Damage:\tYes
"""
DENIAL = """Northern Mutual Insurance Company
PO Box 123, Springfield, IL 62701

May 3, 2023

Jane Doe
22 Second Avenue
Springfield, IL 62702

Re:  Insured: Jane Doe
     Claim Number: HO-2023-4567
     Policy Number: HP 7788990
     Date of Loss: March 4, 2023

Dear Ms. Doe:

We have completed our investigation of your claim for water damage to your home. We must deny coverage for this loss
because the policy excludes damage caused by repeated seepage.

Sincerely,

John Roe
Senior Claims Adjuster
"""
MAIL = """From: Jane Doe <jane@example.org>
Subject: Claim for kitchen fire - policy HP-12345

Dear Northern Mutual,

On 4 March 2023 a fire broke out in my kitchen and damaged the cabinets. My policy began on 1 January 2020.
I am claiming £4,250.00 for repairs. I attach a police report.

Kind regards
Jane Doe
"""
TABLE = "Claims Log - Borealis Casualty Co.\n\nClaim No.\tPolicy No.\tClaimant\tLoss Date\tStatus\tPaid\n" + "".join(
    f"CLM-{10_001 + number}\tPOL-555-0{number % 3}\tJane Doe\t01/{number + 13}/2023\tDenied\t$1,200.00\n"
    for number in range(6)
)
CARDS = "Loss Run\n\nINSURED NAME\nAcme Freight LLC\n\n" + "".join(
    f"File no.#7562{number}-X\n\nCarrier ref.LR2{number}-G824{number}\n\nPolicy shownL23A935{number}\n\n"
    f"Unit 71374{number}\n\n"
    f"Dispatch reference on file: LR2{number}-G824{number}.\n\n"
    for number in range(5)
)
COLUMNS = (
    "REPAIR ESTIMATE\n\nEstimate Number:\nDate:\nInsurance Claim #:\nPolicy #:\n\n"
    "EST-69405\n2026-01-31\nCLM551344\nAUTO094256\n"
)
NOTICE = (
    "PROPERTY LOSS NOTICE\nAGENCY\tCARRIER\tNAIC CODE\nBlack Agency\tNorthern Mutual Insurance Company\t12345\n"
    "POLICY NUMBER\tDATE OF LOSS AND TIME\nHP-998877\t03/14/2023 10:00 AM\nNAME OF INSURED\nJane Doe\n"
)

GAPS = """AUTOMOBILE LOSS NOTICE                                   Page 1

Claim Number:                               AX-2023-88172
Policy Number:                              PPA 00417723
Date of Loss ........................ 03/19/2023
Carrier ............................. Old Timber Casualty Company

NAMED INSURED
  Name:                                     Jane Doe
  Address:                                  1 Main Street

CLAIMANT
  Name:                                     John Roe

Adjuster                                    Ruth Coe
"""
ONE_LINE = """Riverbend Mutual Insurance Company - Claim Summary
Insured: Acme Grain Cooperative   Policy No.: CPP-771203   Claim No.: RB-55-0192
Loss Date: January 4, 2022   Reported: January 6, 2022   Status: Denied
"""
PIPES = """PROOF OF LOSS
1. Policy number            | HP-33-90211
2. Claim number             | 22-004518
3. Insured                  | Jane and John Doe
4. Insurance company        | Beaumont Fire & Marine Insurance Co.
5. Date and time of loss    | 11 August 2022, 2:15 a.m.
"""
MARKDOWN = """# PROPERTY LOSS NOTICE

**Insurer:** Birchwood Mutual Insurance Company
**Policy Number:** BMI-CP-7741902
**Claim Number**: 2025-PR-008814
**Insured:** Kestrel Bakery LLC
**Date of Loss:** February 2, 2025
"""
FIRST_REPORT = (
    "FIRST REPORT OF INJURY\n\nEMPLOYER (NAME & ADDRESS)\tCARRIER/ADMINISTRATOR CLAIM NUMBER\nAcme Roofing LLC\t"
    "WC-90-113377\nCARRIER (NAME, ADDRESS & PHONE)\tPOLICY/SELF-INSURED NUMBER\n"
    "Cardinal Employers Insurance Company\tWCP-4401-21\n"
)


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        (
            GAPS,
            {
                "claim_number": ["AX-2023-88172"],
                "policy_number": ["PPA 00417723"],
                "insured_party": ["Jane Doe"],
                "insurer": ["Old Timber Casualty Company"],
                "date_of_loss": ["2023-03-19"],
                "adjuster": ["Ruth Coe"],
            },
        ),
        (
            ONE_LINE,
            {
                "claim_number": ["RB-55-0192"],
                "policy_number": ["CPP-771203"],
                "insured_party": ["Acme Grain Cooperative"],
                "date_filed": ["2022-01-06"],
                "coverage_determination": ["denied"],
            },
        ),
        (
            PIPES,
            {
                "claim_number": ["22-004518"],
                "policy_number": ["HP-33-90211"],
                "insured_party": ["Jane and John Doe"],
                "insurer": ["Beaumont Fire & Marine Insurance Co."],
                "date_of_loss": ["2022-08-11"],
            },
        ),
        (
            MARKDOWN,
            {
                "claim_number": ["2025-PR-008814"],
                "policy_number": ["BMI-CP-7741902"],
                "insured_party": ["Kestrel Bakery LLC"],
                "date_of_loss": ["2025-02-02"],
            },
        ),
        (
            FIRST_REPORT,
            {
                "claim_number": ["WC-90-113377"],
                "policy_number": ["WCP-4401-21"],
                "insured_party": ["Acme Roofing LLC"],
                "insurer": ["Cardinal Employers Insurance Company"],
            },
        ),
    ],
    ids=["wide gaps", "labels on one line", "pipes", "bold labels", "boxes"],
)
def test_forms_are_read_however_they_are_laid_out(form: str, expected: dict[str, list[str]]) -> None:
    found = values("insurance_claim", form)
    assert {name: found.get(name) for name in expected} == expected


def test_a_claim_form_is_read_by_its_labels() -> None:
    found = values("insurance_claim", FORM)
    assert found["claim_number"] == ["CLM551344"]
    assert found["policy_number"] == ["AUTO094256"]
    assert found["insured_party"] == ["Jane Doe"]
    assert found["insurer"] == ["Northern Mutual"]
    assert found["date_of_loss"] == ["2026-01-26"]
    assert found["claimed_amount"] == ["USD 4000.01"]
    assert found["claim_type"] == ["auto"]
    assert found["damages_description"] == ["Large hail dented the hood."]


def test_a_denial_letter_gives_the_decision_its_reason_and_whom_it_is_about() -> None:
    found = values("insurance_claim", DENIAL)
    assert found["coverage_determination"] == ["denied"]
    assert len(found["denial_reasons"]) == 1
    assert "seepage" in found["denial_reasons"][0]
    assert found["insured_party"] == ["Jane Doe"]
    assert found["insurer"] == ["Northern Mutual Insurance Company"]
    assert found["policy_number"] == ["HP 7788990"]
    assert "claimed_amount" not in found


def test_a_mail_tells_of_a_loss_in_sentences() -> None:
    found = values("insurance_claim", MAIL)
    assert found["insured_party"] == ["Jane Doe"]
    assert found["policy_number"] == ["HP-12345"]
    assert found["date_of_loss"] == ["2023-03-04"]
    assert found["claimed_amount"] == ["GBP 4250.00"]
    assert found["claim_type"] == ["property"]
    assert found["supporting_documents"] == ["police report"]


def test_a_table_of_claims_gives_every_number_and_no_single_loss() -> None:
    found = values("insurance_claim", TABLE)
    assert found["claim_numbers"] == [f"CLM-{10_001 + number}" for number in range(6)]
    assert found["policy_numbers"] == ["POL-555-00", "POL-555-01", "POL-555-02"]
    assert not {"claim_number", "policy_number", "date_of_loss", "claimed_amount", "coverage_determination"} & set(
        found
    )


def test_the_carriers_numbers_are_told_from_other_numbers_by_how_they_are_built() -> None:
    found = values("insurance_claim", CARDS)
    assert found["claim_numbers"] == [f"LR2{number}-G824{number}" for number in range(5)]
    assert found["policy_numbers"] == [f"L23A935{number}" for number in range(5)]
    assert found["insured_party"] == ["Acme Freight LLC"]


def test_values_that_stand_after_a_block_of_labels_belong_to_their_labels() -> None:
    found = values("insurance_claim", COLUMNS)
    assert found["claim_number"] == ["CLM551344"]
    assert found["policy_number"] == ["AUTO094256"]


def test_a_row_of_values_below_a_row_of_labels_is_read_by_column() -> None:
    found = values("insurance_claim", NOTICE)
    assert found["insurer"] == ["Northern Mutual Insurance Company"]
    assert found["insured_party"] == ["Jane Doe"]
    assert found["policy_number"] == ["HP-998877"]


@pytest.mark.parametrize(
    ("sentence", "decision"),
    [
        ("Your claim has been approved.", "approved"),
        ("Your claim was denied.", "denied"),
        ("Your claim is under review.", "pending"),
        ("Your claim has been partially approved.", "partial"),
        ("The bridge was approved by the city.", None),
        ("Claim status: Open", "pending"),
    ],
)
def test_only_what_is_said_of_the_claim_is_a_decision(sentence: str, decision: str | None) -> None:
    assert values("insurance_claim", sentence + "\n").get("coverage_determination") == (
        [decision] if decision else None
    )


def test_a_day_that_is_told_only_as_yesterday_is_no_date() -> None:
    text = "Date: January 18, 2024\n\nCUSTOMER: I had an accident yesterday. My policy number is POL-2024-001234.\n"
    assert "date_of_loss" not in values("insurance_claim", text)


def test_a_value_ends_where_the_next_label_of_its_line_begins() -> None:
    line = "Insured: Jane Q. Doe Policy Number: CP-220 As of: May 3, 2023"
    found = values("insurance_claim", f"Open Claims Log\n\n{line}\n")
    assert found["insured_party"] == ["Jane Q. Doe"]


def test_a_number_in_groups_is_read_whole_and_a_telephone_number_is_none() -> None:
    found = values("insurance_claim", "Claim Number: 800 555 0100\nPolicy Number: PA 22 771904\nYour claim.\n")
    assert found["policy_number"] == ["PA 22 771904"]
    assert "claim_number" not in found


def test_a_colon_far_behind_its_label_leads_to_the_number() -> None:
    text = "Policy No.            : OG-23-1101-00009127\nClaim No.             : OC-23-1101-00004418\n"
    found = values("insurance_claim", text)
    assert (found["policy_number"], found["claim_number"]) == (["OG-23-1101-00009127"], ["OC-23-1101-00004418"])


def test_a_damaged_roof_is_a_claim_for_property() -> None:
    text = "CUSTOMER: On February 10, 2024 a tree fell on our roof and rain soaked the bedroom ceiling.\n"
    assert values("insurance_claim", text)["claim_type"] == ["property"]


def test_a_list_whose_columns_are_a_blank_apart_gives_its_numbers() -> None:
    rows = "".join(f"4410098-200{number} 03/1{number}/22 Closed $1.00\nnote\n" for number in (1, 2, 3))
    found = values("insurance_claim", f"LOSS RUN\nInsured: Jane Doe\nClaim No. Loss Date Status Paid\n{rows}")
    assert found["claim_numbers"] == ["4410098-2001", "4410098-2002", "4410098-2003"]


def test_an_insurers_name_may_join_two_words() -> None:
    text = "Wessex & Counties Insurance plc\n\nYour claim has been declined.\n"
    assert values("insurance_claim", text)["insurer"] == ["Wessex & Counties Insurance plc"]
