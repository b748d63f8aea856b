from __future__ import annotations

import pytest

from mailroom_dagster.providers.offline.specialists.case_names import case_title, split_parties
from mailroom_dagster.providers.offline.specialists.common import Flat
from mailroom_dagster.providers.offline.specialists.dockets import find_dockets, find_shaped_dockets
from mailroom_dagster.providers.offline.specialists.short_names import short_party


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("Jane Doe, et al v. Acme Operations Inc", "Jane Doe v. Acme Operations Inc"),
        ("United States v. John Roe, No. 22-1801", "United States v. John Roe"),
        ("Case No. 17-3994, Pine Coal Company v. Jane Hill, et al", "Pine Coal Company v. Jane Hill"),
        (
            '23-1094 Port Refining and Transportation LLLP v. EPA "Motion(s)"',
            "Port Refining and Transportation LLLP v. EPA",
        ),
        ("Jane Doe, Petitioner v. Widget Workers Union - Local 152", "Jane Doe v. Widget Workers Union - Local 152"),
        ("BOROUGH OF HILL Claimant/Appellant -v- JANE DOE Defendant/Respondent", "BOROUGH OF HILL v JANE DOE"),
        ("In re: Acme Filters Litigation, No. MDL 15-02641", "In re Acme Filters Litigation"),
        ("Supreme Court Electronic Filing System", None),
    ],
)
def test_a_line_states_the_case_with_its_first_parties(line: str, title: str | None) -> None:
    assert case_title(line) == title


@pytest.mark.parametrize(
    ("side", "parties"),
    [
        ("(1) ACME (HOLDINGS) LIMITED (2) PINE LIMITED Defendants", ["ACME (HOLDINGS) LIMITED", "PINE LIMITED"]),
        ("JANE DOE (1) JOHN S DOE (2) Appellants", ["JANE DOE", "JOHN S DOE"]),
        (
            "SILVER COMPANY, INC., d/b/a Silver, H. William Doe, III, Carol Roe and J.C. Pine Co., Inc., Appellees.",
            ["SILVER COMPANY, INC.", "H. William Doe, III", "Carol Roe", "J.C. Pine Co., Inc."],
        ),
        ("JANE ROE, in her official capacity as Governor of Maine, Defendant, Appellee.", ["JANE ROE"]),
        ("James Doe, Adm’r, &c., of R. N. Roe, Dec’d.", ["James Doe"]),
        ("SECRETARY OF STATE FOR TRADE Defendant", ["SECRETARY OF STATE FOR TRADE"]),
    ],
)
def test_a_side_is_split_into_its_parties_without_roles_and_capacities(side: str, parties: list[str]) -> None:
    assert split_parties(side) == parties


@pytest.mark.parametrize(
    ("party", "short"),
    [
        ("JANET T. MILLER", "MILLER"),
        ("Robert St. Pierre", "St. Pierre"),
        ("C.D.", "C.D."),
        ("Pine Chapel", "Pine Chapel"),
        ("DALES COMPANY, INC.", "DALES COMPANY"),
        ("UNITED STATES OF AMERICA", "UNITED STATES"),
        ("COMMISSIONER OF INTERNAL REVENUE", "COMMISSIONER"),
        ("Robert Half Bank", "Robert Half Bank"),
    ],
)
def test_people_are_called_by_their_last_name_and_bodies_by_their_own(party: str, short: str) -> None:
    assert short_party(party) == short


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("No. 20-1507", ["20-1507"]),
        ("Docket No. 131.", ["131"]),
        ("C.A. No. 2019-0159-ABC", ["2019-0159-ABC"]),
        ("No. MDL 15-02641-PHX-ABC", ["MDL 15-02641-PHX-ABC"]),
        ("Originating Case No. : 16-0556", []),
        ("(No. 94cv00385)", []),
        ("State Bar No. 12345", []),
    ],
)
def test_dockets_are_told_from_other_numbers(words: str, numbers: list[str]) -> None:
    flat = Flat.of_spans(words, [(0, len(words))])
    assert [number for number, _, _ in find_dockets(flat)] == numbers


def test_some_dockets_need_no_label() -> None:
    words = "B2/2004/2060 and CL-2021-000561 and 6:22-cv-00351-ABC but not 12/05/2020"
    flat = Flat.of_spans(words, [(0, len(words))])
    assert [number for number, _, _ in find_shaped_dockets(flat)] == [
        "B2/2004/2060",
        "CL-2021-000561",
        "6:22-cv-00351-ABC",
    ]
