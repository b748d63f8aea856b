"""Contract families by title, by alias, and by what recurs."""

from __future__ import annotations

import pytest

from mailroom_dagster.classification.labelled import plain_document
from mailroom_dagster.classification.subtypes import normalise_subtype, subtype_of
from mailroom_dagster.classification.view import quick_view
from mailroom_dagster.taxonomy.model import Taxonomy


@pytest.mark.parametrize(
    ("title", "subtype"),
    [
        ("SERVICES AGREEMENT", "service"),
        ("Software License Agreement", "license"),
        ("Exhibit 10.2\nMASTER SERVICES AGREEMENT", "service"),
        ("SUPPLY CONTRACT", "supply"),
        ("Amended and Restated Agreement\nand Plan of Merger", "merger_agreement"),
        ("Co-Branding Agreement", "co_branding"),
        ("EXCLUSIVE DISTRIBUTORSHIP AGREEMENT", "distributor"),
        ("Manufacturing and Supply Agreement", "manufacturing"),
        ("Joint Venture Agreement", "joint_venture"),
        ("Non-Competition Agreement", "non_compete_no_solicit"),
        ("Mutual Non-Disclosure Agreement", "other"),
        ("Employment Agreement", "other"),
    ],
)
def test_a_title_names_its_family(taxonomy: Taxonomy, title: str, subtype: str) -> None:
    text = f"{title}\n\nThis Agreement is made between Elm Ltd and Oak Ltd. It refers to a Hosting Agreement once."
    if subtype == "other":
        text = text.replace(" It refers to a Hosting Agreement once.", "")
    assert subtype_of(quick_view(plain_document(text)), "contract", taxonomy) == subtype


def test_what_recurs_counts_when_no_title_says_anything(taxonomy: Taxonomy) -> None:
    text = "TERMS\n" + "The parties agree on many things. " * 60 + "Under the franchise agreement fees are due. " * 4
    assert subtype_of(quick_view(plain_document(text)), "contract", taxonomy) == "franchise"


def test_classes_without_subtypes_have_none(taxonomy: Taxonomy) -> None:
    assert subtype_of(quick_view(plain_document("Services Agreement")), "correspondence", taxonomy) is None


@pytest.mark.parametrize(
    ("label", "key"),
    [
        ("Services Agreement", "service"),
        ("Software License Agreement", "license"),
        ("Licensing", "license"),
        ("joint venture", "joint_venture"),
        ("Strategic-Alliance", "strategic_alliance"),
        ("banana", None),
    ],
)
def test_free_text_labels_become_keys_or_nothing(taxonomy: Taxonomy, label: str, key: str | None) -> None:
    assert normalise_subtype(label, taxonomy.classes["contract"]) == key
