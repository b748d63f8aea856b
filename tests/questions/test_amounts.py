"""An amount answers only for the thing and the rate that are asked for."""

from __future__ import annotations

import pytest

from mailroom_dagster.classification.labelled import plain_document
from mailroom_dagster.questions.amounts import amount_fits, rates_of
from mailroom_dagster.questions.archive import entry
from mailroom_dagster.questions.asking import Desk
from mailroom_dagster.questions.decompose import decompose
from mailroom_dagster.questions.index import SectionIndex
from mailroom_dagster.questions.model import Scope
from mailroom_dagster.questions.stated import Stated
from mailroom_dagster.questions.vocabulary import load_vocabulary
from mailroom_dagster.reading.model import DocumentText
from mailroom_dagster.storage import Disk

AMOUNTS = load_vocabulary().amounts
LEASE = """LEASE

This lease is made between Willow Court Trust and Ines Tarn.

1. Liability. The tenant's liability for damages beyond the monthly rent is at most $90,000; it stays due.

2. Rent. The tenant pays the landlord $2,400 per month, due on the first.

3. Deposit. A security deposit of $3,000 is due at signing.

4. Parking. The parking fee is $600 per annum. A cleaner comes every week for $45 a week.
"""


class OneLease:
    """One lease of which a wrong amount was extracted as its value."""

    def document(self, doc_id: str) -> DocumentText | None:
        return plain_document(LEASE)

    def stated(self, doc_id: str) -> Stated:
        start = LEASE.index("$90,000")
        return {"contract_value": [(start, start + len("$90,000"))]}

    def in_scope(self, doc_id: str, scope: Scope) -> bool:
        return True

    def waits(self, doc_id: str) -> bool:
        return False


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    index = SectionIndex(tmp_path_factory.mktemp("lease") / "index", Disk())
    index.update([entry("d" * 16, "digest", "lease.txt", ("M-1",), plain_document(LEASE))])
    return Desk(index, OneLease(), load_vocabulary())


@pytest.mark.parametrize(
    ("question", "amount"),
    [
        ("What is the monthly rent?", "$2,400"),
        ("What is the rent per month?", "$2,400"),
        ("How much is the security deposit?", "$3,000"),
        ("What is the yearly parking fee?", "$600"),
        ("How much are the damages?", "$90,000"),
    ],
)
def test_the_amount_of_the_thing_and_the_rate_asked_for_answers_alone(desk: Desk, question: str, amount: str) -> None:
    answer = desk.ask(question)
    assert amount in answer.text
    assert answer.text.count("$") == answer.text.count(amount)


@pytest.mark.parametrize("question", ["What is the annual rent?", "What is the weekly rent?", "What is the salary?"])
def test_what_no_amount_is_stated_for_is_not_answered_by_another_amount(desk: Desk, question: str) -> None:
    assert not desk.ask(question).answered


@pytest.mark.parametrize(
    ("words", "rate"),
    [
        ("$5 a week", "weekly"),
        ("payable per\nannum", "yearly"),
        ("annual", "yearly"),
        ("each calendar month", "monthly"),
    ],
)
def test_one_rate_has_many_forms(words: str, rate: str) -> None:
    assert rates_of(words, AMOUNTS) == (rate,)


def test_a_rate_in_a_name_is_none_that_is_asked_for() -> None:
    assert decompose('When was the message "Monthly figures" sent?', load_vocabulary()).rates == ()
    parts = decompose("What is the annual fee of Arbor Lane?", load_vocabulary())
    assert parts.rates == ("yearly",)
    assert "annual" not in parts.words


@pytest.mark.parametrize(
    ("thing", "sentence", "fits"),
    [
        ("rent", "A deposit of $500, rent of $2,000.", True),
        ("rent", "Damages of up to $500 are owed where rent is late.", False),
        ("deposit", "She pays $500 as deposit, $2,000 as rent.", True),
        ("price", "The rent is $2,000.", False),
        ("rent", "Rent is due on the first.", True),
    ],
)
def test_an_amount_is_of_the_thing_named_nearest(thing: str, sentence: str, fits: bool) -> None:
    assert amount_fits(frozenset([thing]), sentence, "", AMOUNTS) is fits


def test_a_sentence_that_names_no_thing_is_of_what_its_title_names() -> None:
    sentence = "The tenant pays $2,000 on the first."
    assert amount_fits(frozenset(["rent"]), sentence, "Rent", AMOUNTS)
    assert not amount_fits(frozenset(["rent"]), sentence, "Deposit", AMOUNTS)
    assert not amount_fits(frozenset(["rent"]), sentence, "Notices", AMOUNTS)
