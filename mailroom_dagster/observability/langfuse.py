"""Langfuse: spans through its OTLP endpoint, scores through its API, both off the document's path.

Belongs here: reaching Langfuse. Does not belong here: what is traced (`spans`) or scored (`scores`). The API client of
the `langfuse` package is used, not its tracing client, whose flush at exit has no bound. Imported only when chosen.
"""

from __future__ import annotations

import base64
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import structlog
from langfuse.api import LangfuseAPI
from langfuse.api.commons.types.score_config_data_type import ScoreConfigDataType
from langfuse.api.commons.types.score_data_type import ScoreDataType
from langfuse.api.core.request_options import RequestOptions
from langfuse.api.scores.types.create_score_request import CreateScoreRequest
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.observability.scores import SCORE_KINDS, Score, ScoreKind
from mailroom_dagster.observability.spans import EXPORT_SECONDS, SpanTracing, closing_at_exit

DEFAULT_ADDRESS = "https://cloud.langfuse.com"
QUEUE_SIZE = 10_000
BATCH_SIZE = 50
CONFIGS_PAUSE_SECONDS = 600.0
_ONCE = RequestOptions(max_retries=0)

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class _Queued:
    trace_id: str
    score: Score
    at: datetime


class LangfuseScores:
    """Scores on their way to Langfuse, sent by one thread. A full queue and a failing server lose scores, no time."""

    def __init__(self, api: LangfuseAPI, environment: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._api = api
        self._environment = environment
        self._clock = clock
        self._queue: queue.Queue[_Queued] = queue.Queue(QUEUE_SIZE)
        self._configs_ensured = False
        self._configs_tried_at = -CONFIGS_PAUSE_SECONDS
        self.sent = self.lost = 0
        threading.Thread(target=self._work, daemon=True, name="langfuse-scores").start()

    def put(self, trace_id: str, scores: Sequence[Score], at: datetime) -> None:
        """Take scores without waiting."""
        for score in scores:
            try:
                self._queue.put_nowait(_Queued(trace_id, score, at))
            except queue.Full:
                self.lost += 1

    def flush(self) -> None:
        """Wait until every score taken was sent or lost."""
        self._queue.join()

    def _work(self) -> None:
        while True:
            batch = [self._queue.get()]
            while len(batch) < BATCH_SIZE and not self._queue.empty():
                batch.append(self._queue.get())
            try:
                self._ensure_configs()
                self._api.scores.create(request=[self._request(item) for item in batch])
                self.sent += len(batch)
            except Exception as error:  # whatever it is, documents go on
                self.lost += len(batch)
                log.warning("scores_lost", count=len(batch), why=type(error).__name__)
            finally:
                for _ in batch:
                    self._queue.task_done()

    def _ensure_configs(self) -> None:
        """Create missing score configs, once; after a failure again in ten minutes, not with every batch (F-91)."""
        if self._configs_ensured or self._clock() - self._configs_tried_at < CONFIGS_PAUSE_SECONDS:
            return
        self._configs_tried_at = self._clock()
        try:
            ensure_score_configs(self._api)
            self._configs_ensured = True
        except Exception as error:
            log.warning("score_configs_missing", why=type(error).__name__)

    def _request(self, item: _Queued) -> CreateScoreRequest:
        """The same trace, name and time give the same score: sent again it replaces itself (F-95)."""
        return CreateScoreRequest(
            id=sha256_bytes(f"{item.trace_id}-{item.score.name}".encode())[:32],
            trace_id=item.trace_id,
            name=item.score.name,
            value=float(item.score.value),
            data_type=ScoreDataType(SCORE_KINDS[item.score.name].type),
            environment=self._environment,
            timestamp=item.at.astimezone(UTC),
        )


def ensure_score_configs(api: LangfuseAPI) -> list[str]:
    """Create the score configs that Langfuse does not have yet; returns their names."""
    held: set[str] = set()
    page = 1
    while True:
        configs = api.score_configs.get(page=page, limit=100, request_options=_ONCE)
        held |= {config.name for config in configs.data}
        if page >= configs.meta.total_pages:
            break
        page += 1
    missing = [name for name in SCORE_KINDS if name not in held]
    for name in missing:
        _create_config(api, name, SCORE_KINDS[name])
    return missing


def _create_config(api: LangfuseAPI, name: str, kind: ScoreKind) -> None:
    if kind.type == "BOOLEAN":
        api.score_configs.create(name=name, data_type=ScoreConfigDataType.BOOLEAN, description=kind.about)
    else:
        api.score_configs.create(
            name=name, data_type=ScoreConfigDataType.NUMERIC, min_value=0, max_value=kind.most, description=kind.about
        )


def langfuse_api(environ: Mapping[str, str]) -> LangfuseAPI:
    """The API with the keys of the environment; every request is bounded in time."""
    public, secret = environ["LANGFUSE_PUBLIC_KEY"], environ["LANGFUSE_SECRET_KEY"]
    return LangfuseAPI(base_url=address_of(environ), username=public, password=secret, timeout=EXPORT_SECONDS)


def langfuse_tracing(environ: Mapping[str, str], environment: str) -> SpanTracing:
    """Spans and scores to Langfuse; sent at exit at the latest."""
    keys = f"{environ['LANGFUSE_PUBLIC_KEY']}:{environ['LANGFUSE_SECRET_KEY']}".encode()
    exporter = OTLPSpanExporter(
        endpoint=f"{address_of(environ)}/api/public/otel/v1/traces",
        headers={"Authorization": f"Basic {base64.b64encode(keys).decode()}", "x-langfuse-ingestion-version": "4"},
        timeout=EXPORT_SECONDS,
    )
    return closing_at_exit(SpanTracing(exporter, environment, LangfuseScores(langfuse_api(environ), environment)))


def address_of(environ: Mapping[str, str]) -> str:
    """Langfuse's address, without a slash at its end."""
    return (environ.get("LANGFUSE_BASE_URL") or environ.get("LANGFUSE_HOST") or DEFAULT_ADDRESS).rstrip("/")
