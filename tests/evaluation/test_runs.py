"""A run goes on where it was stopped, is scored only when whole, and one bad document does not take it along."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.evaluation.datasets import Dataset
from mailroom_dagster.evaluation.history import find_run
from mailroom_dagster.evaluation.report import write_report
from mailroom_dagster.evaluation.runs import EvaluationRun
from mailroom_dagster.evaluation.settings import Settings
from mailroom_dagster.evaluation.summary import Summary, summarize
from mailroom_dagster.records.home import Home
from tests.evaluation.factories import ScriptedProvider, open_tiny

TINY = Settings(dataset="tiny")


def finish(run: EvaluationRun) -> Summary:
    for doc_class in run.classes:
        run.write_sample(doc_class)
        run.predict(doc_class)
        run.score(doc_class)
    return summarize(run)


def without_times(run: EvaluationRun) -> dict[str, dict[str, object]]:
    found = {name: item.model_dump(mode="json") for name, item in run.predictions().items()}
    for item in found.values():
        usage = item["usage"]
        assert isinstance(usage, dict)
        usage.pop("seconds")
    return found


def test_a_run_scores_what_the_rooms_said(tiny: Dataset, home: Home) -> None:
    found = finish(EvaluationRun(open_tiny(home), TINY)).all
    assert (found.documents, found.sorter.accuracy.value, found.sorter.confusion) == (
        4, 1.0, {"contract": {"contract": 2}, "correspondence": {"correspondence": 2}},
    )  # fmt: skip
    assert found.specialists.micro is not None
    assert (found.specialists.micro.f1.value, found.specialists.incomplete_recall.value) == (1.0, 1.0)
    assert (found.specialists.grounded.value, found.specialists.hallucination.value) == (1.0, 0.0)
    assert found.sorter.accuracy.low is not None
    assert found.sorter.accuracy.low < 1.0  # two right answers a class do not prove perfection
    assert (found.cost.calls > 0, found.cost.cost_usd, found.cost.input_tokens) == (True, None, 10 * found.cost.calls)


def test_a_run_killed_in_the_middle_and_resumed_equals_one_that_was_not(
    tiny: Dataset, home: Home, tmp_path: Path
) -> None:
    killed = subprocess.run(
        [sys.executable, "-m", "tests.evaluation.killed_run", str(home.root), "2"], capture_output=True, check=False
    )
    assert killed.returncode == -9, killed.stderr.decode()[-500:]
    done = list(home.root.glob("evaluation/runs/*/predictions/*/*.json"))
    assert 0 < len(done) < 4
    before = {path: path.stat().st_mtime_ns for path in done}
    resumed = EvaluationRun(open_tiny(home), TINY)
    whole = EvaluationRun(open_tiny(Home(tmp_path / "other")), TINY)
    one, other = finish(resumed), finish(whole)
    assert {path: path.stat().st_mtime_ns for path in done} == before
    assert without_times(resumed) == without_times(whole)
    quick = {"all": {"cost": {"seconds_median", "seconds_p95"}}, "real": {"cost": {"seconds_median", "seconds_p95"}}}
    assert one.model_dump(exclude=quick) == other.model_dump(exclude=quick)


def test_no_headline_over_a_part(tiny: Dataset, home: Home) -> None:
    run = EvaluationRun(open_tiny(home), TINY)
    run.write_sample("contract")
    with pytest.raises(MailroomError, match="2 of 2 predictions") as error:
        run.score("contract")
    assert error.value.code is ErrorCode.EVALUATION_REFUSED
    run.predict("contract")
    run.score("contract")
    with pytest.raises(MailroomError, match="correspondence") as error:
        summarize(run)
    assert error.value.code is ErrorCode.EVALUATION_REFUSED


def test_a_torn_prediction_is_made_again(tiny: Dataset, home: Home) -> None:
    run = EvaluationRun(open_tiny(home), TINY)
    finish(run)
    path = next(run.files.folder.glob("predictions/contract/*.json"))
    path.write_text(path.read_text()[:40])
    assert run.predict("contract") == 1
    assert run.predict("contract") == 0


def test_one_bad_document_counts_as_failed_and_the_rest_is_scored(tiny: Dataset, home: Home) -> None:
    summary = finish(EvaluationRun(open_tiny(home, ScriptedProvider(fails_on="Cedar1")), TINY))
    assert summary.all.documents == 4
    assert summary.all.sorter.accuracy.value == 0.75


def test_an_unforeseen_exception_is_an_error_of_that_document(
    tiny: Dataset, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = EvaluationRun(open_tiny(home), TINY)

    def explode(*_: object) -> None:
        raise RuntimeError("some document text")

    monkeypatch.setattr("mailroom_dagster.evaluation.predicting.sort_whole", explode)
    summary = finish(run)
    assert summary.all.sorter.failed_rate.value == 1.0
    assert {item.error for item in run.predictions().values()} == {"internal"}
    assert "4 documents failed; they count as wrong" in summary.warnings


def test_a_wrong_class_that_was_accepted_makes_its_fields_wrong(tiny: Dataset, home: Home) -> None:
    summary = finish(EvaluationRun(open_tiny(home, ScriptedProvider(wrong_on="Cedar1")), TINY))
    sender = summary.all.specialists.fields["correspondence"]["sender"]
    assert (sender.scored, sender.wrong, sender.unscored) == (1, 1, 0)
    told = finish(
        EvaluationRun(
            open_tiny(home, ScriptedProvider(wrong_on="Cedar1")), TINY.model_copy(update={"mode": "specialist"})
        )
    )
    assert told.all.specialists.fields["correspondence"]["sender"].f1.value == 1.0


def test_another_question_is_another_run_and_the_same_one_the_same(tiny: Dataset, home: Home) -> None:
    names = {
        EvaluationRun(open_tiny(home), TINY.model_copy(update=change)).name
        for change in ({}, {}, {"seed": 7}, {"per_class": 1}, {"mode": "classify"})
    }
    assert len(names) == 4


def test_sorting_alone_leaves_fields_unscored(tiny: Dataset, home: Home) -> None:
    summary = finish(EvaluationRun(open_tiny(home), TINY.model_copy(update={"mode": "classify"})))
    assert summary.all.sorter.accuracy.value == 1.0
    assert summary.all.specialists.document_score.value is None


def test_the_report_stands_alone_and_is_found_again(tiny: Dataset, home: Home) -> None:
    run = EvaluationRun(open_tiny(home), TINY)
    summary = finish(run)
    page = write_report(run, summary).read_text()
    assert "<img" in page
    assert 'src="http' not in page
    assert "Alder" not in page
    past = find_run(home, "tiny-test")
    assert past.summary == summary
    assert [row.name for row in past.documents()] == [row.name for row in run.documents()]
    with pytest.raises(MailroomError) as error:
        find_run(home, "nothing")
    assert error.value.code is ErrorCode.BAD_REQUEST
