"""The judge tells what a source says from what it does not say."""

from __future__ import annotations

import pytest

from mailroom_dagster.questions.judge import claims_of, judge, kind_of
from mailroom_dagster.questions.model import Citation, Statement, Verdict
from mailroom_dagster.questions.vocabulary import load_vocabulary


def judged(claim: str, quote: str) -> Verdict:
    place = Citation(doc_id="a" * 16, document="a.txt", title="", page=1, start=0, end=len(quote), quote=quote)
    return judge([Statement(text=claim, citations=(place,))], load_vocabulary().judge)


FEE = "Overdue amounts bear a late fee of 1.5 % per month."
DUTY = "Seller shall pay Buyer all costs within thirty (30) days."


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Overdue amounts bear a late fee of 2 % per month.", FEE),
        ("Overdue amounts do not bear a late fee of 1.5 % per month.", FEE),
        ("Buyer shall pay Seller all costs within thirty (30) days.", DUTY),
        ("Seller shall not pay Buyer all costs within thirty (30) days.", DUTY),
        ("Seller shall pay Buyer all costs within sixty (60) days.", DUTY),
        ("Seller shall pay Buyer all costs within thirty (30) months.", DUTY),
        ("Seller may pay Buyer all costs within thirty (30) days.", DUTY),
        ("The lease began on March 4, 2021.", "The lease began on March 3, 2021."),
        ("The tenant paid $1,250.00 in advance.", "The tenant paid $1,520.00 in advance."),
        ("The tenant may sublet the premises.", "The tenant may not sublet the premises."),
    ],
)
def test_a_changed_claim_is_contradicted_and_never_returned(claim: str, quote: str) -> None:
    verdict = judged(claim, quote)
    assert [item.verdict for item in verdict.claims] == ["contradicted"]
    assert verdict.hallucinated
    assert verdict.confidence == 0.2


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        (FEE, FEE),
        ("The late fee on overdue amounts is 1.5 percent per month.", FEE),
        ("Seller shall pay Buyer all costs within 30 days.", DUTY),
        ("The lease began on 3 March 2021.", "The lease began on March 3, 2021."),
        ("See No. 7 of the schedule.", "See No. 7 of the schedule."),
    ],
)
def test_the_same_said_in_another_form_is_supported(claim: str, quote: str) -> None:
    verdict = judged(claim, quote)
    assert [item.verdict for item in verdict.claims] == ["supported"]
    assert verdict.confidence == 1.0


def test_a_name_that_the_source_does_not_hold_is_unsupported() -> None:
    verdict = judged("Zeta shall pay Buyer all costs within thirty (30) days.", DUTY)
    assert [item.verdict for item in verdict.claims] == ["unsupported"]
    assert verdict.hallucinated


def test_abbreviations_and_decimals_do_not_split_a_claim() -> None:
    assert len(claims_of("Acme Inc. pays 1.5 % under No. 12 of the plan. It pays monthly.")) == 2


def test_claims_have_kinds() -> None:
    assert kind_of("The fee is 2 %.") == "quantitative"
    assert kind_of("It ends within thirty days.") == "temporal"
    assert kind_of("Client shall keep it secret.") == "obligation"
    assert kind_of("Oregon law governs.") == "general"


def test_an_answer_without_claims_is_no_answer() -> None:
    assert judge([], load_vocabulary().judge).hallucinated
