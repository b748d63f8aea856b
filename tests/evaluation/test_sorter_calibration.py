"""What a sorting model's confidence is worth is fitted on training documents, and sorting then uses it."""

from __future__ import annotations

import pytest

from mailroom_dagster.agents.contracts import SortAnswer, SortTask
from mailroom_dagster.classification.confidence import Temperatures, load_temperatures
from mailroom_dagster.configuration import models_dir
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.evaluation.calibrating import calibrate_sorters, keep_temperatures
from mailroom_dagster.evaluation.datasets import Dataset, Split
from mailroom_dagster.pipeline.mailroom import open_mailroom
from mailroom_dagster.records.home import Home
from tests.evaluation.factories import ScriptedProvider, open_tiny

MODELS = {"scripted/script-sorter", "scripted/script-reviewer"}


class Boastful(ScriptedProvider):
    """Is always as good as certain, and wrong about one document in four."""

    def _sort(self, task: SortTask) -> SortAnswer:
        return super()._sort(task).model_copy(update={"confidence": 0.999})


def test_a_model_that_is_too_sure_is_cooled_down(tiny: Dataset, home: Home) -> None:
    mailroom = open_tiny(home, Boastful(wrong_on="Cedar0"))
    found = calibrate_sorters(mailroom, tiny)
    assert set(found) == MODELS
    for scaling in found.values():
        assert (scaling.n, scaling.temperature > 2) == (4, True)
        assert (scaling.ece_after or 0) < (scaling.ece_before or 0)
    keep_temperatures(mailroom, found)
    assert set(load_temperatures(models_dir()).temperatures) == MODELS


def test_the_temperatures_of_other_models_stay(tiny: Dataset, home: Home) -> None:
    mailroom = open_tiny(home, Boastful(wrong_on="Cedar0"))
    found = calibrate_sorters(mailroom, tiny)
    keep_temperatures(mailroom, {"local/other": found["scripted/script-sorter"]})
    path = keep_temperatures(mailroom, found)
    assert set(Temperatures.model_validate_json(path.read_bytes()).temperatures) == MODELS | {"local/other"}


def test_nothing_is_fitted_off_train_or_for_the_offline_rules(tiny: Dataset, home: Home) -> None:
    for mailroom, split in ((open_tiny(home), Split.TEST), (open_mailroom(home), Split.TRAIN)):
        with pytest.raises(MailroomError) as error:
            calibrate_sorters(mailroom, tiny, split=split)
        assert error.value.code is ErrorCode.EVALUATION_REFUSED


def test_answers_that_count_for_nothing_are_not_fitted_on(tiny: Dataset, home: Home) -> None:
    found = calibrate_sorters(open_tiny(home, Boastful(fails_on="Cedar0")), tiny)
    assert {scaling.n for scaling in found.values()} == {3}
