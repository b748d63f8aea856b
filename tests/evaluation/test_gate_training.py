"""The medium-band gates are fitted on what training documents met there, and on nothing else."""

from __future__ import annotations

import pytest
from pytest_httpserver import HTTPServer

from mailroom_dagster.agents.contracts import SortAnswer, SortTask
from mailroom_dagster.configuration import config_dir
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.evaluation.calibrating import keep_fitted
from mailroom_dagster.evaluation.datasets import Dataset, Split
from mailroom_dagster.evaluation.gate_training import fit_decision_gate, fit_learned_gate
from mailroom_dagster.records.home import Home
from mailroom_dagster.routing.gates.learned import GATE_FILE, LearnedGate
from tests.evaluation.factories import ScriptedProvider, open_tiny


class Unsure(ScriptedProvider):
    """Says everything with a confidence of the medium band, and one document wrongly."""

    def _sort(self, task: SortTask) -> SortAnswer:
        return super()._sort(task).model_copy(update={"confidence": 0.8})


def test_the_learned_gate_is_fitted_and_loads(tiny: Dataset, home: Home) -> None:
    mailroom = open_tiny(home, Unsure(wrong_on="Cedar0"))
    fitted = fit_learned_gate(mailroom, tiny)
    assert "classify" in fitted.gates
    assert fitted.documents > 0
    path = keep_fitted(mailroom, GATE_FILE, fitted)
    assert LearnedGate.load(path.parent).name == "learned_gate"


def test_nothing_is_fitted_off_train_or_without_a_medium_band(tiny: Dataset, home: Home) -> None:
    for provider, split in ((Unsure(wrong_on="Cedar0"), Split.TEST), (ScriptedProvider(), Split.TRAIN)):
        with pytest.raises(MailroomError) as error:
            fit_learned_gate(open_tiny(home, provider), tiny, split)
        assert error.value.code is ErrorCode.EVALUATION_REFUSED


def test_the_decision_model_is_asked_about_the_medium_band(tiny: Dataset, home: Home, httpserver: HTTPServer) -> None:
    mailroom = open_tiny(home, Unsure(wrong_on="Cedar0"))
    with pytest.raises(MailroomError) as error:
        fit_decision_gate(mailroom, tiny)
    assert error.value.code is ErrorCode.BAD_CONFIG
    answer = {"route": {"choice": "proceed", "confidence": 0.9}, "escalate": 0.1}
    httpserver.expect_request("/decide").respond_with_json(answer)
    policy = config_dir() / "policy.yaml"
    policy.write_text(f"routing: {{decision_model_url: '{httpserver.url_for('/decide')}'}}\n")
    fitted = fit_decision_gate(open_tiny(home, Unsure(wrong_on="Cedar0")), tiny)
    assert fitted.n == len(httpserver.log) > 0
    assert fitted.ece_after is not None
