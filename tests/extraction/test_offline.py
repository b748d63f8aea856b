"""The loop with the offline provider: a made-up document of each class, read without a network."""

from __future__ import annotations

import pytest

from mailroom_dagster.extraction.extractor import Extractor
from mailroom_dagster.grounding import verify_fields
from mailroom_dagster.policy import Policy
from mailroom_dagster.providers.offline.provider import OfflineProvider
from mailroom_dagster.taxonomy.model import load_taxonomy
from tests.grounding.documents import boxes_of, document

TAXONOMY = load_taxonomy()
EXTRACTOR = Extractor(TAXONOMY, Policy(), OfflineProvider(TAXONOMY))

SAMPLES = {
    "contract": (
        "SERVICES AGREEMENT\n\nThis Services Agreement (the “Agreement”) is made as of January 13, 2026 between "
        "Acme Robotics, Inc., a Delaware corporation (“Acme”), and Borealis Ltd. (“Borealis”).\n\n"
        "1. Governing Law. This Agreement shall be governed by the laws of the State of Delaware.\n",
        {"agreement_date": "2026-01-13", "governing_law": "Delaware"},
    ),
    "corporate_record": (
        "ACME ROBOTICS, INC.\n\nMINUTES OF THE MEETING OF THE BOARD OF DIRECTORS\n\nJanuary 13, 2026\n\n"
        "RESOLVED, that the budget is approved.\n",
        {"effective_date": "2026-01-13", "record_type": "minutes"},
    ),
    "due_diligence": (
        "# Security Assessment of Acme Gateway\n\nPrepared by: Borealis Audit\n\nDate: January 13, 2026\n\n"
        "## Findings\n\n- The gateway logs every request.\n",
        {"diligence_type": "security"},
    ),
    "correspondence": (
        "From: Jane Doe <jane@acme.example>\nTo: John Roe <john@borealis.example>\n"
        "Date: Tue, 13 Jan 2026 10:22:01 +0000\nSubject: Notice of default\n\nDear John,\n\nPlease pay $1,250.\n",
        {"sender": "Jane Doe", "recipient": "John Roe", "communication_date": "2026-01-13"},
    ),
    "compliance_filing": (
        "UNITED STATES\nSECURITIES AND EXCHANGE COMMISSION\nWashington, D.C. 20549\n\nFORM 10-K\n\n"
        "For the fiscal year ended December 31, 2025\n\nCommission file number 001-12345\n\nACME ROBOTICS, INC.\n"
        "(Exact name of registrant as specified in its charter)\n",
        {"period_of_report": "2025-12-31", "reference_number": "001-12345"},
    ),
    "court_opinion": (
        "UNITED STATES DISTRICT COURT\nDISTRICT OF DELAWARE\n\nACME ROBOTICS, INC., Plaintiff,\nv.\n"
        "BOREALIS LTD., Defendant.\n\nNo. 1:25-cv-00123\n\nJanuary 13, 2026\n\nOPINION\n\nThe motion is denied.\n",
        {"docket_number": "1:25-cv-00123", "date_decided": "2026-01-13"},
    ),
    "insurance_claim": (
        "CLAIM REPORT\n\nClaim Number: PA-12345\nPolicy Number: HO-7788\nInsurer: Northern Mutual\n"
        "Insured: Jane Doe\nDate of Loss: January 13, 2026\nAmount Claimed: $12,500.00\n",
        {"claim_number": "PA-12345", "policy_number": "HO-7788", "claimed_amount": "USD 12500.00"},
    ),
}


@pytest.mark.parametrize("doc_class", TAXONOMY.classes)
def test_what_is_plainly_stated_is_found_with_its_place(doc_class: str) -> None:
    text, expected = SAMPLES[doc_class]
    made = document(text)
    extraction = EXTRACTOR.extract("d" * 16, made, boxes_of(made), doc_class)
    found = {name: field.json_value for name, field in extraction.fields.items()}
    assert {name: found.get(name) for name in expected} == expected
    assert extraction.errors == ()
    assert verify_fields(made, extraction.fields) == []
    assert all(piece.boxes for field in extraction.fields.values() for item in field.values for piece in item.evidence)


@pytest.mark.parametrize("doc_class", TAXONOMY.classes)
def test_nothing_is_invented_about_a_text_that_says_nothing(doc_class: str) -> None:
    made = document("The quick brown fox jumps over the lazy dog.\n")
    extraction = EXTRACTOR.extract("d" * 16, made, boxes_of(made), doc_class)
    required = [name for name, field in TAXONOMY.classes[doc_class].fields.items() if field.required]
    assert not set(required) & set(extraction.fields)
    assert extraction.route != "report"
