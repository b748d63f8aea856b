"""Papers in layouts that no specialist was written for: each states what it says, and is taken for what it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from mailroom_dagster.providers.offline.specialists import SPECIALISTS
from mailroom_dagster.scoring.score import score_field
from mailroom_dagster.taxonomy.model import FieldSpec, load_taxonomy
from tests.providers.offline.asking import values

FOLDER = Path(__file__).parent / "unseen"
PAPERS = [
    pytest.param(doc_class, paper, id=f"{doc_class}: {paper['name']}")
    for doc_class in sorted(SPECIALISTS)
    for paper in yaml.safe_load((FOLDER / f"{doc_class}.yaml").read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("doc_class", "paper"), PAPERS)
def test_a_paper_in_an_unusual_layout_is_read(doc_class: str, paper: dict[str, Any]) -> None:
    assert _missed(doc_class, paper["text"], paper["states"]) == {}


@pytest.mark.parametrize("doc_class", sorted(SPECIALISTS))
@pytest.mark.parametrize("change", [str.upper, lambda text: text.replace(": ", " : ")], ids=["capitals", "spaced"])
def test_capitals_and_blanks_before_colons_cost_few_values(doc_class: str, change: Any) -> None:
    papers = [param.values[1] for param in PAPERS if param.values[0] == doc_class]
    missed = sum(len(_missed(doc_class, change(paper["text"]), paper["states"])) for paper in papers)
    assert missed <= sum(len(paper["states"]) for paper in papers) / 7


def _missed(doc_class: str, text: str, states: dict[str, Any]) -> dict[str, list[str]]:
    """The stated fields that are not read rightly, with what is read of them."""
    found, fields = values(doc_class, text), load_taxonomy().classes[doc_class].fields
    return {
        name: found.get(name, [])
        for name, stated in states.items()
        if not _is_right(fields[name], found.get(name, []), stated)
    }


def _is_right(field: FieldSpec, read: list[str], stated: Any) -> bool:
    score = score_field(field, read if field.many else read[:1], stated)
    return score.score is not None and score.score >= 0.99 if field.many else score.matched == 1
