from __future__ import annotations

import pytest

from tests.providers.offline.asking import values
from tests.providers.offline.company_papers import AGREEMENTS, RECORDS, REPORTS
from tests.providers.offline.papers import CLAIMS, LETTERS, Paper

ALL = [
    pytest.param(doc_class, paper, id=name)
    for doc_class, papers in (
        ("insurance_claim", CLAIMS),
        ("due_diligence", REPORTS),
        ("corporate_record", RECORDS),
        ("correspondence", LETTERS),
        ("contract", AGREEMENTS),
    )
    for name, paper in papers.items()
]


@pytest.mark.parametrize(("doc_class", "paper"), ALL)
def test_a_paper_is_read_whatever_its_layout(doc_class: str, paper: Paper) -> None:
    found = values(doc_class, paper.text)
    for name, stated in paper.states.items():
        if isinstance(stated, int):
            assert len(found.get(name, [])) == stated, name
        else:
            assert found.get(name) == ([stated] if isinstance(stated, str) else stated), name
