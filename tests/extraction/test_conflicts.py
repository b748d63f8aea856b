"""Only the same thing in the same class can conflict, and only in facts that must agree."""

from __future__ import annotations

import pytest

from mailroom_dagster.extraction.conflicts import Filed, filed_as, find_conflicts
from mailroom_dagster.extraction.extractor import Extractor
from mailroom_dagster.policy import Policy
from mailroom_dagster.reading.model import WordBoxes
from mailroom_dagster.records.model import Evidence, ExtractedField, ExtractionRecord, FieldValue
from mailroom_dagster.routing import Route
from mailroom_dagster.taxonomy.model import load_taxonomy
from tests.extraction.scripted import ScriptedProvider, says
from tests.extraction.test_loop import document

TAXONOMY = load_taxonomy()
EVIDENCE = (Evidence(page=1, start=0, end=1, quote="x"),)


def fields(grounded: bool = True, **values: str | list[str]) -> dict[str, ExtractedField]:
    evidence = EVIDENCE if grounded else ()
    return {
        name: ExtractedField(
            name=name,
            many=isinstance(value, list),
            values=tuple(
                FieldValue(value=item, words=item, evidence=evidence)
                for item in (value if isinstance(value, list) else [value])
            ),
        )
        for name, value in values.items()
    }


def archived(doc_class: str, held: dict[str, ExtractedField], doc_id: str = "b" * 16) -> Filed:
    record = ExtractionRecord(doc_id=doc_id, fingerprint="f", code_version="1", doc_class=doc_class, fields=held)
    return filed_as(TAXONOMY, record)


CLAIM = {"claim_number": "PA-12", "claimed_amount": "USD 100.00"}
DEAL = {"document_name": "Lease", "parties": ["Acme Inc.", "Borealis"], "governing_law": "Ohio"}


def test_the_same_claim_with_another_amount_conflicts() -> None:
    other = archived("insurance_claim", fields(claim_number="pa 12", claimed_amount="USD 200.00"))
    assert find_conflicts(TAXONOMY, "insurance_claim", fields(**CLAIM), [other]) == (
        f"field 'claimed_amount': here 'USD 100.00', in document {'b' * 16} 'USD 200.00'",
    )


def test_many_documents_that_say_the_same_are_one_conflict() -> None:
    amounts = ["USD 200.00", "USD 300.00", "USD 200.00", "USD 100.00", "USD 200.00"]
    others = [
        archived("insurance_claim", fields(claim_number="PA-12", claimed_amount=amount), f"{number:016}")
        for number, amount in enumerate(amounts)
    ]
    assert find_conflicts(TAXONOMY, "insurance_claim", fields(**CLAIM), others) == (
        f"field 'claimed_amount': here 'USD 100.00', in document {0:016} and 2 more 'USD 200.00'",
        f"field 'claimed_amount': here 'USD 100.00', in document {1:016} 'USD 300.00'",
    )


def test_the_same_agreement_under_another_law_conflicts() -> None:
    other = archived("contract", fields(document_name="LEASE", parties=["Borealis", "ACME, INC"], governing_law="Iowa"))
    assert len(find_conflicts(TAXONOMY, "contract", fields(**DEAL), [other])) == 1


def test_a_party_that_one_side_did_not_name_makes_no_other_agreement() -> None:
    other = archived("contract", fields(document_name="Lease", parties=["Acme Inc."], governing_law="Iowa"))
    assert len(find_conflicts(TAXONOMY, "contract", fields(**DEAL), [other])) == 1


@pytest.mark.parametrize(
    ("doc_class", "mine", "other_class", "theirs"),
    [
        # another agreement of the same parties (F-12)
        ("contract", DEAL, "contract", {**DEAL, "document_name": "Option", "governing_law": "Iowa"}),
        # other parties
        ("contract", DEAL, "contract", {**DEAL, "parties": ["Cobalt"], "governing_law": "Iowa"}),
        # lists and free text never conflict
        ("contract", {**DEAL, "key_obligations": ["a"]}, "contract", {**DEAL, "key_obligations": ["b"]}),
        (
            "court_opinion",
            {"docket_number": "1", "outcome": "Affirmed."},
            "court_opinion",
            {"docket_number": "1", "outcome": "It is affirmed."},
        ),
        # another class with the same field name (F-13)
        ("contract", DEAL, "corporate_record", {**DEAL, "governing_law": "Iowa"}),
        # the same thing said otherwise
        ("contract", DEAL, "contract", {**DEAL, "governing_law": "OHIO"}),
        # one side says nothing
        ("contract", DEAL, "contract", {"document_name": "Lease", "parties": ["Acme Inc.", "Borealis"]}),
        # nothing tells that it is the same thing
        ("insurance_claim", {"claimed_amount": "USD 1.00"}, "insurance_claim", {"claimed_amount": "USD 2.00"}),
    ],
)
def test_what_does_not_conflict(doc_class: str, mine: dict[str, str], other_class: str, theirs: dict[str, str]) -> None:
    assert find_conflicts(TAXONOMY, doc_class, fields(**mine), [archived(other_class, fields(**theirs))]) == ()


def test_values_without_evidence_never_conflict() -> None:
    other = archived("insurance_claim", fields(grounded=False, claim_number="PA-12", claimed_amount="USD 200.00"))
    assert find_conflicts(TAXONOMY, "insurance_claim", fields(**CLAIM), [other]) == ()


def test_a_conflict_leads_to_the_boss() -> None:
    text = "Claim number PA-12. Insured: Jo Doe. We claim $100."
    answer = says(claim_number="PA-12", insured_party="Jo Doe", claimed_amount=("USD 100", "$100"))
    other = archived("insurance_claim", fields(claim_number="PA-12", claimed_amount="USD 200.00"))
    extraction = Extractor(TAXONOMY, Policy(), ScriptedProvider(answer)).extract(
        "d" * 16, document(text), WordBoxes(), "insurance_claim", others=lambda fields: [other]
    )
    assert extraction.route is Route.BOSS
    assert len(extraction.conflicts) == 1
