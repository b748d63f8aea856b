"""Evaluation in Dagster: three partitioned steps, one report with figures and pictures, a schedule."""

from __future__ import annotations

import json
from pathlib import Path

import dagster as dg
import pytest
from typer.testing import CliRunner

from assets.evaluation import (
    EvaluationConfig,
    evaluation_assets,
    evaluation_jobs,
    evaluation_schedules,
    range_tags,
    run_config,
)
from mailroom_dagster.cli.evaluate import app
from mailroom_dagster.evaluation.datasets import Dataset, Split
from mailroom_dagster.records.home import Home
from resources.mailroom import MailroomResource
from tests.evaluation.factories import open_tiny


def definitions(home: Home) -> dg.Definitions:
    return dg.Definitions(
        assets=evaluation_assets(),
        jobs=evaluation_jobs(),
        schedules=evaluation_schedules(),
        resources={"mailroom": MailroomResource.around(open_tiny(home))},
    )


def test_the_job_runs_from_sample_to_report(tiny: Dataset, home: Home) -> None:
    loaded = definitions(home)
    config = EvaluationConfig(dataset="tiny", per_class=1)
    with dg.DagsterInstance.ephemeral() as instance:
        done = loaded.resolve_job_def("evaluate").execute_in_process(
            instance=instance, run_config=run_config(config), tags=range_tags("tiny", Split.TEST)
        )
        assert done.success
        event = instance.get_latest_materialization_event(dg.AssetKey("evaluation_report"))
        assert event is not None
        metadata = event.asset_materialization.metadata
        assert (metadata["documents"].value, metadata["class_accuracy"].value) == (2, 1.0)
        assert "data:image/png;base64," in str(metadata["pictures"].value)
        assert Path(str(metadata["report"].value)).read_text().startswith("<!doctype html>")
        scored = instance.get_materialized_partitions(dg.AssetKey("eval_scores"))
        assert "tiny.test.contract" in scored
        assert not any(key.startswith("tiny.train") for key in scored)


def test_the_graph_of_evaluation(tiny: Dataset, home: Home) -> None:
    graph = definitions(home).resolve_asset_graph()
    parents = {key.to_user_string(): sorted(item.to_user_string() for item in graph.get(key).parent_keys)
               for key in graph.get_all_asset_keys()}  # fmt: skip
    assert parents == {
        "eval_sample": [],
        "eval_predictions": ["eval_sample"],
        "eval_scores": ["eval_predictions"],
        "evaluation_report": ["eval_scores"],
    }
    assert graph.get(dg.AssetKey("evaluation_report")).partitions_def is None


def test_the_weekly_schedule_asks_for_every_dataset_that_is_present(tiny: Dataset, home: Home, tmp_path: Path) -> None:
    (schedule,) = evaluation_schedules()
    context = dg.build_schedule_context()
    requests = schedule.evaluate_tick(context).run_requests
    assert [request.tags["dagster/asset_partition_range_start"] for request in requests or []] == ["tiny.test.contract"]
    (tmp_path / "tiny").rename(tmp_path / "moved")
    assert schedule.evaluate_tick(context).skip_message == "no dataset is present"


def test_the_command_line_measures_compares_and_reports(
    tiny: Dataset, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mailroom_dagster.cli.evaluating.open_mailroom", lambda place: open_tiny(place))

    def answer(*arguments: str) -> dict[str, object]:
        done = CliRunner().invoke(app, [*arguments, "--home", str(home.root), "--json"], catch_exceptions=False)
        value = json.loads(done.stdout)
        assert isinstance(value, dict)
        return value

    sorting = answer("classify", "--dataset", "tiny", "--split", "test")
    assert {"accuracy", "macro_f1", "confusion", "ece", "brier", "coverage", "accepted_accuracy"} <= set(sorting["all"])  # type: ignore[call-overload]
    assert sorting["real"]["documents"] == 4  # type: ignore[index]
    extraction = answer("extract", "--dataset", "tiny", "--split", "test")
    assert extraction["all"]["fields"]["contract"]["governing_law"]["f1"]["value"] == 1.0  # type: ignore[index]
    compared = answer("compare", str(sorting["run"]), str(extraction["run"]))
    assert (compared["common"], len(compared["differences"])) == (4, 5)  # type: ignore[arg-type]
    assert str(answer("report", str(sorting["run"]))["report"]).endswith("report.html")
