"""Traces on disk with their scores."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.observability.langfuse import langfuse_api
from mailroom_dagster.observability.mirror import mirror_traces
from mailroom_dagster.observability.reaching import langfuse
from mailroom_dagster.storage import Disk
from tests.faults.langfuse_server import NOW, LangfuseServer, langfuse_server

pytest.importorskip("langfuse", reason="the extra langfuse is not installed")


def observation(trace: str, name: str, number: int) -> dict[str, str]:
    ids = {"id": f"{trace}-{number}", "traceId": trace, "projectId": "p"}
    return ids | {"type": "SPAN", "name": name, "startTime": NOW, "endTime": NOW}


@pytest.fixture
def server() -> Iterator[LangfuseServer]:
    with langfuse_server() as running:
        for trace in ("t1", "t2"):
            running.observations.append(observation(trace, "document-pipeline", 0))
            running.observations.append(observation(trace, "classify-document", 1))
        running.observations.append(observation("unfinished", "classify-document", 0))
        running.scores.append({"id": "s", "traceId": "t1", "name": "parse_error", "value": 1.0, "dataType": "NUMERIC"})
        yield running


def test_finished_traces_are_written_with_observations_and_scores(server: LangfuseServer, tmp_path: Path) -> None:
    done = mirror_traces(langfuse_api(server.environ), tmp_path, Disk())
    assert (done.traces, done.observations, done.scores) == (2, 4, 1)
    index = json.loads((done.folder / "index.json").read_text())
    assert [item["trace_id"] for item in index] == ["t1", "t2"]
    first = json.loads((done.folder / "t1.json").read_text())
    assert [item["name"] for item in first["observations"]] == ["document-pipeline", "classify-document"]
    assert first["scores"][0]["name"] == "parse_error"


def test_one_trace_or_a_few_can_be_asked_for(server: LangfuseServer, tmp_path: Path) -> None:
    api = langfuse_api(server.environ)
    assert mirror_traces(api, tmp_path / "a", Disk(), limit=1).traces == 1
    assert mirror_traces(api, tmp_path / "b", Disk(), trace_id="unfinished").observations == 1


def test_late_scores_are_waited_for_within_bounds(server: LangfuseServer, tmp_path: Path) -> None:
    server.hidden_scores = 2
    pauses: list[float] = []
    api = langfuse_api(server.environ)
    done = mirror_traces(api, tmp_path, Disk(), trace_id="t1", wait_scores_seconds=10, sleep=pauses.append)
    assert (done.scores, pauses) == (1, [2.0, 2.0])
    mirror_traces(api, tmp_path / "b", Disk(), trace_id="t2", wait_scores_seconds=5, sleep=pauses.append)
    assert len(pauses) == 5


def test_commands_name_what_is_missing_or_fails(server: LangfuseServer) -> None:
    with pytest.raises(MailroomError) as caught, langfuse({}):
        pass
    assert caught.value.code is ErrorCode.PROVIDER_MISCONFIGURED
    server.mode = "refusing"
    with pytest.raises(MailroomError) as caught, langfuse(server.environ) as api:
        api.observations.get_many(request_options={"max_retries": 0})
    assert caught.value.code is ErrorCode.PROVIDER_UNAVAILABLE
    assert "500" in caught.value.message
