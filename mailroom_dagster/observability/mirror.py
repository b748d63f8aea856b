"""Traces with their scores on disk, for analysis without Langfuse.

Belongs here: fetching and writing. Writes `<target>/<timestamp>/`: one JSON file a trace with its observations and
scores, and `index.json` that lists them. Imported only by `mailroom traces mirror`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from langfuse.api import LangfuseAPI

from mailroom_dagster.observability.tracing import DOCUMENT_SPAN
from mailroom_dagster.storage import Disk

FIELDS = "core,basic,time,io,metadata,model,usage,prompt,metrics,trace_context"
PAGE = 100
SCORE_PAUSE_SECONDS = 2.0


@dataclass(frozen=True)
class Mirror:
    """What was written."""

    folder: Path
    traces: int
    observations: int
    scores: int


def mirror_traces(
    api: LangfuseAPI,
    target: Path,
    disk: Disk,
    *,
    since: datetime | None = None,
    limit: int = 1000,
    trace_id: str | None = None,
    wait_scores_seconds: float = 0.0,
    sleep: Callable[[float], None] = time.sleep,
) -> Mirror:
    """Fetch at most `limit` finished traces and write them. Raises what the API raises.

    Scores come late: a trace without any is asked for again, for up to `wait_scores_seconds` over all traces.
    """
    names = [trace_id] if trace_id else list(islice(_finished(api, since), limit))
    folder = target / datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    disk.make_dir(folder)
    index: list[dict[str, Any]] = []
    for name in names:
        observations = [_plain(item) for item in _pages(api.observations.get_many, trace_id=name, fields=FIELDS)]
        scores, waited = _scores(api, name, wait_scores_seconds, sleep)
        wait_scores_seconds -= waited
        _write(disk, folder / f"{name}.json", {"trace_id": name, "observations": observations, "scores": scores})
        index.append({"trace_id": name, "observations": len(observations), "scores": len(scores)})
    _write(disk, folder / "index.json", index)
    return Mirror(
        folder, len(index), sum(item["observations"] for item in index), sum(item["scores"] for item in index)
    )


def _finished(api: LangfuseAPI, since: datetime | None) -> Iterator[str]:
    """Trace ids by their first spans, which are sent when a document's trace ends."""
    found = _pages(api.observations.get_many, name=DOCUMENT_SPAN, from_start_time=since)
    return (item.trace_id for item in found if item.trace_id)


def _scores(
    api: LangfuseAPI, trace_id: str, patience: float, sleep: Callable[[float], None]
) -> tuple[list[Any], float]:
    waited = 0.0
    while True:
        found = [_plain(score) for score in _pages(api.scores.get_many, trace_id=trace_id, fields="details,subject")]
        if found or waited >= patience:
            return found, waited
        sleep(SCORE_PAUSE_SECONDS)
        waited += SCORE_PAUSE_SECONDS


def _pages(get_many: Callable[..., Any], **filters: Any) -> Iterator[Any]:
    cursor: str | None = None
    while True:
        page = get_many(limit=PAGE, cursor=cursor, **filters)
        yield from page.data
        cursor = page.meta.cursor
        if not cursor:
            return


def _plain(item: Any) -> Any:
    return json.loads(item.json())


def _write(disk: Disk, path: Path, content: Any) -> None:
    disk.write_file(path, json.dumps(content, indent=1, ensure_ascii=False).encode(), durable=False)
