"""The tamper drill: what must be noticed is noticed, and what cannot be is not claimed."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailroom_dagster.drills.tamper import TamperOutcome, drill_tamper
from mailroom_dagster.drills.tampering import ACTS
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.ledger import open_ledger
from mailroom_dagster.policy import LedgerPolicy
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk
from tests.ledger.homes import add_document


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, TamperOutcome]:
    home = Home(tmp_path_factory.mktemp("tamper") / "home")
    ledger = open_ledger(home, Disk(), LedgerPolicy(seal_every=4))
    for number in range(3):
        add_document(home, ledger, f"letter {number}".encode())
    before = sorted(path for path in home.root.rglob("*"))
    found = {outcome.act.name: outcome for outcome in drill_tamper(home, tmp_path_factory.mktemp("scratch"))}
    assert sorted(path for path in home.root.rglob("*")) == before
    return found


@pytest.mark.parametrize("name", [act.name for act in ACTS])
def test_an_act_is_noticed_as_what_it_is(outcomes: dict[str, TamperOutcome], name: str) -> None:
    outcome = outcomes[name]
    assert outcome.as_expected, [problem.model_dump() for problem in outcome.problems]


def test_a_home_without_documents_is_refused(home: Home, tmp_path: Path) -> None:
    with pytest.raises(MailroomError) as caught:
        next(drill_tamper(home, tmp_path / "scratch"))
    assert caught.value.code is ErrorCode.BAD_REQUEST
