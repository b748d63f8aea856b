from __future__ import annotations

import pytest

from tests.providers.offline.agency_forms import OTHER_AGENCIES, RETURNS
from tests.providers.offline.asking import values
from tests.providers.offline.filings import SECURITIES, Filing


@pytest.mark.parametrize("filing", [pytest.param(filing, id=name) for name, filing in SECURITIES.items()])
def test_a_filing_with_the_securities_commission_is_read_in_every_layout(filing: Filing) -> None:
    _states(filing)


@pytest.mark.parametrize(
    "filing", [pytest.param(filing, id=name) for name, filing in {**OTHER_AGENCIES, **RETURNS}.items()]
)
def test_forms_and_letters_of_other_agencies_are_read(filing: Filing) -> None:
    _states(filing)


def _states(filing: Filing) -> None:
    found = values("compliance_filing", filing.text)
    assert {name: found.get(name) for name in filing.states} == {
        name: None if value is None else [value] for name, value in filing.states.items()
    }
