from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.providers.offline import opinions
from tests.providers.offline.asking import values

HEADS = [
    pytest.param(
        opinions.SUPREME_COURT,
        "ACME WIDGETS, INC. v. ROE",
        "SUPREME COURT OF THE UNITED STATES",
        "2024-06-28",
        "22–451",
        id="argued and decided",
    ),
    pytest.param(
        opinions.DISTRICT_COURT,
        "DOE v. ACME CORP.",
        "UNITED STATES DISTRICT COURT SOUTHERN DISTRICT OF NEW YORK",
        "2023-03-04",
        "22 Civ. 1234 (ABC)",
        id="right-hand column",
    ),
    pytest.param(
        opinions.SECTION_SIGNS,
        "ACME INNOVATIONS LLC v. BOREALIS ELECTRONICS CO., LTD.",
        "UNITED STATES DISTRICT COURT FOR THE EASTERN DISTRICT OF TEXAS",
        "2022-05-05",
        "2:21-CV-00123-JRG",
        id="section signs",
    ),
    pytest.param(
        opinions.TWO_COLUMNS,
        "DOE v. ACME, INC.",
        "UNITED STATES COURT OF APPEALS",
        "2021-03-03",
        "19-55555",
        id="stamp and lower court's number in the other column",
    ),
    pytest.param(
        opinions.STATE_COURT,
        "State v. Roe",
        "COURT OF APPEALS OF OHIO",
        "2021-04-09",
        "L-20-1098",
        id="state court",
    ),
    pytest.param(
        opinions.REPORTED,
        "C.D. v. G.H.",
        "Missouri Court of Appeals, Eastern District",
        "2004-03-23",
        "ED 12345",
        id="reporter's paragraph",
    ),
    pytest.param(
        opinions.HIGH_COURT,
        "ACME STORES LIMITED v SECRETARY OF STATE FOR TRADE",
        "HIGH COURT OF JUSTICE KING'S BENCH DIVISION ADMINISTRATIVE COURT",
        "2022-12-06",
        "CO/1234/2021",
        id="between and",
    ),
    pytest.param(
        opinions.LETTER_OPINION,
        "Acme Advisors LLC v. Borealis Holding Inc.",
        "COURT OF CHANCERY OF THE STATE OF DELAWARE",
        "2020-05-14",
        "2019-0159-ABC",
        id="letter",
    ),
]


@pytest.mark.parametrize(("text", "name", "court", "decided", "docket"), HEADS)
def test_the_head_of_an_opinion_is_read_in_every_layout(
    text: str, name: str, court: str, decided: str, docket: str
) -> None:
    found = values("court_opinion", text)
    assert found["case_name"] == [name]
    assert found["court"] == [court]
    assert found["date_decided"] == [decided]
    assert found["docket_number"] == [docket]


def test_a_british_judgment_gives_its_neutral_citation_bench_and_numbered_parties() -> None:
    found = values("court_opinion", opinions.HIGH_COURT)
    assert found["neutral_citation"] == ["[2022] EWHC 3114 (Admin)"]
    assert found["judges"] == ["MRS JUSTICE GREEN"]
    assert found["authored_by"] == ["Mrs Justice Green"]
    assert found["parties"] == ["ACME STORES LIMITED", "ACME HOLDINGS LIMITED", "SECRETARY OF STATE FOR TRADE"]
    assert found["citations"] == ["[2019] UKSC 12", "[2020] AC 345"]
    assert found["cites_to"] == ["[2020] AC 345"]


def test_the_court_of_a_neutral_citation_is_found_where_it_is_named() -> None:
    found = values("court_opinion", opinions.UK_SUPREME_COURT)
    assert found["court"] == ["The Supreme Court"]
    assert found["case_name"] == ["Brown v Green and another"]
    assert found["judges"] == ["Lord Stone", "Lady Hill"]
    assert found["date_decided"] == ["2024-02-07"]


def test_citations_are_found_across_line_breaks_and_kept_apart_from_short_forms() -> None:
    found = values("court_opinion", opinions.REPORTED)
    assert found["citations"] == ["123 F.3d 456", "18 U.S.C. § 922(g)", "45 S.W.2d 678"]
    assert found["cites_to"] == ["123 F.3d 456", "45 S.W.2d 678"]


def test_a_citation_at_the_border_of_two_pieces_is_found_once() -> None:
    text = "word " * 997 + "Doe v. Roe, 123 F.3d 456 (7th Cir. 1997). " + "word " * 900
    assert values("court_opinion", text)["cites_to"] == ["123 F.3d 456"]


def test_the_panel_is_listed_without_titles() -> None:
    assert values("court_opinion", opinions.TWO_COLUMNS)["judges"] == ["STONE", "RIVERA", "HILL"]


def test_what_is_ordered_is_the_outcome_and_roles_stand_for_parties_that_are_not_named() -> None:
    found = values("court_opinion", opinions.WITHOUT_CAPTION)
    assert "case_name" not in found
    assert found["parties"] == ["the defendant husband", "the plaintiff wife"]
    assert found["outcome"][0].startswith("the judgment is reversed")
    assert found["outcome"][0].endswith("dismissed as abandoned")
    assert found["judges"] == ["Hill", "Rivera", "Stone"]


def test_a_date_of_hearing_rehearing_or_of_the_judgment_below_is_not_the_date_of_decision() -> None:
    assert "date_decided" not in values("court_opinion", opinions.WITHOUT_CAPTION)


def test_a_later_window_holds_no_caption_of_its_own() -> None:
    text = opinions.DISTRICT_COURT + "\n\nOther Co., Plaintiff,\nv.\nThird Co., Defendant.\n"
    found = values("court_opinion", text, start=len(opinions.DISTRICT_COURT))
    assert not {"case_name", "court", "docket_number", "judges"} & set(found)


def test_a_party_over_two_lines_is_read_past_the_other_column() -> None:
    text = "UNITED STATES DISTRICT COURT\n\nACME\tOPINION\nWIDGETS LLC,\n\nPlaintiff,\n\nv.\n\nROE LLC,\n\nDefendant.\n"
    assert values("court_opinion", text)["parties"] == ["ACME WIDGETS LLC", "ROE LLC"]


def test_the_full_caption_leaves_the_other_column_out() -> None:
    text = (
        "UNITED STATES DISTRICT COURT\nNORTHERN DISTRICT OF INDIANA\n\n"
        "PATRICIA L. HOLLOWAY,                )\n"
        "                                     )\n"
        "            Plaintiff,               )\n"
        "      v.                             )     Cause No. 3:21-CV-417\n"
        "                                     )\n"
        "MIDSTATE CASTINGS, INC., and         )     Judge Miller\n"
        "RAYMOND T. OGDEN,                    )\n"
        "            Defendants.              )\n\nOPINION AND ORDER\n"
    )
    found = values("court_opinion", text)
    full = "PATRICIA L. HOLLOWAY, Plaintiff, v. MIDSTATE CASTINGS, INC., and RAYMOND T. OGDEN, Defendants."
    assert found["case_name_full"] == [full]
    assert found["docket_number"] == ["3:21-CV-417"]


@pytest.mark.parametrize(
    ("head", "docket"),
    [
        ("2017-08812\n(Index No. 3391/16)\n", "2017-08812"),
        ("2d Crim. No. B304455\n(Super. Ct. No. 2018027881)\n", "B304455"),
        ("COURT FILE NO.: CV-18-00598812-0000\n", "CV-18-00598812-0000"),
        ("No. 18 Civ. 4471 (LGS)\n", "18 Civ. 4471 (LGS)"),
        ("Case No. 8:18-cv-4471 ABC (DEFx)\n", "8:18-cv-4471 ABC (DEFx)"),
    ],
)
def test_the_number_is_the_deciding_courts_own(head: str, docket: str) -> None:
    text = f"SUPERIOR COURT\n{head}Doe v. Lakeshore Condominium Corporation No. 1184\n"
    assert values("court_opinion", text)["docket_number"] == [docket]


@pytest.mark.parametrize(
    ("caption", "name"),
    [
        ("THE PEOPLE,\n   Plaintiff and Respondent,\nv.\nDARNELL WESLEY PRYOR,\n   Defendant.\n", "PEOPLE v. PRYOR"),
        ("GANESH MILLS\n... APPELLANT\nVERSUS\nSTATE OF GUJARAT\n... RESPONDENT\n", "GANESH MILLS v. STATE OF GUJARAT"),
        ("STATE OF OHIO,\nPlaintiff,\nv.\nACME WIDGETS LLC,\nDefendant.\n", "STATE v. ACME WIDGETS LLC"),
    ],
)
def test_a_short_name_keeps_what_tells_the_parties_apart(caption: str, name: str) -> None:
    assert values("court_opinion", f"SUPREME COURT\n\n{caption}\nJUDGMENT\n")["case_name"] == [name]


def test_marks_counsel_and_points_of_an_indian_caption_are_no_part_of_its_parties() -> None:
    text = (
        "$~12\n* IN THE HIGH COURT OF DELHI AT NEW DELHI\n+ W.P.(C) 4417/2019\n\n"
        "GANESH MILLS                         ..... Petitioner\n      Through: Mr. A. Rao, Advocate\n\n      versus\n\n"
        "UNION OF INDIA                       ..... Respondents\n      Through: Ms. B. Sen, CGSC\n\nCORAM:\n"
        "HON'BLE MR. JUSTICE V. K. IYER\n\nJUDGMENT\n"
    )
    found = values("court_opinion", text)
    assert found["case_name"] == ["GANESH MILLS v. UNION OF INDIA"]
    assert found["parties"] == ["GANESH MILLS", "UNION OF INDIA"]


def test_the_name_behind_in_re_may_stand_below_the_other_column() -> None:
    text = (
        "UNITED STATES BANKRUPTCY COURT\nDISTRICT OF MINNESOTA\n\nIn re:               Case No. 18-41207\n"
        "                     Chapter 12\nAcme Farms, LLC,\n\n        Debtor.\n\nORDER\n"
    )
    assert values("court_opinion", text)["case_name"] == ["In re Acme Farms, LLC"]


def test_the_office_of_special_masters_is_part_of_its_courts_name() -> None:
    text = (
        "In the United States Court of Federal Claims\n      OFFICE OF SPECIAL MASTERS\n      Filed: April 21, 2020\n"
    )
    assert values("court_opinion", text)["court"] == ["United States Court of Federal Claims OFFICE OF SPECIAL MASTERS"]


def test_the_same_text_gives_the_same_citations_in_every_process() -> None:
    text = "See Doe v. Commissioner, 86 T.C. 360, 376 (1986). Doe v. Commissioner, 86 T.C. at 374; 88 T.C. at 75. "
    code = f"from tests.providers.offline.asking import values; print(values('court_opinion', {text!r})['citations'])"
    for seed in ("0", "1", "2", "3"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        told = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        assert told.stdout.strip() == "['86 T.C. 360']"


def test_a_tribunals_caption_needs_no_between_and_leaves_out_the_role_beside_a_name_that_goes_on() -> None:
    text = (
        "[2017] UKUT 0318 (TCC)\nINCOME TAX - discovery assessment\n\nUPPER TRIBUNAL\nTAX AND CHANCERY CHAMBER\n\n"
        "JANE DOE                             Appellant\n\n- and -\n\n"
        "THE COMMISSIONERS FOR HIS MAJESTY'S    Respondents\nREVENUE AND CUSTOMS\n\nTRIBUNAL: MR JUSTICE STONE\n"
    )
    found = values("court_opinion", text)
    assert found["parties"] == ["JANE DOE", "THE COMMISSIONERS FOR HIS MAJESTY'S REVENUE AND CUSTOMS"]


def test_a_line_of_the_right_hand_column_alone_is_no_part_of_a_party() -> None:
    text = (
        "UNITED STATES COURT OF FEDERAL CLAIMS\n\n    JANE DOE,\n                         Petitioner,\n"
        "    v.                                                        Joint Stipulation;\n"
        "                                                              Influenza (Flu) Vaccine\n"
        "    SECRETARY OF HEALTH,\n                        Respondent.\n\nDECISION\n"
    )
    assert values("court_opinion", text)["parties"] == ["JANE DOE", "SECRETARY OF HEALTH"]


def test_a_case_named_with_its_citation_in_brackets_keeps_its_name_and_index_number() -> None:
    text = (
        "Doe v Acme Scaffold Corp. (2018 NY Slip Op 50897(U))\nDecided on June 12, 2018\nSupreme Court, Kings County\n"
        "504418/2015\nThe motion is denied.\n"
    )
    found = values("court_opinion", text)
    assert found["case_name"] == ["Doe v Acme Scaffold Corp."]
    assert found["docket_number"] == ["504418/2015"]


def test_a_centred_caption_of_a_state_leaves_out_court_and_number() -> None:
    text = (
        "          except as provided by\n          Minn. Stat. § 480A.08\n\n          STATE OF MINNESOTA\n"
        "          IN COURT OF APPEALS\n               A17-0884\n\n          State of Minnesota,\n       Respondent,\n"
        "\n                  vs.\n\n          Jane Doe,\n              Appellant.\n\n          Filed April 16, 2018\n"
    )
    found = values("court_opinion", text)
    assert found["parties"] == ["State of Minnesota", "Jane Doe"]
    assert found["court"] == ["STATE OF MINNESOTA IN COURT OF APPEALS"]
    assert found["docket_number"] == ["A17-0884"]


def test_numbers_of_the_courts_below_beside_the_versus_are_no_part_of_the_caption() -> None:
    text = (
        "Supreme Court of Kentucky\n\n2015-SC-000417-DG\n\nACME WAREHOUSE, LLC APPELLANT\n\n"
        "ON REVIEW FROM COURT OF APPEALS\nV. CASE NO. 2014-CA-000911-MR\nESTILL CIRCUIT COURT NO. 12-CI-00188\n\n"
        "ESTILL COUNTY BOARD APPELLEE\n\nOPINION OF THE COURT\n"
    )
    found = values("court_opinion", text)
    assert found["parties"] == ["ACME WAREHOUSE, LLC", "ESTILL COUNTY BOARD"]
    assert found["docket_number"] == ["2015-SC-000417-DG"]
