from __future__ import annotations

import pytest

from tests.providers.offline.asking import values


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Exhibit 10.5\nCertain information is omitted.\nLICENSE AND SUPPLY AGREEMENT\nThis License and Supply "
            "Agreement is "
         "made on May 1, 2020 between Alpha LLC (“A”) and Beta LLC (“B”).", "LICENSE AND SUPPLY AGREEMENT"),
        ("EXHIBIT 99.2 Page 1 of 3 RESELLER AGREEMENT Agreement made on May 1, 2020 between Alpha LLC (“A”) and "
            "Beta LLC "
         "(“B”).", "RESELLER AGREEMENT"),
        ("MOBILE NETWORK\nHOSTING AGREEMENT\nBETWEEN\nALPHA B.V.\n&\nBeta AG", "MOBILE NETWORK\nHOSTING AGREEMENT"),
        ("Cover Page / for Harbour Mutual NDA\nKey Terms\nPurpose\tA review", "Harbour Mutual NDA"),
        ("AMENDMENT NO. 2 TO SUPPLY AGREEMENT\nThis Amendment No. 2 to the Supply Agreement dated as of May 1, "
            "2010 is made "
         "as of May 1, 2012 by and between Alpha LLC (“A”) and Beta LLC (“B”).", "AMENDMENT NO. 2 TO SUPPLY AGREEMENT"),
        ("This Transition Services Agreement is made on May 1, 2020 between Alpha LLC (“A”) and Beta LLC (“B”).",
         "Transition Services Agreement"),
        ("AMENDMENT NO. 3\nTO\nSUPPLY AGREEMENT\n\nThis Amendment No. 3 to the Supply Agreement dated as of May 1, "
         "2010 is made as of May 1, 2012 by and between Alpha LLC (“A”) and Beta LLC (“B”).",
         "AMENDMENT NO. 3\nTO\nSUPPLY AGREEMENT"),
        ("CONFIDENTIAL TREATMENT IS REQUESTED FOR PORTIONS OF THIS\nAGREEMENT ACCORDINGLY,\nPORTIONS ARE OMITTED\n\n"
         "Exhibit 10.1\n\nSPONSORSHIP AGREEMENT\n\nThis agreement (“Agreement”) is entered into as of May 1, 2020 "
         "by and between Alpha LLC (“A”) and Beta LLC (“B”).", "SPONSORSHIP AGREEMENT"),
    ],
)  # fmt: skip
def test_the_title_is_the_heading_of_the_agreement_itself(text: str, title: str) -> None:
    assert values("contract", text)["document_name"] == [" ".join(title.split())]


@pytest.mark.parametrize(
    ("opening", "agreed", "effective"),
    [
        ("This Agreement is made and entered into as of March 3, 2015 (the “Effective Date”) by and between",
         "2015-03-03", "2015-03-03"),
        ("This Agreement is made this 15t h day of July, 2011 between", "2011-07-15", None),
        ("This Agreement, dated as of July 2, 2020 and effective as of July 1, 2020, is between", "2020-07-02",
         "2020-07-01"),
        ("This Amendment to the Supply Agreement dated January 1, 2010 is entered into as of April 4, 2012 by and "
            "between",
         "2012-04-04", "2012-04-04"),
        ("This Agreement is effective March ____, 2011 (the “Effective Date”) between", None, None),
        ("This Agreement is made as of the ____ day of ________, 2015 by and between", None, None),
        ("This Agreement is dated as of [•], 2014, between", None, None),
        ("This Agreement is entered into by and between", None, None),
    ],
)  # fmt: skip
def test_the_dates_of_the_preamble(opening: str, agreed: str | None, effective: str | None) -> None:
    found = values(
        "contract", f"SALES AGREEMENT\n{opening} Alpha LLC (“Alpha”) and Beta LLC (“Beta”).\n\nTerms follow."
    )
    assert found.get("agreement_date", [None]) == [agreed]
    assert found.get("effective_date", [None]) == [effective]


def test_a_date_behind_the_parties_counts() -> None:
    text = "This Agreement is by and between Alpha LLC (“Alpha”) and Beta LLC (“Beta”), as of the 4th day of May 2018."
    assert values("contract", text)["agreement_date"] == ["2018-05-04"]


def test_a_contract_that_takes_effect_on_its_date_says_so_anywhere() -> None:
    text = (
        "HOSTING AGREEMENT\nThis Agreement is made on May 1, 2020 between Alpha LLC (“Alpha”) and Beta LLC.\n\n"
        "17.1 This Agreement shall come into force on the Date of the Agreement.\n"
    )
    found = values("contract", text)
    assert found["agreement_date"] == found["effective_date"] == ["2020-05-01"]


def test_without_a_preamble_the_cover_or_the_signatures_date_it() -> None:
    cover = "HOSTING AGREEMENT\nDated as of May 6, 2013\n\nTerms."
    signed = "HOSTING AGREEMENT\n\nTerms.\n\nSigned on October 9, 2012\n\nFor Alpha B.V.\n"
    assert values("contract", cover)["agreement_date"] == ["2013-05-06"]
    assert values("contract", signed)["agreement_date"] == ["2012-10-09"]


@pytest.mark.parametrize(
    ("sentence", "place"),
    [
        ("This Agreement shall be governed by and construed in accordance with the laws of the State of New York, "
            "without "
         "regard to conflicts of laws.", "New York"),
        ("ALL TERMS OF THIS AGREEMENT ARE GOVERNED BY THE LAWS OF THE STATE OF NEBRASKA WITHOUT REGARD TO "
         "CONFLICTS.", "Nebraska"),
        ("This Agreement shall be construed under and governed by the laws of England and Wales.", "England and Wales"),
        ("The laws of Hong Kong shall govern this Agreement.", "Hong Kong"),
        ("Any controversy hereunder shall be determined under New York law. The parties submit to the courts of "
         "California.", "New York"),
        ("This Agreement shall be governed by Delaware law, except that the law of Texas shall apply to land.",
         "Delaware"),
        ("This Agreement is governed by the laws of the Republic of Korea without regard to conflicts.",
         "Republic of Korea"),
        ("This contract is governed by the law of the Federal Republic of Germany.", "Federal Republic of Germany"),
        ("Governing Law: State of Iowa", "Iowa"),
        ("Governing Law\tThe laws of the Commonwealth of Massachusetts.", "Massachusetts"),
    ],
)  # fmt: skip
def test_the_governing_law_is_a_place(sentence: str, place: str) -> None:
    assert values("contract", f"SALES AGREEMENT\n\nSome terms.\n\n{sentence}\n")["governing_law"] == [place]


def test_a_contract_that_names_two_laws_alike_states_both() -> None:
    law = "Governing Law. This Agreement is governed by the laws of the State of {}."
    text = "SALES AGREEMENT\n\nSome terms.\n\n8. " + law.format("Maine") + "\n\n8a. "
    assert values("contract", text + law.format("Ohio") + "\n")["governing_law"] == ["Maine", "Ohio"]
    assert values("contract", text + law.format("Maine") + "\n")["governing_law"] == ["Maine"]


@pytest.mark.parametrize(
    "sentence",
    [
        "The Company is a corporation existing under the laws of Nevada.",
        "The parties submit to the exclusive jurisdiction of the courts of California.",
        "This Agreement is governed by the laws of [STATE].",
        "Governing Law\tThe laws of the State of {governing_law}.",
    ],
)
def test_a_forum_a_place_of_formation_and_a_blank_are_no_governing_law(sentence: str) -> None:
    assert "governing_law" not in values("contract", f"SALES AGREEMENT\n\nSome terms.\n\n{sentence}\n")


@pytest.mark.parametrize(
    ("sentence", "length"),
    [
        ("The term of this Agreement shall commence on the Effective Date and, unless sooner terminated, shall "
            "continue for "
         "a period of five (5) years thereafter.", "five (5) years"),
        ("This Agreement shall remain in full force and effect for a period of three (3) years.", "three (3) years"),
        ("This Agreement will continue for an initial term of two years (the “Initial Term”).", "two years"),
        ("Unless terminated earlier, this Agreement shall expire on the date that is seven (7) years after the "
            "Effective "
         "Date.", "seven (7) years"),
        ("This contract is valid for 4 years from its signing.", "4 years"),
        ("Term of NDA\t18 months", "18 months"),
        ("The Term of this Agreement shall end on the fifth (5th) anniversary of the Effective Date.",
         "fifth (5th) anniversary of the Effective Date"),
    ],
)  # fmt: skip
def test_the_length_of_the_term(sentence: str, length: str) -> None:
    assert values("contract", f"SALES AGREEMENT\n\nSome terms.\n\n{sentence}\n")["term_length"] == [length]


@pytest.mark.parametrize(
    "sentence",
    [
        "Each party shall keep Confidential Information secret for a period of five (5) years after termination.",
        "Either party may terminate this Agreement upon ninety (90) days written notice.",
        "Licensee shall pay invoices within thirty (30) days.",
        "During the Term and for a period of two (2) years thereafter, Consultant shall not compete.",
        "The Royalty Term ends ten (10) years from the date of the First Commercial Sale of the Licensed Product.",
    ],
)
def test_other_lengths_of_time_are_not_the_term(sentence: str) -> None:
    assert "term_length" not in values("contract", f"SALES AGREEMENT\n\nSome terms.\n\n{sentence}\n")


@pytest.mark.parametrize(
    ("sentence", "end"),
    [
        ("This Agreement shall remain in effect until December 31, 2010, unless terminated earlier.", "2010-12-31"),
        ("The term of this Agreement shall be from July 1, 2005 through June 30, 2008.", "2008-06-30"),
        ("This Agreement shall be in effect until April 22. 2026, unless sooner terminated.", "2026-04-22"),
        ("Expiration Date: 2029-05-31", "2029-05-31"),
        ("Term: the period from January 1, 2008 to December 31, 2010.", "2010-12-31"),
        ("The Term shall commence on signing and expire, unless extended, on June 30, 2012.", "2012-06-30"),
        (
            "This Agreement shall terminate two years after launch, but in no event later than May 31, 2014.",
            "2014-05-31",
        ),
    ],
)
def test_the_end_of_the_term_is_a_date_that_stands_there(sentence: str, end: str) -> None:
    assert values("contract", f"SALES AGREEMENT\n\nSome terms.\n\n{sentence}\n")["expiration_date"] == [end]


def test_the_end_of_a_year_is_not_the_end_of_the_term() -> None:
    text = "LEASE\n\nThe first calendar year of the Term begins on the Effective Date and ends on December 31, 2019.\n"
    assert "expiration_date" not in values("contract", text)


def test_renewal_and_the_notice_that_stops_it() -> None:
    sentence = (
        "Following the Initial Term, this Agreement shall automatically renew for successive one (1) year terms unless "
        "either Party gives notice of non-renewal at least ninety (90) days prior to the end of the then-current term."
    )
    found = values("contract", f"SALES AGREEMENT\n\nSome terms.\n\n{sentence}\n\nOther terms.\n")
    assert found["renewal_terms"] == [sentence]
    assert found["notice_period_to_terminate_renewal"] == ["ninety (90) days"]


def test_termination_and_duties_are_given_in_the_contracts_own_words() -> None:
    termination = "Either Party may terminate this Agreement for any reason upon ninety (90) days written notice."
    duty = "Distributor shall pay Supplier for all Products within thirty days of the invoice."
    text = f"SALES AGREEMENT\n\n{termination}\n\n{duty}\n\n“Products” means the goods listed in Exhibit A.\n"
    found = values("contract", text)
    assert found["termination_clauses"] == [termination]
    assert found["key_obligations"] == [duty]


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("The total purchase price payable by Buyer is US $1,250,000.", "USD 1250000.00"),
        ("Contract value: EUR 250.000,00", "EUR 250000.00"),
        ("In full consideration Alpha shall pay Beta the sum of Forty Thousand Dollars ($40,000).", "USD 40000.00"),
        ("Sponsor shall maintain liability insurance of not less than $1,000,000 per occurrence.", None),
        ("A renewal fee of $10,000 is payable for each renewal.", None),
    ],
)
def test_the_value_is_what_is_payable_and_nothing_else(sentence: str, value: str | None) -> None:
    assert values("contract", f"SALES AGREEMENT\n\n{sentence}\n").get("contract_value", [None]) == [value]


def test_the_most_telling_duties_are_kept_and_not_one_verb_alone() -> None:
    payments = [f"Buyer shall pay Seller ${number}00 within {number} days of delivery." for number in range(11, 23)]
    others = ["Seller shall deliver the goods to the harbour.", "Buyer shall maintain insurance in its own name."]
    found = values("contract", "SUPPLY AGREEMENT\n\n" + "\n\n".join([*payments, *others]))["key_obligations"]
    assert len(found) == 8
    assert set(others) <= set(found)


def test_a_termination_by_notice_goes_before_one_that_only_mentions_it() -> None:
    plain = "Either party may terminate this Agreement upon thirty (30) days written notice to the other party."
    vague = [
        f"If the plan of year {number} fails, this Agreement may be cancelled or the plan may be changed by the board."
        for number in range(2001, 2013)
    ]
    found = values("contract", "SUPPLY AGREEMENT\n\n" + "\n\n".join([*vague, plain]))["termination_clauses"]
    assert len(found) == 10
    assert plain in found


def test_the_date_of_another_agreement_is_not_this_ones() -> None:
    text = (
        "SPONSORSHIP AGREEMENT\n\nThe Term ends with that of the Joint Use Agreement by and between Alpha LLC and Beta "
    )
    assert "agreement_date" not in values("contract", text + "LLC dated as of May 1, 2000.\n")


def test_the_law_may_stand_below_its_label_on_a_cover_page() -> None:
    text = "Mutual NDA\nCover Page\nGoverning Law\nDelaware\nJurisdiction\ncourts located in New Castle, DE\n"
    assert values("contract", text)["governing_law"] == ["Delaware"]


def test_a_clause_below_its_heading_is_no_label_with_its_value() -> None:
    text = "NDA\n\nGoverning Law\nAny dispute is settled in Delaware. The laws of Ohio govern this Agreement.\n"
    assert values("contract", text)["governing_law"] == ["Ohio"]


def test_an_amendment_is_made_when_it_is_entered_into_and_not_at_an_earlier_amendment() -> None:
    text = (
        "AMENDMENT NO. 3\n\nThis Amendment No. 3 to the Supply Agreement dated as of January 9, 2017 (as amended on "
        "March 1, 2018 and July 20, 2020) is entered into as of August 15, 2022 by and between Alpha LLC (“A”) and "
        "Beta LLC (“B”).\n"
    )
    assert values("contract", text)["agreement_date"] == ["2022-08-15"]
