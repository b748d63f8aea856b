from __future__ import annotations

import pytest

from tests.providers.offline.asking import values

RECORDS = [
    pytest.param(
        "MINUTES OF THE REGULAR MEETING OF THE BOARD OF DIRECTORS OF\nACME WIDGETS, INC.\nHeld on March 4, "
        "2019\n\nA regular "
        "meeting of the Board of Directors of Acme Widgets, Inc., a Delaware corporation, was held on March 4, 2019.\n",
        ("ACME WIDGETS, INC.", "minutes", "2019-03-04"),
        id="minutes of a company",
    ),
    pytest.param(
        "**The Harbour Security Foundation**\n\nMINUTES OF GOVERNING BOARD (FOR PUBLIC RELEASE)\n\n04 Aug "
        "2022\n\nA regular "
        "meeting of the Governing Board of the Harbour Security Foundation was held on 04 Aug 2022 via "
        "teleconference.\n"
        "The chair told the Governing Board of the Pine Foundation conference.\n",
        ("Harbour Security Foundation", "minutes", "2022-08-04"),
        id="minutes of a foundation",
    ),
    pytest.param(
        "---\nlayout: page\ntitle: July 2021 Videoconference\ndate: 2021-07-27\n---\n## Agenda\n### CALL TO ORDER\n"
        "### APPROVAL OF MINUTES\nThe budget of the HARB Foundation was approved.\nHARB members and HARB staff "
        "agree.\n",
        ("HARB Foundation", "minutes", "2021-07-27"),
        id="front matter",
    ),
    pytest.param(
        "BYLAWS OF THE RUSTIC FOUNDATION\n(adopted February 8, 2021)\nARTICLE I\nThe name of the corporation is Rustic "
        "Foundation, Inc. (the “Corporation”).",
        ("Rustic Foundation, Inc.", "bylaws", "2021-02-08"),
        id="bylaws",
    ),
    pytest.param(
        "UNANIMOUS WRITTEN CONSENT OF THE BOARD OF DIRECTORS\nOF\nOMEGA BIOTECH, INC.\nEffective as of June 1, 2020\n",
        ("OMEGA BIOTECH, INC.", "consent", "2020-06-01"),
        id="written consent",
    ),
    pytest.param(
        "Town of Springfield\nPlanning Board\nMeeting Minutes\nTuesday, May 4, 2021\n",
        ("Town of Springfield", "minutes", "2021-05-04"),
        id="a public body",
    ),
    pytest.param(
        "# Snake Software Foundation Board Meeting Minutes\n\n## January 15, 2020\n\nAttendees: A, B\n",
        ("Snake Software Foundation", "minutes", "2020-01-15"),
        id="one title",
    ),
]


@pytest.mark.parametrize(("text", "expected"), RECORDS)
def test_entity_kind_and_date(text: str, expected: tuple[str, str, str]) -> None:
    found = values("corporate_record", text)
    assert (found["entity_name"], found["record_type"], found["effective_date"]) == tuple([item] for item in expected)


def test_a_form_to_be_filled_in_has_no_entity_and_no_date() -> None:
    text = (
        "Stockholder Written Consent\n\nThe undersigned, being stockholders of [Full legal name of the Delaware "
        "corporation],"
        " a Delaware corporation (the “Company”), adopt these resolutions as of [Date].\nCompany\t[Full legal name]\n"
    )
    found = values("corporate_record", text)
    assert found["record_type"] == ["consent"]
    assert found["jurisdiction"] == ["Delaware"]
    assert "entity_name" not in found
    assert "effective_date" not in found


def test_an_ambiguous_date_is_left_out() -> None:
    assert "effective_date" not in values("corporate_record", "Board Minutes\nDate: 12/05/2014\nPresent: A. Roe\n")


def test_the_date_of_other_minutes_is_not_the_records_date() -> None:
    text = "Board Minutes\n\nApproval of the minutes of May 4, 2021\n\nThe motion passed.\n"
    assert "effective_date" not in values("corporate_record", text)


def test_resolutions_signatories_and_registry_number() -> None:
    text = (
        "SECRETARY'S CERTIFICATE\n\nFile No.: 4711-A\nI certify the acts of Gamma Energy LLC, a Texas limited "
        "liability "
        "company (the “Company”).\n\nPresent: Ann Poe\n\nRESOLVED, that the loan is approved.\n\nThe weather was "
        "fine.\n\n"
        "Dated: July 7, 2015\n\n/s/ John Roe\n"
    )
    found = values("corporate_record", text)
    assert found["key_provisions"] == ["RESOLVED, that the loan is approved."]
    assert found["signatories"] == ["John Roe"]
    assert found["filing_number"] == ["4711-A"]
    assert found["jurisdiction"] == ["Texas"]


def test_decisions_are_read_from_their_section() -> None:
    text = (
        "# Board\n\n## Decisions\n\n1. The 2024 Budget was accepted in full\n\n"
        "## Action Items\n\n* Ann to send the report\n"
    )
    assert values("corporate_record", text)["key_provisions"] == ["The 2024 Budget was accepted in full"]


def test_a_state_is_known_by_its_statutes() -> None:
    text = "ARTICLES OF INCORPORATION\nOF\nACME CORP.\n\nFormed under Chapter 78 of the Nevada Revised Statutes.\n"
    assert values("corporate_record", text)["jurisdiction"] == ["Nevada"]


def test_the_defined_word_for_a_company_is_not_its_name() -> None:
    text = (
        "ACME FOODS, INC.\nSECRETARY'S CERTIFICATE\nJune 30, 2015\n\nAttached are the Articles of Incorporation of the "
        "Corporation and resolutions of the Board of Directors of the Corporation.\n"
    )
    assert values("corporate_record", text)["entity_name"] == ["ACME FOODS, INC."]


def test_minutes_are_of_the_day_on_which_the_meeting_was_held() -> None:
    text = (
        "ACME LIMITED\n\nMINUTES OF THE ANNUAL GENERAL MEETING HELD ON FRIDAY, THE 27TH DAY OF SEPTEMBER, 2019\n"
        "\nThe accounts were adopted.\n\nDate: 15/10/2019\nPlace: Rajkot\n"
    )
    assert values("corporate_record", text)["effective_date"] == ["2019-09-27"]
