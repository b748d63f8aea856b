"""Judges look at a nested sample, each fails alone, and a failed judgement is no low score."""

from __future__ import annotations

from typing import Any

import pytest

from mailroom_dagster.agents.contracts import Finding, JudgeAnswer, JudgeTask
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.evaluation.datasets import Dataset
from mailroom_dagster.evaluation.judges import judge_run, judged_sample
from mailroom_dagster.evaluation.runs import EvaluationRun
from mailroom_dagster.evaluation.settings import Settings
from mailroom_dagster.providers.base import Reply
from mailroom_dagster.records.home import Home
from tests.evaluation.factories import ScriptedProvider, open_tiny


class Judging(ScriptedProvider):
    """Its judge finds one wrong and one missing field, or fails."""

    def __init__(self, *, fails: bool = False) -> None:
        super().__init__()
        self.fails = fails

    def answer(self, task: Any) -> Reply[Any]:
        if isinstance(task, JudgeTask):
            if self.fails:
                raise MailroomError(ErrorCode.ANSWER_UNUSABLE, "no judgement")
            findings = (Finding(field="a", verdict="correct"), Finding(field="b", verdict="partial"),
                        Finding(field="c", verdict="missing"))  # fmt: skip
            return Reply(JudgeAnswer(label="partial", score=0.5, findings=findings))
        return super().answer(task)


def judged(home: Home, provider: ScriptedProvider) -> Any:
    run = EvaluationRun(open_tiny(home, provider), Settings(dataset="tiny"))
    for doc_class in run.classes:
        run.write_sample(doc_class)
        run.predict(doc_class)
        run.score(doc_class)
    return judge_run(run, limit=3)


def test_each_judge_says_its_own(tiny: Dataset, home: Home) -> None:
    figures = judged(home, Judging()).figures
    assert figures["classification"].labels == {"correct": 3}
    assert (figures["completeness"].labels, figures["completeness"].mean.value) == ({"partial": 3}, 0.5)
    assert (figures["correctness"].labels, figures["correctness"].mean.value) == ({"partial": 3}, 0.75)
    assert figures["correctness"].agreement.value == 0.0


def test_a_failing_judge_fails_alone(tiny: Dataset, home: Home) -> None:
    figures = judged(home, Judging(fails=True)).figures
    assert figures["classification"].labels == {"correct": 3}
    assert (figures["completeness"].failed, figures["completeness"].mean.value) == (3, None)


@pytest.mark.parametrize("limit", [1, 5, 9])
def test_the_judged_sample_is_nested(limit: int) -> None:
    names = [f"doc{n}" for n in range(20)]
    assert judged_sample(names, 42, limit) == judged_sample(names[::-1], 42, 20)[:limit]
