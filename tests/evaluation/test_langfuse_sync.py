"""Datasets and evaluators go to Langfuse once, with stable ids, and only when asked to."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from mailroom_dagster.evaluation.datasets import Dataset, Split
from mailroom_dagster.evaluation.runs import texts_of
from mailroom_dagster.records.home import Home
from tests.evaluation.factories import open_tiny

pytest.importorskip("langfuse")

from langfuse.api import LangfuseAPI

from mailroom_dagster.evaluation.langfuse_sync import OUTPUTS, sync_dataset, sync_evaluators

NOW = "2026-01-02T03:04:05.000Z"
STAMPS = {"createdAt": NOW, "updatedAt": NOW}
EVALUATOR = {
    "type": "llm_as_judge", "prompt": [], "variables": [], "outputDefinition": {"dataType": "NUMERIC"}, "id": "e",
    "name": "mailroom-pipeline-judge", "status": "active", "evaluationRuleAssignments": [], "versionId": "v",
    "version": 1, "versionCreatedAt": NOW, **STAMPS,
}  # fmt: skip


@pytest.fixture
def api(httpserver: HTTPServer) -> LangfuseAPI:
    dataset = {"id": "d", "name": "mailroom-tiny", "projectId": "p", "metadata": {}, **STAMPS}
    item = {"id": "i", "status": "ACTIVE", "datasetId": "d", "datasetName": "mailroom-tiny", "input": None,
            "expectedOutput": None, "metadata": None, "mediaReferences": [], **STAMPS}  # fmt: skip
    page = {"data": [], "meta": {"nextCursor": None}}
    httpserver.expect_request("/api/public/v2/datasets", method="POST").respond_with_json(dataset)
    httpserver.expect_request("/api/public/dataset-items", method="POST").respond_with_json(item)
    httpserver.expect_request("/api/public/v2/evaluators", method="GET").respond_with_json(page)
    httpserver.expect_request("/api/public/v2/evaluators", method="POST").respond_with_json(EVALUATOR)
    return LangfuseAPI(base_url=httpserver.url_for(""), username="pk", password="sk")


def posted(server: HTTPServer, path: str) -> list[dict[str, Any]]:
    return [
        json.loads(request.data)
        for request, _ in server.log
        if request.method == "POST" and request.path.endswith(path)
    ]


def test_a_split_becomes_items_with_stable_ids(
    api: LangfuseAPI, httpserver: HTTPServer, tiny: Dataset, home: Home
) -> None:
    done = sync_dataset(api, tiny, Split.TEST, texts_of(open_tiny(home)), limit=3)
    items = posted(httpserver, "/dataset-items")
    assert [item["id"] for item in items] == [f"tiny-{name}" for name in done["items"]]
    assert len(items) == 3
    assert items[0]["expectedOutput"]["fields"]["governing_law"] == "Ohio"
    assert items[0]["input"]["text"].startswith("SERVICES AGREEMENT")
    assert {item["metadata"]["split"] for item in items} == {"test"}
    assert posted(httpserver, "/v2/datasets")[0]["name"] == "mailroom-tiny"


def test_a_dry_run_sends_nothing(api: LangfuseAPI, httpserver: HTTPServer, tiny: Dataset, home: Home) -> None:
    done = sync_dataset(api, tiny, Split.TEST, texts_of(open_tiny(home)), dry_run=True)
    assert len(done["items"]) == 4
    assert sync_evaluators(api, dry_run=True)["created"] == list(OUTPUTS)
    assert not [request for request, _ in httpserver.log if request.method == "POST"]


def test_an_evaluator_that_exists_is_left_as_it_is(api: LangfuseAPI, httpserver: HTTPServer) -> None:
    page = {"data": [EVALUATOR], "meta": {"nextCursor": None}}
    httpserver.clear()
    httpserver.expect_request("/api/public/v2/evaluators", method="GET").respond_with_json(page)
    httpserver.expect_request("/api/public/v2/evaluators", method="POST").respond_with_json(EVALUATOR)
    assert sync_evaluators(api) == {"created": ["mailroom-pipeline-quality"], "kept": ["mailroom-pipeline-judge"]}
    assert len(posted(httpserver, "/evaluators")) == 1


def test_missing_evaluators_are_created_with_their_prompts(api: LangfuseAPI, httpserver: HTTPServer) -> None:
    assert sync_evaluators(api) == {"created": list(OUTPUTS), "kept": []}
    sent = {item["name"]: item for item in posted(httpserver, "/evaluators")}
    assert sent["mailroom-pipeline-judge"]["outputDefinition"]["categories"] == ["CORRECT", "PARTIAL", "MISS"]
    assert "{{expected_output}}" in sent["mailroom-pipeline-quality"]["prompt"]
