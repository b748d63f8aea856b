from __future__ import annotations

import pytest

from tests.providers.offline.asking import values
from tests.providers.offline.judgments import AMERICAN, BODY, REPORTS, Judgment
from tests.providers.offline.judgments_abroad import OTHERS

ALL = {**AMERICAN, **OTHERS, **REPORTS}


@pytest.mark.parametrize("judgment", [pytest.param(judgment, id=name) for name, judgment in ALL.items()])
def test_the_head_of_a_judgment_is_read_whatever_its_country_and_layout(judgment: Judgment) -> None:
    found = values("court_opinion", judgment.head + BODY)
    assert {name: found.get(name) for name in judgment.states} == {
        name: [value] for name, value in judgment.states.items()
    }
